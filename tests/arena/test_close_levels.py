"""What the strength report leaves undecided is found, and played again with other dice."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import close_levels
from benchmarks.close_levels import page, undecided
from benchmarks.strength import OUT, editions, levels
from perudo.arena.contest import Contest
from perudo.arena.report import table_name
from perudo.arena.tally import Tally


def row(contest: Contest, wins: int, matches: int) -> dict[str, Any]:
    return {
        "table": table_name(contest),
        "lineup": contest.lineup,
        "seed": contest.seed,
        "matches": matches,
        "wins": [wins, matches - wins],
    }


def tally(contest: Contest, wins: int, matches: int) -> Tally:
    return Tally(
        len(contest.lineup), matches=matches, wins=[wins, *[0] * (len(contest.lineup) - 1)]
    )


def test_only_contests_of_levels_with_the_fair_share_in_their_interval() -> None:
    clear, close, worse = list(editions(1))[:3]
    others_dice = {**row(close, 33, 100), "seed": 1}  # as among the characters
    rows = [row(clear, 90, 100), row(close, 33, 100), row(worse, 0, 100), others_dice]
    ((found, share),) = undecided({"contests": rows})
    assert (found, share.wins, share.matches) == (close, 33, 100)


def test_every_contest_of_levels_of_the_published_report_is_known() -> None:
    report = json.loads((OUT / "strength.json").read_text(encoding="utf-8"))
    of_levels = len([*levels(1), *editions(1)])
    for one in report["contests"]:
        one["wins"][0] = one["matches"] // len(one["lineup"])
    assert len(undecided(report)) == of_levels


def test_page_counts_what_is_decided_now() -> None:
    contests = [contest for contest in editions(1) if len(contest.lineup) == 2][:3]
    first = undecided({"contests": [row(contest, 50, 100) for contest in contests]})
    again = [
        (contest, tally(contest, wins, 1_000))
        for contest, wins in zip(contests, (600, 500, 400), strict=True)
    ]
    text = page(first, again, "a command")
    assert "Decided for the higher level now: 1. For the lower: 1. Undecided: 1." in text
    lines = [
        line for line in text.splitlines() if line.endswith("level |") or "undecided |" in line
    ]
    assert [line.rsplit(" | ", 1)[1] for line in lines] == [
        "the higher level |",
        "undecided |",
        "the lower level |",
    ]
    assert "| 50.0% [40.4%, 59.6%] (100) | 60.0% [56.9%, 63.0%] (1,000) |" in lines[0]


def test_command_plays_them_with_other_dice(tmp_path: Path) -> None:
    ten_lines = next(c for c in editions(1) if c.lineup == ("medium", "ten-lines"))
    report = tmp_path / "strength.json"
    report.write_text(json.dumps({"contests": [row(ten_lines, 50, 100)]}), encoding="utf-8")
    saved, out = tmp_path / "saved.jsonl", tmp_path / "page.md"
    words = ("--report", str(report), "--save", str(saved), "--out", str(out), "--jobs", "1")
    close_levels.main([*words, "--matches", "4"])
    (kept,) = map(json.loads, saved.read_text(encoding="utf-8").splitlines())
    assert kept["contest"].endswith(f"| {close_levels.SEED}")
    assert kept["tally"]["matches"] == 4
    assert "| medium – ten-lines | parker-1994 | 2 (50.0%) |" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["{}", "[]", "no report", '{"contests": [{}]}'])
def test_what_is_no_report_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    report = tmp_path / "other.json"
    report.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        close_levels.main(["--report", str(report)])
    assert "is no strength report" in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_named_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit):
        close_levels.main(["--out", str(tmp_path / "file" / "page.md")])
    assert "the page cannot be written" in capsys.readouterr().err
