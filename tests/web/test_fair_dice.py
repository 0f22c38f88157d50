"""Fair dice that happen by themselves: pages pledge, reveal, keep what they were pledged, and say at
the end of the match what they found."""

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from perudo.records.jsonl import read_jsonl
from perudo.records.proof import verify
from serving import Guest, Serving
from web.people import PHONE, Person, play_to_the_end

CHECKED = r"This device checked all \d+ dice of \d+ rounds: nobody could choose them."


def open_table(site: Serving, **settings: object) -> tuple[Guest, str]:
    host = Guest(site.url)
    opened = host.open(**{"pace_ms": 0, "hearing_ms": 0, "pause_ms": 60_000, **settings})
    return host, str(opened["code"])


def record_of(site: Serving, code: str, match: int = 1) -> list[dict[str, Any]]:
    query = {"form": "jsonl", "match": str(match)}
    text = httpx.get(f"{site.url}/api/tables/{code}/record", params=query).text
    assert all(check.ok for check in verify(read_jsonl(text)))
    return [json.loads(line) for line in text.splitlines()]


def rounds_of(record: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in record if "round" in line]


def the_line(person: Person) -> str:
    status = person.page.locator("#checked [data-fair-status]")
    expect(status).not_to_have_text("")
    return status.inner_text()


def own_part(person: Person) -> str:
    return str(person.page.text_content("#own-part"))


def test_two_pages_and_a_bot_take_part_and_say_so(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url).goes_to("/new")
    ana.page.fill("[name=name]", "Ana")
    for choice in ("[name=seats][value='3']", "[name=bots][value='1']", "[name=dice][value='2']"):
        ana.page.evaluate("choice => document.querySelector(choice).click()", choice)
    ana.page.click("[type=submit]")
    ana.sees("#start-match")
    code = ana.page.url.rpartition("/")[2]
    ben = Person(browser, site.url, size=PHONE).goes_to(f"/t/{code}")
    ben.sits("Ben")
    assert own_part(ben) == "Your device takes part in the dice from the next round on."
    ana.until("document.querySelectorAll('.seat[data-person]').length === 2")
    ana.page.click("#start-match")
    for person in (ana, ben):
        person.sees("#lift")
        assert own_part(person) == "Your device has taken part in the dice since round 1."
    play_to_the_end([ana, ben])
    record = record_of(site, code)
    bots = record[0]["bots"]
    assert (record[0]["proof"], len(bots)) == (2, 1)
    for noted in rounds_of(record):
        given = [bool(seed) for seed in noted["fair"]["seeds"]]
        assert given == [seat not in bots for seat in range(3)]
    dice = sum(len(cup) for noted in rounds_of(record) for cup in noted["cups"])
    rounds = len(rounds_of(record))
    for person in (ana, ben):
        assert the_line(person) == (
            f"This device checked all {dice} dice of {rounds} rounds: nobody could choose them."
        )
        person.close()
