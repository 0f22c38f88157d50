"""Tree counts: how many legal action sequences of each length a round allows.

Chess programs prove their move generators so: a count that two independent programs share is hard
to get right by accident. Sequences are counted by position, not walked: what may follow depends
only on the standing bid and on whose turn it is.
"""

from collections.abc import Sequence

from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import Edition
from perudo.engine.house import Problem, SetupProblem
from perudo.engine.match import Match, Round, Score
from perudo.engine.play import apply, turn_of
from perudo.engine.seating import seating
from perudo.engine.setup import Setup


def perft(rules: Edition, dice: Sequence[int], depth: int, *, palifico: bool = False) -> list[int]:
    """Legal sequences of exactly 1..depth actions in a round that seat 0 opens.

    With ``palifico``, seat 0 is the palifico of the round. A sequence that a call ended is not
    extended; every seat that may call calza counts once.
    """
    level: dict[tuple[Bid | None, int], tuple[Match, int]] = {
        (None, 0): (_round_position(rules, dice, palifico), 1)
    }
    nodes = []
    for _ in range(depth):
        total = 0
        following: dict[tuple[Bid | None, int], tuple[Match, int]] = {}
        for match, ways in level.values():
            turn = turn_of(match)
            assert turn is not None
            total += ways * (turn.bids.size + turn.dudo + len(turn.calza))
            for bid in turn.bids:
                key = (bid, turn.seat)
                reached = following.get(key)
                if reached is None:
                    following[key] = (apply(match, turn.seat, bid)[0], ways)
                else:
                    following[key] = (reached[0], reached[1] + ways)
        nodes.append(total)
        level = following
    return nodes


def _round_position(rules: Edition, dice: Sequence[int], palifico: bool) -> Match:
    setup = Setup(rules, len(dice))
    for left in dice:
        if not 0 <= left <= BOX_DICE:
            raise SetupProblem(Problem.DICE, str(left), allowed=("0", str(BOX_DICE)))
    if not dice[0] or sum(map(bool, dice)) < 2:
        raise SetupProblem(Problem.NO_ROUND, ",".join(map(str, dice)))
    whose = 0 if palifico else None
    alive = seating(tuple(seat for seat, left in enumerate(dice) if left), len(dice))
    score = Score(tuple(dice), alive, starter=0, palifico=whose)
    return Match(setup, score, Round(1, 0, whose, cups=None, turn=0))
