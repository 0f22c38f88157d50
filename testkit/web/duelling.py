"""A duel between a player with a browser and one over the API, for tests of fair dice."""

import json
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, Request, expect

from perudo.records.jsonl import read_jsonl
from perudo.records.proof import verify
from testkit.serving import Guest, Serving
from testkit.web.people import Person

ALL_NOTED = """() => {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith("perudo-pledged-"));
  const notes = kept.flatMap((key) => JSON.parse(localStorage.getItem(key)).notes);
  return notes.length > 0 && notes.every((note) => note.given);
}"""
CHECKED = r"This device checked all \d+ dice of \d+ rounds: nobody could choose them\."

Lines = list[dict[str, Any]]


def fetch_record(site: Serving, code: str, match: int = 1) -> Lines:
    query = {"form": "jsonl", "match": str(match)}
    text = httpx.get(f"{site.url}/api/tables/{code}/record", params=query).text
    assert all(check.ok for check in verify(read_jsonl(text)))
    return [json.loads(line) for line in text.splitlines()]


def rounds_of(record: Lines) -> Lines:
    return [line for line in record if "round" in line]


def seeds_of(record: Lines, seat: int) -> list[str]:
    return [noted["fair"]["seeds"][seat] for noted in rounds_of(record)]


def round_range(first: int, record: Lines) -> str:
    """The range from this round to the last, as the page writes it."""
    last = len(rounds_of(record))
    return str(first) if first == last else f"{first}–{last}"


def check_result(page: Page) -> str:
    """The page's line about the dice after the match."""
    status = page.locator("#checked [data-fair-status]")
    expect(status).not_to_have_text("")
    return status.inner_text()


class Duel:
    """Ana with a browser against Ben, who plays over the API and takes no part in the dice.

    Rounds end only when the test says so.
    """

    def __init__(self, browser: Browser, site: Serving, dice: int = 2, **options: Any) -> None:
        self.site, self.browser = site, browser
        self.api, self.ben = Guest(site.url), Guest(site.url)
        pace = {"pace_ms": 0, "hearing_ms": 0, "pause_ms": 60_000}
        opened = self.api.open(name="Ana", seats=2, dice=dice, **pace)
        self.code, self.link = str(opened["code"]), str(opened["personal_link"])
        self.ben.ask(self.code, "sit", name="Ben")
        self.ana = Person(browser, site.url, token=self.api.token, **options)
        self.links: list[dict[str, Any]] = []
        self.pledges: list[str] = []
        self.listen(self.ana.page)

    def listen(self, page: Page) -> None:
        """Record the links and pledges that this page sends."""

        def sent(request: Request) -> None:
            if request.method == "POST" and request.url.endswith("/link"):
                self.links.append(json.loads(request.post_data or ""))
            if request.method == "POST" and request.url.endswith("/pledge"):
                self.pledges.append(json.loads(request.post_data or "")["pledge"])

        page.on("request", sent)

    def open_page(self, page: Page | None = None) -> None:
        """Open Ana's page and wait until it has pledged."""
        page = page or self.ana.page
        page.goto(f"{self.site.url}/t/{self.code}")
        expect(page.locator("#own-part")).to_contain_text("from the next round on")

    def start(self) -> None:
        self.api.ask(self.code, "start", toucan=0)
        self.wait_until_dealt()

    @property
    def seen(self) -> dict[str, Any]:
        return self.api.look(self.code)

    def end_round(self) -> None:
        """Make the least bid for the seat in turn, and doubt it for the other."""
        players = [self.api, self.ben]
        players[self.seen["game"]["turn"]].act(self.code)
        players[self.seen["game"]["turn"]].act(self.code, {"call": "dudo"})

    def wait_until_noted(self) -> None:
        """Wait until Ana's device has noted that each link it gave has come."""
        self.ana.until(ALL_NOTED)

    def next_round(self, *, link: bool = True) -> None:
        """Mark both players as ready; the round is dealt when the links are in.

        Before, both look at the showdown until Ana's link has come, unless it is not to come: once
        they are ready, it is waited for no longer than a slow device may take.
        """
        if link:
            self.wait_for_link()
        for player in (self.api, self.ben):
            if self.seen["on"]:
                player.post(f"/api/tables/{self.code}/ready")

    def wait_for_link(self) -> None:
        """Wait until Ana's seat has given its link for the coming round, if it has a pledge."""
        for _ in self.ben.follow(self.code):
            gathering = self.seen["gathering"]
            if gathering is None or gathering["links"][0] or not gathering["pledges"][0]:
                return

    def wait_until_dealt(self) -> None:
        """Wait until it is somebody's turn, or the match is over."""
        for _ in self.ben.follow(self.code):
            seen = self.seen
            if not seen["on"] or seen["game"]["turn"] is not None:
                return

    def play_on(self) -> None:
        """Play from the current round to the end of the match."""
        while self.seen["on"]:
            self.end_round()
            self.next_round()
            self.wait_until_dealt()

    def record(self) -> Lines:
        return fetch_record(self.site, self.code)
