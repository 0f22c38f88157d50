"""QR codes as SVG."""

from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

QUIET: Final = 4
"""Light modules around the code, which readers need."""


@lru_cache(maxsize=256)
def qr_svg(url: str) -> Markup:
    """A QR code, dark on light in every theme: many readers cannot read it inverted."""
    rows = segno.make_qr(url, error="m").matrix
    size = len(rows) + 2 * QUIET
    runs = "".join(
        f"M{start + QUIET} {y + QUIET}h{length}v1h-{length}z"
        for y, row in enumerate(rows)
        for start, length in _runs(row)
    )
    return Markup(
        '<svg class="qr" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" '
        'aria-hidden="true" focusable="false"><rect width="{size}" height="{size}" fill="#fff"/>'
        '<path fill="#000" d="{runs}"/></svg>'
    ).format(size=size, runs=runs)


def _runs(row: bytearray | tuple[int, ...]) -> list[tuple[int, int]]:
    """Runs of dark modules in a row, as (start, length)."""
    found: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if not dark:
            continue
        if found and sum(found[-1]) == x:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((x, 1))
    return found
