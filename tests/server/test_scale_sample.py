"""The scale model, and a small run of its measurements against real servers."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import orjson
import pytest

from benchmarks.publishing import BEGIN, END
from benchmarks.scale.costs import UNITS, Costs, from_json
from benchmarks.scale.drawing import drawing
from benchmarks.scale.measuring import TINY, Bench
from benchmarks.scale.model import Habits, Machine, Model
from benchmarks.scale.report import markdown, publish
from testkit import ROOT
from testkit.services import Missing, absent

GIVEN = {
    "sqlite_server": 900.0,
    "postgres_server": 1_000.0,
    "postgres_database": 200.0,
    "two_server": 1_875.0,
    "two_database": 375.0,
    "two_redis": 20.0,
    "pages": 2_000.0,
    "process_server": 2_000.0,
    "process_database": 500.0,
    "watched_server": 10.0,
    "watched_database": 20.0,
    "wakeup": 40.0,
    "reading": 50.0,
    "process_memory": 100_000.0,
    "table_memory": 50.0,
    "page_memory": 100.0,
    "match_entries": 100.0,
    "sqlite_bytes": 500.0,
    "postgres_bytes": 1_000.0,
    "easy": 30.0,
    "medium": 30.0,
    "hard": 200.0,
}
"""Made up, round, and such that each further copy of a table costs 1,000 and 200."""


SHORT = ("bots thinking", "logs on disk", "memory")


def given(**changed: float) -> Costs:
    costs = Costs("a machine", "a command", [0.0])
    costs.add({**GIVEN, **changed})
    return costs


def test_one_process_is_what_was_measured_and_nothing_else() -> None:
    need = Model(given()).need(1_000)
    actions = 1_000 / 4 / 8
    assert need.processes == 1
    assert need.actions == actions
    watching = 250 * 10 + 2_000
    assert need.server_cores == pytest.approx((actions * 3_000 + watching) / 1e6)
    assert need.database_cores == pytest.approx((actions * 200 + 250 * 20 + 500) / 1e6)
    assert (need.redis_cores, need.deaf_share) == (0.0, 0.0)
    assert need.memory_gb == pytest.approx((100_000 + 250 * 50 + 1_000 * 100) / 1e6)
    assert need.log_gb_a_day == pytest.approx(4 * 3600 * actions * 1_000 / 1e9)
    assert need.log_gb == pytest.approx(30 * need.log_gb_a_day)


def test_copies_are_as_many_as_four_people_can_spread_over() -> None:
    model = Model(given())
    assert model.copies(1) == 1
    assert model.copies(2) == pytest.approx(1.875)
    assert 3.9 < model.copies(100) < 4
    assert Model(given(), routed=True).copies(100) == 1


def test_processes_are_the_fewest_that_are_not_too_busy() -> None:
    model = Model(given())
    for people in (5_000, 20_000, 80_000):
        need = model.need(people)
        assert need.server_cores <= model.machine.used * need.processes
        fewer = model._with(people, need.processes - 1)
        assert fewer.server_cores > model.machine.used * fewer.processes


def test_a_channel_for_all_tables_ends_at_some_size_whatever_is_bought() -> None:
    """Each process gets a message of 40 µs for every action: 15,000 a second fill six tenths."""
    model = Model(given())
    assert model.need(10_000_000).processes == 0
    ceilings = dict(model.ceilings())
    assert ceilings["any number of processes"] < 15_000 * 32
    assert ceilings["one process with SQLite"] == pytest.approx(0.6e6 / 2_900 * 32)
    routed = Model(given(), routed=True)
    assert routed.need(10_000_000).processes > 0
    assert dict(routed.ceilings())["messages that every process hears"] == inf


def test_what_gives_out_first_depends_on_what_costs_most() -> None:
    slow = Model(given(postgres_database=50_000.0, two_database=50_000.0))
    names = [name for name, _ in slow.ceilings()]
    assert names.index("PostgreSQL on 16 cores") < names.index(
        "PostgreSQL's connections, at its default"
    )
    small = Model(given(), machine=Machine(database_connections=10))
    assert dict(small.ceilings())["PostgreSQL's connections, at its default"] < 20_000


def test_slower_people_need_less() -> None:
    slow = Model(given(), Habits(seconds_per_action=80.0)).need(10_000)
    assert slow.server_cores < Model(given()).need(10_000).server_cores


def test_what_was_measured_is_kept_drawn_and_worded(tmp_path: Path) -> None:
    costs = given()
    costs.add({**GIVEN, "wakeup": 60.0})
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nof yesterday\n{END}\nafter\n", encoding="utf-8")
    publish(costs, tmp_path / "scale", page)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "of yesterday" not in text
    assert "| 1,000,000 |" in text
    assert "50 (40 to 60)" in text, "the middle of the runs, with the least and the most"
    again = from_json(costs.as_json())
    assert (markdown(again), drawing(again)) == (markdown(costs), drawing(costs))
    picture = ElementTree.fromstring((tmp_path / "scale" / "scale.svg").read_text())  # noqa: S314
    assert len(picture.findall("{*}polyline")) == 4


def test_the_page_shows_what_is_stored() -> None:
    """The figures are between the marks, and are those of the file."""
    docs = ROOT / "docs"
    text = (docs / "scale.md").read_text(encoding="utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
    stored = docs / "scale" / "costs.json"
    assert markdown(from_json(orjson.loads(stored.read_bytes()))) in text


@pytest.mark.parametrize("long", [os.environ.get("LONG") == "1"])
def test_costs_are_measured_on_real_servers(long: bool) -> None:
    """The sizes are tiny, so the figures mean nothing, but each must measure what its name says.

    LONG=1 measures all costs, as ``make scale`` does; otherwise those that need few servers.
    """
    costs = given() if not long else Costs("here", "a test")
    try:
        bench = Bench(TINY)
    except Missing as missing:
        absent(missing)
    # In its own thread: a browser of an earlier test may still have an event loop in this one.
    with bench, ThreadPoolExecutor(1) as thread:
        for name, measured in bench.parts().items():
            if long or name in SHORT:
                found = thread.submit(measured).result()
                for cost in found:
                    costs.runs[cost].clear()
                costs.add(found)
    assert set(costs.runs) == set(UNITS)
    for name in ("sqlite_server", "two_server", "reading", "hard", "process_memory"):
        assert costs[name] > 0, name
    assert 60 < costs["match_entries"] < 200, "as many as four people need for twenty dice"
    assert 200 < costs["sqlite_bytes"] < 3_000
    assert 200 < costs["postgres_bytes"] < 5_000
    assert costs["postgres_server"] > 50, "an action takes longer than this on any machine"
    assert re.search(r"^\| 1,000 \|", markdown(costs), flags=re.MULTILINE)
