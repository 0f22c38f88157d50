"""How large a round is, without laying it out."""

from perudo.engine.errors import Error
from perudo.solve import MOST_WEIGHTS
from perudo.solve.cups import kinds
from perudo.solve.shape import Shape


class TooLarge(Error):
    """A round has more bid histories than can be solved; ``dice`` are its dice."""

    def __init__(self, dice: tuple[int, int], histories: int) -> None:
        super().__init__(dice, histories)
        self.dice, self.histories = dice, histories

    def __str__(self) -> str:
        return (
            f"a round of {self.dice} dice has {self.histories} bid histories, too many to solve: "
            "take fewer dice"
        )


def check_size(shape: Shape, most_weights: int = MOST_WEIGHTS) -> None:
    """Raise ``TooLarge`` if the strategies of both seats need more weights than this."""
    if weights_of(shape) > most_weights:
        raise TooLarge(shape.dice, sum(shape.histories()))


def weights_of(shape: Shape) -> int:
    """Return how many weights the strategies of both seats need, at most."""
    return sum(
        many * len(position.actions) * len(pair[position.seat].examples)
        for many, position, pair in zip(
            shape.histories(), shape.positions, kinds(shape), strict=True
        )
        if position.bids
    )
