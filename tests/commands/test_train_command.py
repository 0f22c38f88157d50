"""``perudo train``: what it refuses, and in which words."""

from pathlib import Path

import pytest

from testkit.commands import Run


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("games = ", "Cannot read"),
        ("gamse = 3", "There is no setting “gamse”. Choose: seed, minutes, games"),
        ('games = "many"', "games must be a number, not “many”."),
        ("rate = 0", "rate must be more than 0."),
        ("seats = 7", "seats must be 2 to 6"),
        ("league = 40000", "league must be at most games."),
        ("samples = 1000", "samples must be a multiple of batch"),
    ],
)
def test_a_wrong_setting_is_told(run: Run, tmp_path: Path, settings: str, told: str) -> None:
    config = tmp_path / "run.toml"
    config.write_text(settings)
    result = run("train", str(config), "--out", str(tmp_path / "out"))
    assert result.status == 2
    assert told in result.err


def test_a_run_is_neither_lost_nor_made_up(run: Run, tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text("games = 32768")
    result = run("train", str(config), "--out", str(tmp_path), "--resume")
    assert (result.status, "nothing to resume" in result.err) == (2, True)
    (tmp_path / "progress.json").write_text("{}")
    result = run("train", str(config), "--out", str(tmp_path))
    assert (result.status, "go on with --resume" in result.err) == (2, True)
    result = run("train", str(config), "--out", str(tmp_path / "new"), "--pause-after", "soon")
    assert (result.status, "not “soon”" in result.err) == (2, True)
