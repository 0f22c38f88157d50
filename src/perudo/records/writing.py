"""Make the record of a match from its events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from perudo.engine.actions import Seat
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
from perudo.records.fair_dice import PROOF, FairRound
from perudo.records.record import NotedAction, NotedRound, Record, StarterNamed, StarterRolls


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What a server revealed about a match's dice, by round number.

    ``pledges`` has all pledges of a round; the record keeps only those that are new.
    """

    label: str
    version: int = PROOF
    bots: tuple[Seat, ...] = ()
    rounds: Mapping[int, FairRound] = field(default_factory=dict)
    pledges: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    redealt: Mapping[int, int] = field(default_factory=dict)


def record_of(
    names: Sequence[str],
    events: Iterable[Event],
    *,
    proof: Proof | None = None,
) -> Record:
    """The record of these events, which must not be redacted."""
    events = iter(events)
    started = next(events)
    assert isinstance(started, MatchStarted)
    record = Record(started.setup.rules, tuple(names), started.setup.dice)
    match = first_state(started.setup)
    for event in events:
        record = _noted(record, match, event)
        match = evolve(match, event)
    return record if proof is None else _proven(record, proof)


def _proven(record: Record, proof: Proof) -> Record:
    rounds = []
    links: tuple[str, ...] = ("",) * len(record.names)
    for number, noted in enumerate(record.rounds, 1):
        pledges = proof.pledges.get(number, ())
        fair = proof.rounds.get(number)
        if number in proof.redealt:
            links = ("",) * len(links)  # the restore has ended all pledges
        new = tuple(
            "" if pledge == link else pledge for pledge, link in zip(pledges, links, strict=False)
        )
        rounds.append(
            replace(
                noted,
                fair=fair,
                pledges=new if any(new) else (),
                redealt=proof.redealt.get(number, 0),
            )
        )
        links = fair.seeds if fair is not None else ("",) * len(links)
    return replace(
        record, rounds=tuple(rounds), fair=proof.label, proof=proof.version, bots=proof.bots
    )


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
