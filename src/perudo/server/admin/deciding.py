"""Apply an operator's command to a table, without a server."""

from perudo.server import plays
from perudo.server.admin.problems import AdminFault, AdminProblem, unreadable
from perudo.server.headings import heading_of
from perudo.server.storage import Append, Outcome, Store, StoredEntry
from perudo.server.storage.operating import ADDED
from perudo.server.tables import history, stored_entry
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Command
from perudo.table.live.decide import decide
from perudo.table.live.outside import Outside
from perudo.table.live.state import LiveTable

TRIES = 20


def table_from(entries: list[StoredEntry]) -> LiveTable:
    """Fold a log into its table; raise ``AdminProblem`` if it cannot be read."""
    if not entries:
        raise AdminProblem(AdminFault.NO_SUCH_TABLE)
    try:
        table = history(entries)[-1].table
        heading_of(table), due_at(table)
    except Exception as error:
        # Folding depends on nothing else: whatever fails, the log is damaged. No server serves it.
        raise unreadable(entries[0].table, error) from error
    return table


def next_entry(table: LiveTable, command: Command, outside: Outside) -> Append:
    """Decide what to append for a command; raise ``TableRefused`` if it does not apply."""
    decision = decide(table, None, command, outside)
    after = decision.table
    return Append(
        stored_entry(decision, None, ""),
        due_at(after),
        True,
        heading_of(after),
        plays.changed(table, after),
    )


def give(store: Store, table: str, command: Command, outside: Outside) -> None:
    """Apply a command while servers run; if one of them writes first, decide again."""
    for _ in range(TRIES):
        entries = store.entries(table)
        if not entries:
            raise AdminProblem(AdminFault.NO_SUCH_TABLE, table)
        outcome = store.append([next_entry(table_from(entries), command, outside)])[0]
        if outcome is Outcome.COMMITTED:
            store.operating.notice(ADDED, table)
            return
        if outcome is Outcome.GONE:
            raise AdminProblem(AdminFault.NO_SUCH_TABLE, table)
    raise AdminProblem(AdminFault.BUSY, table)
