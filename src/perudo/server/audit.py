"""Check that the logs of tables are complete and consistent.

Entries have no gaps and no key twice; they can be read and folded; playing the actions again gives
the same events; every die follows from a secret that was committed to before, and every finished
round has its proof; the timer and heading beside the log match it; and a running server, if one is
asked, shows the table that the log gives.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from itertools import zip_longest
from typing import NamedTuple

from perudo.engine.events import (
    Choice,
    Dealt,
    MatchStarted,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.records import fair_dice
from perudo.records.problems import RecordProblem
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.server.headings import heading_of
from perudo.server.plays import plays_of
from perudo.server.room import CommittedEntry, TableUnreadable
from perudo.server.storage import Store
from perudo.server.tables import history
from perudo.table.live.audience import table_json
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import (
    Gathering,
    LinkGiven,
    LogEvent,
    MatchOpened,
    Pledged,
    Restored,
    Revealed,
    Shaken,
    WonByResignation,
)
from perudo.table.live.log import json_bytes, write_events
from perudo.table.live.matches import LoggedMatch, logged_matches

EMPTY = write_events(())
"""A body without events, which no version writes."""


class LogFault(Enum):
    SEQUENCE = "sequence"
    KEYS = "keys"
    FOLD = "fold"
    RULES = "rules"
    DICE = "dice"
    TIMER = "timer"
    HEADING = "heading"
    PLAYS = "plays"
    SERVER = "server"


class Finding(NamedTuple):
    table: str
    fault: LogFault
    detail: str


Ask = Callable[[str], bytes]
"""Returns what a running server shows an onlooker of a table."""


def audit(store: Store, ask: Ask | None = None) -> Iterator[tuple[str, list[Finding]]]:
    """Yield (table, findings)."""
    for table in store.all_tables():
        yield table, list(audit_table(store, table, ask))


def audit_table(store: Store, table: str, ask: Ask | None = None) -> Iterator[Finding]:
    entries = store.entries(table)
    if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        yield Finding(table, LogFault.SEQUENCE, f"{len(entries)} entries")
        return
    for entry in entries:
        # Format 1 wrote an entry without events when somebody said “ready” twice.
        if entry.body == EMPTY:
            yield Finding(table, LogFault.FOLD, f"entry {entry.seq} is empty")
    keys = [entry.key for entry in entries if entry.key is not None]
    if len(set(keys)) != len(keys):
        yield Finding(table, LogFault.KEYS, "a key comes twice")
    try:
        log = history(entries)
        yield from _matches(table, log)
        yield from (Finding(table, LogFault.DICE, detail) for detail in _Dice(table).faults(log))
    except TableUnreadable as unreadable:
        cause = unreadable.__cause__
        detail = f"entry {unreadable.seq}: {type(cause).__name__}: {cause}"
        yield Finding(table, LogFault.FOLD, detail)
        return
    except Exception as error:  # a log that can be read but that no version of ours wrote
        yield Finding(table, LogFault.FOLD, f"{type(error).__name__}: {error}")
        return
    live = log[-1].table
    if store.timer(table) != due_at(live):
        yield Finding(table, LogFault.TIMER, f"{store.timer(table)} is not {due_at(live)}")
    heading = store.heading(table)
    if heading is None or heading[0] != heading_of(live):
        yield Finding(table, LogFault.HEADING, str(heading))
    played = plays_of(committed.table for committed in log)
    noted = {key: (play.state.value, play.facts) for key, play in played.items()}
    if store.plays_at(table) != noted:
        yield Finding(table, LogFault.PLAYS, "the matches of its guests are not those of the log")
    if ask is not None and ask(table) != json_bytes(table_json(live, None)):
        yield Finding(table, LogFault.SERVER, "the server shows another table")


def _matches(table: str, log: list[CommittedEntry]) -> Iterator[Finding]:
    """Replay each match by the rules."""
    for match in logged_matches(table, (committed.entry for committed in log)):
        yield from _match(table, match)


def _match(table: str, match: LoggedMatch) -> Iterator[Finding]:
    try:
        _, again = replayed(record_of(match.names, match.events))
    except RecordProblem as problem:
        yield Finding(table, LogFault.RULES, str(problem))
        return
    for place, (written, due) in enumerate(zip_longest(match.events, again)):
        if written != due:
            yield Finding(table, LogFault.RULES, f"event {place}: {written} is not {due}")
            return


class _Dice:
    """Follows secrets from their commitment to their proof."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._label = ""
        self._pledged: dict[int, Pledged] = {}
        self._gathering: Gathering | None = None
        self._links: dict[int, str] = {}
        self._shaken: Shaken | None = None
        self._off = 0
        self._round_on = False
        self._owed = False
        """Whether a round has ended without its proof."""

    def faults(self, log: list[CommittedEntry]) -> Iterator[str]:
        for committed in log:
            events = committed.entry.events
            for event in events:
                yield from self._fault(event, committed)
            if self._owed:
                self._owed = False
                yield f"entry {committed.entry.seq}: no proof of the round"

    def _fault(self, event: LogEvent, committed: CommittedEntry) -> Iterator[str]:
        match event:
            case MatchOpened(number):
                self._label = f"{self._table}/{number}"
            case MatchStarted():
                self._off = 0
            case Pledged(number, commitment, hex_secret):
                self._pledged[number] = event
                if fair_dice.commitment(bytes.fromhex(hex_secret)) != commitment:
                    yield f"round {number}: the secret is not the one promised"
            case Gathering(number, commitment):
                self._gathering, self._links = event, {}
                pledged = self._pledged.get(number)
                if pledged is None or pledged.commitment != commitment:
                    yield f"round {number}: gathered for another promise"
            case LinkGiven(seat, number, link):
                self._links[seat] = link
                pledges = self._gathering.pledges if self._gathering is not None else ()
                if not any(
                    fair_dice.link_fits(link, pledge) for pledge in pledges[seat : seat + 1]
                ):
                    yield f"round {number}: the link of seat {seat} is not the one pledged"
            case Shaken(number):
                yield from self._seeds(event, committed)
                self._shaken, self._gathering, self._round_on = event, None, True
                if number not in self._pledged:
                    yield f"round {number}: nothing was promised"
            case Restored(number):
                self._pledged, self._gathering, self._round_on = {}, None, False
                if number == 1:
                    self._off = 0  # the starter of the match is chosen again too
            case StarterRolled(rolls):
                self._off += 1
                yield from self._rolls(rolls)
            case StarterChosen(seat, Choice.DRAWN):
                secret, seeds, _ = self._thrown_with()
                seats = committed.table.settings.seats
                if seat != fair_dice.draw(secret, self._label, seeds, seats):
                    yield "the lot fell on another seat"
            case Dealt(number, cups=cups):
                secret, seeds, shaken = self._thrown_with()
                known = tuple(() if cup is None else cup for cup in cups or ())
                counts = [len(cup) for cup in known]
                again = fair_dice.cups(secret, self._label, number, seeds, counts)
                if shaken != number or known != again:
                    yield f"round {number}: the cups do not follow"
            case Showdown() | WonByResignation():
                self._owed = self._round_on
            case Revealed(number, commitment, hex_secret, seeds):
                self._round_on = self._owed = False
                pledged = self._pledged[number]
                promised = (pledged.commitment, pledged.secret)
                shaken_seeds = self._shaken.seeds if self._shaken is not None else ()
                if promised != (commitment, hex_secret) or seeds != shaken_seeds:
                    yield f"round {number}: the proof is not what the dice were thrown with"

    def _seeds(self, event: Shaken, committed: CommittedEntry) -> Iterator[str]:
        """Check that the dice depend on what was gathered and nothing else."""
        if committed.table.proof == 1:
            return
        pledges = self._gathering.pledges if self._gathering is not None else ()
        due = tuple(
            self._links.get(seat, fair_dice.WITHHELD) if pledge else ""
            for seat, pledge in enumerate(pledges)
        )
        if event.seeds != (due or ("",) * len(event.seeds)):
            yield f"round {event.round}: the seeds are not the links that were given"

    def _thrown_with(self) -> tuple[bytes, tuple[str, ...], int]:
        assert self._shaken is not None
        pledged = self._pledged[self._shaken.round]
        return bytes.fromhex(pledged.secret), self._shaken.seeds, self._shaken.round

    def _rolls(self, rolls: tuple[tuple[int, ...] | None, ...]) -> Iterator[str]:
        secret, seeds, _ = self._thrown_with()
        for seat, roll in enumerate(rolls):
            if roll is not None and roll != fair_dice.start_cup(
                secret, self._label, seeds, self._off, seat, len(roll)
            ):
                yield f"the roll of seat {seat} for the first turn does not follow"
