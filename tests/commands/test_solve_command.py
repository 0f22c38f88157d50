"""``perudo solve``."""

import json
from pathlib import Path

import pytest

from perudo.engine.bid import Bid
from perudo.solve.saving import load_solution
from testkit.commands import Run
from testkit.precision import SINGLE_PRECISION


def test_the_value_of_a_round_and_its_bounds(run: Run) -> None:
    result = run("solve", "--dice", "1,1", "--edition", "asmodee-2009", "--palifico")
    assert result.status == 0
    assert result.out.startswith("The round is worth +0.66")
    assert "±" in result.out


def test_json_says_what_was_solved(run: Run) -> None:
    said = json.loads(run("solve", "--dice", "1,1", "--tolerance", "1e-3", "--json").out)
    assert said["edition"] == "asmodee-2024"
    assert said["dice"] == [1, 1]
    assert (said["palifico"], said["match"]) == (False, False)
    assert said["low"] - SINGLE_PRECISION <= -1 / 18 <= said["high"] + SINGLE_PRECISION
    assert said["exploitability"] <= 1e-3
    assert said["histories"] == 4093


def test_the_match_is_a_probability(run: Run) -> None:
    said = json.loads(
        run("solve", "--dice", "1,1", "--edition", "menteur", "--match", "--json").out
    )
    assert said["value"] == pytest.approx((1 - 1 / 18) / 2, abs=2e-4)
    assert said["rounds"] == 1


def test_a_saved_strategy_can_be_read_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    assert run("solve", "--dice", "1,2", "--option", "palifico", "--palifico",
               "--save", str(file)).status == 0  # fmt: skip
    saved = load_solution(file)
    opening = saved.plays([], (4,))
    assert opening is not None
    assert sum(opening.values()) == pytest.approx(1)
    assert saved.bounds.exploitability <= 1e-4


def test_a_short_memory_is_measured_and_saved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy"
    result = run("solve", "--dice", "1,1", "--memory", "2", "--save", str(file), "--json")
    said = json.loads(result.out)
    assert said["memory"] == 2
    assert said["value"] == pytest.approx(-1 / 18, abs=said["exploitability"] + SINGLE_PRECISION)
    assert said["exploitability"] <= 0.01
    saved = load_solution(file)
    assert saved.bounds.exploitability == said["exploitability"]
    answer = saved.plays([Bid(1, 5), Bid(1, 6)], (6,))
    assert answer is not None
    assert sum(answer.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--dice", "1"), "such as 2,1"),
        (("--dice", "1,6"), "such as 2,1"),
        (("--dice", "0,1"), "such as 2,1"),
        (("--dice", "1,1,1"), "such as 2,1"),
        (("--dice", "a,b"), "such as 2,1"),
        (("--dice", "1,1", "--tolerance", "0"), "tolerance"),
        (("--dice", "1,1", "--tolerance", "nan"), "tolerance"),
        (("--dice", "1,1", "--tolerance", "much"), "tolerance"),
        (("--dice", "1,1", "--match", "--save", "x"), "--save"),
        (("--dice", "5,5"), "--memory 2"),
        (("--dice", "1,1", "--memory", "0"), "from 1 to 4"),
        (("--dice", "1,1", "--memory", "all"), "from 1 to 4"),
        (("--dice", "1,1", "--memory", "2", "--match"), "leave out --match"),
        (("--dice", "5,5", "--match"), "too large"),
        (("--dice", "1,1", "--match", "--edition", "weekend", "--option", "calza"), "too large"),
        (("--dice", "1,1", "--edition", "nowhere"), "nowhere"),
        (("--dice", "1,1", "--save", "/no/such/folder/file"), "no such file"),
        (
            ("--dice", "1,1", "--edition", "menteur", "--house", "palifico=off", "--palifico"),
            "played without",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_solved_is_refused_with_what_would_work(
    run: Run, words: tuple[str, ...], said: str
) -> None:
    result = run("solve", *words)
    assert result.status == 2
    assert said in result.err
