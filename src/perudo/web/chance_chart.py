"""The chart of every seat's chance to win, round by round."""

from collections.abc import Collection
from typing import Final, NamedTuple

from perudo.web.replay_chart import MOST_LABELS, Label, Line

WIDTH: Final = 360
HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 40, 16, 16, 26
LEVELS: Final = (0, 25, 50, 75, 100)
"""The chances that have a line across the chart, in percent."""


class ChanceChart(NamedTuple):
    width: int
    height: int
    left: int
    right: int
    top: int
    floor: int
    lines: tuple[Line, ...]
    levels: tuple[Label, ...]
    rounds: tuple[Label, ...]
    turns: tuple[Label, ...]
    """The middles of the rounds in which the match turned."""


def chance_chart(
    chances: tuple[tuple[float, ...], ...], turning: Collection[int] = ()
) -> ChanceChart:
    """``chances`` are those of all seats before each round, and the result; ``turning`` are rounds,
    counted from 1."""
    rounds = len(chances) - 1
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    across = (right - LEFT) / max(rounds, 1)

    def at(number: float) -> float:
        return round(LEFT + number * across, 1)

    def line(seat: int) -> Line:
        points = []
        for number, row in enumerate(chances):
            points.append((at(number), round(floor - row[seat] * (floor - TOP), 1)))
            if row[seat] == 0:
                break  # out
        return Line(" ".join(f"{x},{y}" for x, y in points), points[-1])

    every = -(-rounds // MOST_LABELS) or 1
    return ChanceChart(
        WIDTH,
        HEIGHT,
        LEFT,
        right,
        TOP,
        floor,
        tuple(map(line, range(len(chances[0])))),
        tuple(Label(round(floor - n / 100 * (floor - TOP), 1), n) for n in LEVELS),
        tuple(Label(at(n - 0.5), n) for n in range(1, rounds + 1, every)),
        tuple(Label(at(n - 0.5), n) for n in turning),
    )
