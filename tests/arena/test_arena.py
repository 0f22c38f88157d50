"""The arena: fair, repeatable, resumable, with correct intervals."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from perudo.arena.contest import CHUNK, Contest, one_against_many, round_robin
from perudo.arena.entrants import EntrantFault, EntrantProblem, entrant
from perudo.arena.exam.plan import every_table
from perudo.arena.report import report_html
from perudo.arena.running import run_contests
from perudo.arena.standing import ratings, share_of
from perudo.arena.tally import Tally
from perudo.bots.roster import CHARACTERS, LEVELS, YARDSTICKS, bot_named
from perudo.engine.errors import Error
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from testkit import ROOT
from testkit.commands import Run
from testkit.matches import rules_of

EXAMPLE = ROOT / "examples" / "my_bot.py"


def small(matches: int = 2 * CHUNK + 7) -> list[Contest]:
    rules = rules_of("asmodee-2024", "calza", "palifico")
    return [
        Contest(rules, ("counter", "liar", "cautious"), matches, dice=2),
        one_against_many(rules_of("menteur"), "bold", "beginner", 2, matches, seed=5),
    ]


def test_the_same_seed_gives_the_same_result_on_one_process_or_two() -> None:
    alone = run_contests(small())
    assert alone == run_contests(small(), processes=2)
    assert [tally.matches for tally in alone] == [107, 107]
    other = [Contest(c.rules, c.lineup, c.matches, seed=99, dice=c.dice) for c in small()]
    assert run_contests(other) != alone


def test_a_stopped_run_is_resumed(tmp_path: Path) -> None:
    saved = tmp_path / "results.jsonl"
    whole = run_contests(small(), saved=saved)
    lines = saved.read_text().splitlines(keepends=True)
    assert len(lines) == 6
    saved.write_text("".join(lines[:3]) + lines[3][:40])  # stopped in the middle of a line
    told: list[tuple[int, int]] = []
    again = run_contests(small(), saved=saved, progress=lambda done, of: told.append((done, of)))
    assert again == whole
    assert told[0] == (107, 214)
    assert told[-1] == (214, 214)
    told.clear()
    run_contests(small(), saved=saved, progress=lambda done, of: told.append((done, of)))
    assert told == [(214, 214)], "nothing was left to play"


def test_everybody_sits_on_every_chair_equally_often() -> None:
    contest = Contest(rules_of("menteur"), ("counter", "liar", "bold", "doubter"), 8)
    chairs = Counter(
        (chair, name)
        for number in range(8)
        for chair, name in enumerate(contest.chairs(number % 4))
    )
    assert set(chairs.values()) == {2}
    assert len(chairs) == 16


def test_wins_and_losses_are_counted_for_the_bot_that_had_them() -> None:
    contest = small()[0]
    tally = contest.run(0, 30)
    wins = [0, 0, 0]
    for number in range(30):
        table, _, shift = contest.play(number)
        assert table.match.winner is not None
        wins[contest.lineup.index(contest.chairs(shift)[table.match.winner])] += 1
    assert tally.wins == wins
    assert sum(tally.wins) == tally.matches == len(tally.winners)
    assert tally.losses[1][2] == tally.losses[2][2] == 0, "liar and cautious never call calza"
    assert sum(group[0] for place in tally.calibration for group in place) == tally.bids


def test_round_robin_meets_everybody() -> None:
    names = ("counter", "liar", "bold")
    two = list(round_robin(rules_of("menteur"), names, 2, 10))
    assert [c.lineup for c in two] == [("counter", "liar"), ("counter", "bold"), ("liar", "bold")]
    assert len(list(round_robin(rules_of("menteur"), names, 3, 10))) == 6


def test_the_interval_of_a_share() -> None:
    """Known values of the Wilson interval."""
    share = share_of(50, 100, 0.5)
    assert share.low == pytest.approx(0.4038, abs=1e-4)
    assert share.high == pytest.approx(0.5962, abs=1e-4)
    assert share.verdict == 0
    assert share_of(0, 10, 0.5).low == 0
    assert share_of(0, 10, 0.5).high == pytest.approx(0.2775, abs=1e-4)
    assert share_of(10, 10, 0.5).verdict == 1
    assert share_of(0, 10, 0.5).verdict == -1
    assert share_of(0, 0, 0.5).verdict == 0


def test_ratings_order_the_bots() -> None:
    contests = [
        one_against_many(rules_of("menteur"), hero, other, 3, 60)
        for hero, other in (("reader", "counter"), ("counter", "beginner"))
    ]
    tallies = run_contests(contests)
    rated = ratings(contests, tallies)
    assert rated["reader"].mu > rated["counter"].mu > rated["beginner"].mu
    assert all(rating.sure < rating.mu for rating in rated.values())


@pytest.mark.parametrize(
    ("better", "worse", "matches"),
    [
        ("medium", "easy", 12),
        ("medium", "ten-lines", 24),
        ("hard", "medium", 24),
    ],
)
def test_levels_are_ordered(better: str, worse: str, matches: int) -> None:
    """In all editions and sizes together, further above the fair share than equal bots would be
    once in two thousand such tests. docs/strength has each edition for itself."""
    above = variance = 0.0
    for rules in every_table():
        for seats in (2, 4, 6):
            contest = one_against_many(rules, better, worse, seats, matches, seed=7)
            fair = 1 / seats
            above += contest.run(0, matches).wins[0] - matches * fair
            variance += matches * fair * (1 - fair)
    assert above > 3.3 * variance**0.5


def test_levels_are_built_in_bots() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert", "champion"]
    for level, name in LEVELS.items():
        assert type(bot_named(level)) is type(bot_named(name))
    with pytest.raises(Error, match="choose one of easy"):
        bot_named("grandmaster")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("grandmaster", "", EntrantFault.UNKNOWN),
        ("none.py:Bot", None, EntrantFault.NO_FILE),
        ("bot.py:Bot", "x = 1", EntrantFault.NO_CLASS),
        ("bot.py:Bot", "1 / 0", EntrantFault.FILE_RAISED),
        ("bot.py:Bot", "class Bot:\n    def act(self, view, rng): ...", EntrantFault.NOT_A_BOT),
    ],
)
def test_bots_that_cannot_take_part(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str | None,
    fault: EntrantFault,
) -> None:
    monkeypatch.chdir(tmp_path)
    entrant.cache_clear()
    if text is not None:
        (tmp_path / "bot.py").write_text(text)
    with pytest.raises(EntrantProblem) as raised:
        entrant(name)
    assert raised.value.fault is fault


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_is_one_file_that_loads_nothing(lang: str) -> None:
    contests = small(10)
    tallies = run_contests(contests)
    page = report_html(
        Tongue(lang, "weekend"), contests, tallies, ratings(contests, tallies), "perudo arena <x>"
    )
    assert "perudo arena &lt;x&gt;" in page
    assert page.count("<svg") == 1 + 5 + 1  # shares, five bots, losses
    assert not re.search(r"(?:src|href)\s*=|url\(|@import", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)


def test_tallies_survive_json() -> None:
    tally = small(5)[0].run(0, 5)
    assert Tally.from_json(json.loads(json.dumps(tally.as_json()))) == tally


# --- the command ------------------------------------------------------------------------------


def test_arena_with_a_bot_from_a_file(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    result = run(
        "arena", "--bot", f"{EXAMPLE}:MyBot", "--against", "easy", "--seats", "2,3",
        "--matches", "40", "--jobs", "1", "--report", str(report),
    )  # fmt: skip
    assert result.status == 0
    assert result.out.count("my_bot.py:MyBot – easy") == 2
    assert "fault" not in result.out
    assert report.read_text().startswith("<!doctype html>")


def test_arena_in_json(run: Run) -> None:
    result = run(
        "arena", "--bot", "hard", "--bot", "easy", "--seats", "2", "--matches", "20",
        "--jobs", "1", "--all-editions", "--option", "calza", "--json",
    )  # fmt: skip
    value = json.loads(result.out)
    assert len(value["contests"]) == 5
    assert {c["edition"] for c in value["contests"]} == {
        "parker-1994", "asmodee-2009", "asmodee-2024", "menteur", "weekend",
    }  # fmt: skip
    assert value["contests"][0]["shares"]["hard"]["matches"] == 20
    assert set(value["ratings"]) == {"hard", "easy"}


def test_arena_reports_the_faults_of_a_bot(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "class Bad:\n    def act(self, view, rng): return 'hello'\n"
        "    def claims_calza(self, view, rng): return False\n"
    )
    words = ("arena", "--bot", f"{bad}:Bad", "--against", "medium", "--matches", "4", "--jobs", "1")
    result = run(*words)
    assert result.status == 0
    assert "fault of" in result.out
    assert "nonsense: act: 'hello'" in result.out
    checked = run("arena", "--bot", f"{bad}:Bad", "--check")
    assert checked.status == 1
    assert "does not conform" in checked.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bot", "grandmaster"], "reader"),
        (["--bot", "none.py:X"], "none.py"),
        (["--bot", "hard"], "--against"),
        (["--matches", "0"], "number"),
        (["--seats", "7"], "2 to 6"),
        (["--seats", "a"], "number"),
        (["--option", "poker"], "poker"),
    ],
)
def test_arena_refuses_bad_arguments(run: Run, words: list[str], told: str) -> None:
    result = run("arena", *words)
    assert result.status == 2
    assert told in result.err


def test_all_characters_are_named_in_the_guide() -> None:
    guide = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for name in (*CHARACTERS, *YARDSTICKS):
        assert f"| `{name}` |" in guide
    body = EXAMPLE.read_text().split("class MyBot:")[1].split("\n\n\nif __name__")[0]
    assert body in guide, "the guide shows the example as it is"
