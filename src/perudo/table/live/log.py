"""A table's events as the text of its log, and back: every event, whole."""

from dataclasses import asdict
from typing import Any, Final, get_args

import orjson

from perudo.engine.bid import Bid
from perudo.records.events_json import event_from_json, event_json, kind_of
from perudo.table.live.events import (
    CalzaClaimed,
    Happening,
    HearingClosed,
    MatchOpened,
    Opened,
    Revealed,
    Shaken,
    TableEvent,
)
from perudo.table.live.settings import Settings

_KINDS: Final[dict[str, type]] = {kind_of(kind): kind for kind in get_args(Happening)}
_HAPPENINGS: Final = frozenset(get_args(Happening))


def json_bytes(value: object) -> bytes:
    """``value`` as JSON; a bid, which is a named tuple, becomes an array."""
    return orjson.dumps(value, default=tuple)


def write_events(events: tuple[TableEvent, ...]) -> str:
    return json_bytes([to_json(event) for event in events]).decode()


def read_events(text: str) -> tuple[TableEvent, ...]:
    return tuple(from_json(value) for value in orjson.loads(text))


def to_json(event: TableEvent) -> dict[str, Any]:
    if type(event) not in _HAPPENINGS:
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


def from_json(value: dict[str, Any]) -> TableEvent:
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
    elif kind is MatchOpened:
        fields["names"] = tuple(fields["names"])
    made: TableEvent = kind(**fields)
    return made
