"""``perudo admin`` beside a running server."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.commands import Result, Run
from testkit.server.operators import eventually, id_of
from testkit.serving import Follower, Guest, Serving

Json = dict[str, Any]
Admin = Callable[..., Result]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    file = tmp_path_factory.mktemp("admin") / "tables.db"
    with Serving(f"sqlite:///{file}") as serving:
        yield serving


@pytest.fixture
def admin(run: Run, server: Serving) -> Admin:
    return lambda *words: run("admin", *words, "--database", server.database)


class Table:
    """Ann and Bob in the middle of a match; Bob has talked, and left and come back before it."""

    def __init__(self, server: Serving) -> None:
        self.ann, self.bob = Guest(server.url), Guest(server.url)
        opened = self.ann.open(name="Ann", seats=2, dice=1, pause_ms=0, turn_seconds=86_400)
        self.id, self.code = opened["table"], opened["code"]
        self.bob.ask(self.id, "sit", name="Robert")
        self.bob.ask(self.id, "stand")
        self.bob.ask(self.id, "sit", name="Bob", key="sit-down")
        self.bob.ask(self.id, "chat", text="my address is 1 Main Street", key="chat")
        self.ann.ask(self.id, "chat", text="hello Bob")
        self.ann.ask(self.id, "start", toucan=0)
        self.people = (self.ann, self.bob)

    def finish(self) -> None:
        while (seen := self.ann.look(self.id))["winner"] is None:
            mover = self.people[seen["game"]["turn"]]
            mover.act(self.id, {"call": "dudo"} if seen["game"]["bids"] else None)


@pytest.fixture
def table(server: Serving) -> Table:
    return Table(server)


def output_of(result: Result) -> str:
    assert (result.status, result.err) == (0, "")
    return result.out


def data(result: Result) -> Any:
    return json.loads(output_of(result))


def stored(server: Serving, *tables: str) -> str:
    """Everything the database holds about these tables, as text."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection:
        lines = [line for line in connection.iterdump() if line.startswith("INSERT")]
    return "\n".join(line for line in lines if any(table in line for table in tables))


@contextmanager
def suspended(server: Serving) -> Iterator[None]:
    """Suspend a server between two of its writes: in one it would keep the database locked."""
    process = psutil.Process(server.process.pid)
    file = server.database.removeprefix("sqlite:///")
    while True:
        server.pause()
        eventually(lambda: process.status() == psutil.STATUS_STOPPED)
        with closing(sqlite3.connect(file, timeout=0)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                break
            except sqlite3.OperationalError:
                server.resume()
    try:
        yield
    finally:
        server.resume()


def names_at(guest: Guest, table: str) -> list[str]:
    return [chair["name"] for chair in guest.look(table)["chairs"] if chair]


def check_audit(run: Run, server: Serving) -> None:
    result = run("audit", "--database", server.database, "--server", server.url)
    assert result.status == 0, result.out


# Tables


def test_tables_are_listed(admin: Admin, table: Table) -> None:
    found: list[Json] = data(admin("tables", "--json"))
    row = next(row for row in found if row["table"] == table.id)
    assert (row["code"], row["state"], row["names"]) == (table.code, "playing", ["Ann", "Bob"])
    assert (row["edition"], row["seats"]) == ("asmodee-2024", 2)
    assert row["version"] == table.ann.look(table.id)["version"]
    assert row["log_bytes"] > 500
    assert row["opened_at"] <= row["touched_at"]
    line = next(line for line in output_of(admin("tables")).splitlines() if table.id in line)
    for fact in (table.code, "playing", "2/2", "Ann, Bob"):
        assert fact in line
    assert len(data(admin("tables", "--limit", "1", "--json"))) == 1
    table.finish()
    found = data(admin("tables", "--limit", "0", "--json"))
    assert next(row for row in found if row["table"] == table.id)["state"] == "over"


def test_a_table_is_closed_under_a_running_server(
    admin: Admin, run: Run, server: Serving, table: Table
) -> None:
    follower = Follower(table.ann, table.id)
    assert table.id in output_of(admin("close", table.code.lower()))
    follower.until_event("closed")
    status, refusal = table.ann.refused(table.id, "chat", text="hi")
    assert (status, refusal["reason"]) == (410, "closed")
    assert table.ann.look(table.id)["closed"]
    result = admin("close", table.id)
    assert (result.status, result.out) == (2, "")
    assert table.id in result.err
    check_audit(run, server)


# Guests


def test_the_guests_of_a_table_are_shown(admin: Admin, table: Table) -> None:
    found: list[Json] = data(admin("guests", table.code, "--json"))
    assert [(row["name"], row["seat"], row["sits"], row["host"]) for row in found] == [
        ("Ann", 0, True, True),
        ("Robert", 1, False, False),
        ("Bob", 1, True, False),
    ]
    assert [row["guest"] for row in found] == [id_of(g) for g in (table.ann, table.bob, table.bob)]
    assert id_of(table.bob) in output_of(admin("guests", table.id))


def test_bans_are_listed(admin: Admin, table: Table) -> None:
    guest = id_of(table.bob)
    output_of(admin("ban", f"{guest}~3", "--for", "7", "--why", "spam"))
    output_of(admin("ban", "2001:DB8::1"))
    found = {ban["who"]: ban for ban in data(admin("bans", "--json"))}
    assert found[guest]["until"] - found[guest]["made_at"] == 7 * 24 * 60 * 60 * 1000
    assert found[guest]["why"] == "spam"
    assert found["2001:db8::1/128"]["until"] is None
    assert "spam" in output_of(admin("bans"))
    output_of(admin("ban", guest))  # again, and now for good
    assert {b["who"]: b["until"] for b in data(admin("bans", "--json"))}[guest] is None
    output_of(admin("unban", guest))
    output_of(admin("unban", "2001:db8::1"))
    assert guest not in output_of(admin("bans"))
    result = admin("unban", guest)
    assert (result.status, result.out) == (1, "")


def test_what_a_guest_wrote_is_erased(
    admin: Admin, run: Run, server: Serving, table: Table
) -> None:
    """From the log, from the memory of the server, from records; the game stays."""
    other = Guest(server.url, table.bob.token).open(name="Bobby", seats=2, key="mine")["table"]
    guest, follower = id_of(table.bob), Follower(table.ann, table.id)
    before = table.ann.look(table.id)
    out = output_of(admin("erase", guest))
    assert table.id in out
    assert other in out
    follower.until(lambda _: False)
    assert follower.ended, "whoever watches gets the picture anew"
    everything = stored(server, table.id, other)
    for trace in (guest, "Robert", '"Bob"', "Bobby", "Main Street", "sit-down"):
        assert trace not in everything
    assert "hello Bob" in everything, "what others wrote is theirs"
    seen = table.ann.look(table.id)
    assert [chair["name"] for chair in seen["chairs"]] == ["Ann", "Guest 2"]
    assert [line["text"] for line in seen["talk"]] == ["…", "hello Bob"]
    for same in ("version", "game", "match", "deadline", "pledge"):
        assert seen[same] == before[same]
    assert table.bob.look(table.id)["seat"] is None
    found: list[Json] = data(admin("guests", table.id, "--json"))
    assert [row["name"] for row in found] == ["Ann", "Guest 2"]
    check_audit(run, server)
    result = admin("erase", guest)
    assert (result.status, result.out) == (1, "")


def test_records_of_matches_that_are_over_lose_the_name_too(
    admin: Admin, run: Run, server: Serving, table: Table, tmp_path: Path
) -> None:
    table.finish()
    path = f"/api/tables/{table.id}/record"
    assert "Bob" in table.ann.client.get(path).text  # and from now on the server has it at hand
    output_of(admin("erase", id_of(table.bob)))
    # Until the server notices, which on a busy machine it may do after the command has ended.
    eventually(lambda: names_at(table.ann, table.id) == ["Ann", "Guest 2"])
    for form in ("text", "jsonl"):
        answer = table.ann.client.get(path, params={"form": form})
        assert "Guest 2" in answer.text
        assert "Bob" not in answer.text
        record = tmp_path / f"record.{form}"
        record.write_text(answer.text)
        assert run("verify", str(record)).status == 0
    check_audit(run, server)


def test_erasing_avoids_a_neutral_name_in_use(admin: Admin, server: Serving) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    table = ann.open(name="Guest 2", seats=3)["table"]
    bob.ask(table, "sit", name="Bob")
    output_of(admin("erase", id_of(bob)))
    eventually(lambda: "Bob" not in names_at(ann, table))
    names = names_at(ann, table)
    assert names[0] == "Guest 2"
    assert len({name.casefold() for name in names}) == 2


def test_old_names_that_the_server_writes_before_it_notices_go_too(
    admin: Admin, run: Run, server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match starts from the server's memory at the same time as the name is erased."""
    ann, bob = Guest(server.url), Guest(server.url)
    table = ann.open(name="Ann", seats=2, dice=1)["table"]
    bob.ask(table, "sit", name="Secretive")

    def meanwhile(_seconds: float) -> None:
        """Between two passes; they are as far apart as a server takes to notice."""
        assert "Secretive" not in stored(server, table)
        server.resume()
        ann.post(f"/api/tables/{table}/start")
        eventually(lambda: names_at(ann, table) == ["Ann", "Guest 2"])

    monkeypatch.setattr("perudo.server.admin.erasing.time", SimpleNamespace(sleep=meanwhile))
    # However long it was suspended: it would be taken for gone.
    monkeypatch.setattr("perudo.server.admin.offline.server_runs", lambda store: True)
    with suspended(server):  # it notices nothing while the first pass is made
        output_of(admin("erase", id_of(bob)))
    assert names_at(ann, table) == ["Ann", "Guest 2"]
    assert "Secretive" not in stored(server, table)
    check_audit(run, server)


# Bad input


@pytest.mark.parametrize(
    "words",
    [
        ("tables", "--limit", "x"),
        ("tables", "--limit", "-1"),
        ("close", "nowhere"),
        ("close", "0123456789ab"),
        ("close", "é\x00"),
        ("guests", "ABCDEF"),
        ("ban", "somebody"),
        ("ban", "300.1.1.1"),
        ("ban", "0123456789abcdefghij", "--for", "0"),
        ("ban", "0123456789abcdefghij", "--for", "1e9"),
        ("ban", "0123456789abcdefghij", "--for", "99999999999"),
        ("ban", "0123456789abcdefghij", "--why", "x" * 201),
        ("ban", "0123456789abcdefghij", "--why", "two\nlines"),
        ("unban", ""),
        ("erase", "%"),
        ("erase", "192.0.2.1"),
        ("rotate-key", "--keep-old", "soon"),
    ],
)
def test_bad_input_gives_one_clear_line(admin: Admin, words: tuple[str, ...]) -> None:
    result = admin(*words)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("perudo: ")
    assert len(result.err.splitlines()) == 1


def test_databases_of_other_programs_are_rejected(run: Run, tmp_path: Path) -> None:
    for url in ("nonsense", f"sqlite:///{tmp_path}/missing.db"):
        result = run("admin", "tables", "--database", url)
        assert (result.status, result.out) == (2, "")
    assert not (tmp_path / "missing.db").exists()
    with closing(sqlite3.connect(tmp_path / "cats.db")) as connection:
        connection.execute("CREATE TABLE cats (name TEXT)")
    result = run("admin", "tables", "--database", f"sqlite:///{tmp_path}/cats.db")
    assert (result.status, result.out) == (2, "")
    assert "perudo serve" in result.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_five_languages(run: Run, lang: str) -> None:
    result = run("admin", "--lang", lang)
    assert result.status == 0
    assert "rotate-key" in result.out
    assert ("list the tables" in result.out) == (lang == "en")


def test_a_new_key_at_once_ends_all_tokens(run: Run, server: Serving, table: Table) -> None:
    output_of(run("admin", "rotate-key", "--now", "--database", server.database))
    eventually(lambda: table.ann.client.get(f"/api/tables/{table.id}").status_code == 401)
