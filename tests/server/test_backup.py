"""Backups are complete and private, and can be taken while people play."""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from perudo.server.storage import IsBackup, Store
from testkit.commands import Run
from testkit.server.appends import opening, plain
from testkit.server.backups import (
    audit_findings,
    back_up,
    rows,
    run_json,
)
from testkit.server.seated import Sitting
from testkit.serving import Serving


def test_a_backup_has_all_there_is(run: Run, serving: Serving, store_url: str, file: Path) -> None:
    with Sitting(serving) as sitting:
        sitting.bid()
        told = back_up(run, store_url, file)
    assert told["tables"] == 1
    assert told["size"] == file.stat().st_size
    assert rows(f"sqlite:///{file}") == rows(store_url)
    assert audit_findings(f"sqlite:///{file}") == []
    assert [path.name for path in file.parent.iterdir() if path.is_file()] == [file.name]


def test_backup_is_private_from_its_first_byte(
    run: Run, store: Store, store_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.append([opening("a", 5)])
    seen = []
    copy_out = Store.copy_out

    def watched(self: Store, to: Path, progress: Callable[[int, int], None]) -> None:
        seen.append(stat.S_IMODE(to.stat().st_mode))
        copy_out(self, to, progress)
        seen.append(stat.S_IMODE(to.stat().st_mode))

    monkeypatch.setattr(Store, "copy_out", watched)
    before = os.umask(0)
    try:
        back_up(run, store_url, file)
    finally:
        os.umask(before)
    assert seen == [0o600, 0o600]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_existing_file_is_overwritten_only_when_asked(
    run: Run, store: Store, store_url: str, file: Path
) -> None:
    store.append([opening("a", 5)])
    file.write_text("precious")
    result = run("backup", str(file), "--database", store_url)
    assert (result.status, result.out) == (2, "")
    assert str(file) in result.err
    assert "--overwrite" in result.err
    assert file.read_text() == "precious"
    assert run_json(run, "backup", str(file), "--database", store_url, "--overwrite")["tables"] == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_backup_under_load_has_every_action_that_was_answered(
    run: Run, serving: Serving, store_url: str, file: Path
) -> None:
    """It is the log at one moment: if it has an action, it has all before it."""
    with Sitting(serving) as sitting:
        ann, table = sitting.people[0], sitting.table
        answered: list[int] = []
        enough, stop = threading.Event(), threading.Event()

        def talk() -> None:
            while not stop.is_set():
                answered.append(ann.ask(table, "chat", text=f"line {len(answered)}")["version"])
                if len(answered) >= 20:
                    enough.set()

        talking = threading.Thread(target=talk)
        talking.start()
        try:
            assert enough.wait(60)
            known = answered[-1]
            back_up(run, store_url, file)
        finally:
            stop.set()
            talking.join()
    with closing(sqlite3.connect(file)) as copy:
        found = [seq for (seq,) in copy.execute("SELECT seq FROM entries ORDER BY seq")]
    assert found == list(range(1, len(found) + 1))
    assert len(found) >= known
    assert audit_findings(f"sqlite:///{file}") == []


def test_a_large_database_is_copied_as_of_one_moment(
    run: Run, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes between the steps of the copy neither restart it nor get into it."""
    url = f"sqlite:///{tmp_path}/tables.db"
    store = Store(url)
    store.migrate()
    store.append([opening("a", 5)])
    for seq in range(2, 40):
        store.append([plain("a", seq, at=6, body=f'["{"x" * 4000}"]')])
    monkeypatch.setattr("perudo.server.storage.copies.PAGES_AT_ONCE", 4)
    steps = []

    def write(_self: object, done: int, total: int) -> None:
        steps.append((done, total))
        assert len(steps) < 1000, "it starts again whenever somebody writes"
        store.append([plain("a", 40 + len(steps), at=7)])

    monkeypatch.setattr("perudo.cli.progress.Bar.show", write)
    assert back_up(run, url, file)["entries"] == 39
    assert len(steps) > 5
    assert [done for done, _ in steps] == sorted({done for done, _ in steps})
    store.close()


@pytest.mark.parametrize("words", [("nowhere/x.backup",), (".",), ("",)])
def test_unwritable_file_is_reported(
    run: Run, tmp_path: Path, words: tuple[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("sqlite:///tables.db")
    store.migrate()
    store.close()
    result = run("backup", *words, "--database", "sqlite:///tables.db")
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1


def test_backup_of_a_missing_database_is_refused(run: Run, tmp_path: Path, file: Path) -> None:
    result = run("backup", str(file), "--database", f"sqlite:///{tmp_path}/none.db")
    assert (result.status, result.out) == (2, "")
    assert not file.exists()
    assert not (tmp_path / "none.db").exists()


def test_a_backup_is_not_served(run: Run, store: Store, store_url: str, file: Path) -> None:
    """A server must refuse a backup as its database: it would deal dice that are already known."""
    store.append([opening("a", 5)])
    back_up(run, store_url, file)
    copy = Store(f"sqlite:///{file}")
    with pytest.raises(IsBackup):
        copy.migrate()
    copy.close()
    result = run("serve", "--port", "0", "--database", f"sqlite:///{file}")
    assert (result.status, result.out) == (2, "")
    assert "perudo restore" in result.err
