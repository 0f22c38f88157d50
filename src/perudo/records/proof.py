"""Whether the dice of a record follow from its secrets and seeds.

The record must be one that replays: then the cups have the sizes and the roll-offs the contenders
that the rules give them, and only the faces are left to check."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from itertools import chain
from typing import TypeAlias

from perudo.engine.actions import Call, Seat
from perudo.engine.dice import Cup
from perudo.engine.events import Choice
from perudo.records import fair
from perudo.records.fair import FairRound
from perudo.records.record import NotedRound, Record, StarterNamed, StarterRolls

FIRST_TURN = 0
"""Stands for the number of a round where the first turn is meant."""


@dataclass(frozen=True, slots=True)
class CupCheck:
    seat: Seat
    noted: Cup
    recomputed: Cup

    @property
    def ok(self) -> bool:
        return self.noted == self.recomputed


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """``commitment`` is the published one, ``recomputed`` that of the secret."""

    number: int
    commitment: str
    recomputed: str
    cups: tuple[CupCheck, ...]

    @property
    def kept(self) -> bool:
        """Whether the secret is the one that was promised."""
        return self.commitment == self.recomputed

    @property
    def ok(self) -> bool:
        return self.kept and all(cup.ok for cup in self.cups)


@dataclass(frozen=True, slots=True)
class RollsCheck:
    """The roll-offs for the first turn, each with the seats that rolled in it."""

    offs: tuple[tuple[CupCheck, ...], ...]

    @property
    def ok(self) -> bool:
        return all(cup.ok for cup in chain.from_iterable(self.offs))


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """The first starter, drawn by lot."""

    noted: Seat
    recomputed: Seat

    @property
    def ok(self) -> bool:
        return self.noted == self.recomputed


@dataclass(frozen=True, slots=True)
class NotChance:
    """The first starter was named by the table: no dice decided it."""

    seat: Seat
    ok: bool = True


@unique
class Why(Enum):
    NOT_REVEALED = "not-revealed"
    NO_PROOF = "no-proof"
    NO_CUPS = "no-cups"


@dataclass(frozen=True, slots=True)
class Unproven:
    """A round (or ``FIRST_TURN``) that cannot be checked. As long as it is under way that is as it
    should be; a round that is over owes its proof, else one could leave out those one cheated in.
    """

    number: int
    why: Why

    @property
    def ok(self) -> bool:
        return self.why is Why.NOT_REVEALED


@dataclass(frozen=True, slots=True)
class NothingToCheck:
    """The record carries no proof at all."""

    ok: bool = False


Check: TypeAlias = RoundCheck | RollsCheck | DrawCheck | NotChance | Unproven | NothingToCheck


def verify(record: Record) -> tuple[Check, ...]:
    """The starter, then every round; the dice are as promised if every check is ``ok``."""
    label = record.fair
    if label is None or not any(noted.fair for noted in record.rounds):
        return (NothingToCheck(),)
    rounds = (_round(label, number, noted) for number, noted in enumerate(record.rounds, 1))
    return (*_starter(label, record), *rounds)


def _round(label: str, number: int, noted: NotedRound) -> RoundCheck | Unproven:
    if noted.fair is None:
        return Unproven(number, _why_unproven(noted))
    if noted.cups is None:
        return Unproven(number, Why.NO_CUPS)
    proof = noted.fair
    cups = (
        CupCheck(seat, cup, fair.cup(proof.secret, label, number, proof.seeds, seat, len(cup)))
        for seat, cup in enumerate(noted.cups)
    )
    return RoundCheck(number, proof.commitment, fair.commitment(proof.secret), tuple(cups))


def _why_unproven(noted: NotedRound) -> Why:
    over = bool(noted.actions) and isinstance(noted.actions[-1].action, Call)
    return Why.NO_PROOF if over else Why.NOT_REVEALED


def _starter(label: str, record: Record) -> Iterator[Check]:
    first = record.rounds[0]
    match record.starter:
        case StarterNamed(seat, Choice.TOUCAN | Choice.NOTED):
            yield NotChance(seat)
        case StarterNamed() | StarterRolls() if first.fair is None:
            yield Unproven(FIRST_TURN, _why_unproven(first))
        case StarterNamed(seat):
            assert first.fair is not None
            drawn = fair.draw(first.fair.secret, label, first.fair.seeds, len(record.names))
            yield DrawCheck(seat, drawn)
        case StarterRolls(rolls):
            assert first.fair is not None
            offs = (_roll_off(label, first.fair, *off) for off in enumerate(rolls, 1))
            yield RollsCheck(tuple(offs))
        case None:
            pass


def _roll_off(
    label: str, proof: FairRound, number: int, rolls: tuple[Cup | None, ...]
) -> tuple[CupCheck, ...]:
    def rolled(seat: Seat, dice: int) -> Cup:
        return fair.start_cup(proof.secret, label, proof.seeds, number, seat, dice)

    return tuple(
        CupCheck(seat, cup, rolled(seat, len(cup)))
        for seat, cup in enumerate(rolls)
        if cup is not None
    )
