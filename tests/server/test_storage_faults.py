"""Storage with racing or dying processes, and with databases that go away or are full."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from perudo.server.storage import Append, Outcome, StorageAway, StorageFull, Store, sqlite
from testkit.server.appends import opening, plain, timing
from testkit.services import Postgres

COMMITTED, SEQ_TAKEN = Outcome.COMMITTED, Outcome.SEQ_TAKEN

RACER = """
import sys
from perudo.server.storage import Append, StoredEntry, Outcome, Store
store = Store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for seq in range(2, int(sys.argv[2])):
    entry = StoredEntry("a", seq, 1, None, None, '"by ' + sys.argv[3] + '"')
    if store.append([Append(entry, None, False, None)]) == [Outcome.COMMITTED]:
        print(seq, flush=True)
"""
MIGRATOR = """
import sys
from perudo.server.storage import Store
print("ready", flush=True)
sys.stdin.readline()
store = Store(sys.argv[1])
store.migrate()
print(store.setting("key", lambda: sys.argv[2]), flush=True)
"""


class Process:
    """A Python process that says when it is ready, and then waits for the signal to go."""

    def __init__(self, script: str, *words: str) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self._in, self.out = self.popen.stdin, self.popen.stdout
        assert self.out.readline() == "ready\n"

    def go(self) -> None:
        self._in.write("go\n")
        self._in.close()

    def said(self) -> list[str]:
        lines = self.out.read().split()
        assert self.popen.wait(timeout=60) == 0
        return lines

    def end(self) -> None:
        self.popen.kill()
        self.popen.wait(timeout=60)
        self.out.close()
        self._in.close()


Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    started: list[Process] = []

    def start_one(script: str, *words: str) -> Process:
        started.append(Process(script, *words))
        return started[-1]

    yield start_one
    for process in started:
        process.end()


def test_of_two_racing_processes_one_is_committed_for_each_seq(
    store_url: str, store: Store, start: Start
) -> None:
    store.append([opening("a")])
    racers = [start(RACER, store_url, "62", name) for name in ("one", "two")]
    for racer in racers:
        racer.go()
    one, two = (racer.said() for racer in racers)
    assert sorted(map(int, one + two)) == list(range(2, 62))
    stored = {str(entry.seq): entry.body for entry in store.entries("a", after=1)}
    assert stored == dict.fromkeys(one, '"by one"') | dict.fromkeys(two, '"by two"')


def test_batches_that_overlap_do_not_stop_each_other(store_url: str, store: Store) -> None:
    tables = [f"t{number}" for number in range(20)]
    store.append([opening(table) for table in tables])
    other = Store(store_url)

    def play(mine: Store, order: int) -> list[list[Outcome]]:
        return [
            mine.append([timing(table, seq, seq) for table in tables[::order]])[::order]
            for seq in range(2, 22)
        ]

    with ThreadPoolExecutor() as threads:
        ways = [threads.submit(play, store, 1), threads.submit(play, other, -1)]
        ones, twos = (way.result(timeout=60) for way in ways)
    for one, two in zip(ones, twos, strict=True):
        assert [{*pair} for pair in zip(one, two, strict=True)] == [{COMMITTED, SEQ_TAKEN}] * 20
    assert store.heads(tables) == dict.fromkeys(tables, 21)
    other.close()


def test_several_processes_migrate_at_once(store_url: str, start: Start) -> None:
    processes = [start(MIGRATOR, store_url, str(number)) for number in range(3)]
    for process in processes:
        process.go()
    keys = [process.said() for process in processes]
    assert len(keys[0]) == 1
    assert keys == [keys[0]] * 3
    store = Store(store_url)
    store.migrate()
    assert store.append([opening("a")]) == [COMMITTED]
    store.close()


def test_committed_entries_survive_a_killed_process(
    store_url: str, store: Store, start: Start
) -> None:
    store.append([opening("a")])
    process = start(RACER, store_url, "1000000", "it")
    process.go()
    for line in process.out:
        if line == "40\n":
            process.popen.kill()
            break
    last = int(([line, *process.out.read().split()])[-1])
    store.close()
    again = Store(store_url)
    assert again.others() == 0  # PostgreSQL may still be writing what was sent before the end
    seqs = [entry.seq for entry in again.entries("a")]
    assert seqs == list(range(1, len(seqs) + 1))
    assert seqs[-1] in (last, last + 1)  # one more may have landed unsaid
    assert again.append([plain("a", len(seqs) + 1)]) == [COMMITTED]
    again.close()


@pytest.fixture
def on_postgres(postgres: Postgres) -> Iterator[tuple[Store, str]]:
    url = postgres.new_database()
    store = Store(url)
    store.migrate()
    yield store, url
    store.close()
    if not postgres.running():
        postgres.start()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_stops_is_away_and_its_return_is_noticed(
    postgres: Postgres, on_postgres: tuple[Store, str], mode: str
) -> None:
    store, _ = on_postgres
    store.append([opening("a")])
    postgres.restart(mode)
    assert store.append([plain("a", 2)]) == [COMMITTED]  # idle lines were cut: nobody notices
    postgres.stop(mode)
    calls: list[Callable[[], Any]] = [
        lambda: store.append([plain("a", 3)]),
        lambda: store.entries("a"),
        lambda: store.pulse("worker", 1),
        lambda: store.prune(9, 9, 9),
        lambda: list(store.all_tables()),
        store.now,
        store.ready,
        store.migrate,
    ]
    for call in calls:
        with pytest.raises(StorageAway) as away:
            call()
        assert "perudo@" not in str(away.value)
    postgres.start()
    store.ready()
    assert store.append([plain("a", 3)]) == [COMMITTED]
    assert [entry.seq for entry in store.entries("a")] == [1, 2, 3]


def _wait_until_blocked(connection: psycopg.Connection[Any]) -> None:
    waiting = """SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    while connection.execute(waiting).fetchone() == (0,):
        connection.execute("SELECT pg_stat_clear_snapshot()")


def test_a_crash_in_the_middle_of_an_append_leaves_nothing_of_it(
    postgres: Postgres, on_postgres: tuple[Store, str]
) -> None:
    store, url = on_postgres
    store.append([opening("a"), opening("b")])
    with ThreadPoolExecutor() as threads, psycopg.connect(url) as held:
        held.execute("LOCK TABLE timers")
        future = threads.submit(store.append, [plain("a", 2), timing("b", 2, 9)])
        _wait_until_blocked(held)
        postgres.stop("immediate")
        with pytest.raises(StorageAway):
            future.result(timeout=60)
        held.close()
    postgres.start()
    assert store.heads(["a", "b"]) == {"a": 1, "b": 1}


def test_a_deadlock_is_tried_again(on_postgres: tuple[Store, str]) -> None:
    store, url = on_postgres
    store.append([opening("a", due=5)])
    with ThreadPoolExecutor() as threads, psycopg.connect(url) as other:
        other.execute("SET deadlock_timeout = '1h'")  # so that the store finds out first
        other.execute("UPDATE timers SET due_at = 7")
        future = threads.submit(store.append, [timing("a", 2, 9)])
        _wait_until_blocked(other)
        # Now the store has entry 2 and wants the timer; this has the timer and wants entry 2.
        other.execute("INSERT INTO entries (table_id, seq, at, body) VALUES ('a', 2, 1, '{}')")
        other.rollback()
        assert future.result(timeout=60) == [COMMITTED]
    assert store.timer("a") == 9


def test_a_table_is_not_cleared_away_under_an_append(on_postgres: tuple[Store, str]) -> None:
    store, url = on_postgres
    store.append([opening("a"), opening("b")])
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM tables WHERE id = 'a' FOR KEY SHARE")  # as an append does
        assert store.prune(0, 99, 9) == ["b"]
        other.execute("INSERT INTO entries (table_id, seq, at, body) VALUES ('a', 2, 100, '{}')")
        other.commit()
        assert store.prune(0, 99, 9) == []
    assert store.heads(["a"]) == {"a": 2}


def test_an_append_that_waited_for_a_table_to_be_cleared_away(
    on_postgres: tuple[Store, str],
) -> None:
    store, url = on_postgres
    store.append([opening("a"), opening("b")])
    with ThreadPoolExecutor() as threads, psycopg.connect(url) as other:
        other.execute("DELETE FROM tables WHERE id = 'a'")
        future = threads.submit(store.append, [plain("a", 2), plain("b", 2)])
        _wait_until_blocked(other)
        other.commit()
        assert future.result(timeout=60) == [Outcome.GONE, COMMITTED]


@pytest.fixture
def on_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    store.migrate()
    yield store
    store.close()


def _pages(store: Store, most: int) -> None:
    with store._database.writing.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")


def _grow(table: str, seq: int) -> Append:
    return plain(table, seq, body="x" * 50_000)


def test_a_full_disk_takes_nothing_and_is_left_as_it_was(on_sqlite: Store) -> None:
    store = on_sqlite
    store.append([opening("a"), opening("b"), opening("c")])
    _pages(store, 40)
    full = [timing("a", 2, 9), _grow("b", 2), _grow("c", 2), opening("d")]
    for _ in range(2):
        with pytest.raises(StorageFull, match="no room"):
            store.append(full)
        assert store.heads("abcd") == {"a": 1, "b": 1, "c": 1}
        assert (store.timer("a"), store.heading("d")) == (None, None)
    assert store.append([plain("a", 2)]) == [COMMITTED]  # a small one still fits
    _pages(store, 1_000_000)
    assert store.append(full) == [SEQ_TAKEN, COMMITTED, COMMITTED, COMMITTED]


def test_locked_file_raises_storage_away(on_sqlite: Store, tmp_path: Path) -> None:
    on_sqlite.append([opening("a")])
    other = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    with other._database.writing.begin():
        for call in (lambda: on_sqlite.append([plain("a", 2)]), lambda: on_sqlite.pulse("w", 1)):
            with pytest.raises(StorageAway, match="another process"):
                call()
        assert on_sqlite.heads("a") == {"a": 1}
    assert on_sqlite.append([plain("a", 2)]) == [COMMITTED]
    other.close()


def test_file_that_is_no_database_raises_storage_away(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_text("cups and dice " * 999)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    for call in (store.ready, store.migrate):
        with pytest.raises(StorageAway, match="not a database"):
            call()
    store.close()
