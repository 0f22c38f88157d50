"""``perudo audit``: intact logs pass, and any change is found."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from testkit.changed_server import unhurried_server
from testkit.commands import Run
from testkit.serving import Guest, Serving

Event = dict[str, Any]


class Logs(NamedTuple):
    """The tables of a database, by their state."""

    file: Path
    lobby: str
    running: str
    over: str


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with unhurried_server(tmp_path_factory.mktemp("audited")) as serving:
        yield serving


@pytest.fixture(scope="module")
def played(server: Serving) -> Logs:
    ann, bob = Guest(server.url), Guest(server.url)
    ids = []
    for kind in ("lobby", "running", "over"):
        opened = ann.open(
            name="Ann",
            seats=2,
            dice=2,
            pause_ms=0,
            turn_seconds=86_400,
            key=kind,
            pledge=ann.new_pledge(),
        )
        table = opened["table"]
        bob.ask(table, "sit", name="Bob", key=kind)
        ids.append(table)
        if kind != "lobby":
            ann.ask(table, "start", toucan=0)
            ann.give_link(table)
            ann.act(table, {"bid": [1, 3]})
            bob.act(table, {"bid": [2, 3]})
        if kind == "over":
            while (seen := ann.look(table))["winner"] is None:
                if seen["gathering"] is not None:
                    ann.give_link(table)
                    continue
                mover = (ann, bob)[seen["game"]["turn"]]
                mover.act(table, {"call": "dudo"} if seen["game"]["bids"] else None)
    return Logs(Path(server.database.removeprefix("sqlite:///")), *ids)


@pytest.fixture
def logs(played: Logs, tmp_path: Path) -> Logs:
    """A copy for each test to damage."""
    copy = tmp_path / "tables.db"
    with sqlite3.connect(played.file) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    return played._replace(file=copy)


def audit(run: Run, logs: Logs, *words: str) -> tuple[int, str]:
    result = run("audit", "--database", f"sqlite:///{logs.file}", *words)
    assert result.err == ""
    return result.status, result.out


def execute(logs: Logs, statement: str, *values: object) -> None:
    with sqlite3.connect(logs.file) as connection:
        assert connection.execute(statement, values).rowcount == 1
    connection.close()


Edit = Callable[[Event], Event | None]


def edit_event(logs: Logs, table: str, kind: str, edit: Edit, which: int = 0) -> None:
    """Rewrite one event of a log in place; an edit that returns None removes it."""
    with sqlite3.connect(logs.file) as connection:
        rows = connection.execute(
            "SELECT seq, body FROM entries WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    connection.close()
    found = [
        (seq, place)
        for seq, body in rows
        for place, event in enumerate(json.loads(body)["events"])
        if event["event"] == kind
    ]
    seq, place = found[which]
    entry = json.loads(next(body for number, body in rows if number == seq))
    events = entry["events"]
    edited = edit(events[place])
    events[place : place + 1] = [] if edited is None else [edited]
    where = "WHERE table_id = ? AND seq = ?"
    execute(logs, f"UPDATE entries SET body = ? {where}", json.dumps(entry), table, seq)  # noqa: S608


def faults_in(run: Run, logs: Logs, table: str) -> set[str]:
    """The faults of the one table that was changed; no other has any."""
    status, out = audit(run, logs)
    assert status == 1, out
    lines = out.splitlines()
    assert lines[-1].startswith("Tables: 3. Faults: ")
    assert {line.split(": ")[0] for line in lines[:-1]} == {table}
    return {line.split(": ")[1] for line in lines[:-1]}


def other_die(event: Event) -> Event:
    """The changed cup is well-formed: only its secret shows that it is wrong."""
    first, *rest = event["cups"][0]
    return {**event, "cups": [sorted([first % 6 + 1, *rest]), *event["cups"][1:]]}


def test_untouched_logs_pass(run: Run, logs: Logs) -> None:
    assert audit(run, logs) == (0, "Tables: 3. All logs are in order.\n")
    assert audit(run, logs, "--json") == (0, '{"tables": 3, "wrong": 0}\n')


def test_a_server_shows_what_its_logs_say(run: Run, played: Logs, server: Serving) -> None:
    assert audit(run, played, "--server", server.url)[0] == 0


def test_a_server_that_shows_something_else_is_found(run: Run, logs: Logs, server: Serving) -> None:
    edit_event(logs, logs.lobby, "sat", lambda e: {**e, "name": "Eve"})
    status, out = audit(run, logs, "--server", server.url)
    assert status == 1
    assert f"{logs.lobby}: server: " in out


@pytest.mark.parametrize("which", ["running", "over"])
def test_a_changed_die_is_found(run: Run, logs: Logs, which: str) -> None:
    table = getattr(logs, which)
    edit_event(logs, table, "dealt", other_die)
    assert faults_in(run, logs, table) & {"dice", "rules"}


@pytest.mark.parametrize("seq", [2, 4])
def test_a_missing_entry_is_found(run: Run, logs: Logs, seq: int) -> None:
    execute(logs, "DELETE FROM entries WHERE table_id = ? AND seq = ?", logs.over, seq)
    assert faults_in(run, logs, logs.over) == {"sequence"}


@pytest.mark.parametrize("which", ["lobby", "running", "over"])
def test_a_missing_last_entry_is_found(run: Run, logs: Logs, which: str) -> None:
    table = getattr(logs, which)
    last = "(SELECT max(seq) FROM entries WHERE table_id = ?)"
    execute(logs, f"DELETE FROM entries WHERE table_id = ? AND seq = {last}", table, table)  # noqa: S608
    assert faults_in(run, logs, table) & {"timer", "heading"}


def test_missing_logs_are_found(run: Run, logs: Logs) -> None:
    with sqlite3.connect(logs.file) as connection:
        connection.execute("DELETE FROM entries WHERE table_id = ?", (logs.lobby,))
    connection.close()
    assert faults_in(run, logs, logs.lobby)


def test_changed_missing_and_extra_timers_are_found(run: Run, logs: Logs) -> None:
    execute(logs, "UPDATE timers SET due_at = due_at + 1 WHERE table_id = ?", logs.running)
    assert faults_in(run, logs, logs.running) == {"timer"}
    execute(logs, "DELETE FROM timers WHERE table_id = ?", logs.running)
    assert faults_in(run, logs, logs.running) == {"timer"}
    execute(logs, "INSERT INTO timers VALUES (?, 1)", logs.over)
    status, out = audit(run, logs)
    assert status == 1
    assert f"{logs.over}: timer: " in out


def test_a_changed_heading_is_found(run: Run, logs: Logs) -> None:
    execute(logs, "UPDATE tables SET listed = 1 WHERE id = ?", logs.lobby)
    assert faults_in(run, logs, logs.lobby) == {"heading"}


SPOILT: dict[str, tuple[str, Edit]] = {
    "a bid that the rules refuse": ("bid-made", lambda e: {**e, "bid": [1, 1]}),
    "another bid than was called": ("showdown", lambda e: {**e, "bid": [2, 4]}),
    "a bid of another seat": ("bid-made", lambda e: {**e, "seat": 1}),
    "a call by another seat": ("called", lambda e: {**e, "seat": 1 - e["seat"]}),
    "a count that is wrong": ("showdown", lambda e: {**e, "found": e["found"] + 1}),
    "another loser": ("die-lost", lambda e: {**e, "seat": 1 - e["seat"]}),
    "a die that was not lost": ("die-lost", lambda e: None),
    "another winner": ("match-won", lambda e: {**e, "seat": 1 - e["seat"]}),
    "a winner who is gone": ("match-won", lambda e: None),
    "another secret": ("revealed", lambda e: {**e, "secret": "00" * 32}),
    "a secret that is none": ("revealed", lambda e: {**e, "secret": "xyz"}),
    "another promise at the end": ("revealed", lambda e: {**e, "commitment": "00" * 32}),
    "another promise at the start": ("pledged", lambda e: {**e, "commitment": "00" * 32}),
    "other seeds in the proof": ("revealed", lambda e: {**e, "seeds": ["s-2", ""]}),
    "other seeds in the dice": ("shaken", lambda e: {**e, "seeds": ["s-2", ""]}),
    "another link": ("link-given", lambda e: {**e, "link": "00" * 32}),
    "a link that was never given": ("link-given", lambda e: None),
    "other pledges": ("gathering", lambda e: {**e, "pledges": ["00" * 32, ""]}),
    "a bot's pledge": ("gathering", lambda e: {**e, "pledges": [e["pledges"][0], "00" * 32]}),
    "no proof": ("revealed", lambda e: None),
    "an event that is none": ("dealt", lambda e: {"event": "earthquake"}),
    "an event without its fields": ("sat", lambda e: {"event": "sat"}),
    "a seat that is none": ("sat", lambda e: {**e, "seat": 7}),
    "a table opened twice": ("sat", lambda e: {"event": "opened"}),
}


@pytest.mark.parametrize(("kind", "edit"), SPOILT.values(), ids=SPOILT)
def test_any_change_is_found(run: Run, logs: Logs, kind: str, edit: Edit) -> None:
    edit_event(logs, logs.over, kind, edit)
    assert faults_in(run, logs, logs.over)


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "[1]", "{}"])
def test_an_unreadable_entry_is_found(run: Run, logs: Logs, body: str) -> None:
    where = "WHERE table_id = ? AND seq = 3"
    execute(logs, f"UPDATE entries SET body = ? {where}", body, logs.over)  # noqa: S608
    assert faults_in(run, logs, logs.over)


def test_faults_are_counted_for_programs(run: Run, logs: Logs) -> None:
    execute(logs, "DELETE FROM timers WHERE table_id = ?", logs.running)
    assert audit(run, logs, "--json") == (1, '{"tables": 3, "wrong": 1}\n')


def test_a_file_that_is_not_a_database(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("nonsense", "mysql://h/n", ""):
        result = run("audit", "--database", url)
        assert result.status == 2
        assert "sqlite:///" in result.err
    (tmp_path / "text.db").write_text("no database at all, " * 100)
    result = run("audit", "--database", f"sqlite:///{tmp_path}/text.db")
    assert (result.status, result.out) == (2, "")
    assert "database" in result.err


def test_a_missing_database_is_not_created(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "missing.db"
    result = run("audit", "--database", f"sqlite:///{file}")
    assert (result.status, result.out) == (2, "")
    assert str(file) in result.err
    assert not file.exists()


def test_an_invalid_setting_is_named(run: Run, logs: Logs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERUDO_PORT", "http")
    result = run("audit", "--database", f"sqlite:///{logs.file}")
    assert result.status in (0, 2)
    assert result.status == 0 or "PERUDO_PORT" in result.err


@pytest.mark.parametrize("server_url", ["nonsense", "file:///etc/passwd", "http://127.0.0.1:1"])
def test_an_unreachable_server(run: Run, logs: Logs, server_url: str) -> None:
    result = run("audit", "--database", f"sqlite:///{logs.file}", "--server", server_url)
    assert result.status == 2
    assert "http" in result.err


def test_it_changes_nothing(run: Run, logs: Logs, tmp_path: Path) -> None:
    before = tmp_path / "before.db"
    shutil.copy(logs.file, before)
    audit(run, logs)
    for file in (before, logs.file):
        with sqlite3.connect(file) as connection:
            dump = "\n".join(connection.iterdump())
        connection.close()
        if file == before:
            first = dump
    assert dump == first
