"""Play random legal matches.

Chance comes from a function that returns numbers in [0, 1), so that the same seed gives the same
match on every version of Python.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.events import Choice, Events
from perudo.engine.match import Match, Phase
from perudo.engine.play import turn_of
from perudo.engine.setup import Setup
from perudo.engine.showdown import count_called

T = TypeVar("T")
Luck: TypeAlias = Callable[[], float]

MOST_STEPS = 50_000
"""More steps than any match takes: only a match that never ends gets here."""


class Step(NamedTuple):
    """The match after one input to the engine, and its events."""

    match: Match
    events: Events


@dataclass(frozen=True)
class Played:
    """A match, or its beginning, step by step; ``played(setup, seed, unseen=…)`` repeats it."""

    setup: Setup
    seed: int
    unseen: float
    steps: tuple[Step, ...]

    @property
    def match(self) -> Match:
        return self.steps[-1].match

    @cached_property
    def events(self) -> Events:
        return tuple(event for step in self.steps for event in step.events)

    def upto(self, steps: int) -> "Played":
        return replace(self, steps=self.steps[:steps])

    def __repr__(self) -> str:
        whole = f"played({self.setup}, {self.seed}, unseen={self.unseen})"
        return f"{whole}.upto({len(self.steps)})"


def played(setup: Setup, seed: int, *, unseen: float = 0.0) -> Played:
    """Play a whole match; ``unseen`` is the share of its rounds with unknown cups."""
    luck = Random(seed).random
    steps = [Step(*chance.start_match(setup))]
    while steps[-1].match.phase is not Phase.OVER:
        assert len(steps) < MOST_STEPS, "this match does not end"
        if steps[-1].match.phase is Phase.STARTING:
            steps.append(Step(*_start(steps[-1].match, luck, rolled=len(steps) > 1)))
        else:
            steps.append(_next(steps[-1].match, luck, unseen))
    return Played(setup, seed, unseen, tuple(steps))


def _next(match: Match, luck: Luck, unseen: float) -> Step:
    if match.phase is Phase.ROLLING:
        cups = None if luck() < unseen else [roll(left, luck) for left in match.dice]
        return Step(*chance.deal(match, cups))
    if match.phase is Phase.COUNTING:
        return Step(*chance.tally(match, _count(match, luck)))
    return Step(*play.apply(match, *random_action(match, luck)))


def _start(match: Match, luck: Luck, *, rolled: bool) -> tuple[Match, Events]:
    """Find the starter by the edition's method.

    Sometimes the starter is only noted, but not after a tied roll-off: no record can express that.
    """
    method = chance.starter_method(match.setup.rules)
    contenders = match.score.contenders
    if not method.dice or (not rolled and luck() < 0.15):
        choice = pick((Choice.NOTED, *method.choices), luck)
        return chance.name_starter(match, pick(contenders, luck), choice)
    everyone = range(match.setup.seats)
    rolls = [roll(method.dice, luck) if seat in contenders else None for seat in everyone]
    return chance.roll_for_start(match, rolls)


def random_action(match: Match, luck: Luck) -> tuple[Seat, Action]:
    """Choose a random legal action.

    Low bids are more likely, so that rounds last for a while; so is a right calza, since otherwise
    hardly any die would be regained.
    """
    turn = turn_of(match)
    assert turn is not None
    assert match.round is not None
    standing = match.round.standing
    exact = standing is not None and count_called(match) == standing.quantity
    if turn.calza and luck() < (0.5 if exact else 0.06):
        return pick(turn.calza, luck), CALZA
    if turn.dudo and (not turn.bids or luck() < 0.25):
        return turn.seat, DUDO
    bids = sorted(turn.bids)
    far = luck() if luck() < 0.1 else luck() * luck() * luck()
    return turn.seat, bids[int(far * len(bids))]


def _count(match: Match, luck: Luck) -> int:
    """Return a possible count of a real table, often exactly what was bid."""
    assert match.round is not None
    standing = match.round.standing
    assert standing is not None
    most = sum(match.dice)
    if standing.quantity <= most and luck() < 0.4:
        return standing.quantity
    return int(luck() * (most + 1))


def roll(dice: int, luck: Luck) -> list[int]:
    return [1 + int(luck() * 6) for _ in range(dice)]


def pick(choices: Sequence[T], luck: Luck) -> T:
    return choices[int(luck() * len(choices))]
