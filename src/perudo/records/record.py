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
from perudo.records.problems import Fault, RecordProblem

FORMAT = 1
LONGEST_NAME = 40
_NAME = re.compile(r"[^\s,](?:[^,\r\n\t\v\f\x00-\x1f\x7f\x85\u2028\u2029]*[^\s,])?")


def is_name(name: str) -> bool:
    """Whether a seat may be called so: one line without commas, and not too long to show."""
    return len(name) <= LONGEST_NAME and name.isprintable() and bool(_NAME.fullmatch(name))


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
    """``cups`` is None when nobody wrote them down; then ``found`` says what was counted."""

    cups: tuple[Cup, ...] | None
    actions: tuple[NotedAction, ...] = ()
    found: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A match, or its beginning. ``line`` tells where a thing stood in a file; it is no content."""

    rules: Edition
    names: tuple[str, ...]
    dice: int = BOX_DICE
    starter: Starter | None = None
    rounds: tuple[NotedRound, ...] = ()
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        for name in self.names:
            if not is_name(name):
                raise RecordProblem(Fault.NAME, self.line, name)
        if len({name.casefold() for name in self.names}) != len(self.names):
            raise RecordProblem(Fault.NAME, self.line, ", ".join(self.names))
        try:
            self.setup()
        except SetupProblem as problem:
            raise RecordProblem(Fault.SETUP, self.line, problem.asked, setup=problem) from None

    def setup(self) -> Setup:
        return Setup(self.rules, len(self.names), self.dice)
