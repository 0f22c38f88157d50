"""The simplified round that papers solve, to compare our values with published ones.

No box has these rules: bids are ordered by quantity, then by face, with the ones above the sixes;
ones are jokers, and a round may open on them; the only call is dudo.
"""

from perudo.engine.actions import DUDO, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import PACO, PLAIN_FACES
from perudo.engine.match import Score
from perudo.engine.seating import seating
from perudo.solve.shape import CallResult, Position, Shape


def literature_shape(dice: tuple[int, int]) -> Shape:
    """Return the round that seat 0 opens with these dice."""
    ladder = [Bid(q, f) for q in range(1, sum(dice) + 1) for f in (*PLAIN_FACES, PACO)]
    positions = [Position(0, None, tuple(ladder), tuple(range(2, 2 * len(ladder) + 1, 2)), ())]
    for rung, bid in enumerate(ladder):
        higher = range(rung + 1, len(ladder))
        for seat in (0, 1):
            # Positions are numbered 1 + 2 x rung + seat; a bid leads to the other seat.
            leads = tuple(2 * to + 2 - seat for to in higher)
            positions.append(
                Position(seat, bid, tuple(ladder[rung + 1 :]), leads, (_dudo(dice, seat, bid),))
            )
    return Shape(dice, True, tuple(positions))


def _dudo(dice: tuple[int, int], caller: Seat, bid: Bid) -> CallResult:
    scores = []
    for found in range(sum(dice) + 1):
        loser = caller if found >= bid.quantity else 1 - caller
        left = (dice[0] - (loser == 0), dice[1] - (loser == 1))
        scores.append(Score(left, seating((0, 1), 2), dice, loser))
    return CallResult(DUDO, tuple(scores))
