"""The screens as people see them, in five languages and two sizes, compared row by row.

After a change that is meant, write them anew and look at the difference:

    GOLDEN=write .venv/bin/python -m pytest -n 0 tests/terminal/test_snapshots.py
"""

import os
from pathlib import Path

import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.terminal import local_app, rows, until, until_waiting, waits
from testkit.threads import run_apart

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 40))
STATES = (
    ("turn", ()),
    ("why not", ("left",)),
    ("odds", ("right", "h")),
    ("keys", ("question_mark",)),
    ("leave", ("escape", "q")),
    ("showdown", ("escape", "d")),
)
"""Each begins where the one before ended."""


async def session(lang: str, size: tuple[int, int]) -> list[list[str]]:
    """The rows of each state, one after the other."""
    app, _ = local_app(lang=lang, options=("calza", "visible-dice"))
    shown = []
    async with app.run_test(size=size) as pilot:
        await until_waiting(pilot, turn=True)
        for _, keys in STATES:
            await pilot.press(*keys)
            await pilot.pause()
            if keys[-1:] == ("d",):
                await until(pilot, lambda: waits(pilot))
                await pilot.pause()
            shown.append(rows(pilot))
    return shown


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screens_are_as_they_were(lang: str, size: tuple[int, int]) -> None:
    shown = run_apart(session(lang, size))
    parts = [
        "\n".join((f"=== {name} ===", *state))
        for (name, _), state in zip(STATES, shown, strict=True)
    ]
    text = "\n".join(parts) + "\n"
    file = GOLDEN / f"{lang}-{size[0]}x{size[1]}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    for state in shown:
        assert len(state) == size[1]
        assert max(map(len, state)) <= size[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_that_matters_is_cut_off_at_the_smallest_size(lang: str) -> None:
    """The names of bids and calls, the reasons and all keys are whole in 80 columns."""
    text = (GOLDEN / f"{lang}-80x24.txt").read_text(encoding="utf-8")
    assert "…" not in text
    states = [state.split("\n") for state in text.split("=== ")[1:]]
    assert len(states) == len(STATES)
    for name, *state in states:
        asked = any("▸ 1" in row for row in state)
        assert asked == name.startswith("leave")
        assert any("┏━━━┓" in row for row in state) == name.startswith("showdown")
        if not name.startswith(("keys", "leave")):
            assert " q " in state[-2]  # the last key of the footer is there


def test_no_color_sends_no_colour_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text, told apart by bold, reverse and frames only."""

    async def main() -> list[str]:
        app, _ = local_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await until_waiting(pilot, turn=True)
            filters = app.get_line_filters()
            for strip in app.screen._compositor.render_strips():
                for segment in strip.apply_filter(filters[-1], app.screen.styles.background):
                    style = segment.style
                    if monochrome:
                        assert style is None or (style.color is None and style.bgcolor is None)
                    coloured.add(style is not None and style.color is not None)
            return rows(pilot)

    coloured: set[bool] = set()
    monochrome = False
    plain = run_apart(main())
    assert True in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    monochrome = True
    assert run_apart(main()) == plain
