"""Chart of a run's log: win shares by number of seats over the minutes of learning."""

import json
from html import escape
from pathlib import Path
from typing import Any

COLOURS = {"2": "#c8553d", "3": "#2f6690", "4": "#d9a441", "5": "#5b8c5a", "6": "#7a5195"}
WIDTH, HEIGHT, PAD = 720, 320, 40


def draw_log(log: Path, drawing: Path) -> None:
    """Write an SVG with one line for each number of seats."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line]
    drawing.write_text(log_svg(lines), encoding="utf-8")


def log_svg(lines: list[dict[str, Any]]) -> str:
    """Return the chart of a log as an SVG."""
    longest = max((line["seconds"] for line in lines), default=0.0) or 1.0
    parts = [_frame(longest / 60)]
    last_shares: dict[str, float] = {}
    for line in lines:
        last_shares.update(line["shares"])
    for seats in sorted(last_shares):
        points = " ".join(
            f"{_x(line['seconds'] / longest):.1f},{_y(line['shares'][seats]):.1f}"
            for line in lines
            if seats in line["shares"]
        )
        colour, last = COLOURS[seats], _y(last_shares[seats])
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{WIDTH - PAD + 6}" y="{last + 4:.0f}" fill="{colour}">{escape(seats)}</text>'
        )
    label = "; ".join(f"{seats}: {share:.1%}" for seats, share in sorted(last_shares.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _frame(minutes: float) -> str:
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        parts.append(
            f'<line x1="{PAD}" x2="{WIDTH - PAD}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>'
            f'<text x="{PAD - 6}" y="{y + 4:.0f}" text-anchor="end" fill="#888">{percent}%</text>'
        )
    for part in (0.0, 0.5, 1.0):
        x = _x(part)
        parts.append(
            f'<text x="{x:.0f}" y="{HEIGHT - 12}" text-anchor="middle" fill="#888">'
            f"{part * minutes:.1f} min</text>"
        )
    return "".join(parts)


def _x(part: float) -> float:
    return PAD + part * (WIDTH - 2 * PAD)


def _y(share: float) -> float:
    return HEIGHT - PAD - share * (HEIGHT - 2 * PAD)
