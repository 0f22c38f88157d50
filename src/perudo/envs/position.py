"""Where an episode begins: a table between two rounds, with so many dice at each seat."""

from collections.abc import Sequence

from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import Edition
from perudo.engine.house import Problem, SetupProblem
from perudo.engine.match import Match, Score
from perudo.engine.seating import seating
from perudo.engine.setup import Setup


def first_position(
    rules: Edition,
    dice: Sequence[int],
    starter: Seat,
    *,
    palifico: bool = False,
    full: int = BOX_DICE,
) -> Match:
    """A match that waits for the cups of a round that ``starter`` opens.

    ``full`` is what each seat had when the match began: a calza gives back no more than was lost.
    With ``palifico`` it is the starter's palifico round.
    """
    setup = Setup(rules, len(dice), full)
    for left in dice:
        if not 0 <= left <= full:
            raise SetupProblem(Problem.DICE, str(left), allowed=("0", str(full)))
    playing = tuple(seat for seat, left in enumerate(dice) if left)
    if len(playing) < 2:
        raise SetupProblem(Problem.NO_ROUND, ",".join(map(str, dice)))
    if starter not in playing:
        raise ValueError(f"seat {starter} has no dice and opens no round")
    whose = None
    if palifico:
        if not rules.plays_palifico:
            raise ValueError(f"palifico is not played by these rules of {rules.key}")
        if dice[starter] != 1:
            raise ValueError(f"a palifico has one die left, seat {starter} has {dice[starter]}")
        whose = starter
    been = frozenset() if whose is None else frozenset({whose})
    score = Score(tuple(dice), seating(playing, len(dice)), starter, whose, been)
    return Match(setup, score)
