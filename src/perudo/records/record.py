"""What a record holds: the same content in both forms, text and JSON lines."""

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from perudo.engine.actions import Action, Seat
from perudo.engine.dice import BOX_DICE, Cup
from perudo.engine.edition import Edition
from perudo.engine.events import Choice
from perudo.engine.house import SetupProblem
from perudo.engine.setup import Setup
from perudo.records.fair_dice import PROOF, FairRound, is_label
from perudo.records.problems import RecordFault, RecordProblem

FORMAT = 1
LONGEST_NAME = 40
SOME_LABEL = "k3v9x2/1"
"""A label to show to those who wrote one that cannot be."""
_NAME = re.compile(r"[^\s,](?:[^,\r\n\t\v\f\x00-\x1f\x7f\x85\u2028\u2029]*[^\s,])?")


def is_name(name: str) -> bool:
    """Whether a seat may be called so: one line without commas, and not too long to show."""
    return len(name) <= LONGEST_NAME and name.isprintable() and bool(_NAME.fullmatch(name))


def _one_each(names: tuple[str, ...]) -> str:
    return ",".join("seed" for _ in names)


def check_label(line: int, label: str | None) -> None:
    if label is not None and not is_label(label):
        raise RecordProblem(RecordFault.VALUE, line, f"fair: {label}", (f"fair: {SOME_LABEL}",))


@dataclass(frozen=True, slots=True)
class StarterRolls:
    """Roll-offs for the first turn, each with the dice of every seat that rolled in it."""

    rolls: tuple[tuple[Cup | None, ...], ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class StarterNamed:
    seat: Seat
    choice: Choice
    line: int = field(default=0, compare=False)


Starter: TypeAlias = StarterRolls | StarterNamed


@dataclass(frozen=True, slots=True)
class NotedAction:
    """``seat`` is None for the seat in turn; a calza out of turn names its caller."""

    action: Action
    seat: Seat | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class NotedRound:
    """``cups`` is None when nobody wrote them down; then ``found`` says what was counted. ``fair``
    is None when the dice were real ones, or the secret behind them is not revealed. ``pledges`` has
    those that are new with this round, by seat (empty: none is); ``redealt`` says how often the
    round was dealt again after the server was restored from a backup."""

    cups: tuple[Cup, ...] | None
    actions: tuple[NotedAction, ...] = ()
    found: int | None = None
    line: int = field(default=0, compare=False)
    fair: FairRound | None = None
    pledges: tuple[str, ...] = ()
    redealt: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A match, or its beginning. ``line`` tells where a thing stood in a file; it is no content.
    ``fair`` is the label under which the dice of the match can be thrown again, ``proof`` the
    version of the scheme, ``bots`` the seats that were bots when the match began."""

    rules: Edition
    names: tuple[str, ...]
    dice: int = BOX_DICE
    starter: Starter | None = None
    rounds: tuple[NotedRound, ...] = ()
    line: int = field(default=0, compare=False)
    fair: str | None = None
    proof: int = 1
    bots: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        met: set[str] = set()
        for name in self.names:
            if not is_name(name):
                raise RecordProblem(RecordFault.NAME, self.line, name)
            if name.casefold() in met:
                raise RecordProblem(RecordFault.NAME, self.line, name)
            met.add(name.casefold())
        try:
            self.setup()
        except SetupProblem as problem:
            raise RecordProblem(
                RecordFault.SETUP, self.line, problem.asked, setup=problem
            ) from None
        check_label(self.line, self.fair)
        if not 1 <= self.proof <= PROOF:
            known = tuple(str(version) for version in range(1, PROOF + 1))
            raise RecordProblem(RecordFault.VALUE, self.line, f"proof: {self.proof}", known)
        for noted in self.rounds:
            if noted.pledges and len(noted.pledges) != len(self.names):
                raise RecordProblem(
                    RecordFault.FAIR, noted.line, "pledges", (_one_each(self.names),)
                )
            if noted.fair is not None:
                self._check_fair(noted.fair)

    def _check_fair(self, fair: FairRound) -> None:
        """Nothing follows from a secret without the label and a seed of every seat."""
        if self.fair is None:
            raise RecordProblem(
                RecordFault.HEADER_MISSING, fair.line, "fair", (f"fair: {SOME_LABEL}",)
            )
        if len(fair.seeds) != len(self.names):
            sample = _one_each(self.names)
            raise RecordProblem(RecordFault.FAIR, fair.line, ",".join(fair.seeds), (sample,))

    def setup(self) -> Setup:
        return Setup(self.rules, len(self.names), self.dice)
