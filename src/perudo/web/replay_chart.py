"""The chart of dice left in each round."""

from typing import Final, NamedTuple

WIDTH: Final = 360
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 22, 16, 16, 26
APART: Final = 2.4
"""The offset between lines that would overlap."""
MOST_LABELS: Final = 10


class Line(NamedTuple):
    points: str
    end: tuple[float, float]


class Label(NamedTuple):
    at: float
    text: int


class Chart(NamedTuple):
    width: int
    height: int
    left: int
    right: int
    floor: int
    lines: tuple[Line, ...]
    levels: tuple[Label, ...]
    rounds: tuple[Label, ...]


def chart(counts: tuple[tuple[int, ...], ...]) -> Chart:
    """``counts`` has the dice of all seats before the first round and after each one."""
    rounds, most = len(counts) - 1, max(counts[0])
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    across, up = (right - LEFT) / max(rounds, 1), (floor - TOP) / most

    def line(seat: int) -> Line:
        apart = (seat - (len(counts[0]) - 1) / 2) * APART
        points = []
        for number, dice in enumerate(counts):
            x, y = LEFT + number * across, floor - dice[seat] * up + apart
            points.append((round(x, 1), round(y, 1)))
            if dice[seat] == 0:
                break
        return Line(" ".join(f"{x},{y}" for x, y in points), points[-1])

    every = -(-rounds // MOST_LABELS) or 1
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        right,
        floor,
        tuple(map(line, range(len(counts[0])))),
        tuple(Label(round(floor - n * up, 1), n) for n in range(most + 1)),
        tuple(Label(round(LEFT + n * across, 1), n) for n in range(0, rounds + 1, every)),
    )
