"""From the events of a match to its record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from perudo.engine.events import (
    BidMade,
    Called,
    Choice,
    Dealt,
    Event,
    MatchStarted,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.fold import evolve
from perudo.engine.match import Match, first_state
from perudo.records.fair import FairRound
from perudo.records.record import NotedAction, NotedRound, Record, StarterNamed, StarterRolls


def record_of(
    names: Sequence[str],
    events: Iterable[Event],
    *,
    label: str | None = None,
    fair: Mapping[int, FairRound] | None = None,
) -> Record:
    """The record of a match that went so. The events must be whole, not redacted. ``fair`` has
    what is revealed of the dice by the number of the round, under the label of the match."""
    events = iter(events)
    started = next(events)
    assert isinstance(started, MatchStarted)
    record = Record(started.setup.rules, tuple(names), started.setup.dice)
    match = first_state(started.setup)
    for event in events:
        record = _noted(record, match, event)
        match = evolve(match, event)
    return _proven(record, label, fair or {})


def _proven(record: Record, label: str | None, fair: Mapping[int, FairRound]) -> Record:
    rounds = (
        replace(noted, fair=fair.get(number)) for number, noted in enumerate(record.rounds, 1)
    )
    return replace(record, rounds=tuple(rounds), fair=label)


def _noted(record: Record, match: Match, event: Event) -> Record:
    match event:
        case StarterRolled():
            before = record.starter.rolls if isinstance(record.starter, StarterRolls) else ()
            return replace(record, starter=StarterRolls((*before, event.rolls)))
        case StarterChosen() if event.choice is not Choice.ROLLED:
            return replace(record, starter=StarterNamed(event.seat, event.choice))
        case Dealt():
            cups = None if event.cups is None else tuple(c for c in event.cups if c is not None)
            return replace(record, rounds=(*record.rounds, NotedRound(cups)))
        case BidMade():
            return _with_action(record, NotedAction(event.bid))
        case Called():
            in_turn = match.round is not None and event.seat == match.round.turn
            return _with_action(record, NotedAction(event.call, None if in_turn else event.seat))
        case Showdown(cups=None):
            last = replace(record.rounds[-1], found=event.found)
            return replace(record, rounds=(*record.rounds[:-1], last))
        case _:
            return record


def _with_action(record: Record, action: NotedAction) -> Record:
    last = record.rounds[-1]
    last = replace(last, actions=(*last.actions, action))
    return replace(record, rounds=(*record.rounds[:-1], last))
