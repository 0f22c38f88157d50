"""Finished matches, for tests of replays."""

from typing import Any, NamedTuple

from playwright.sync_api import Page

from testkit.serving import Guest, Serving

PACES = {"pace_ms": 0, "pause_ms": 0, "hearing_ms": 0}
ACCEPTED = 202
ENDS = {"match-won", "won-by-resignation"}


class Played(NamedTuple):
    url: str
    table: str
    code: str
    host: Guest

    @property
    def path(self) -> str:
        return f"{self.url}/t/{self.code}/replay"

    def record(self, match: int = 1) -> str:
        path = f"/api/tables/{self.table}/record"
        return self.host.client.get(path, params={"match": match, "form": "jsonl"}).text


def played(site: Serving, **body: object) -> Played:
    """Play a match of bots to its end."""
    host = Guest(site.url)
    opened = host.open(**PACES, **body)
    match = Played(site.url, opened["table"], opened["code"], host)
    host.ask(match.table, "start", fill="easy")
    until_over(match, 1)
    return match


def judged(site: Serving, **body: object) -> Played:
    """Play a match of bots to its end, and wait until the coach has judged it."""
    match = played(site, **body)
    until_judged(match)
    return match


def until_judged(match: Played) -> None:
    # The answer comes when it is done, or after some seconds to ask again.
    while match.host.client.get(f"/t/{match.code}/analysis").status_code == ACCEPTED:
        pass


def until_over(match: Played, after: int) -> None:
    for line in match.host.follow(match.table, after):
        if ENDS & {event["event"] for event in line.get("events", ())}:
            return


STAGE = """() => ({
  now: document.querySelector("[data-now]").textContent,
  key: document.querySelector("[data-stage]").dataset.key,
  kind: document.querySelector("[data-stage]").dataset.kind,
  heading: document.querySelector("[data-round]").textContent,
  bid: document.querySelector("[data-bid] b") && [
    Number(document.querySelector("[data-bid] b").textContent),
    Number(document.querySelector("[data-bid] use").getAttribute("href").slice(2)),
  ],
  bidder: document.querySelector("[data-bidder]").textContent,
  count: document.querySelector("[data-count]").textContent,
  seats: [...document.querySelectorAll("[data-seat]")].map((seat) => ({
    cup: [...seat.querySelectorAll("[data-dice] use")].map((u) =>
      Number(u.getAttribute("href").slice(2))),
    lit: seat.querySelectorAll("[data-dice] .lit").length,
    left: seat.querySelector("[data-left]").textContent.split("●").length - 1,
    says: seat.querySelector("[data-says]").hidden ? "" :
      seat.querySelector("[data-says]").textContent,
    change: seat.querySelector("[data-change]").textContent,
    up: seat.classList.contains("up"),
    acts: seat.classList.contains("acts"),
    wins: seat.classList.contains("wins"),
  })),
})"""


def stage(page: Page) -> dict[str, Any]:
    shown: dict[str, Any] = page.evaluate(STAGE)
    return shown
