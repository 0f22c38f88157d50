"""``perudo analyse``: a judged match, a page, a profile."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import perudo
from perudo.i18n.languages import LANGUAGES
from testkit.commands import Run

NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(scope="module")
def match() -> str:
    bots = ["medium", "easy", "hard"]
    return perudo.play_match(bots, names=NAMES, edition="weekend", dice=2, seed=4).record()


def test_a_match_is_judged_in_lines_that_fit(
    run: Run, record_file: Callable[[str], str], match: str
) -> None:
    result = run("analyse", record_file(match))
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "weekend: Ana, Ben, Cleo"
    assert lines[1].endswith(" wins the match!")
    assert max(map(len, lines)) <= 80
    assert "— Round 1" in lines
    for name in NAMES:
        assert f"Lessons for {name}" in lines
    assert "Turning points" in lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_fits_the_line_too(
    run: Run, record_file: Callable[[str], str], match: str, lang: str
) -> None:
    result = run("analyse", record_file(match), "--lang", lang, "--seat", "ANA")
    assert result.status == 0
    assert max(map(len, result.out.splitlines())) <= 80
    assert "Ben ?" not in result.out


def test_one_seat_has_its_own_decisions_and_lessons(
    run: Run, record_file: Callable[[str], str], match: str
) -> None:
    out = run("analyse", record_file(match), "--seat", "Ben").out
    judged = [line for line in out.splitlines() if line.startswith(NAMES) and "." in line]
    assert judged
    assert all(line.startswith("Ben") for line in judged)
    assert [line for line in out.splitlines() if line.startswith("Lessons")] == ["Lessons for Ben"]


def test_the_page_is_written(
    run: Run, record_file: Callable[[str], str], match: str, tmp_path: Path
) -> None:
    page = tmp_path / "match.html"
    result = run("analyse", record_file(match), "--html", str(page))
    assert result.out.endswith(f"The page is saved in {page}.\n")
    assert "<svg" in page.read_text(encoding="utf-8")


def test_programs_get_every_number(run: Run, record_file: Callable[[str], str], match: str) -> None:
    told = json.loads(run("analyse", record_file(match), "--json").out)
    assert told["names"] == list(NAMES)
    assert len(told["seats"]) == 3
    for seat in told["seats"]:
        assert seat["start"] - seat["lost"] + seat["luck"] == pytest.approx(seat["result"])
        assert len(seat["lessons"]) == 3
    own = json.loads(run("analyse", record_file(match), "--json", "--seat", "Ben").out)
    assert [seat["seat"] for seat in own["seats"]] == [1]
    assert own["decisions"] == [one for one in told["decisions"] if one["seat"] == 1]
    assert {one["verdict"] for one in told["decisions"]} <= {
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
    }


def test_several_records_make_a_profile(
    run: Run, record_file: Callable[[str], str], match: str
) -> None:
    file = record_file(match)
    lines = run("analyse", file, file, "--seat", "ana").out.splitlines()
    assert lines[1].split()[:2] == ["Ana", "2"]
    assert [line.split()[0] for line in lines[2:7]] == [
        "easy",
        "medium",
        "hard",
        "expert",
        "champion",
    ]
    assert max(map(len, lines)) <= 80
    told = json.loads(run("analyse", file, file, "--seat", "Ana", "--json").out)
    assert told["matches"] == 2
    assert told["nearest_level"] in told["levels"]


def test_notes_without_dice_are_said_plainly(run: Run, record_file: Callable[[str], str]) -> None:
    notes = "perudo 1\nedition: weekend\nseats: Ana, Ben\nstarter: @Ana\n1. ? | 3x4 dudo =2\n"
    result = run("analyse", record_file(notes))
    assert result.status == 0
    assert "2 decisions cannot be judged: nobody wrote down the dice." in result.out
    assert "The match is not over." in result.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_done_is_said_in_a_line(
    run: Run, record_file: Callable[[str], str], match: str, lang: str
) -> None:
    file = record_file(match)
    for words, status in (
        (("nothing.perudo",), 2),
        ((file, "--seat", "Zoe"), 2),
        ((file, file), 2),
        ((file, file, "--seat", "Ana", "--html", "x.html"), 2),
        ((file, "--html", "/nowhere/at/all.html"), 2),
    ):
        result = run("analyse", *words, "--lang", lang)
        assert (result.status, result.out) == (status, "")
        assert result.err.startswith("perudo: ")
        assert result.err.count("\n") == 1


def test_a_record_that_breaks_the_rules_is_refused(
    run: Run, record_file: Callable[[str], str]
) -> None:
    broken = "perudo 1\nedition: weekend\nseats: Ana, Ben\nstarter: @Ana\n1. ? | 3x4 2x4 dudo =2\n"
    result = run("analyse", record_file(broken))
    assert result.status == 1
    assert "line 5: 2x4: " in result.err
