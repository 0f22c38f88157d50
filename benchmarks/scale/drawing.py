"""The model as a chart: cores by people on logarithmic scales, and the limits that are reached."""

from collections.abc import Callable, Iterator
from math import inf, log10

from benchmarks.scale.costs import Costs
from benchmarks.scale.model import Model, Need, curve

WIDTH, HEIGHT = 920, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 640, 70, 410
PEOPLE = (3, 6)
CORES = (-2, 4)
"""The powers of ten at both ends of each scale."""
COLOURS = {
    "now": "#1b6ca8",
    "routed": "#3f8f5b",
    "database": "#c8762b",
    "database-routed": "#8a6d3b",
}
LABELS = {
    "now": "server processes, as it is",
    "database": "PostgreSQL, as it is",
    "routed": "server, each table in one process",
    "database-routed": "PostgreSQL, the same",
}


def drawing(costs: Costs) -> str:
    return "\n".join(_parts(costs)) + "\n"


def _parts(costs: Costs) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">'
    )
    yield "<title>Busy cores by people at tables, and what gives out when</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield _text(LEFT, 30, "Busy cores, by people at tables at once", bold=True)
    yield _text(LEFT, 50, "modelled from measured costs; both scales go by tens")
    yield from _grid()
    now, routed = Model(costs), Model(costs, routed=True)
    yield from _line(now, lambda need: need.server_cores, "now")
    yield from _line(now, lambda need: need.database_cores, "database")
    yield from _line(routed, lambda need: need.server_cores, "routed")
    yield from _line(routed, lambda need: need.database_cores, "database-routed")
    yield from _legend()
    yield from _ceilings(now)
    yield "</svg>"


def _grid() -> Iterator[str]:
    for power in range(PEOPLE[0], PEOPLE[1] + 1):
        x = _x(10**power)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="#ddd"/>'
        anchor = "end" if power == PEOPLE[1] else "middle"
        yield _text(x, BOTTOM + 20, f"{10**power:,}", anchor=anchor)
    for power in range(CORES[0], CORES[1] + 1):
        y = _y(10.0**power)
        yield f'<line x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        yield _text(LEFT - 8, y + 4, f"{10.0**power:,g}", anchor="end")
    yield _text((LEFT + RIGHT) / 2, BOTTOM + 42, "people", anchor="middle")


def _line(model: Model, value: Callable[[Need], float], kind: str) -> Iterator[str]:
    """Draw one line, up to where no number of processes is enough."""
    points = [
        f"{_x(need.people):.1f},{_y(value(need)):.1f}" for need in curve(model) if need.processes
    ]
    dashes = ' stroke-dasharray="6 4"' if "routed" in kind else ""
    yield (
        f'<polyline points="{" ".join(points)}" fill="none" stroke="{COLOURS[kind]}" '
        f'stroke-width="2.5"{dashes}/>'
    )


def _legend() -> Iterator[str]:
    for place, (kind, label) in enumerate(LABELS.items()):
        y = TOP + 10 + 22 * place
        dashes = ' stroke-dasharray="6 4"' if "routed" in kind else ""
        yield (
            f'<line x1="{RIGHT + 20}" x2="{RIGHT + 48}" y1="{y}" y2="{y}" '
            f'stroke="{COLOURS[kind]}" stroke-width="2.5"{dashes}/>'
        )
        yield _text(RIGHT + 56, y + 4, label, small=True)


def _ceilings(model: Model) -> Iterator[str]:
    """Draw the limits, numbered on the scale of people and named beside it."""
    top = TOP + 116
    yield _text(RIGHT + 20, top - 6, "What gives out, as it is:", bold=True)
    for place, (name, people) in enumerate(model.ceilings(), 1):
        y = top + 14 + 34 * (place - 1)
        shown = "never" if people == inf else f"{people:,.0f} people"
        yield _text(RIGHT + 20, y, f"{place}. {name}", small=True)
        yield _text(RIGHT + 34, y + 14, shown, small=True)
        if 10 ** PEOPLE[0] <= people <= 10 ** PEOPLE[1]:
            x = _x(people)
            # Numbers alternate between three rows, so that neighbours do not overlap.
            row = BOTTOM - 8 - 15 * (place % 3)
            yield (
                f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}" stroke="#a33" '
                'stroke-dasharray="2 4"/>'
            )
            yield _text(x + 3, row, str(place), small=True)


def _x(people: float) -> float:
    share = (log10(people) - PEOPLE[0]) / (PEOPLE[1] - PEOPLE[0])
    return LEFT + share * (RIGHT - LEFT)


def _y(cores: float) -> float:
    power = min(max(log10(max(cores, 1e-9)), CORES[0]), CORES[1])
    return BOTTOM - (power - CORES[0]) / (CORES[1] - CORES[0]) * (BOTTOM - TOP)


def _text(
    x: float, y: float, words: str, *, bold: bool = False, small: bool = False, anchor: str = ""
) -> str:
    style = (' font-weight="600"' if bold else "") + (' font-size="11.5"' if small else "")
    style += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}>{words}</text>'
