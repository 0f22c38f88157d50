"""How large a round is, without laying it out."""

from perudo.solve.cups import kinds
from perudo.solve.shape import Shape


def weights_of(shape: Shape) -> int:
    """Return how many weights the strategies of both seats need, at most."""
    return sum(
        many * len(position.actions) * len(pair[position.seat].examples)
        for many, position, pair in zip(
            shape.histories(), shape.positions, kinds(shape), strict=True
        )
        if position.bids
    )
