"""Charts in SVG."""

from collections.abc import Sequence
from html import escape

from perudo.arena.standing import Share

COLOURS = ("#c8553d", "#2f6690", "#d9a441")
ROW = 22
LEFT = 330
WIDTH = 720


def share_svg(rows: Sequence[tuple[str, Share]]) -> str:
    """A bar for each interval, with the fair share as a line across it."""
    span = WIDTH - LEFT - 20
    parts = []
    for index, (name, share) in enumerate(rows):
        y = index * ROW + 4
        low, high, fair = (LEFT + span * x for x in (share.low, share.high, share.fair))
        colour = ("var(--even)", "var(--good)", "var(--bad)")[share.verdict]
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>'
            f'<line x1="{LEFT}" x2="{LEFT + span}" y1="{y + 8}" y2="{y + 8}" stroke="var(--line)"/>'
            f'<rect x="{low:.1f}" y="{y + 2}" width="{max(2.0, high - low):.1f}" height="12" '
            f'rx="3" fill="{colour}"><title>{share.share:.1%}</title></rect>'
            f'<line x1="{fair:.1f}" x2="{fair:.1f}" y1="{y}" y2="{y + 16}" stroke="var(--ink)"/>'
        )
    label = "; ".join(f"{name}: {share.share:.1%}" for name, share in rows)
    return _svg(WIDTH, len(rows) * ROW + 8, "".join(parts), label)


def calibration_svg(name: str, groups: Sequence[Sequence[int]]) -> str:
    """Dots on the diagonal: bids that hold as often as their odds."""
    side, pad = 220, 24
    span = side - 2 * pad
    total = sum(all_ for all_, _ in groups) or 1
    parts = [
        f'<text x="{side / 2}" y="14" text-anchor="middle">{escape(name)}</text>',
        f'<rect x="{pad}" y="{pad}" width="{span}" height="{span}" fill="#0000" stroke="#8888"/>',
        f'<line x1="{pad}" y1="{pad + span}" x2="{pad + span}" y2="{pad}" stroke="var(--line)"/>',
    ]
    for bucket, (all_, held) in enumerate(groups):
        if all_:
            x = pad + span * (bucket + 0.5) / len(groups)
            y = pad + span * (1 - held / all_)
            radius = 2 + 12 * (all_ / total) ** 0.5
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{COLOURS[1]}" '
                f'fill-opacity=".7"><title>{held}/{all_}</title></circle>'
            )
    return _svg(side, side, "".join(parts), name)


def losses_svg(kinds: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> str:
    """For each bot its lost dice, split by how they were lost."""
    left, span = 120, WIDTH - 140
    parts = []
    x = float(left)
    for kind, colour in zip(kinds, COLOURS, strict=True):
        parts.append(
            f'<rect x="{x:.0f}" y="4" width="12" height="12" fill="{colour}"/>'
            f'<text x="{x + 18:.0f}" y="15">{escape(kind)}</text>'
        )
        x += 180
    for index, (name, losses) in enumerate(rows):
        y, x = 28 + index * ROW, float(left)
        parts.append(f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>')
        for lost, colour in zip(losses, COLOURS, strict=True):
            width = span * lost / (sum(losses) or 1)
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="16" fill="{colour}">'
                f"<title>{lost}</title></rect>"
            )
            x += width
    label = "; ".join(f"{name}: {', '.join(map(str, losses))}" for name, losses in rows)
    return _svg(WIDTH, 36 + len(rows) * ROW, "".join(parts), label)


def standalone(svg: str) -> str:
    """Return a drawing as a file of its own, with the colours that a page would give it."""
    style = (
        "<style>svg{--ink:#222;--line:#8884;--good:#2a7d4f;--bad:#b3402e;--even:#777;"
        "background:#fdfbf6}text{fill:#222;font:12px system-ui,sans-serif}</style>"
    )
    return svg.replace(">", f">{style}", 1) + "\n"


def _svg(width: int, height: int, inside: str, label: str) -> str:
    """A drawing with its numbers as text, for those who do not see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(label)}">{inside}</svg>'
    )
