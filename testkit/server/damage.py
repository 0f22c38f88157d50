"""Entries that cannot be read, and a function that writes them into a SQLite file."""

import sqlite3
from contextlib import closing

DAMAGE: dict[str, str | bytes] = {
    "no JSON": '[{"event":"said","seat":0,',
    "no text": b"\xff\xfe",
    "an unknown event": '[{"event":"teleported","seat":0}]',
    "an event that does not fold": '[{"event":"said","seat":7,"text":"nobody sits there"}]',
    "a newer format": '{"format":99,"events":[]}',
}


def write_entry(database: str, table: str, body: str | bytes) -> int:
    """Add an entry to a table's log with plain SQL, since the store would not write it; return its
    number."""
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
        added = connection.execute(
            "INSERT INTO entries (table_id, seq, at, body) "
            "SELECT ?, max(seq) + 1, max(at), CAST(? AS TEXT) FROM entries WHERE table_id = ? "
            "RETURNING seq",
            (table, body, table),
        )
        return int(added.fetchone()[0])
