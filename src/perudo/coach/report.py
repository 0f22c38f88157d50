"""A judged match as one HTML page that needs nothing else: no script, no font, no picture."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from perudo.coach.drawing import chances_svg
from perudo.coach.judging import Analysis, Judged, Verdict
from perudo.coach.lessons import lessons_for
from perudo.coach.summary_text import (
    MARKS,
    Table,
    by_round,
    decision_text,
    outcome_text,
    seats_table,
    turning_lines,
    unjudged_text,
)
from perudo.coach.text import hint_text, how_text, lesson_text, percent_text
from perudo.engine.actions import Seat
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.wording.dice_text import cup_text
from perudo.wording.odds_text import percent

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1f2a28; --paper: #fdfbf6; --line: #8886; --box: #f1eee6;
  --good: #1d6b41; --inaccuracy: #7a5c00; --mistake: #a34a00; --blunder: #ad1f1f;
  --s0: #0f6b63; --s1: #a8430a; --s2: #5b3fa8; --s3: #1f5f99; --s4: #99265f; --s5: #5c5c00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e2; --paper: #171b1a; --box: #222827;
  --good: #67cf97; --inaccuracy: #e3c04c; --mistake: #f5a262; --blunder: #ff8d85;
  --s0: #5eead4; --s1: #ffb27a; --s2: #c3b1ff; --s3: #8cc6ff; --s4: #ff9fcd; --s5: #d8d86a; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 52rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; }
figure { margin: 0; } svg { width: 100%; max-width: 44rem; height: auto; display: block;
  font-family: system-ui, sans-serif; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
td, th { padding: .2rem .5rem; border-bottom: 1px solid var(--line); text-align: end; }
td:first-child, th:first-child { text-align: start; }
details { background: var(--box); border-radius: .5rem; margin: .4rem 0; padding: .3rem .8rem; }
summary { cursor: pointer; font-weight: 600; } ol, ul { padding-inline-start: 1.3rem; }
li { margin: .3rem 0; } .hint { font-size: .9rem; margin: .1rem 0 .5rem; }
.dice { font-variant-numeric: tabular-nums; }
.inaccuracy > b { color: var(--inaccuracy); } .mistake > b { color: var(--mistake); }
.blunder > b { color: var(--blunder); }
.seat-0 { color: var(--s0); } .seat-1 { color: var(--s1); } .seat-2 { color: var(--s2); }
.seat-3 { color: var(--s3); } .seat-4 { color: var(--s4); } .seat-5 { color: var(--s5); }
@media print { body { max-width: none; } details { break-inside: avoid; } }
"""


def report_html(t: Tongue, record: Record, analysis: Analysis, seat: Seat | None = None) -> str:
    """Return the page; with a seat, its decisions and lessons only."""
    names = record.names
    title = t.say("The match, judged: {names}", names=", ".join(names))
    pieces = [
        _tag("h1", title),
        _tag("p", f"{record.rules.key}. {outcome_text(t, names, analysis)}"),
        *(_tag("p", text) for text in [unjudged_text(t, analysis)] if text is not None),
        _tag("h2", t.say("Chances to win")),
        f"<figure>{_drawing(t, names, analysis)}</figure>",
        _tag("h2", t.say("Decisions and luck, in points of winning chance")),
        _table(seats_table(t, names, analysis)),
        *_list(t.say("Turning points"), turning_lines(t, names, analysis)),
        *_lessons(t, names, analysis, seat),
        _tag("h2", t.say("Decision by decision")),
        *_rounds(t, names, analysis, seat),
        *_list(t.say("How do you know?"), how_text(t)),
    ]
    return (
        f'<!doctype html>\n<html lang="{t.lang}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<main>\n"
        + "\n".join(pieces)
        + "\n</main>\n</html>\n"
    )


def _lessons(
    t: Tongue, names: Sequence[str], analysis: Analysis, seat: Seat | None
) -> Iterator[str]:
    told = [
        (names[one.seat], lessons_for(analysis, one.seat))
        for one in analysis.seats
        if seat is None or one.seat == seat
    ]
    if any(lessons for _, lessons in told):
        yield _tag("h2", t.say("Lessons"))
    for name, lessons in told:
        if lessons:
            yield _tag("h3", name)
            items = "".join(_tag("li", " ".join(lesson_text(t, lesson))) for lesson in lessons)
            yield f"<ol>{items}</ol>"


def _rounds(
    t: Tongue, names: Sequence[str], analysis: Analysis, seat: Seat | None
) -> Iterator[str]:
    for number, decisions in by_round(analysis, seat).items():
        heading = t.say("Round {number}", number=number)
        marks = " ".join(MARKS[judged.verdict] for judged in decisions).split()
        summary = f"{heading} {' '.join(marks)}".strip()
        cups = analysis.past[number - 1].showdown.cups if number <= len(analysis.past) else None
        dice = ""
        if cups is not None:
            # A line may break between cups, not within one.
            shown = " · ".join(
                f"{name} {cup_text(cup)}".replace(" ", "\N{NO-BREAK SPACE}")
                for name, cup in zip(names, cups, strict=True)
                if cup
            )
            dice = f'<p class="dice">{escape(shown)}</p>'
        items = "".join(_decision(t, names, judged) for judged in decisions)
        # Open, so that paper has it all.
        yield f"<details open>{_tag('summary', summary)}{dice}<ul>{items}</ul></details>"


def _decision(t: Tongue, names: Sequence[str], judged: Judged) -> str:
    verdict, mark = judged.verdict.value, MARKS[judged.verdict]
    name = f'<span class="seat-{judged.seat}">{escape(names[judged.seat])}</span>'
    text = escape(decision_text(t, judged))
    said = f"{name}: {text}" if not mark else f"{name}: <b>{mark}</b> {text}"
    hint = ""
    if judged.verdict is not Verdict.GOOD:
        hint = f'<p class="hint">{escape(" ".join(hint_text(t, judged.advice)))}</p>'
    return f'<li class="{verdict}">{said}{hint}</li>'


def _drawing(t: Tongue, names: Sequence[str], analysis: Analysis) -> str:
    """The chances, also in words: where everybody began and ended."""
    ways = ", ".join(
        f"{name} {percent(first)} → {percent_text(t, last)}"
        for name, first, last in zip(names, analysis.chances[0], analysis.chances[-1], strict=True)
    )
    return chances_svg(t, names, analysis.chances, t.say("Chances to win: {ways}", ways=ways))


def _list(heading: str, lines: Iterable[str]) -> Iterator[str]:
    items = "".join(_tag("li", line) for line in lines)
    if items:
        yield _tag("h2", heading)
        yield f"<ul>{items}</ul>"


def _table(table: Table) -> str:
    head = "".join(_tag("th", text) for text in table.heads)
    rows = "".join(f"<tr>{''.join(_tag('td', cell) for cell in row)}</tr>" for row in table.rows)
    return f'<div class="wide" tabindex="0"><table><tr>{head}</tr>{rows}</table></div>'


def _tag(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"
