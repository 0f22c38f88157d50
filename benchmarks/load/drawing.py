"""The figures as a drawing: actions per second by number of tables, and delays of paced play."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.load.results import Results

COLOURS = {"sqlite": "#1b6ca8", "postgres": "#c8762b"}
LABELS = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
WIDTH, HEIGHT = 920, 380
TOP, BOTTOM = 84, 320
LIMIT_MS = 50.0


class Bar(NamedTuple):
    store: str
    value: float
    least: float
    most: float


class Group(NamedTuple):
    name: str
    bars: Sequence[Bar]


def drawing(results: Results) -> str:
    return "\n".join(_parts(results)) + "\n"


def _parts(results: Results) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">'
    )
    yield "<title>Durable actions a second, and when everybody has seen them</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield from _legend()
    yield _text(40, 56, "Durable actions a second, by tables of four", bold=True)
    yield from _panel(_speeds(results), 40, 520, "{:,.0f}", None)
    yield _text(600, 56, "Milliseconds until all seats have it,", bold=True)
    yield _text(600, 74, "at one action a second and table", bold=True)
    yield from _panel(_delays(results), 600, 280, "{:.1f}", LIMIT_MS)
    yield "</svg>"


def _legend() -> Iterator[str]:
    for place, (store, colour) in enumerate(COLOURS.items()):
        x = 40 + 110 * place
        yield f'<rect x="{x}" y="18" width="12" height="12" fill="{colour}"/>'
        yield _text(x + 18, 29, LABELS[store])
    yield _text(270, 29, "thin lines: least and most of the repeats")


def _speeds(results: Results) -> list[Group]:
    sizes = sorted({cell.tables for cell in results.cells("full")})
    return [
        Group(str(size), _bars(results, "full", size, "per_second"))
        for size in sizes
        if _bars(results, "full", size, "per_second")
    ]


def _delays(results: Results) -> list[Group]:
    sizes = sorted({cell.tables for cell in results.cells("paced")})
    return [
        Group(f"{name}, {size} tables", bars)
        for size in sizes
        for name, figure in (("p50", "seen_p50"), ("p99", "seen_p99"))
        if (bars := _bars(results, "paced", size, figure))
    ]


def _bars(results: Results, mode: str, size: int, figure: str) -> list[Bar]:
    cells = [cell for cell in results.cells(mode) if cell.tables == size]
    return [
        Bar(cell.store, *results.middle(cell, figure)) for cell in cells if cell.store in COLOURS
    ]


def _panel(
    groups: Sequence[Group], left: float, width: float, form: str, limit: float | None
) -> Iterator[str]:
    """Draw bars on a scale from 0 to the highest one, with room for their figures."""
    tops = [bar.most for group in groups for bar in group.bars]
    highest = max([*tops, limit or 0.0, 1e-9]) * 1.05
    scale = (BOTTOM - TOP - 24) / highest
    if limit is not None:
        y = BOTTOM - limit * scale
        yield (
            f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#a33" '
            'stroke-dasharray="5 4"/>'
        )
        yield _text(left + width - 96, y - 5, f"wanted: p99 {limit:.0f}")
    for place, group in enumerate(groups):
        slot = width / len(groups)
        x = left + slot * place
        thick = slot * 0.8 / max(1, len(group.bars))
        for number, bar in enumerate(group.bars):
            yield from _bar(bar, x + slot * 0.1 + thick * number, thick, scale, form)
        yield _text(x + slot / 2, BOTTOM + 20, group.name, middle=True)
    yield f'<line x1="{left}" x2="{left + width}" y1="{BOTTOM}" y2="{BOTTOM}" stroke="#222"/>'


def _bar(bar: Bar, x: float, thick: float, scale: float, form: str) -> Iterator[str]:
    y, middle = BOTTOM - bar.value * scale, x + thick / 2
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{thick - 3:.1f}" '
        f'height="{BOTTOM - y:.1f}" fill="{COLOURS[bar.store]}"/>'
    )
    ends = f'y1="{BOTTOM - bar.least * scale:.1f}" y2="{BOTTOM - bar.most * scale:.1f}"'
    yield f'<line x1="{middle:.1f}" x2="{middle:.1f}" {ends} stroke="#222"/>'
    above = BOTTOM - max(bar.value, bar.most) * scale
    yield _text(middle, above - 5, form.format(bar.value), middle=True)


def _text(x: float, y: float, words: str, *, bold: bool = False, middle: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{weight}{anchor}>{words}</text>'
