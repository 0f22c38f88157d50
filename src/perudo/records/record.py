"""The content of a record, the same in its text form and in JSON lines."""

import re
from collections.abc import Iterable
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
"""An example of a label, for error messages."""
_NAME = re.compile(r"[^\s,](?:[^,\r\n\t\v\f\x00-\x1f\x7f\x85\u2028\u2029]*[^\s,])?")


def is_name(name: str) -> bool:
    """Whether this may name a seat: one line without commas, and not too long."""
    return len(name) <= LONGEST_NAME and name.isprintable() and bool(_NAME.fullmatch(name))


def unusable_name(names: Iterable[str]) -> str | None:
    """Return the first that cannot name a seat, or that differs from another only by its case."""
    met: set[str] = set()
    for name in names:
        if not is_name(name) or name.casefold() in met:
            return name
        met.add(name.casefold())
    return None


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
    """A round as it was noted.

    - ``cups`` is None if nobody wrote them down; then ``found`` is what was counted.
    - ``fair`` is None for real dice, or while the secret is not revealed.
    - ``pledges`` has the new pledges by seat; it is empty if there are none.
    - ``redealt`` counts how often the round was dealt again after a restore from a backup.
    """

    cups: tuple[Cup, ...] | None
    actions: tuple[NotedAction, ...] = ()
    found: int | None = None
    line: int = field(default=0, compare=False)
    fair: FairRound | None = None
    pledges: tuple[str, ...] = ()
    redealt: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A match, or its beginning.

    ``fair`` is the label that the dice are derived with, ``proof`` the version of the scheme, and
    ``bots`` the seats that were bots when the match began. ``line`` is a position in a file and not
    part of the content.
    """

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
        wrong = unusable_name(self.names)
        if wrong is not None:
            raise RecordProblem(RecordFault.NAME, self.line, wrong)
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
        """Dice can be derived only with the label and a seed of every seat."""
        if self.fair is None:
            raise RecordProblem(
                RecordFault.HEADER_MISSING, fair.line, "fair", (f"fair: {SOME_LABEL}",)
            )
        if len(fair.seeds) != len(self.names):
            sample = _one_each(self.names)
            raise RecordProblem(RecordFault.FAIR, fair.line, ",".join(fair.seeds), (sample,))

    def setup(self) -> Setup:
        return Setup(self.rules, len(self.names), self.dice)
