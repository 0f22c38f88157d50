"""A player for a live table that needs nothing but HTTP: the standard library, no Perudo code.

python http_bot.py http://127.0.0.1:8000 CODE [NAME]

It sits down at the table with this code and plays: the lowest bid while there are few, then dudo.
It takes its part in the dice, so that nobody can choose them (docs/fair-dice.md), and leaves what
it was pledged (NAME.kept.jsonl) beside the record (NAME.perudo) for perudo verify --kept.
"""

import json
import secrets
import sys
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path
from typing import Any

LINKS = 256
Json = dict[str, Any]


def ask(url: str, token: str | None, body: Json | None = None) -> Any:
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers))  # noqa: S310


def new_chain() -> list[str]:
    """The last element is what the first link, the one before it, hashes to."""
    chain = [secrets.token_hex(32)]
    while len(chain) <= LINKS:
        chain.append(sha256(bytes.fromhex(chain[-1])).hexdigest())
    return chain


class Bot:
    def __init__(self, server: str, code: str, name: str) -> None:
        self.chain = new_chain()
        self.kept = Path(f"{name}.kept.jsonl")
        self.kept.write_text("")
        body = {"name": name, "pledge": self.chain[-1]}
        seated = json.load(ask(f"{server}/api/tables/{code}/sit", None, body))
        self.table, self.token = f"{server}/api/tables/{seated['table']}", seated["token"]

    def tell(self, what: str, body: Json) -> None:
        try:
            ask(f"{self.table}/{what}", self.token, body).read()
        except urllib.error.HTTPError as refusal:
            print(json.load(refusal)["refusal"]["text"])

    def reveal(self, seen: Json, gathering: Json) -> None:
        """Write down what the dice depend on, which is fixed by now, and only then reveal the link.

        Use each link for one gathering only: dice can be chosen by a link that others know."""
        seat = seen["seat"]
        if gathering["links"][seat]:
            return
        if gathering["pledges"][seat] != self.chain[-1] or len(self.chain) < 3:
            self.chain = new_chain()  # counts from the next gathering on
            self.tell("pledge", {"pledge": self.chain[-1]})
            return
        self.chain.pop()
        link = self.chain[-1]
        facts = {name: gathering[name] for name in ("round", "commitment", "pledges")}
        label = f"{seen['table']}/{seen['match']}"
        with self.kept.open("a") as file:
            file.write(json.dumps({"label": label, **facts, "seat": seat, "link": link}) + "\n")
        self.tell("link", {"round": gathering["round"], "link": link})

    def act(self, seen: Json, game: Json) -> None:
        action: Json = {"call": "dudo"}
        if len(game["bids"]) < 4:
            limits = enumerate(game["legal"]["bids"], 1)
            action = {"bid": min((most[0], face) for face, most in limits if most)}
        self.tell("act", {**action, "version": seen["version"]})

    def play(self) -> None:
        for line in ask(f"{self.table}/stream.ndjson", self.token):  # whenever something happens
            if not line.strip():
                continue
            seen = json.load(ask(self.table, self.token))  # the table as this seat may see it
            if seen["winner"] is not None:
                print(seen["chairs"][seen["winner"]]["name"], "wins")
                self.kept.with_name(self.kept.name.replace(".kept.jsonl", ".perudo")).write_bytes(
                    ask(f"{self.table}/record", self.token).read()
                )
                return
            game = seen["game"]
            if seen["gathering"] is not None:
                self.reveal(seen, seen["gathering"])
            elif game is not None and game["turn"] == seen["seat"]:
                self.act(seen, game)


def main(server: str, code: str, name: str = "Curly") -> None:
    Bot(server, code, name).play()


if __name__ == "__main__":
    main(*sys.argv[1:])
