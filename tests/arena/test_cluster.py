"""Studies on a Ray cluster: the same results as on one core, also when a worker is killed."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from perudo.arena.cluster import ClusterFault, ClusterProblem
from perudo.arena.contest import CHUNK, Contest, one_against_many
from perudo.arena.running import run_contests
from perudo.cli.running import cluster_problem_text
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from testkit import ROOT
from testkit.commands import Run
from testkit.matches import rules_of
from testkit.server.operators import eventually

EXAMPLE = ROOT / "examples" / "my_bot.py"
WAITING = """
import os, time
from pathlib import Path
from perudo.bots.counter import Counter

class Waiting(Counter):
    def __init__(self):
        here = Path({folder!r})
        (here / f"{{os.getpid()}}.waits").touch()
        while not (here / "go").exists():
            time.sleep(0.02)
"""
"""A bot that says in which process it is, and plays once it may."""


def contests(bot: str = f"{EXAMPLE}:MyBot") -> list[Contest]:
    rules = rules_of("asmodee-2024", "calza", "palifico")
    return [
        Contest(rules, ("counter", "liar", "cautious"), 6 * CHUNK, dice=2),
        one_against_many(rules_of("menteur"), bot, "beginner", 2, CHUNK + 7),
    ]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    yield
    import ray  # noqa: PLC0415

    ray.shutdown()


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    """On a cluster with two processors; a worker is killed in the middle of a piece, and the pieces
    of the other contest have come in by then."""
    file = tmp_path / "waiting.py"
    file.write_text(WAITING.format(folder=str(tmp_path)))
    bot = f"{file}:Waiting"
    killed: list[int] = []

    def progress(done: int, total: int) -> None:
        if done == 6 * CHUNK and not killed:
            eventually(lambda: any(tmp_path.glob("*.waits")), 60)
            killed.extend(int(waits.stem) for waits in list(tmp_path.glob("*.waits"))[:1])
            os.kill(killed[0], signal.SIGKILL)
            (tmp_path / "go").touch()

    told: list[int] = []

    def show(done: int, total: int) -> None:
        told.append(done)
        # Ray writes that a machine died to the standard output, which is for results.
        assert done in (0, total) or sys.stdout is sys.stderr
        progress(done, total)

    found = run_contests(contests(bot), processes=2, ray="local", progress=show)
    assert found == run_contests(contests(bot))
    assert len(killed) == 1
    assert told[0] == 0
    assert told[-1] == sum(contest.matches for contest in contests())


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "127.0.0.1:99999999", "ray://x"])
def test_a_cluster_that_does_not_answer_is_a_problem_at_once(address: str) -> None:
    with pytest.raises(ClusterProblem) as raised:
        run_contests(contests(), ray=address)
    assert raised.value.fault is ClusterFault.UNREACHABLE
    assert raised.value.address == address


def test_a_cluster_that_listens_on_the_loopback_only_is_a_problem_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ray takes the address of the machine instead, and would try it for minutes."""
    import ray  # noqa: PLC0415

    monkeypatch.setattr(ray.util, "get_node_ip_address", lambda: "127.0.0.2")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterProblem) as raised:
            run_contests(contests(), ray=address)
    assert raised.value.fault is ClusterFault.UNREACHABLE
    assert raised.value.address == address
    assert "127.0.0.2" in raised.value.detail


def test_the_command_says_that_no_cluster_answers(run: Run, tmp_path: Path) -> None:
    result = run(
        "arena", "--bot", "bold", "--against", "liar", "--matches", "5", "--ray", "127.0.0.1:1"
    )
    assert result.status == 2
    assert "No Ray cluster answers at 127.0.0.1:1" in result.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_of_a_cluster_has_words(lang: str) -> None:
    t = Tongue(lang, "asmodee-2024")
    for fault in ClusterFault:
        assert "9.9" in cluster_problem_text(t, ClusterProblem(fault, "a:1", "9.9"))
