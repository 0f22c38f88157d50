"""Several worker processes behind one address."""

from collections.abc import Iterator

import psutil
import pytest

from testkit.services import Postgres, Redis
from testkit.serving import Follower, Guest, Serving


@pytest.fixture(params=["with redis", "without"])
def workers(
    request: pytest.FixtureRequest, postgres: Postgres, redis_server: Redis
) -> Iterator[Serving]:
    flags = ["--workers", "2"]
    if request.param == "with redis":
        flags += ["--redis", redis_server.url]
    with Serving(postgres.new_database(), *flags) as serving:
        yield serving


def test_any_worker_serves_any_table(workers: Serving) -> None:
    """Each request may reach another worker, and a stream brings what any of them wrote."""
    people = [Guest(workers.url) for _ in range(2)]
    table = people[0].open(name="Ann", seats=2, dice=1, pause_ms=0)["table"]
    people[1].ask(table, "sit", name="Bea")
    followers = [Follower(Guest(workers.url, p.token), table) for p in people for _ in range(3)]
    people[0].ask(table, "start")
    while (seen := Guest(workers.url, people[0].token).look(table))["on"]:
        turn = people[seen["game"]["turn"]]
        Guest(workers.url, turn.token).act(table)
    for follower in followers:
        follower.until_event("match-won")
        versions = [line["version"] for line in follower.lines]
        assert versions == list(range(versions[0], seen["version"] + 1))
    metrics = people[0].client.get("/metrics").text
    entries = next(line for line in metrics.splitlines() if line.startswith("perudo_entries_total"))
    assert float(entries.split()[1]) == seen["version"]


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(workers: Serving) -> None:
    guest = Guest(workers.url)
    table = guest.open(name="Ann", seats=2)["table"]
    guest.ask(table, "start", fill="easy")
    version = guest.look(table)["version"]
    children = psutil.Process(workers.process.pid).children()
    serving = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert len(serving) == 2
    for child in serving:
        child.kill()
    psutil.wait_procs(serving, timeout=10)
    workers.wait_until_ready()
    assert Guest(workers.url, guest.token).look(table)["version"] >= version
    status = workers.stop()
    assert status in (0, -15)
