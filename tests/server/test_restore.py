"""A restore makes everything learned since the backup useless, and is never half done."""

import json
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from sqlalchemy import event

from perudo.server import plays
from perudo.server.admin import restore as restoring
from perudo.server.headings import heading_of
from perudo.server.storage import Append, IsBackup, Store
from perudo.server.tables import stored_entry
from perudo.table.live.commands import Sit
from perudo.table.live.decide import open_table
from perudo.table.live.outside import SystemOutside
from perudo.table.live.settings import Settings
from testkit.commands import Run
from testkit.server.appends import opening, plain
from testkit.server.backups import (
    add_tables_in_play,
    audit_findings,
    back_up,
    cups,
    events_in,
    events_of,
    put_back,
    rows,
    run_json,
    secrets,
)
from testkit.server.operators import eventually
from testkit.server.seated import Sitting
from testkit.services import Postgres
from testkit.serving import Guest, Serving


@pytest.fixture
def other_url(store_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    if store_url.startswith("sqlite"):
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.new_database()
    return f"sqlite:///{tmp_path / 'other' / 'tables.db'}"


def test_secrets_learned_after_the_backup_are_useless(
    run: Run, serving: Serving, store_url: str, file: Path
) -> None:
    """The attack: play on until the dice and the pledged secret are known, then go back."""
    with Sitting(serving, 6, dice=2) as sitting:
        tokens = [guest.token for guest in sitting.people]
        sitting.bid()
        back_up(run, store_url, file)
        old = events_in(file, sitting.table)
        sitting.mover.act(sitting.table, {"call": "dudo"})  # every cup is up, the secret is out
        known = secrets(events_of(store_url, sitting.table))
        assert secrets(old) < known
        serving.stop()
        told = put_back(run, store_url, file, "--replace")
        assert (told["tables"], told["renewed"], told["dealt_again"]) == (1, 1, 1)
        restored = events_of(store_url, sitting.table)
        assert restored[: len(old)] == old
        serving.start()
        sitting.people[:] = [Guest(serving.url, token) for token in tokens]
        ann = sitting.people[0]
        for guest in sitting.people:  # else the table waits for their devices to come back
            guest.post(f"/api/tables/{sitting.table}/ready")
        eventually(lambda: ann.look(sitting.table)["game"]["phase"] == "bidding", 60)
        assert [p.look(sitting.table)["seat"] for p in sitting.people] == [0, 1, 2, 3, 4, 5]
        assert ann.look(sitting.table)["game"]["bids"] == []
        over = sitting.play_to_the_end()
        assert over["winner"] is not None
        events = events_of(store_url, sitting.table)
        later = events[len(old) :]
        assert not secrets(later) & known
        dealt = cups(events)
        assert dealt[1] != dealt[0]
        proofs = [e["secret"] for e in later if e["event"] == "revealed"]
        assert proofs
        assert not set(proofs) & known
        assert audit_findings(store_url) == []
        for form in ("text", "jsonl"):
            answer = ann.client.get(f"/api/tables/{sitting.table}/record", params={"form": form})
            record = file.with_suffix(f".{form}")
            record.write_text(answer.text)
            assert "redealt" in answer.text
            checked = run("verify", str(record))
            assert checked.status == 0, checked.out + checked.err


def test_a_backup_goes_into_the_other_kind_of_database_and_back(
    run: Run, serving: Serving, store_url: str, other_url: str, file: Path
) -> None:
    with Sitting(serving) as sitting, Sitting(serving, started=False) as lobby:
        sitting.bid()
        back_up(run, store_url, file)
        told = put_back(run, other_url, file)
        assert (told["tables"], told["dealt_again"], told["unreadable"]) == (2, 1, [])
        before, after = rows(store_url), rows(other_url)
        assert set(before) == set(after)
        assert before["key"] == after["key"]
        for table in (sitting.table, lobby.table):
            old, new = before[table][0], after[table][0]
            assert new[: len(old)] == old
            assert len(new) == len(old) + 1
        assert audit_findings(other_url) == []
        back = file.with_suffix(".back")
        back_up(run, other_url, back)
        serving.stop()
        put_back(run, store_url, back, "--replace")
        assert audit_findings(store_url) == []
        assert len(rows(store_url)[lobby.table][0]) == len(before[lobby.table][0]) + 2
        with Serving(other_url) as elsewhere:
            ann = Guest(elsewhere.url, sitting.people[0].token)
            assert ann.look(sitting.table)["seat"] == 0


def test_restore_is_refused_while_a_server_runs(
    run: Run, serving: Serving, store_url: str, file: Path
) -> None:
    with Sitting(serving) as sitting:
        back_up(run, store_url, file)
        before = rows(store_url)
        for words in ((), ("--replace",)):
            result = run("restore", str(file), "--database", store_url, *words)
            assert (result.status, result.out) == (2, "")
            assert "server is running" in result.err
        assert rows(store_url) == before
        serving.pause()  # it beats no more, but would go on with what it remembers
        try:
            result = run("restore", str(file), "--database", store_url, "--replace")
            assert "server is running" in result.err
        finally:
            serving.resume()
        assert sitting.bid()


def test_existing_tables_are_replaced_only_when_asked(
    run: Run, store: Store, store_url: str, file: Path, tmp_path: Path
) -> None:
    store.append([opening("a", 5)])
    back_up(run, store_url, file)
    store.append([opening("b", 6)])
    before = rows(store_url)
    store.close()
    result = run("restore", str(file), "--database", store_url)
    assert (result.status, result.out) == (2, "")
    assert "--replace" in result.err
    assert rows(store_url) == before


class _Crash(Exception):
    pass


@pytest.mark.parametrize("step", ["copy_file", "renew", "unmark", "take_over"])
def test_a_crash_in_the_middle_leaves_the_old_database(
    run: Run,
    store: Store,
    store_url: str,
    file: Path,
    step: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_tables_in_play(store, "0123456789ab")
    back_up(run, store_url, file)
    add_tables_in_play(store, "0123456789ac")
    store.close()
    before = rows(store_url)

    def crash(*_: object) -> None:
        raise _Crash

    if step == "take_over":
        monkeypatch.setattr(Path, "replace", crash)
        monkeypatch.setattr("psycopg.Connection.commit", crash)
    else:
        monkeypatch.setattr(restoring, step, crash)
    with pytest.raises(_Crash):
        restoring.restore(file, store_url, True, lambda: lambda _, __: None)
    monkeypatch.undo()
    assert rows(store_url) == before
    store.migrate()  # as a server does when it starts
    store.close()
    assert put_back(run, store_url, file, "--replace")["dealt_again"] == 1


def test_copy_in_preparation_is_never_served(
    run: Run, store: Store, store_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the restore was killed, and its unfinished file put where the database was."""
    store.append([opening("a", 5)])
    back_up(run, store_url, file)
    with closing(sqlite3.connect(file)) as plain_copy, plain_copy:
        plain_copy.execute("DELETE FROM settings WHERE name = 'backup'")
    store.close()
    staged: list[bool] = []

    def look(aside: Store, *_: object) -> None:
        with pytest.raises(IsBackup):
            aside.migrate()
        staged.append(True)
        raise _Crash

    monkeypatch.setattr(restoring, "renew", look)
    with pytest.raises(_Crash):
        restoring.restore(file, store_url, True, lambda: lambda _, __: None)
    assert staged


def asking_and_ending(url: str) -> tuple[Store, Store]:
    """Return two programs that use a database; the second has asked it something, so is listed."""
    asking, ending = Store(url), Store(url)
    ending.migrate()
    ending.last_pulse()
    return asking, ending


def test_program_that_is_just_ending_is_waited_for(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, ending = asking_and_ending(postgres.new_database())
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        ending.close()

    with monkeypatch.context() as patched:
        patched.setattr("perudo.server.storage.postgres.time.sleep", sleep)
        assert asking.others() == 0
    assert waited
    asking.close()


LISTED = """SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'perudo'"""


def test_a_program_that_is_held_up_looks_once_more_who_else_is_there(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would refuse because of a program that ended while it was held up itself."""
    url = postgres.new_database()
    asking, ending = asking_and_ending(url)
    now = 0.0

    def held_up(*_: object) -> None:
        nonlocal now
        now += 60

    def sleep(_seconds: float) -> None:
        ending.close()
        with psycopg.connect(url, autocommit=True) as looking:
            while looking.execute(LISTED).fetchone() != (1,):  # only the one that asks
                pass

    event.listen(asking._database.reading, "after_cursor_execute", held_up)
    with monkeypatch.context() as patched:
        held = SimpleNamespace(monotonic=lambda: now, sleep=sleep)
        patched.setattr("perudo.server.storage.postgres.time", held)
        assert asking.others() == 0
    asking.close()


def test_file_that_is_no_backup_is_refused(run: Run, tmp_path: Path, file: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    file.write_text("no backup at all, " * 300)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    for name in (str(file), str(other), str(tmp_path / "missing"), str(tmp_path), ""):
        result = run("restore", name, "--database", url)
        assert (result.status, result.out) == (2, "")
        assert len(result.err.splitlines()) == 1
    assert not (tmp_path / "tables.db").exists()


def test_a_damaged_backup_is_found_before_anything_happens(
    run: Run, tmp_path: Path, file: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    store = Store(url)
    store.migrate()
    store.append([opening("a", 5)])
    for seq in range(2, 30):
        store.append([plain("a", seq, at=6, body=f'["{"x" * 4000}"]')])
    store.close()
    back_up(run, url, file)
    content = bytearray(file.read_bytes())
    for place in range(8192, len(content) - 4096, 4096):
        content[place : place + 64] = os.urandom(64)
    file.write_bytes(content)
    before = rows(url)
    result = run("restore", str(file), "--database", url, "--replace")
    assert (result.status, result.out) == (2, "")
    assert rows(url) == before


def test_a_damaged_database_can_be_replaced(run: Run, tmp_path: Path, file: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    store = Store(url)
    store.migrate()
    store.close()
    back_up(run, url, file)
    (tmp_path / "tables.db").write_text("it was a database, " * 500)
    result = run("restore", str(file), "--database", url)
    assert result.status == 2
    assert "--replace" in result.err
    assert put_back(run, url, file, "--replace")["tables"] == 0
    assert stat.S_IMODE((tmp_path / "tables.db").stat().st_mode) == 0o600


def test_newer_backup_is_refused(run: Run, store: Store, store_url: str, file: Path) -> None:
    store.append([opening("a", 5)])
    back_up(run, store_url, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = rows(store_url)
    store.close()
    result = run("restore", str(file), "--database", store_url, "--replace")
    assert (result.status, result.out) == (2, "")
    assert "newer" in result.err
    assert rows(store_url) == before


def test_a_table_that_cannot_be_read_is_left_and_named(
    run: Run, store: Store, store_url: str, file: Path
) -> None:
    good, spoilt = "0123456789ab", "0123456789ac"
    add_tables_in_play(store, good, spoilt)
    back_up(run, store_url, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "UPDATE entries SET body = '[{}]' WHERE table_id = ? AND seq = 2", (spoilt,)
        )
    old = secrets(events_of(store_url, good))
    store.close()
    result = run("restore", str(file), "--database", store_url, "--replace", "--json")
    assert result.status == 1
    told = json.loads(result.out)
    assert (told["unreadable"], told["renewed"], told["dealt_again"]) == ([spoilt], 1, 1)
    assert secrets(events_of(store_url, good)) > old


def test_tables_that_wait_get_new_secrets_too(
    run: Run, store: Store, store_url: str, file: Path
) -> None:
    """The secret of their first round is pledged already."""
    table = "0123456789ab"
    opened = open_table(table, "CODE22", Settings(), "ann", Sit("Ann"), SystemOutside(store.now))
    entry = stored_entry(opened, None, "")
    store.append(
        [Append(entry, None, True, heading_of(opened.table), plays.changed(None, opened.table))]
    )
    back_up(run, store_url, file)
    store.close()
    told = put_back(run, store_url, file, "--replace")
    assert (told["renewed"], told["dealt_again"]) == (1, 0)
    first, second = (e for e in events_of(store_url, table) if e["event"] == "pledged")
    assert first["round"] == second["round"] == 1
    assert first["secret"] != second["secret"]
    assert audit_findings(store_url) == []


def test_a_dump_that_was_put_back_by_other_means_can_be_renewed(
    run: Run, store: Store, store_url: str
) -> None:
    table = "0123456789ab"
    add_tables_in_play(store, table)
    old = secrets(events_of(store_url, table))
    store.close()
    told = run_json(run, "admin", "renew", "--database", store_url)
    assert (told["renewed"], told["dealt_again"]) == (1, 1)
    assert secrets(events_of(store_url, table)) > old
    assert audit_findings(store_url) == []
