"""Checks that the log of a table is all there is to it.

Entries follow one another without a gap and no key comes twice; folding them is possible; playing
the actions again gives the very same events; every die follows from its secret and seeds; the timer
and heading beside the log are what the log says; and, where a server is asked, the table that it
shows is the table that the log gives.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple

from perudo.engine.events import Dealt, Event
from perudo.records import fair
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.server.headings import heading_of
from perudo.server.room import Landed
from perudo.server.storage import Store
from perudo.server.tables import history
from perudo.table.live.audience import shown
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import Happening, MatchOpened, Revealed
from perudo.table.live.log import json_bytes


class Fault(Enum):
    SEQUENCE = "sequence"
    KEYS = "keys"
    FOLD = "fold"
    RULES = "rules"
    DICE = "dice"
    TIMER = "timer"
    HEADING = "heading"
    SERVER = "server"


class Finding(NamedTuple):
    table: str
    fault: Fault
    detail: str


Ask = Callable[[str], bytes]
"""What a running server shows of a table to an onlooker."""


def audit(store: Store, ask: Ask | None = None) -> Iterator[tuple[str, list[Finding]]]:
    """Every table with what is wrong with it, which is nothing."""
    for table in store.all_tables():
        yield table, list(audit_table(store, table, ask))


def audit_table(store: Store, table: str, ask: Ask | None = None) -> Iterator[Finding]:
    entries = store.entries(table)
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        yield Finding(table, Fault.SEQUENCE, f"{len(entries)} entries")
        return
    keys = [entry.key for entry in entries if entry.key is not None]
    if len(set(keys)) != len(keys):
        yield Finding(table, Fault.KEYS, "a key comes twice")
    try:
        log = history(entries)
    except (ValueError, KeyError, TypeError, AssertionError) as error:
        yield Finding(table, Fault.FOLD, f"{type(error).__name__}: {error}")
        return
    yield from _matches(table, log)
    live = log[-1].table
    if store.timer(table) != due_at(live):
        yield Finding(table, Fault.TIMER, f"{store.timer(table)} is not {due_at(live)}")
    heading = store.heading(table)
    if heading is None or heading[0] != heading_of(live):
        yield Finding(table, Fault.HEADING, str(heading))
    if ask is not None and ask(table) != json_bytes(shown(live, None)):
        yield Finding(table, Fault.SERVER, "the server shows another table")


def _matches(table: str, log: list[Landed]) -> Iterator[Finding]:
    """The events of each match once more by the rules, and its dice once more from the secrets."""
    names: tuple[str, ...] = ()
    events: list[Event] = []
    label = ""
    for landed in log:
        for event in landed.entry.events:
            if isinstance(event, MatchOpened):
                yield from _match(table, names, events)
                names, events = event.names, []
                label = f"{table}/{event.number}"
            elif isinstance(event, Revealed):
                yield from _round(table, label, event, events)
            elif not isinstance(event, Happening):
                events.append(event)
    yield from _match(table, names, events)


def _match(table: str, names: tuple[str, ...], events: list[Event]) -> Iterator[Finding]:
    if not events:
        return
    _, again = replayed(record_of(names, events))
    if again != tuple(events):
        first = next(i for i, (a, b) in enumerate(zip(again, events, strict=False)) if a != b)
        yield Finding(table, Fault.RULES, f"event {first}: {events[first]} is not {again[first]}")


def _round(table: str, label: str, event: Revealed, events: list[Event]) -> Iterator[Finding]:
    secret = bytes.fromhex(event.secret)
    if fair.commitment(secret) != event.commitment:
        yield Finding(table, Fault.DICE, f"round {event.round}: the commitment does not fit")
    for dealt in events:
        if isinstance(dealt, Dealt) and dealt.number == event.round:
            cups = [cup for cup in dealt.cups or () if cup is not None]
            counts = [len(cup) for cup in cups]
            if tuple(cups) != fair.cups(secret, label, event.round, event.seeds, counts):
                yield Finding(table, Fault.DICE, f"round {event.round}: the cups do not follow")
