"""Write the events of a table as the text of its log, and read them back."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, get_args

import orjson

from perudo.engine.bid import Bid
from perudo.engine.errors import Error
from perudo.engine.events import BidMade
from perudo.records.events_json import event_from_json, event_json, kind_of
from perudo.table.live.events import (
    CalzaClaimed,
    ChairsRemoved,
    Gathering,
    HearingClosed,
    LogEvent,
    MatchOpened,
    Opened,
    Revealed,
    Shaken,
    TableEvent,
)
from perudo.table.live.settings import Settings

_KINDS: Final[dict[str, type]] = {kind_of(kind): kind for kind in get_args(TableEvent)}
_TABLE_EVENTS: Final = frozenset(get_args(TableEvent))
_BID_MADE: Final = kind_of(BidMade)


def json_bytes(value: object) -> bytes:
    """Return ``value`` as JSON; named tuples such as bids become arrays."""
    return orjson.dumps(value, default=tuple)


class UnreadableEntry(Error, ValueError):
    """The entry is damaged, or a newer version of this program wrote it."""


def write_events(events: tuple[LogEvent, ...]) -> str:
    entry = {"format": FORMAT, "events": [to_json(event) for event in events]}
    return json_bytes(entry).decode()


def read_events(text: str) -> tuple[LogEvent, ...]:
    """Read the events of an entry, also one written by an older version."""
    try:
        entry = orjson.loads(text)
        # The first format was a bare list of events.
        written, values = (
            (1, entry) if isinstance(entry, list) else (entry["format"], entry["events"])
        )
        if written > FORMAT:
            raise UnreadableEntry(
                f"format {written} is newer than this program, which reads up to {FORMAT}"
            )
        for upgrade in [UPGRADES[old] for old in range(written, FORMAT)]:
            values = [upgrade(value) for value in values]
        return tuple(from_json(value) for value in values)
    except UnreadableEntry:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableEntry(f"{type(error).__name__}: {error}") from error


def _from_1(value: dict[str, Any]) -> dict[str, Any]:
    """Upgrade from format 1, in which dice were proven by version 1 of the scheme."""
    if value["event"] == kind_of(MatchOpened):
        return {**value, "proof": 1}
    return value


FORMAT: Final = 2
"""The format of new entries. A change of meaning needs a new number and an upgrade."""
UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: _from_1}
"""Convert an event of each older format to the next one."""


def to_json(event: LogEvent) -> dict[str, Any]:
    if type(event) is BidMade:  # the most frequent event, so it has the shortest path
        return {"event": _BID_MADE, "seat": event.seat, "bid": event.bid}
    if type(event) not in _TABLE_EVENTS:
        return event_json(event)  # type: ignore[arg-type]
    value = {"event": kind_of(type(event)), **event._asdict()}
    if isinstance(event, Opened):
        value["settings"] = settings_json(event.settings)
    return value


def settings_json(settings: Settings) -> dict[str, Any]:
    value = asdict(settings)
    value["house"] = dict(settings.house)
    return value


def settings_from(value: dict[str, Any]) -> Settings:
    fields = {**value, "options": tuple(value["options"]), "house": tuple(value["house"].items())}
    return Settings(**fields)


def from_json(value: dict[str, Any]) -> LogEvent:
    event = event_from_json(value)
    if event is not None:
        return event
    kind = _KINDS[value["event"]]
    fields = {name: field for name, field in value.items() if name != "event"}
    if kind is Opened:
        fields["settings"] = settings_from(fields["settings"])
    elif kind in (CalzaClaimed, HearingClosed):
        fields["bid"] = Bid(*fields["bid"])
    if kind is HearingClosed:
        fields["claims"] = tuple(fields["claims"])
    elif kind in (Shaken, Revealed):
        fields["seeds"] = tuple(fields["seeds"])
    elif kind is ChairsRemoved:
        fields["kept"] = tuple(fields["kept"])
    elif kind is Gathering:
        fields["pledges"] = tuple(fields["pledges"])
    elif kind is MatchOpened:
        fields["names"] = tuple(fields["names"])
        fields["bots"] = tuple(fields.get("bots", ()))
    made: LogEvent = kind(**fields)
    return made
