"""Replay a record, checking every action by the record's own rules."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from typing import NamedTuple

from perudo.engine import chance, play
from perudo.engine.actions import Call
from perudo.engine.events import Event, Events
from perudo.engine.match import Match, Phase
from perudo.engine.refusals import IllegalAction
from perudo.engine.showdown import count_called
from perudo.records.jsonl import read_jsonl
from perudo.records.notation import action_text, cup_text, read_text
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.record import NotedAction, NotedRound, Record, StarterNamed, StarterRolls

LONGEST = 1_000_000
"""The largest record in bytes. A whole match takes a few thousand."""


class Step(NamedTuple):
    match: Match
    events: Events


def read_record(data: bytes) -> Record:
    """Read a record in either form."""
    if len(data) > LONGEST:
        raise RecordProblem(RecordFault.TOO_LONG, 1, str(len(data)), (str(LONGEST),))
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordProblem(
            RecordFault.NOT_TEXT, line, repr(data[error.start : error.end])
        ) from None
    return read_jsonl(text) if text.lstrip().startswith("{") else read_text(text)


def replay(record: Record) -> Iterator[Step]:
    """Replay step by step; raise ``RecordProblem`` at the first thing the rules refuse."""
    step = Step(*chance.start_match(record.setup()))
    yield step
    for following in _starter(record, step.match):
        step = following
        yield step
    for noted in record.rounds:
        if step.match.phase in (Phase.BIDDING, Phase.COUNTING):
            fault = (
                RecordFault.NOT_CALLED
                if step.match.phase is Phase.BIDDING
                else RecordFault.FOUND_MISSING
            )
            raise RecordProblem(fault, noted.line, f"{len(step.match.score.past) + 2}.")
        for following in _round(step.match, noted):
            step = following
            yield step


def replayed(record: Record) -> tuple[Match, tuple[Event, ...]]:
    """The match at the end of the record, and all its events."""
    events: list[Event] = []
    for step in replay(record):
        events += step.events
    return step.match, tuple(events)


def _starter(record: Record, match: Match) -> Iterator[Step]:
    match record.starter:
        case StarterNamed(seat, choice, line):
            yield _try(line, choice.value, match, lambda: chance.name_starter(match, seat, choice))
        case StarterRolls(rolls, line):
            for off in rolls:
                token = " ".join("-" if cup is None else cup_text(cup) for cup in off)
                before = match
                step = _try(line, token, match, lambda: chance.roll_for_start(before, off))  # noqa: B023
                match = step.match
                yield step
            if match.phase is Phase.STARTING and record.rounds:
                raise RecordProblem(RecordFault.STARTER_MISSING, line)
        case None:
            if record.rounds:
                raise RecordProblem(RecordFault.STARTER_MISSING, record.rounds[0].line)


def _round(match: Match, noted: NotedRound) -> Iterator[Step]:
    token = "?" if noted.cups is None else " ".join(cup_text(cup) or "-" for cup in noted.cups)
    step = _try(noted.line, token, match, lambda: chance.deal(match, noted.cups))
    yield step
    for action in noted.actions:
        if isinstance(action.action, Call):
            _check_found(step.match, noted, action)
        step = _action(step.match, action)
        yield step
    if step.match.phase is Phase.COUNTING and noted.found is not None:
        counted, found = step.match, noted.found
        line = noted.actions[-1].line
        yield _try(line, f"={found}", counted, lambda: chance.tally(counted, found))


def _check_found(match: Match, noted: NotedRound, action: NotedAction) -> None:
    """If both the cups and the count were noted, they must agree."""
    counted = count_called(match)
    if counted is not None and noted.found not in (None, counted):
        raise RecordProblem(
            RecordFault.FOUND_DIFFERS, action.line, f"={noted.found}", (f"={counted}",)
        )


def _action(match: Match, noted: NotedAction) -> Step:
    turn = play.turn_of(match)
    seat = noted.seat if noted.seat is not None or turn is None else turn.seat
    actor = -1 if seat is None else seat
    token = action_text(noted.action)
    return _try(noted.line, token, match, lambda: play.apply(match, actor, noted.action))


def _try(line: int, token: str, match: Match, do: Callable[[], tuple[Match, Events]]) -> Step:
    try:
        return Step(*do())
    except IllegalAction as refused:
        turn = play.turn_of(match)
        raise RecordProblem(
            RecordFault.REFUSED, line, token, refusal=refused.refusal, turn=turn
        ) from None
