"""Who is to be called after an entry of a table's log, and why: from public facts only."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from perudo.table.live.events import Sat
from perudo.table.live.fold import LogEntry
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable, guest_behind

SLOW_SECONDS: Final = 60 * 60
"""With a turn of an hour and more nobody sits and waits."""


class Call(NamedTuple):
    guest: str
    code: str
    sitter: str = ""
    """Who sat down; empty if it is the guest's turn."""
    others: tuple[str, ...] = ()
    """Who waits for the guest."""
    until: int | None = None
    """When the call is out of date."""


def is_slow(settings: Settings) -> bool:
    return settings.turn_seconds is None or settings.turn_seconds >= SLOW_SECONDS


def calls_after(entry: LogEntry, table: LiveTable) -> Iterator[Call]:
    """Yield the calls after this entry; ``table`` is the table after it."""
    if not is_slow(table.settings) or table.closed:
        return
    for event in entry.events:
        if isinstance(event, Sat):
            yield from _sat_down(event, table)
    seat = table.turn
    if seat is None or table.turn_version != table.version:
        return
    chair = table.chair(seat)
    if chair.player is not None and chair.level is None:
        playing = (other for other in table.chairs if other is not None and other is not chair)
        names = tuple(other.name for other in playing)
        yield Call(guest_behind(chair.player), table.code, "", names, table.deadline)


def _sat_down(sat: Sat, table: LiveTable) -> Iterator[Call]:
    own = guest_behind(sat.player)
    seated = (chair for chair in table.chairs if chair is not None and chair.player is not None)
    for guest in dict.fromkeys(guest_behind(chair.player) for chair in seated):
        if guest != own:
            yield Call(guest, table.code, sat.name)
