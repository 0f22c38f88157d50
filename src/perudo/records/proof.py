"""Check that the dice of a record follow from its secrets and seeds.

The record must replay without a problem. Then cups and roll-offs have the right sizes, and only the
faces remain to be checked. Since version 2 of the proof, seeds are pledged links, and the record
says who withheld one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from itertools import chain
from typing import TypeAlias

from perudo.engine.actions import Call, Seat
from perudo.engine.dice import Cup
from perudo.engine.events import Choice
from perudo.records import fair_dice
from perudo.records.fair_dice import FairRound
from perudo.records.record import NotedRound, Record, StarterNamed, StarterRolls

FIRST_TURN = 0
"""The round number that stands for the first turn."""


@dataclass(frozen=True, slots=True)
class CupCheck:
    seat: Seat
    noted: Cup
    recomputed: Cup

    @property
    def ok(self) -> bool:
        return self.noted == self.recomputed


@unique
class SeedState(Enum):
    """How a seat took part in the dice of a round."""

    NO_PART = "no-part"
    GIVEN = "given"
    WITHHELD = "withheld"
    """Pledged but not revealed: the seat refused, or was away."""
    NOT_PLEDGED = "not-pledged"
    NOT_THE_PLEDGED = "not-the-pledged"
    MISSING = "missing"
    BOT = "bot"
    """A bot has a seed: whoever runs the server could have chosen it."""


_FAIR_STATES = (SeedState.NO_PART, SeedState.GIVEN, SeedState.WITHHELD)


@dataclass(frozen=True, slots=True)
class SeedCheck:
    """``anew``: the seat pledged again during the match, for a new device or after withholding."""

    seat: Seat
    state: SeedState
    anew: bool = False

    @property
    def ok(self) -> bool:
        return self.state in _FAIR_STATES


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """``commitment`` was published; ``recomputed`` follows from the secret.

    ``seeds`` is empty in version 1 of the proof, where seeds were not pledged.
    """

    number: int
    commitment: str
    recomputed: str
    cups: tuple[CupCheck, ...]
    seeds: tuple[SeedCheck, ...] = ()
    redealt: int = 0
    """How often the round was dealt again after the server was restored."""

    @property
    def kept(self) -> bool:
        """Whether the secret is the one that was promised."""
        return self.commitment == self.recomputed

    @property
    def ok(self) -> bool:
        seeds = all(seed.ok for seed in self.seeds)
        return self.kept and seeds and all(cup.ok for cup in self.cups)


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
    """The table named the first starter: there are no dice to check."""

    seat: Seat
    ok: bool = True


@unique
class UnprovenReason(Enum):
    """Why dice cannot be checked."""

    NOT_REVEALED = "not-revealed"
    NO_PROOF = "no-proof"
    NO_CUPS = "no-cups"


@dataclass(frozen=True, slots=True)
class Unproven:
    """A round (or ``FIRST_TURN``) that cannot be checked.

    This is fine while the round is under way. A finished round must have its proof, or a cheat
    could leave out the proofs that give it away.
    """

    number: int
    reason: UnprovenReason

    @property
    def ok(self) -> bool:
        return self.reason is UnprovenReason.NOT_REVEALED


@dataclass(frozen=True, slots=True)
class NothingToCheck:
    """The record carries no proof at all."""

    ok: bool = False


Check: TypeAlias = RoundCheck | RollsCheck | DrawCheck | NotChance | Unproven | NothingToCheck


def verify(record: Record) -> tuple[Check, ...]:
    """Check the first turn, then every round. All must be ``ok`` for the dice to be proven."""
    label = record.fair
    if label is None or not any(noted.fair for noted in record.rounds):
        return (NothingToCheck(),)
    pledges = pledges_of(record)
    rounds = (
        _round(record, label, number, noted, pledges[number - 1])
        for number, noted in enumerate(record.rounds, 1)
    )
    return (*_starter(label, record), *rounds)


def pledges_of(record: Record) -> list[tuple[str, ...]]:
    """Every seat's pledge in each round: a new one, else the link it revealed before.

    A restore ends all pledges, so a round that was dealt again inherits none.
    """
    nobody = ("",) * len(record.names)
    links, found = nobody, []
    for noted in record.rounds:
        new = noted.pledges or nobody
        if noted.redealt:
            links = nobody
        found.append(
            tuple(
                n or (link if fair_dice.is_digest(link) else "")
                for n, link in zip(new, links, strict=True)
            )
        )
        links = nobody if noted.fair is None else noted.fair.seeds
    return found


def _seed(record: Record, number: int, seat: Seat, pledge: str, seed: str) -> SeedCheck:
    new = record.rounds[number - 1].pledges
    before = any(noted.pledges and noted.pledges[seat] for noted in record.rounds[: number - 1])
    anew = before and bool(new) and bool(new[seat])
    if seat in record.bots and (pledge or seed):
        state = SeedState.BOT
    elif not pledge:
        state = SeedState.NOT_PLEDGED if seed else SeedState.NO_PART
    elif seed == fair_dice.WITHHELD:
        state = SeedState.WITHHELD
    elif not seed:
        state = SeedState.MISSING
    else:
        fits = fair_dice.link_fits(seed, pledge)
        state = SeedState.GIVEN if fits else SeedState.NOT_THE_PLEDGED
    return SeedCheck(seat, state, anew)


def _round(
    record: Record, label: str, number: int, noted: NotedRound, pledges: tuple[str, ...]
) -> RoundCheck | Unproven:
    if noted.fair is None:
        return Unproven(number, _why_unproven(noted))
    if noted.cups is None:
        return Unproven(number, UnprovenReason.NO_CUPS)
    proof = noted.fair
    cups = (
        CupCheck(seat, cup, fair_dice.cup(proof.secret, label, number, proof.seeds, seat, len(cup)))
        for seat, cup in enumerate(noted.cups)
    )
    seeds: tuple[SeedCheck, ...] = ()
    if record.proof > 1:
        seeds = tuple(
            _seed(record, number, seat, pledge, seed)
            for seat, (pledge, seed) in enumerate(zip(pledges, proof.seeds, strict=True))
        )
    recomputed = fair_dice.commitment(proof.secret)
    return RoundCheck(number, proof.commitment, recomputed, tuple(cups), seeds, noted.redealt)


def _why_unproven(noted: NotedRound) -> UnprovenReason:
    over = bool(noted.actions) and isinstance(noted.actions[-1].action, Call)
    return UnprovenReason.NO_PROOF if over else UnprovenReason.NOT_REVEALED


def _starter(label: str, record: Record) -> Iterator[Check]:
    first = record.rounds[0]
    match record.starter:
        case StarterNamed(seat, Choice.TOUCAN | Choice.NOTED):
            yield NotChance(seat)
        case StarterNamed() | StarterRolls() if first.fair is None:
            yield Unproven(FIRST_TURN, _why_unproven(first))
        case StarterNamed(seat):
            assert first.fair is not None
            drawn = fair_dice.draw(first.fair.secret, label, first.fair.seeds, len(record.names))
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
        return fair_dice.start_cup(proof.secret, label, proof.seeds, number, seat, dice)

    return tuple(
        CupCheck(seat, cup, rolled(seat, len(cup)))
        for seat, cup in enumerate(rolls)
        if cup is not None
    )
