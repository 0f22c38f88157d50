"""Short ways to build appends to a store."""

from perudo.server.storage import Append, Heading, StoredEntry


def heading(code: str, *, listed: bool = True, over: bool = False, summary: str = "{}") -> Heading:
    return Heading(code, listed, over, summary)


def opening(
    table: str, at: int = 1, *, due: int | None = None, head: Heading | None = None
) -> Append:
    """Return the first entry of a table; with ``due`` it sets a timer."""
    entry = StoredEntry(table, 1, at, None, None, '{"opened":true}')
    return Append(entry, due, due is not None, head or heading(f"code-{table}"))


def plain(table: str, seq: int, *, at: int = 1, key: str | None = None, body: str = "{}") -> Append:
    """Return an entry that changes neither timer nor heading."""
    return Append(
        StoredEntry(table, seq, at, key, key and f"digest of {key}", body), None, False, None
    )


def timing(table: str, seq: int, due: int | None) -> Append:
    """Return an entry that sets the table's timer, or stops it (None)."""
    return plain(table, seq)._replace(due=due, due_changed=True)
