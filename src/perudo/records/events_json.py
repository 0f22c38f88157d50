"""Convert events to JSON objects and back."""

import re
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, Final

from perudo.engine.actions import Call
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.events import (
    BidMade,
    Called,
    Choice,
    Dealt,
    DieLost,
    DieRegained,
    Event,
    MatchStarted,
    MatchWon,
    NextRound,
    SeatOut,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.house import house_rules_of, options_of, table_rules
from perudo.engine.setup import Setup


def kind_of(event_type: type) -> str:
    """The kind of an event type: ``bid-made`` for ``BidMade``."""
    return _kind(event_type.__name__)


@cache
def _kind(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def event_json(event: Event) -> dict[str, Any]:
    """``{"event": "bid-made", "seat": 2, "bid": [4, 5]}``: the kind, then its fields by name."""
    kind = kind_of(type(event))
    if isinstance(event, MatchStarted):
        setup = event.setup
        return {
            "event": kind,
            "edition": setup.rules.key,
            "options": list(options_of(setup.rules)),
            "house": house_rules_of(setup.rules),
            "seats": setup.seats,
            "dice": setup.dice,
        }
    return {"event": kind, **{name: _plain(v) for name, v in event._asdict().items()}}


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def event_from_json(value: dict[str, Any]) -> Event | None:
    """The event behind what ``event_json`` wrote; None if it is not an event of the engine."""
    make = _MAKERS.get(value["event"])
    return None if make is None else make(value)


def _match_started(value: dict[str, Any]) -> MatchStarted:
    rules = table_rules(value["edition"], value["options"], value["house"])
    return MatchStarted(Setup(rules, value["seats"], value["dice"]))


def _cups(value: list[list[int] | None] | None) -> tuple[Cup | None, ...] | None:
    return None if value is None else tuple(None if cup is None else tuple(cup) for cup in value)


def _rolls(value: dict[str, Any]) -> StarterRolled:
    rolls = tuple(None if roll is None else tuple(roll) for roll in value["rolls"])
    return StarterRolled(rolls, tuple(value["leaders"]))


def _showdown(value: dict[str, Any]) -> Showdown:
    cups = value["cups"]
    return Showdown(
        value["bidder"],
        Bid(*value["bid"]),
        value["caller"],
        Call(value["call"]),
        None if cups is None else tuple(map(tuple, cups)),
        tuple(map(tuple, value["steps"])),
        value["found"],
        value["loser"],
        value["gainer"],
    )


_MAKERS: Final[dict[str, Callable[[dict[str, Any]], Event]]] = {
    "match-started": _match_started,
    "starter-rolled": _rolls,
    "starter-chosen": lambda v: StarterChosen(v["seat"], Choice(v["choice"])),
    "dealt": lambda v: Dealt(v["number"], v["starter"], v["palifico"], _cups(v["cups"])),
    "bid-made": lambda v: BidMade(v["seat"], Bid(*v["bid"])),
    "called": lambda v: Called(v["seat"], Call(v["call"])),
    "showdown": _showdown,
    "die-lost": lambda v: DieLost(v["seat"]),
    "die-regained": lambda v: DieRegained(v["seat"]),
    "seat-out": lambda v: SeatOut(v["seat"]),
    "next-round": lambda v: NextRound(v["starter"], v["palifico"]),
    "match-won": lambda v: MatchWon(v["seat"]),
}
