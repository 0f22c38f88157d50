"""``perudo practice`` at the keyboard."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perudo.cli.practice import THEMES
from perudo.coach.practice import Theme, answer, daily, next_position, position_named, positions
from perudo.engine.bid import Bid
from perudo.i18n.languages import LANGUAGES
from perudo.records.notation import action_text
from testkit.commands import Run


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "perudo" / "practice.json"


def best(theme: Theme, number: int = 0) -> str:
    position = positions(theme)[number]
    action = answer(position, position.played).advice.best.action
    return "" if action is None else action_text(action)


def test_a_good_answer_is_explained_and_kept(run: Run, state: Path) -> None:
    result = run("practice", "--theme", "opening", typed=iter([best(Theme.OPENING), "q"]))
    assert result.status == 0
    assert ": good." in result.out
    assert "Best: " in result.out
    assert "In the match it was: " in result.out
    assert "1 position practised, 1 of them well." in result.out
    kept = json.loads(state.read_text(encoding="utf-8"))
    assert kept == {"answers": {positions(Theme.OPENING)[0].key: True}}


def test_what_was_done_is_not_asked_again(run: Run) -> None:
    typed = [best(Theme.OPENING), "", best(Theme.OPENING, 1), "q"]
    run("practice", "--theme", "opening", typed=iter(typed))
    third = positions(Theme.OPENING)[2].view.cup
    assert third is not None
    again = run("practice", "--theme", "opening", typed=iter([])).out
    assert "2 positions practised, 2 of them well." in again
    assert f"Your dice: {' '.join('P' if die == 1 else str(die) for die in third)}" in again


def test_bad_input_is_answered_with_what_would_work(run: Run) -> None:
    typed = ["nonsense", "?", "dudo", "0x9", best(Theme.OPENING), "q"]
    out = run("practice", "--theme", "opening", typed=iter(typed)).out
    assert "“nonsense” is neither a bid nor a call." in out
    assert out.count("You may bid: ") == 3
    assert "1 position practised" in out


def test_a_calza_out_of_turn_may_be_let_pass(run: Run, state: Path) -> None:
    asked = [one for one in positions(Theme.CALZA) if one.asking]
    others = [one for one in positions(Theme.CALZA) if one.key != asked[0].key]
    state.parent.mkdir()
    state.write_text(json.dumps({"answers": {one.key: True for one in others}}), encoding="utf-8")
    typed = iter(["4x5", ""])
    out = run("practice", "--theme", "calza", typed=typed).out
    assert "It is not your turn: press Enter, or call " in out
    assert "say nothing: " in out
    assert asked[0].key in state.read_text(encoding="utf-8")


def test_the_puzzle_of_the_day_is_one_position(run: Run) -> None:
    before = datetime.now(UTC).date()
    out = run("practice", "--daily", typed=iter([])).out
    puzzles = {daily(day) for day in (before, datetime.now(UTC).date())}
    assert any(f"— {puzzle.view.rules.key}" in out for puzzle in puzzles)
    assert "0 positions practised" in out


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_can_be_practised_in_every_language(run: Run, theme: str) -> None:
    for lang in LANGUAGES:
        result = run("practice", "--theme", theme, "--lang", lang, typed=iter([]))
        assert result.status == 0
        assert result.err == ""


def test_themes_of_the_command_are_those_of_the_coach() -> None:
    assert tuple(theme.value for theme in Theme) == THEMES


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"answers": 3}', '{"answers": {"x": null}}'])
def test_a_spoilt_file_of_progress_is_no_trouble(run: Run, state: Path, kept: str) -> None:
    state.parent.mkdir()
    state.write_text(kept, encoding="utf-8")
    assert run("practice", typed=iter([])).status == 0


def test_where_nothing_can_be_kept_one_practises_all_the_same(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    typed = [best(Theme.OPENING), "", best(Theme.OPENING, 1), "q"]
    out = run("practice", "--theme", "opening", typed=iter(typed)).out
    assert out.count("Progress cannot be kept: ") == 1
    assert "2 positions practised" in out


def test_daily_and_theme_exclude_each_other(run: Run) -> None:
    result = run("practice", "--daily", "--theme", "calza")
    assert result.status == 2
    assert result.err.count("\n") == 1


def test_any_first_position_of_all_can_be_found_by_its_key() -> None:
    first = next_position(())
    assert position_named(first.key) == first
    assert not isinstance(first.played, Bid) or first.played in first.view.legal
