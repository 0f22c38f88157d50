"""Convert the events of a table to JSON objects and back."""

from dataclasses import asdict
from typing import Any, Final, get_args

from perudo.engine.bid import Bid
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


def visible_from_json(value: dict[str, Any]) -> LogEvent | None:
    """The event behind what an audience was sent, private fields left empty.

    None if it is of a kind that this version does not know: a newer server may have more.
    """
    kind = _KINDS.get(value["event"])
    if kind is None:
        return event_from_json(value)
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    defaults: dict[str, Any] = kind._field_defaults  # type: ignore[attr-defined]
    blank = {name: "" for name in fields if name not in defaults}
    known = {name: field for name, field in value.items() if name in fields}
    return from_json({**blank, **known, "event": value["event"]})
