"""The store of live tables, on SQLite and on PostgreSQL."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from perudo.server.storage import Append, Outcome, StorageAway, Store, StoredEntry
from perudo.server.storage.schema import metadata
from testkit.server.appends import heading, opening, plain, timing
from testkit.services import Postgres

COMMITTED, SEQ_TAKEN, KEY_TAKEN = Outcome.COMMITTED, Outcome.SEQ_TAKEN, Outcome.KEY_TAKEN
CODE_TAKEN, GONE = Outcome.CODE_TAKEN, Outcome.GONE


def test_a_table_is_opened_and_read_back_whole(store: Store) -> None:
    odd = '{"name":"Zoë \\u0000 🎲","quote":"\'\\"%s"}'
    assert store.append([opening("a", 5)]) == [COMMITTED]
    second = Append(StoredEntry("a", 2, 6, "key", "digest", odd), None, False, None)
    assert store.append([second]) == [COMMITTED]
    first = StoredEntry("a", 1, 5, None, None, '{"opened":true}')
    assert store.entries("a") == [first, second.entry]
    assert store.entries("a", after=1) == [second.entry]
    assert store.entries("a", after=2) == []
    assert store.entries("b") == []
    assert store.heading("a") == (heading("code-a"), 5)
    assert store.heading("b") is None
    assert store.table_with_code("code-a") == "a"
    assert store.table_with_code("code-b") is None


def test_the_database_may_be_opened_again(store_url: str, store: Store) -> None:
    store.append([opening("a")])
    store.close()
    again = Store(store_url)
    again.migrate()
    assert len(again.entries("a")) == 1
    again.close()


def test_each_append_of_a_batch_has_its_own_outcome(store: Store) -> None:
    tables = "abcde"
    assert store.append([opening(table, due=50) for table in tables]) == [COMMITTED] * 5
    assert store.append([plain(table, 2, key="k") for table in tables]) == [COMMITTED] * 5
    before = {table: (store.entries(table), store.heading(table)) for table in tables}

    def changing(append: Append) -> Append:
        new = append.heading or heading("x", over=True, summary="no")
        return append._replace(due=99, due_changed=True, heading=new)

    batch = [
        opening("z", head=heading("code-a")),
        plain("e", 3),
        plain("y", 2),
        plain("b", 3, key="k"),
        plain("a", 2, key="new"),
        plain("c", 2, key="k"),
        opening("d"),
        opening("f"),
    ]
    assert store.append([changing(append) for append in batch]) == [
        *(CODE_TAKEN, COMMITTED, GONE, KEY_TAKEN, SEQ_TAKEN, KEY_TAKEN, SEQ_TAKEN, COMMITTED)
    ]
    for table in "abcd":
        assert (store.entries(table), store.heading(table)) == before[table]
        assert store.timer(table) == 50
    assert store.heads("abcdefyz") == {"a": 2, "b": 2, "c": 2, "d": 2, "e": 3, "f": 1}
    assert (store.timer("e"), store.timer("f")) == (99, 99)
    assert store.heading("e") == (heading("code-e", over=True, summary="no"), 1)
    for table in "yz":
        assert store.heading(table) is None
        assert store.timer(table) is None


def test_the_same_key_may_be_used_at_another_table_and_none_many_times(store: Store) -> None:
    store.append([opening("a"), opening("b")])
    assert store.append([plain("a", 2, key="k"), plain("b", 2, key="k")]) == [COMMITTED] * 2
    assert store.append([plain("a", 3)]) == [COMMITTED]
    assert store.append([plain("a", 4)]) == [COMMITTED]


def test_a_batch_has_at_most_one_append_for_each_table(store: Store) -> None:
    store.append([opening("a")])
    with pytest.raises(AssertionError):
        store.append([plain("a", 2), plain("a", 3)])
    with pytest.raises(AssertionError):
        store.append([plain("b", 1)])
    assert store.heads("ab") == {"a": 1}
    assert store.append([]) == []


def test_a_large_batch_is_committed(store: Store) -> None:
    tables = [f"{number:012}" for number in range(300)]
    assert store.append([opening(table) for table in tables]) == [COMMITTED] * 300
    batch = [plain(table, 2 - number % 2, body="x" * 999) for number, table in enumerate(tables)]
    batch = [item._replace(heading=heading("-")) for item in batch]
    assert store.append(batch) == [COMMITTED, SEQ_TAKEN] * 150
    assert store.heads(tables) == {name: 2 - n % 2 for n, name in enumerate(tables)}
    assert list(store.all_tables()) == tables


def test_all_tables_goes_on_past_a_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perudo.server.storage.store.PAGE", 2)
    assert list(store.all_tables()) == []
    store.append([opening(table) for table in "cabd"])
    assert list(store.all_tables()) == ["a", "b", "c", "d"]
    assert store.heads("abcdx") == dict.fromkeys("abcd", 1)


def test_the_list_shows_the_latest_touched_first(store: Store) -> None:
    hidden = heading("hidden", listed=False)
    store.append([opening("a", 1), opening("b", 2), opening("c", 3), opening("d", 4, head=hidden)])
    assert [(table, at) for table, _, at in store.listed(9)] == [("c", 3), ("b", 2), ("a", 1)]
    touched = heading("code-a", summary='{"seats":2}')
    store.append([plain("a", 2, at=9)._replace(heading=touched), plain("b", 2, at=9)])
    assert store.listed(2) == [("a", touched, 9), ("c", heading("code-c"), 3)]
    store.append([plain("a", 3, at=9)._replace(heading=touched._replace(listed=False))])
    assert [table for table, _, _ in store.listed(9)] == ["c", "b"]


def test_due_timers_come_earliest_first(store: Store) -> None:
    store.append([opening("a", due=30), opening("b", due=10), opening("c", due=20), opening("d")])
    assert store.due(20, 9) == [("b", 10), ("c", 20)]
    assert store.due(99, 1) == [("b", 10)]
    assert store.due(9, 9) == []
    assert sorted(store.timed()) == ["a", "b", "c"]
    store.append([timing("a", 2, 5), timing("b", 2, None), plain("c", 2), timing("d", 2, None)])
    assert store.due(99, 9) == [("a", 5), ("c", 20)]
    assert [store.timer(table) for table in "abcd"] == [5, None, 20, None]


def test_the_last_pulse_is_the_latest_of_all_workers(store: Store) -> None:
    assert store.last_pulse() is None
    for worker, at in (("one", 5), ("two", 9), ("one", 7)):
        store.pulse(worker, at)
    assert store.last_pulse() == 9
    store.pulse("two", 12)
    assert store.last_pulse() == 12


def test_the_clock_counts_milliseconds(store: Store) -> None:
    first, second = store.now(), store.now()
    assert 1_700_000_000_000 < first <= second < first + 60_000


def test_a_setting_is_made_once(store_url: str, store: Store) -> None:
    assert store.setting("key", lambda: "made") == "made"
    assert store.setting("key", lambda: pytest.fail("made twice")) == "made"

    def beaten() -> str:
        # Another process stores a value while this one is still making its own.
        other = Store(store_url)
        assert other.setting("late", lambda: "theirs") == "theirs"
        other.close()
        return "ours"

    assert store.setting("late", beaten) == "theirs"


def test_old_tables_are_cleared_away_and_those_being_played_are_not(store: Store) -> None:
    over = heading("over", over=True)
    late = heading("late", over=True)
    store.append([opening("idle", 10, due=70), opening("played", 10), opening("fresh", 60)])
    store.append([opening("over", 40, head=over), opening("late", 40, head=late)])
    store.append([plain("played", 2, at=55), plain("late", 2, at=90), plain("idle", 2, key="k")])
    assert sorted(store.prune(over_before=50, idle_before=30, limit=10)) == ["idle", "over"]
    assert list(store.all_tables()) == ["fresh", "late", "played"]
    assert (store.entries("idle"), store.timer("idle")) == ([], None)
    assert store.append([plain("idle", 3)]) == [GONE]
    assert len(store.entries("played")) == 2
    assert store.prune(over_before=50, idle_before=30, limit=10) == []
    assert store.prune(over_before=95, idle_before=57, limit=10) == ["played", "late"]
    assert list(store.all_tables()) == ["fresh"]


def test_clearing_away_has_a_limit_and_is_not_held_up_by_tables_being_played(store: Store) -> None:
    for number in range(4):
        store.append([opening(f"played{number}", 1), opening(f"idle{number}", 2 + number)])
        store.append([plain(f"played{number}", 2, at=99)])
    assert store.prune(0, 50, limit=3) == ["idle0", "idle1", "idle2"]
    assert store.prune(0, 50, limit=3) == ["idle3"]
    assert store.prune(0, 50, limit=3) == []
    assert list(store.all_tables()) == [f"played{number}" for number in range(4)]


def test_the_migration_makes_the_schema_of_the_code(store_url: str, store: Store) -> None:
    engine = create_engine(store_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_is_ready_once_it_has_its_schema(store_url: str) -> None:
    store = Store(store_url)
    with pytest.raises(Exception, match="settings"):  # it is there but has no schema yet
        store.ready()
    store.migrate()
    store.ready()
    store.close()


def test_readers_do_not_wait_for_one_who_writes(store: Store) -> None:
    store.append([opening("a")])
    with ThreadPoolExecutor() as threads, store._database.writing.begin() as writing:
        writing.exec_driver_sql("UPDATE entries SET body = 'new'")
        assert threads.submit(store.entries, "a").result(timeout=5)[0].body != "new"


def test_the_file_and_a_new_folder_are_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tables.db"
    old = os.umask(0)
    try:
        store = Store(f"sqlite:///{path}")
        store.migrate()
        store.append([opening("a")])
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        assert modes == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm"), 0o600)
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        store.close()
    finally:
        os.umask(old)


@pytest.mark.parametrize("url", ["mysql://u:secret@h/d", "secret", "sqlite://", ""])
def test_an_address_we_do_not_know_says_what_would_work(url: str) -> None:
    with pytest.raises(ValueError, match="sqlite:///") as refused:
        Store(url)
    assert "secret" not in str(refused.value)


def test_a_file_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageAway, match=r"tables\.db"):
        Store(f"sqlite:///{tmp_path / 'file' / 'tables.db'}")


def test_commits_are_durable(store: Store, request: pytest.FixtureRequest) -> None:
    """With these settings both databases promise that a commit is on the disk."""
    with store._database.writing.connect() as connection:

        def ask(question: str) -> object:
            return connection.exec_driver_sql(question).scalar()

        if store._database.writing.dialect.name == "sqlite":
            assert ask("PRAGMA synchronous") == 2
            assert ask("PRAGMA journal_mode") == "wal"
            assert ask("PRAGMA foreign_keys") == 1
        else:
            server: Postgres = request.getfixturevalue("postgres")
            assert server.running()
            assert ask("SHOW synchronous_commit") == "on"
            assert ask("SHOW fsync") == "on"
