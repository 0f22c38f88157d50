"""Report the outcome of all faults: as plain text, as results.json, and as a page in docs."""

import json
from dataclasses import asdict
from pathlib import Path

from benchmarks.faults.stage import Outcome

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = DOCS / "faults" / "results.json"
PAGE = DOCS / "faults.md"
BEGIN, END = "<!-- measured: make faults writes from here -->", "<!-- to here -->"


def verdict(outcome: Outcome) -> str:
    if outcome.skipped:
        return f"skipped: {outcome.skipped}"
    return f"{len(outcome.wrong)} wrong" if outcome.wrong else "holds"


def plain(outcomes: list[Outcome]) -> str:
    lines = []
    for outcome in outcomes:
        lines.append(f"{outcome.name}: {verdict(outcome)} ({outcome.seconds:.0f} s)")
        lines += [f"    {name}: {_shown(value)}" for name, value in outcome.figures.items()]
        lines += [f"  ! {wrong}" for wrong in outcome.wrong[:10]]
    return "\n".join(lines)


def write(outcomes: list[Outcome]) -> None:
    """Replace older outcomes of the same names in the results and the page."""
    known: dict[str, Outcome] = {}
    if RESULTS.exists():
        known = {row["name"]: Outcome(**row) for row in json.loads(RESULTS.read_text())}
    known |= {outcome.name: outcome for outcome in outcomes}
    rows = list(known.values())
    RESULTS.parent.mkdir(exist_ok=True)
    text = json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    tail = rest.partition(END)[2]
    PAGE.write_text(f"{head}{BEGIN}\n\n{_table(rows)}\n{END}{tail}", encoding="utf-8")


def _table(outcomes: list[Outcome]) -> str:
    lines = ["| fault | outcome | measured |", "|---|---|---|"]
    for outcome in outcomes:
        figures = "; ".join(f"{name}: {_shown(value)}" for name, value in outcome.figures.items())
        lines.append(f"| {outcome.name} | {verdict(outcome)} | {figures} |")
    dates = sorted({outcome.date for outcome in outcomes})
    minutes = sum(outcome.seconds for outcome in outcomes) / 60
    lines += ["", f"Measured {' and '.join(dates)}, {minutes:.1f} minutes in all.", ""]
    return "\n".join(lines)


def _shown(value: str | float) -> str:
    return f"{value:,}" if isinstance(value, int | float) else value
