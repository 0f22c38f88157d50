"""A program that is older than its database says so, and leaves the database alone."""

import sqlite3
from pathlib import Path

from perudo.server.storage import Store
from testkit.commands import Run


def test_an_older_program_refuses_the_database_of_a_newer_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    url = f"sqlite:///{file}"
    store = Store(url)
    store.migrate()
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    result = run("serve", "--port", "0", "--database", url)
    assert result.status == 2
    assert "a newer version of perudo" in result.err
    assert "9999" in result.err
    assert file.read_bytes() == before
