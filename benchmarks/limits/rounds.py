"""Rounds of duels as the judge of simple players sees them, however far the champion goes."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from perudo.arena.entrants import entrant
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.likeness import MatchLikeness
from perudo.bots.champion.partway import FAR, FAR_WITH_MANY
from perudo.bots.champion.player import DUEL_WEIGHTS, HABITS_WEIGHTS, Champion, trained_network
from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE
from perudo.engine.editions import DEFAULT
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable

RULES = table_rules(DEFAULT.key)
FARS = 0.0, FAR_WITH_MANY, FAR
"""As far as the champion goes anywhere, nearest first."""


class Place(NamedTuple):
    """Where a round is played, and how the champion plays it."""

    champion: int
    other: int
    """Dice of both"""
    starts: bool
    """Whether the other one does"""
    far: float
    """How far the champion goes to its own network"""


class Rounds(NamedTuple):
    """Rounds at one place, in any order."""

    won: Any
    """Whether the other one won it"""
    told: Any
    """What it told of the other one"""
    weights: Any
    """By ways of playing: how likely the other one would have done the same, against the average"""


class _GoingSoFar(Champion):
    """The champion with its mind made up about the other one."""

    def __init__(self, far: float) -> None:
        super().__init__()
        self._far = far

    def _how_far(self, view: View, known: Knowledge) -> float:  # noqa: ARG002
        return self._far


def played_by(bot: str, matches: int, seed: int) -> dict[Place, Rounds]:
    """Let a bot play duels with the champion, which goes so far in equally many of them."""
    judge = MatchLikeness(
        trained_network(HABITS_WEIGHTS).network, trained_network(DUEL_WEIGHTS).network
    )
    found: dict[Place, list[tuple[bool, float]]] = {}
    for number in range(matches):
        seat, far = number % 2, FARS[number // 2 % len(FARS)]
        luck = Random(f"{seed}/{number}")
        bots = [BotSeat(_GoingSoFar(far), Random(luck.random()))]
        bots.insert(seat, BotSeat(entrant(bot)(), Random(luck.random())))
        table = LocalTable(Setup(RULES, 2), bots, RandomDice(luck))
        table.play()
        view = view_for(table.match, 1 - seat)
        for place, won, told in _rounds_of(view, seat, far, judge):
            found.setdefault(place, []).append((won, told))
    return {place: _arrays(rows) for place, rows in found.items()}


def _rounds_of(
    view: View, seat: Seat, far: float, judge: MatchLikeness
) -> Iterator[tuple[Place, bool, float]]:
    dice = [BOX_DICE, BOX_DICE]
    for number, played in enumerate(view.past):
        place = Place(dice[1 - seat], dice[seat], played.starter == seat, far)
        loser = played.showdown.loser
        yield place, loser != seat, float(judge.told_in(view, number, seat))
        assert loser is not None
        dice[loser] -= 1


def _arrays(rows: list[tuple[bool, float]]) -> Rounds:
    won, told = zip(*rows, strict=True)
    return Rounds(np.array(won), np.array(told), np.ones((len(rows), 1)))
