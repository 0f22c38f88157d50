"""How large a round is, without laying it out."""

from perudo.solve.cups import kinds
from perudo.solve.shape import Shape


def weights_of(shape: Shape) -> int:
    """The numbers that a strategy of both seats takes, at most."""
    return sum(
        many * len(position.actions) * len(pair[position.seat].example)
        for many, position, pair in zip(
            shape.histories(), shape.positions, kinds(shape), strict=True
        )
        if position.bids
    )
