"""A table whose log cannot be read is set aside, and does not affect other tables."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psycopg
import pytest

from testkit.commands import Run
from testkit.server.damage import DAMAGE, write_entry
from testkit.server.metrics import metric
from testkit.server.operators import eventually
from testkit.server.seated import Sitting, as_refusal
from testkit.services import Postgres
from testkit.serving import Follower, Guest, Serving


def lines_of(server: Serving, event: str) -> list[dict[str, object]]:
    lines = (json.loads(line) for line in server.log.read_text().splitlines())
    return [line for line in lines if line["event"] == event]


class Damaged(NamedTuple):
    server: Serving
    bad: dict[str, Sitting]
    entries: dict[str, int]
    """The number of the entry that cannot be read, of each kind."""
    good: Sitting
    lobby: tuple[str, str]
    """Two open tables that everybody is shown, the first of them damaged."""


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Damaged]:
    """A server started on a database with unreadable logs, one of each kind."""
    file = tmp_path_factory.mktemp("damaged") / "tables.db"
    with Serving(f"sqlite:///{file}") as server:
        clock: dict[str, Any] = {"turn_seconds": 5, "misses": 1, "toucan": 0}
        bad = {kind: Sitting(server, **clock) for kind in DAMAGE}
        good = Sitting(server, **clock)
        guest = Guest(server.url)
        lobby = (guest.open(name="Ann", listed=True), guest.open(name="Ann", listed=True))
        server.kill()
        entries = {
            kind: write_entry(server.database, bad[kind].table, body)
            for kind, body in DAMAGE.items()
        }
        write_entry(server.database, lobby[0]["table"], DAMAGE["no JSON"])
        server.start()  # it starts, and is ready
        yield Damaged(server, bad, entries, good, (lobby[0]["table"], lobby[1]["table"]))
        for sitting in (*bad.values(), good):
            sitting.close()


@pytest.mark.parametrize("kind", DAMAGE)
def test_requests_for_an_unreadable_table_are_refused(damaged: Damaged, kind: str) -> None:
    sitting = damaged.bad[kind]
    ann = sitting.people[0]
    path = f"/api/tables/{sitting.table}"
    answers = [
        ann.client.get(path),
        ann.client.get(f"{path}/stream"),
        ann.client.get(f"{path}/record"),
        ann.post(f"{path}/chat", text="hi"),
        ann.post(f"{path}/act", bid=[1, 2], version=3),
    ]
    for answer in answers:
        refusal = as_refusal(answer)
        found = (answer.status_code, refusal["reason"], refusal["clause"])
        assert found == (503, "table-unreadable", "T15")
    page = httpx.get(f"{damaged.server.url}/t/{sitting.table}", headers={"accept": "text/html"})
    assert page.status_code == 503
    assert page.headers["content-type"].startswith("text/html")


def test_the_clocks_of_other_tables_run_and_each_bad_one_is_reported_once(damaged: Damaged) -> None:
    server, bad, _, good, lobby = damaged
    Follower(good.people[1], good.table, 0).until_event("timed-out", 30)
    assert good.people[1].look(good.table)["chairs"][0]["held"] is True
    assert as_refusal(httpx.get(f"{server.url}/api/tables/{lobby[0]}"))["clause"] == "T15"
    # The clocks of all these ring at about the same time, in any order.
    eventually(lambda: len(lines_of(server, "table-set-aside")) > len(bad))
    reported = [line["table"] for line in lines_of(server, "table-set-aside")]
    assert sorted(map(str, reported)) == sorted([lobby[0], *(s.table for s in bad.values())])
    text = httpx.get(f"{server.url}/metrics").text
    assert metric(text, "perudo_tables_set_aside") == len(bad) + 1
    assert lines_of(server, "task-failed") == []


def test_the_list_of_open_tables_still_works(damaged: Damaged) -> None:
    server, _, _, _, (broken, whole) = damaged
    httpx.get(f"{server.url}/api/tables/{broken}")
    listed = httpx.get(f"{server.url}/api/tables").json()["tables"]
    assert [row["table"] for row in listed] == [whole]
    assert httpx.get(f"{server.url}/").status_code == 200


def test_the_audit_names_each_entry_while_the_server_runs(damaged: Damaged, run: Run) -> None:
    result = run("audit", "--database", damaged.server.database)
    assert result.status == 1
    for kind, sitting in damaged.bad.items():
        assert f"{sitting.table}: fold: entry {damaged.entries[kind]}: " in result.out


def test_an_entry_that_is_damaged_while_the_server_runs(tmp_path: Path) -> None:
    with (
        Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server,
        Sitting(server, toucan=0) as bad,
        Sitting(server, toucan=0) as good,
    ):
        stream = Follower(bad.people[1], bad.table)
        write_entry(server.database, bad.table, DAMAGE["an event that does not fold"])
        path = f"/api/tables/{bad.table}"
        answer = bad.people[0].post(f"{path}/act", bid=[1, 2], version=3, key="k")
        assert (answer.status_code, as_refusal(answer)["reason"]) == (503, "table-unreadable")
        stream.until(lambda _: False)  # the stream ends: nobody can tell how it goes on
        assert stream.ended
        good.bid()
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        # After the log is repaired, a restart tries the table again.
        file = server.database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("DELETE FROM entries WHERE table_id = ? AND seq = 4", (bad.table,))
        assert bad.people[0].post(f"{path}/chat", text="hi").status_code == 503
        server.stop()
        server.start()
        assert bad.people[0].act(bad.table)["version"] == 4


def test_another_process_that_damages_a_log_does_not_stop_the_lookout(postgres: Postgres) -> None:
    with (
        Serving(postgres.new_database()) as server,
        Sitting(server) as bad,
        Sitting(server) as good,
    ):
        stream = Follower(bad.people[1], bad.table)
        other = Follower(good.people[1], good.table)
        with psycopg.connect(server.database, autocommit=True) as connection:
            copy = (
                "INSERT INTO entries (table_id, seq, at, body) "
                "SELECT %s, max(seq) + 1, max(at), %s FROM entries WHERE table_id = %s"
            )
            connection.execute(copy, (bad.table, DAMAGE["an unknown event"], bad.table))
            stream.until(lambda _: False)
            assert stream.ended
            said = '[{"event":"said","seat":0,"text":"from elsewhere"}]'
            connection.execute(copy, (good.table, said, good.table))
        assert other.until_event("said")["text"] == "from elsewhere"
        assert httpx.get(f"{server.url}/readyz").status_code == 200
