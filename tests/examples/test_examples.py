"""Every program in examples/ runs as it stands and says something true."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from perudo.testing import check_bot
from testkit import ROOT

EXAMPLES = ROOT / "examples"
KITCHEN = """perudo 1
edition: parker-1994
seats: Ann, Ben
dice: 2
starter: @Ann

1. ? | 2x4 3x4 dudo =2
2. 35 6 | 1x5 2x5 dudo
3. ? | 1xP dudo =0
"""


def run(name: str, *words: str, status: int = 0) -> str:
    """Run a program of the folder, and return what it says."""
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_every_example_is_tested() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    programs = [path.name for path in EXAMPLES.glob("*.py")]
    assert len(programs) >= 6
    for program in programs:
        assert f'"{program}"' in tests, program


def test_bots_match_is_repeated_by_its_seed() -> None:
    told = run("bots_match.py", "11")
    assert re.search(r"(Easy|Medium|Hard) wins the match!\n$", told)
    assert run("bots_match.py", "11") == told
    assert run("bots_match.py", "12") != told


def test_bid_odds_count_the_own_cup() -> None:
    # One four is missing, and a hidden die is a four or a joker with a third: 1 - (2/3)**2.
    assert "holds with 56%" in run("bid_odds.py", "P4", "3x4", "2")
    assert "exactly right with 44%" in run("bid_odds.py", "P4", "3x4", "2")
    assert "is neither a bid" in run("bid_odds.py", "P4", "3z4", "2", status=1)


def test_bluffs_in_a_record(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.perudo"
    file.write_text(KITCHEN, encoding="utf-8")
    assert run("who_bluffed.py", str(file)).splitlines() == [
        "Ann: 0 of 1 bids without a die for them",
        "Ben: 1 of 1 bids without a die for them",
    ]
    file.write_text(KITCHEN.replace("1x5 2x5", "2x5 1x5"), encoding="utf-8")
    assert "1x5" in run("who_bluffed.py", str(file), status=1)


def test_values_of_small_rounds() -> None:
    told = dict(line.split(": ") for line in run("solve_round.py").splitlines())
    values = {dice: float(value.split()[0]) for dice, value in told.items()}
    known = {"1 against 1": -0.0555, "2 against 1": 0.241, "1 against 2": -0.21}
    assert values == pytest.approx(known, abs=0.011)  # two digits, and a tolerance of 0.001


def test_batch_of_games() -> None:
    ended = re.match(
        r"(\d+) matches ended in 60 steps of 16 games", run("batched_game.py", "16", "60")
    )
    assert ended
    assert int(ended[1]) > 0


def test_own_bot_plays_and_conforms() -> None:
    assert "wins the match!" in run("my_bot.py")
    check_bot(runpy.run_path(str(EXAMPLES / "my_bot.py"))["MyBot"])
