"""The figures as a bar chart with the wanted limits."""

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.web.results import Results, Spread, spread

WIDTH, ROW, LEFT, BAR = 860, 26, 330, 400
OURS, YARDSTICK = "#1f6f5c", "#b9b2a3"


class Line(NamedTuple):
    name: str
    value: Spread
    colour: str
    form: str


class Panel(NamedTuple):
    title: str
    lines: list[Line]
    limit: float
    limit_text: str


def drawing(results: Results) -> str:
    panels = [_weight(results), _starts(results), _updates(results)]
    height = 24 + sum(62 + ROW * len(panel.lines) for panel in panels)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#222" role="img">'
    )
    parts = [
        head,
        "<title>Weight and speed of the pages</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    top = 32.0
    for panel in panels:
        parts += _panel(panel, top)
        top += 62 + ROW * len(panel.lines)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _weight(results: Results) -> Panel:
    lines = [
        Line(page, spread([weight.total / 1000 for weight in weights]), OURS, "{:.0f} kB")
        for page, weights in results.weights.items()
    ]
    return Panel("All bytes of a first visit", lines, 100, "wanted for the table: 100 kB")


def _starts(results: Results) -> Panel:
    lines = []
    for profile in results.starts:
        short = profile.split(",")[0]
        lines.append(Line(short, results.interactive(profile), OURS, "{:,.0f} ms"))
        lines.append(Line("an empty answer", results.empty(profile), YARDSTICK, "{:,.0f} ms"))
    return Panel("Until a bid can be made", lines, 1000, "wanted on fast 3G: 1 s")


def _updates(results: Results) -> Panel:
    lines = []
    for seats in results.updates:
        values = spread(results.all_updates(seats, "to_paint"))
        empty = spread(results.all_updates(seats, "idle"))
        lines.append(Line(f"{seats} seats", _to_p95(values), OURS, "{:.0f} ms"))
        lines.append(Line("nothing to paint", _to_p95(empty), YARDSTICK, "{:.0f} ms"))
    title = "From a frame of the stream to its paint, processor 4x slower (line: up to p95)"
    return Panel(title, lines, 100, "wanted: 100 ms")


def _to_p95(value: Spread) -> Spread:
    """Return the spread with p95 as its maximum, since one value of hundreds may be an outlier."""
    return value._replace(most=value.p95)


def _panel(panel: Panel, top: float) -> Iterator[str]:
    scale = BAR / max([panel.limit, *(line.value.most for line in panel.lines)])
    yield _text(20, top, panel.title, bold=True)
    for number, line in enumerate(panel.lines):
        y, value = top + 14 + ROW * number, line.value
        yield _text(LEFT - 8, y + 14, line.name, anchor="end")
        yield (
            f'<rect x="{LEFT}" y="{y + 3:.1f}" width="{value.middle * scale:.1f}" '
            f'height="{ROW - 10}" fill="{line.colour}"/>'
        )
        middle = y + 3 + (ROW - 10) / 2
        yield (
            f'<line x1="{LEFT + value.least * scale:.1f}" x2="{LEFT + value.most * scale:.1f}" '
            f'y1="{middle:.1f}" y2="{middle:.1f}" stroke="#222"/>'
        )
        end = max(value.middle, value.most) * scale
        yield _text(LEFT + end + 6, y + 15, line.form.format(value.middle))
    x, bottom = LEFT + panel.limit * scale, top + 14 + ROW * len(panel.lines)
    yield (
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top + 12:.1f}" y2="{bottom:.1f}" stroke="#a33" '
        'stroke-dasharray="5 4"/>'
    )
    yield _text(x, bottom + 14, panel.limit_text, anchor="middle")


def _text(x: float, y: float, words: str, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{weight} text-anchor="{anchor}">{words}</text>'
