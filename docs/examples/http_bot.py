"""A player for a live table that needs nothing but HTTP: the standard library, no Perudo code.

python http_bot.py http://127.0.0.1:8000 CODE [NAME]

It sits down at the table with this code and plays: the lowest bid while there are few, then dudo.
"""

import json
import sys
import urllib.error
import urllib.request


def ask(url: str, token: str | None, body: dict | None = None):  # type: ignore[no-untyped-def]
    headers = {"content-type": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers))  # noqa: S310


def main(server: str, code: str, name: str = "Curly") -> None:
    seated = json.load(ask(f"{server}/api/tables/{code}/sit", None, {"name": name}))
    table, token = f"{server}/api/tables/{seated['table']}", seated["token"]
    for line in ask(f"{table}/stream.ndjson", token):  # one line whenever something happens
        if not line.strip():
            continue
        seen = json.load(ask(table, token))  # the table as this seat may see it
        if seen["winner"] is not None:
            print(seen["chairs"][seen["winner"]]["name"], "wins")  # noqa: T201
            return
        game = seen["game"]
        if game is None or game["turn"] != seen["seat"]:
            continue
        action = {"call": "dudo"}
        if len(game["bids"]) < 4:
            lowest = [
                (most[0], face) for face, most in enumerate(game["options"]["bids"], 1) if most
            ]
            action = {"bid": min(lowest)}
        try:
            ask(f"{table}/act", token, {**action, "version": seen["version"]}).read()
        except urllib.error.HTTPError as refusal:
            print(json.load(refusal)["refusal"]["text"])  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
