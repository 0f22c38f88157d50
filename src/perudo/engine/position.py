"""A match between two rounds, built from the dice left at each seat."""

from collections.abc import Iterable, Sequence

from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import Edition
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.match import Match, Score
from perudo.engine.seating import seating
from perudo.engine.setup import Setup


def between_rounds(
    rules: Edition,
    dice: Sequence[int],
    *,
    starter: Seat = 0,
    palifico: bool = False,
    been_palifico: Iterable[Seat] = (),
    starting_dice: int = BOX_DICE,
) -> Match:
    """Return a match with ``dice`` left to each seat, in which ``starter`` opens the next round.

    With ``palifico`` the next round is the starter's palifico round. ``been_palifico`` are the
    seats that have already been palifico. ``starting_dice`` is what each seat began the match with:
    a calza never gives back more than that.
    """
    setup = Setup(rules, len(dice), starting_dice)
    for left in dice:
        if not 0 <= left <= starting_dice:
            raise SetupProblem(SetupFault.DICE, str(left), allowed=("0", str(starting_dice)))
    playing = tuple(seat for seat, left in enumerate(dice) if left)
    if len(playing) < 2 or starter not in playing:
        raise SetupProblem(SetupFault.NO_ROUND, ",".join(map(str, dice)), str(starter))
    if palifico:
        if not rules.plays_palifico:
            raise SetupProblem(SetupFault.PALIFICO_NOT_PLAYED, "palifico", rules.key)
        if dice[starter] != 1:
            raise SetupProblem(SetupFault.PALIFICO_DICE, str(dice[starter]), str(starter))
    been = frozenset(been_palifico) | ({starter} if palifico else frozenset())
    whose = starter if palifico else None
    alive, left_now = seating(playing, len(dice)), tuple(dice)
    return Match(setup, Score(left_now, alive, left_now, starter, whose, been))
