"""The chances to win of all seats, round by round, as an SVG.

Colours come from the page, by the classes ``seat-0`` to ``seat-5``; the lines also differ by their
dashes, for those who cannot tell the colours apart and for paper.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

from perudo.coach.text import percent_text
from perudo.i18n.tongue import Tongue

WIDTH: Final = 480
HEIGHT: Final = 250
LEFT, RIGHT, TOP, BOTTOM = 44, 124, 12, 26
DASHES: Final = ("none", "7 3", "2 3", "10 3 2 3", "4 2", "1 4")
MOST_LABELS: Final = 10
LINE_HEIGHT: Final = 16


def chances_svg(
    t: Tongue, names: Sequence[str], chances: Sequence[Sequence[float]], label: str
) -> str:
    """Draw a line for each seat; ``label`` is read to those who do not see it."""
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    across = (right - LEFT) / max(len(chances) - 1, 1)

    def at(number: int, chance: float) -> tuple[float, float]:
        return LEFT + number * across, floor - chance * (floor - TOP)

    parts = [_grid(t, len(chances), across, floor, right)]
    ends = _apart([at(0, row)[1] for row in chances[-1]], floor)
    for seat, name in enumerate(names):
        points = " ".join(
            "{:.1f},{:.1f}".format(*at(number, row[seat])) for number, row in enumerate(chances)
        )
        shown = name if len(name) <= 10 else f"{name[:9]}…"
        text = f"{percent_text(t, chances[-1][seat])} {shown}"
        parts.append(
            f'<g class="seat-{seat}"><polyline points="{points}" fill="none" '
            f'stroke="currentColor" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}"/>'
            f'<text x="{right + 8}" y="{ends[seat] + 4:.1f}" fill="currentColor">'
            f"{escape(text)}</text></g>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label)}" font-size="13">{"".join(parts)}</svg>'
    )


def _grid(t: Tongue, rows: int, across: float, floor: int, right: int) -> str:
    parts = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = floor - part * (floor - TOP)
        parts.append(
            f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" class="grid" '
            'stroke="currentColor" stroke-opacity=".2"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor">'
            f"{percent_text(t, part)}</text>"
        )
    every = -(-(rows - 1) // MOST_LABELS) or 1
    parts += [
        f'<text x="{LEFT + number * across:.1f}" y="{floor + 18}" text-anchor="middle" '
        f'fill="currentColor">{number + 1}</text>'
        for number in range(0, rows - 1, every)
    ]
    return "".join(parts)


def _apart(wanted: Sequence[float], floor: int) -> list[float]:
    """Move labels that would lie over each other apart, keeping their order and the frame."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    placed = list(wanted)
    lowest = TOP - LINE_HEIGHT / 2
    for seat in order:
        placed[seat] = lowest = max(wanted[seat], lowest + LINE_HEIGHT)
    highest = float(floor + LINE_HEIGHT / 2)
    for seat in reversed(order):
        placed[seat] = highest = min(placed[seat], highest - LINE_HEIGHT)
    return placed
