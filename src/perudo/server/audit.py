"""Checks that the log of a table is all there is to it.

Entries follow one another without a gap and no key comes twice; they can be read and folded;
playing the actions again gives the very same events; every die follows from a secret that was
promised before, and every round that is over shows its proof; the timer and heading beside the log
are what the log says; and, where a server is asked, it shows the table that the log gives.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from perudo.engine.events import Choice, Dealt, Event, Showdown, StarterChosen, StarterRolled
from perudo.records import fair
from perudo.records.problems import RecordProblem
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.server.headings import heading_of
from perudo.server.room import Landed
from perudo.server.storage import Store
from perudo.server.tables import history
from perudo.table.live.audience import shown
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import (
    Happening,
    MatchOpened,
    Pledged,
    Revealed,
    Shaken,
    TableEvent,
    WonByResignation,
)
from perudo.table.live.log import json_bytes

UNREADABLE = (ValueError, KeyError, TypeError, AssertionError, IndexError, AttributeError)
"""What a log that nobody of ours wrote may raise when it is read."""


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
    if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        yield Finding(table, Fault.SEQUENCE, f"{len(entries)} entries")
        return
    keys = [entry.key for entry in entries if entry.key is not None]
    if len(set(keys)) != len(keys):
        yield Finding(table, Fault.KEYS, "a key comes twice")
    try:
        log = history(entries)
        yield from _matches(table, log)
        yield from (Finding(table, Fault.DICE, detail) for detail in _Dice(table).faults(log))
    except UNREADABLE as error:
        yield Finding(table, Fault.FOLD, f"{type(error).__name__}: {error}")
        return
    live = log[-1].table
    if store.timer(table) != due_at(live):
        yield Finding(table, Fault.TIMER, f"{store.timer(table)} is not {due_at(live)}")
    heading = store.heading(table)
    if heading is None or heading[0] != heading_of(live):
        yield Finding(table, Fault.HEADING, str(heading))
    if ask is not None and ask(table) != json_bytes(shown(live, None)):
        yield Finding(table, Fault.SERVER, "the server shows another table")


def _events(log: list[Landed]) -> Iterator[TableEvent]:
    for landed in log:
        if not landed.entry.events:
            raise ValueError(f"entry {landed.entry.seq} is empty")
        yield from landed.entry.events


def _matches(table: str, log: list[Landed]) -> Iterator[Finding]:
    """The events of each match once more by the rules."""
    names: tuple[str, ...] = ()
    events: list[Event] = []
    for event in _events(log):
        if isinstance(event, MatchOpened):
            yield from _match(table, names, events)
            names, events = event.names, []
        elif not isinstance(event, Happening):
            events.append(event)
    yield from _match(table, names, events)


def _match(table: str, names: tuple[str, ...], events: list[Event]) -> Iterator[Finding]:
    if not events:
        return
    try:
        _, again = replayed(record_of(names, events))
    except RecordProblem as problem:
        yield Finding(table, Fault.RULES, str(problem))
        return
    for place, (written, due) in enumerate(zip_longest(events, again)):
        if written != due:
            yield Finding(table, Fault.RULES, f"event {place}: {written} is not {due}")
            return


class _Dice:
    """Follows the secrets from their promise to their proof."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._label = ""
        self._pledged: dict[int, Pledged] = {}
        self._shaken: Shaken | None = None
        self._off = 0

    def faults(self, log: list[Landed]) -> Iterator[str]:
        for landed in log:
            events = landed.entry.events
            for event in events:
                yield from self._fault(event, landed)
            over = any(isinstance(event, Showdown | WonByResignation) for event in events)
            if over and not any(isinstance(event, Revealed) for event in events):
                yield f"entry {landed.entry.seq}: no proof of the round"

    def _fault(self, event: TableEvent, landed: Landed) -> Iterator[str]:
        match event:
            case MatchOpened(number):
                self._label, self._off = f"{self._table}/{number}", 0
            case Pledged(number, commitment, hex_secret):
                self._pledged[number] = event
                if fair.commitment(bytes.fromhex(hex_secret)) != commitment:
                    yield f"round {number}: the secret is not the one promised"
            case Shaken(number):
                self._shaken = event
                if number not in self._pledged:
                    yield f"round {number}: nothing was promised"
            case StarterRolled(rolls):
                self._off += 1
                yield from self._rolls(rolls)
            case StarterChosen(seat, Choice.DRAWN):
                secret, seeds, _ = self._thrown_with()
                if seat != fair.draw(secret, self._label, seeds, landed.table.settings.seats):
                    yield "the lot fell on another seat"
            case Dealt(number, cups=cups):
                secret, seeds, shaken = self._thrown_with()
                known = tuple(() if cup is None else cup for cup in cups or ())
                counts = [len(cup) for cup in known]
                again = fair.cups(secret, self._label, number, seeds, counts)
                if shaken != number or known != again:
                    yield f"round {number}: the cups do not follow"
            case Revealed(number, commitment, hex_secret, seeds):
                pledged = self._pledged[number]
                promised = (pledged.commitment, pledged.secret)
                shaken_seeds = self._shaken.seeds if self._shaken is not None else ()
                if promised != (commitment, hex_secret) or seeds != shaken_seeds:
                    yield f"round {number}: the proof is not what the dice were thrown with"

    def _thrown_with(self) -> tuple[bytes, tuple[str, ...], int]:
        assert self._shaken is not None
        pledged = self._pledged[self._shaken.round]
        return bytes.fromhex(pledged.secret), self._shaken.seeds, self._shaken.round

    def _rolls(self, rolls: tuple[tuple[int, ...] | None, ...]) -> Iterator[str]:
        secret, seeds, _ = self._thrown_with()
        for seat, roll in enumerate(rolls):
            if roll is not None and roll != fair.start_cup(
                secret, self._label, seeds, self._off, seat, len(roll)
            ):
                yield f"the roll of seat {seat} for the first turn does not follow"
