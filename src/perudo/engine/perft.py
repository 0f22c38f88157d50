"""Tree counts: how many legal action sequences of each length a round allows.

Chess programs test their move generators in this way: two independent programs hardly ever agree on
a wrong count. Sequences are counted by position, not walked: the legal actions depend only on the
standing bid and on whose turn it is.
"""

from collections.abc import Sequence

from perudo.engine.bid import Bid
from perudo.engine.chance import deal
from perudo.engine.edition import Edition
from perudo.engine.match import Match
from perudo.engine.play import apply, turn_of
from perudo.engine.position import between_rounds


def perft(rules: Edition, dice: Sequence[int], depth: int, *, palifico: bool = False) -> list[int]:
    """Count the legal sequences of exactly 1 to ``depth`` actions in a round that seat 0 opens.

    With ``palifico``, seat 0 is the palifico of the round. A call ends a sequence. Where several
    seats may call calza, each counts once.
    """
    level: dict[tuple[Bid | None, int], tuple[Match, int]] = {
        (None, 0): (deal(between_rounds(rules, dice, palifico=palifico), None)[0], 1)
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
