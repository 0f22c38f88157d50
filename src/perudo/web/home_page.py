"""The home page: a match at one click, and the open tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from perudo.bots.roster import USUAL_COMPANY
from perudo.engine.dice import MOST_SEATS
from perudo.engine.editions import EDITIONS
from perudo.table.live.absence import LOBBY_MS
from perudo.web.card import card
from perudo.web.company import SPEEDS, USUAL_SPEED, character_cards, speeds
from perudo.web.defaults import quick_table
from perudo.web.editions_page import box_name
from perudo.web.own_matches import OwnMatch, match_lines
from perudo.web.reader import Reader
from perudo.web.rendering import Page, fragment, page, tongue
from perudo.web.times import time_text
from perudo.wording.rule_text import option_text

MOST_RUNNING: Final = 3
"""How many of the reader's running matches the page shows."""


class OpenTable(NamedTuple):
    code: str
    box: str
    options: str
    house: bool
    names: list[str]
    free: int
    time: str | None
    coach: bool


class Listed(NamedTuple):
    """Public tables, as their summaries."""

    waiting: Sequence[Mapping[str, Any]]
    running: Sequence[Mapping[str, Any]]


def home_page(reader: Reader, listed: Listed, own: Sequence[OwnMatch], site: str) -> Page:
    """``site`` is the address that people use, for the card of a shared link."""
    t = tongue(reader.lang)
    return page(
        "home",
        reader,
        styles=("hero", "home", "company", "mine"),
        scripts=("play-now", "home", "dates"),
        quick=quick_table(reader.lang),
        tables=_open_tables(reader, listed.waiting),
        watched=_open_tables(reader, listed.running),
        lobby_people=_lobby_people(listed),
        lobby_seconds=LOBBY_MS // 1000,
        own=match_lines(reader, own),
        most_running=MOST_RUNNING,
        characters=character_cards(t),
        most_company=MOST_SEATS - 1,
        usual_company=USUAL_COMPANY,
        speeds=speeds(t),
        speed_values={name: speed._asdict() for name, speed in SPEEDS.items()},
        usual_speed=USUAL_SPEED,
        card=card(
            reader.lang,
            site,
            "/",
            t.say("Bid boldly. Doubt better."),
            t.say("The Peruvian game of hidden dice, by the rules of your box."),
        ),
    )


def open_tables(reader: Reader, listed: Listed) -> str:
    """The lists of public tables, to refresh a page that is open already."""
    waiting, running = (_open_tables(reader, summaries) for summaries in listed)
    people = _lobby_people(listed)
    return fragment("open_tables", reader, tables=waiting, watched=running, lobby_people=people)


def _lobby_people(listed: Listed) -> int:
    """How many wait in the open lobby."""
    return sum(len(summary["names"]) for summary in listed.waiting if summary.get("lobby"))


def _open_tables(reader: Reader, listed: Iterable[Mapping[str, Any]]) -> list[OpenTable]:
    return [_open_table(reader.lang, summary) for summary in listed]


def _open_table(lang: str, summary: Mapping[str, Any]) -> OpenTable:
    t = tongue(lang, summary["edition"])
    seconds = summary["turn_seconds"]
    return OpenTable(
        code=summary["code"],
        box=box_name(t, EDITIONS[summary["edition"]]),
        options=", ".join(option_text(t, option) for option in summary["options"]),
        house=bool(summary["house"]),
        names=summary["names"],
        free=summary["free"],
        time=None if seconds is None else time_text(t, seconds),
        coach=summary.get("coach", False),  # a summary of an older version does not say
    )
