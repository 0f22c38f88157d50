"""Write the events of a table as the text of its log, and read them back."""

from collections.abc import Callable
from typing import Any, Final

import orjson

from perudo.engine.errors import Error
from perudo.records.events_json import kind_of
from perudo.table.live.events import LogEvent, MatchOpened
from perudo.table.live.events_json import from_json, to_json


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
