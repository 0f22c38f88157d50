"""Draws the house and the walk of a bid for the documents: docs/drawings/*.svg.

The house is drawn from the layers in pyproject.toml and from the docstrings of the rooms, so it
shows what import-linter holds. `make drawings` draws both again; a test compares.
"""

import ast
import tomllib
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "perudo"
DRAWINGS: Final = ROOT / "docs" / "drawings"

# Drawn on a ground of its own, in colours that follow the reader's: it can be read on any page.
STYLE: Final = """
.ground { fill: #fbfaf7 } .box { fill: #ffffff; stroke: #0f766e; stroke-width: 1.5 }
.base { fill: #d9f0ec; stroke: #0f766e; stroke-width: 1.5 } .lane { fill: #eef3f1 }
.name { fill: #134e4a; font-weight: 600 } .text { fill: #33413f }
.way { stroke: #b45309; stroke-width: 2; fill: none } .tip { fill: #b45309 }
@media (prefers-color-scheme: dark) {
.ground { fill: #14201e } .box { fill: #1c2b28; stroke: #5eead4 }
.base { fill: #134e4a; stroke: #5eead4 } .lane { fill: #192624 }
.name { fill: #ccfbf1 } .text { fill: #d3dedb }
.way { stroke: #fbbf24 } .tip { fill: #fbbf24 }
}
"""
GAP: Final = 12


class Drawing:
    """An SVG in the making."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, kind: str = "box") -> None:
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self._parts.append(f'<rect {size} rx="8" class="{kind}"/>')

    def text(self, x: float, y: float, words: str, kind: str = "text", size: int = 12) -> None:
        where = f'x="{x:g}" y="{y:g}" font-size="{size}" class="{kind}"'
        self._parts.append(f'<text {where} text-anchor="middle">{escape(words)}</text>')

    def lines(self, x: float, y: float, words: str, wide: int) -> None:
        for number, line in enumerate(wrap(words, wide)):
            self.text(x, y + 15 * number, line)

    def way(self, *points: tuple[float, float]) -> None:
        """Draw an arrow along these points, straight down or across."""
        path = " L".join(f"{x:g} {y:g}" for x, y in points)
        (x0, y0), (x, y) = points[-2:]
        self._parts.append(f'<path d="M{path}" class="way"/>')
        side, back = (
            ((5, 0), (0, 8 if y > y0 else -8)) if x == x0 else ((0, 5), (8 if x > x0 else -8, 0))
        )
        corners = (
            (x, y),
            (x - back[0] + side[0], y - back[1] + side[1]),
            (x - back[0] - side[0], y - back[1] - side[1]),
        )
        tip = " ".join(f"{a:g},{b:g}" for a, b in corners)
        self._parts.append(f'<polygon points="{tip}" class="tip"/>')

    def svg(self) -> str:
        body = "\n".join(self._parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'font-family="system-ui, sans-serif" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n"
            f'<rect width="{self.width}" height="{self.height}" rx="12" class="ground"/>\n'
            f"{body}\n</svg>\n"
        )


def layers() -> list[list[str]]:
    """Return the rooms by layer, the highest first, as the contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    rows = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[room.strip(" ()") for room in row.replace(":", "|").split("|")] for row in rows]


def job_of(room: str, letters: int) -> str:
    """Return what a room is for, in the words of its own docstring, as far as there is space."""
    path = PACKAGE / room / "__init__.py"
    source = (path if path.is_file() else PACKAGE / f"{room}.py").read_text(encoding="utf-8")
    line = (ast.get_docstring(ast.parse(source)) or "").split("\n")[0].rstrip(".").replace("``", "")
    return line if len(line) <= letters else line.split(":")[0].split(". ")[0]


def house() -> str:
    rows = layers()
    width, tall = 940, 66
    drawing = Drawing(width, 40 + len(rows) * (tall + GAP), "The rooms of the house")
    drawing.text(
        width / 2, 26, "A room may import from the rows below it, never from beside or above."
    )
    for number, rooms in enumerate(rows):
        y = 40 + number * (tall + GAP)
        wide = (width - GAP * (len(rooms) + 1)) / len(rooms)
        for place, room in enumerate(rooms):
            x = GAP + place * (wide + GAP)
            drawing.box(x, y, wide, tall, "base" if number == len(rows) - 1 else "box")
            drawing.text(x + wide / 2, y + 24, room, "name", 15)
            letters = int(wide / 6.8)
            drawing.lines(x + wide / 2, y + 42, job_of(room, letters), letters)
    return drawing.svg()


class Step(NamedTuple):
    lane: int
    name: str
    words: str
    files: tuple[str, ...]
    after: int | None = None
    """The number of the step that it follows, where that is not the one before."""


LANES: Final = ("the bidder's screen", "the server", "pure decisions", "the log", "other screens")
WALK: Final = (
    Step(
        0,
        "Bid",
        "sends the bid, with a key and the version it saw",
        ("web/static/seated.js", "web/static/post.js"),
    ),
    Step(1, "Door and gate", "limits, and who is asking", ("server/gate.py", "server/identity.py")),
    Step(
        1,
        "Fast path",
        "the most frequent request",
        ("server/fast_act.py", "server/tables.py"),
    ),
    Step(2, "Decide", "is it legal? if so: events", ("table/live/decide.py", "engine/play.py")),
    Step(3, "Write", "one entry, on disk before anybody hears", ("server/storage/writer.py",)),
    Step(1, "Apply", "the copy in memory moves on", ("server/room.py",)),
    Step(0, "Answer", "the bid stands", ("server/api/asking.py",)),
    Step(2, "Who may know", "event by event, seat by seat", ("table/live/audience.py",), after=6),
    Step(
        1,
        "Make the page",
        "only the regions that changed",
        ("server/site/page_listener.py", "web/table/page.py"),
    ),
    Step(4, "Show", "puts the pieces in place", ("web/static/stream.js", "web/static/regions.js")),
)
"""The way of a bid. A test looks whether the files are there."""


def walk_of_a_bid() -> str:
    wide, tall, top = 196, 92, 56
    drawing = Drawing(
        GAP + len(LANES) * (wide + GAP), top + len(WALK) * (tall + 22) + 4, "The walk of a bid"
    )
    center = [GAP + lane * (wide + GAP) + wide / 2 for lane in range(len(LANES))]
    for lane, name in enumerate(LANES):
        drawing.box(center[lane] - wide / 2, 12, wide, drawing.height - 24, "lane")
        drawing.text(center[lane], 36, name, "name", 14)
    for number, step in enumerate(WALK):
        x, y = center[step.lane], top + number * (tall + 22)
        if number:
            before = step.after or number
            lane, below = WALK[before - 1].lane, top + before * (tall + 22) - 22
            if lane == step.lane:
                drawing.way((x, below), (x, y))
            else:
                edge = center[lane] + (wide / 2 - 8 if lane < step.lane else 8 - wide / 2)
                drawing.way((edge, below - tall / 2), (x, below - tall / 2), (x, y))
        drawing.box(x - wide / 2 + 8, y, wide - 16, tall)
        drawing.text(x, y + 20, f"{number + 1}. {step.name}", "name", 14)
        drawing.lines(x, y + 38, step.words, 26)
        for line, file in enumerate(step.files):
            drawing.text(x, y + tall - 20 + 13 * line, file, size=10)
    return drawing.svg()


DRAWN: Final = {"house.svg": house, "walk-of-a-bid.svg": walk_of_a_bid}


def main() -> None:
    DRAWINGS.mkdir(exist_ok=True)
    for name, draw in DRAWN.items():
        (DRAWINGS / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
