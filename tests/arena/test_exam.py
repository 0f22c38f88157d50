"""The exam: what it consists of, and that each part measures what it says."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from perudo.arena.contest import Contest
from perudo.arena.entrants import entrant
from perudo.arena.exam.exact import ExactStudy
from perudo.arena.exam.findings import findings_of
from perudo.arena.exam.forecasts import GROUPS, ForecastStudy
from perudo.arena.exam.plan import SIZES, every_table, exam_plan, opponents_of
from perudo.arena.exam.report import exam_files
from perudo.arena.exam.response import ResponseStudy, response_of
from perudo.arena.exam.sums import Sums, mean_of
from perudo.arena.running import run_studies
from perudo.bots.roster import CHARACTERS, YARDSTICKS
from perudo.engine.actions import DUDO, Action
from perudo.engine.view import View
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.solve.book import strategy
from testkit.commands import Run
from testkit.matches import rules_of

BOT = '''
from perudo.engine.actions import DUDO
from perudo.bots.moves import least_bids

class Lowest:
    """Bids as low as it can, and never calls unless it must."""

    def act(self, view, rng):
        bids = least_bids(view)
        return min(bids) if bids else DUDO

    def claims_calza(self, view, rng):
        return False

    def win_chance(self, view):
        return 0.75
'''


@pytest.fixture
def lowest(tmp_path: Path) -> str:
    file = tmp_path / "lowest.py"
    file.write_text(BOT)
    entrant.cache_clear()
    return f"{file}:Lowest"


class Perfect:
    """Plays by the book."""

    def act(self, view: View, rng: Random) -> Action:
        chances = self.chances([view])[0]
        return rng.choices(list(chances), list(chances.values()))[0]

    def chances(self, views: Sequence[View]) -> list[dict[Action, float]]:
        return [strategy(view) or {DUDO: 1.0} for view in views]

    def claims_calza(self, view: View, rng: Random) -> bool:
        return False


def test_an_exam_meets_every_bot_at_every_table_alone_and_as_one_of_two() -> None:
    plan = exam_plan("hard", matches=1)
    assert set(opponents_of("hard")) == {*CHARACTERS, *YARDSTICKS} - {"reader"}
    tables = list(every_table())
    assert len(tables) == len(set(tables)) == 2 + 2 + 4 + 1 + 2
    others = len(opponents_of("hard"))
    assert len(plan.alone) == len(tables) * others * len(SIZES)
    assert len(plan.paired) == len(tables) * others * (len(SIZES) - 1)
    assert all(c.lineup.count("hard") == 2 for c in plan.paired)
    assert len({study.key for study in plan.studies()}) == len(plan.studies())
    assert not plan.forecasts, "the reader does not say its chance to win"
    assert exam_plan("champion", matches=1).forecasts
    duels = exam_plan("hard", matches=5, exploiter="bold").exploiter
    assert [(c.lineup, c.matches) for c in duels] == [(("bold", "hard"), 50)]


def test_response_wins_nearly_every_round_from_a_bot_that_never_calls(lowest: str) -> None:
    study = ResponseStudy(rules_of("asmodee-2024"), lowest, (1, 1), 30)
    found = response_of(study.run(0, 30))
    assert found.trials == 30
    # It is never called, so it need only wait until a bid is sure to be false.
    assert found.value > 0.5
    assert found.low <= found.value <= found.high


def test_response_wins_nothing_from_exact_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perudo.arena.exam.response.entrant", lambda name: Perfect)
    study = ResponseStudy(rules_of("asmodee-2024"), "perfect", (1, 1), 600)
    found = response_of(study.run(0, 600))
    # At most 0.0011 by the book's own bounds: what is above is chance.
    assert found.low < 0.002
    assert found.high > -0.3


def test_response_adds_up_the_same_in_pieces(lowest: str) -> None:
    study = ResponseStudy(rules_of("asmodee-2024"), lowest, (2, 1), 12)
    whole, parts = study.run(0, 12), study.empty()
    for first in range(0, 12, 3):
        parts.add(study.run(first, first + 3))
    assert parts.numbers == pytest.approx(whole.numbers)


def test_exact_exploitability_of_the_book_and_of_a_weak_bot(
    monkeypatch: pytest.MonkeyPatch, lowest: str
) -> None:
    weak = ExactStudy(rules_of("asmodee-2024"), lowest, (1, 1)).run(0, 1)
    assert weak.numbers[0] > 0.3
    monkeypatch.setattr("perudo.arena.exam.exact.entrant", lambda name: Perfect)
    perfect = ExactStudy(rules_of("asmodee-2024"), "perfect", (1, 1)).run(0, 1)
    assert 0 <= perfect.numbers[0] < 0.0025


def test_forecasts_are_counted_by_whether_they_came_true(lowest: str) -> None:
    contest = Contest(rules_of("weekend"), (lowest, "doubter"), 8, dice=2)
    sums = ForecastStudy(contest).run(0, 8)
    groups = [sums.numbers[3 * group : 3 * group + 3] for group in range(GROUPS)]
    made, true, said = groups[7]
    assert made > 8, "one in each round that it acts in"
    assert said == pytest.approx(0.75 * made)
    assert 0 <= true <= made
    assert sum(group[0] for group in groups) == made
    won = contest.run(0, 8).wins[0]
    assert (true > 0) == (won > 0)


def test_mean_and_interval() -> None:
    found = mean_of(4, 2.0, 2.0)
    assert found.value == 0.5
    assert found.high - found.value == pytest.approx(1.96 * (0.25 / 3) ** 0.5, abs=1e-3)
    assert mean_of(0, 0, 0).trials == 0
    sums = Sums([1.0, 2.0])
    sums.add(Sums([0.5, 0.5]))
    assert sums.numbers == [1.5, 2.5]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_report_has_every_part_and_its_drawings(lang: str, lowest: str) -> None:
    plan = exam_plan(
        lowest, against=["beginner"], matches=1, deals=2, quick=True, exploiter="doubter"
    )
    plan = plan._replace(
        alone=plan.alone[:3], paired=plan.paired[:2], responses=plan.responses[:1],
        forecasts=plan.forecasts[:1], exact=plan.exact[1:],
    )  # fmt: skip
    found = findings_of(plan, run_studies(plan.studies()))
    files = exam_files(Tongue(lang, "asmodee-2024"), lowest, found, "perudo exam")
    page, *drawings = files
    assert files[page].count("\n## ") == 7
    for name in drawings:
        assert f"({name})" in files[page]
        assert files[name].startswith("<svg")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", "".join(files.values()))


def test_exam_command_resumes_and_gives_json(run: Run, tmp_path: Path) -> None:
    saved, folder = tmp_path / "exam.jsonl", tmp_path / "report"
    words = (
        "exam", "bold", "--quick", "--against", "beginner", "--matches", "2", "--deals", "2",
        "--jobs", "1", "--save", str(saved),
    )  # fmt: skip
    first = run(*words, "--json")
    value = json.loads(first.out)
    assert {len(entry["lineup"]) for entry in value["alone"]} == {2, 4, 6}
    assert [entry["dice"] for entry in value["responses"]] == [[2, 2], [3, 3], [5, 5]]
    lines = saved.read_text().count("\n")
    again = run(*words, "--json", "--report", str(folder))
    assert json.loads(again.out) == value
    assert saved.read_text().count("\n") == lines, "nothing was played again"
    assert (folder / "bold.md").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["grandmaster"], "reader"),
        (["bold", "--against", "nobody"], "nobody"),
        (["bold", "--matches", "0"], "number"),
        (["bold", "--exploiter", "none.py:X"], "none.py"),
    ],
)
def test_exam_refuses_bad_arguments(run: Run, words: list[str], told: str) -> None:
    result = run("exam", *words)
    assert result.status == 2
    assert told in result.err
