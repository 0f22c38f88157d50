"""Give every table new secrets after a restore.

Anybody who played on after the backup was taken, or who has the backup, may know the dice of rounds
in play and the secrets pledged for coming rounds.
"""

from collections.abc import Callable
from typing import NamedTuple

from perudo.server.admin.deciding import next_entry, table_from
from perudo.server.admin.problems import AdminFault, AdminProblem
from perudo.server.storage import Append, Outcome, Store
from perudo.table.live.commands import Restore
from perudo.table.live.events import Restored
from perudo.table.live.log import read_events
from perudo.table.live.outside import Outside
from perudo.table.live.refusals import TableRefused

AT_ONCE = 100


class Renewed(NamedTuple):
    renewed: int
    """Tables that got new secrets."""
    dealt_again: int
    """Those of them where a round was on and is dealt again."""
    unreadable: tuple[str, ...]
    """Tables with unreadable logs, left as they are; no server serves them."""


def renew(
    store: Store, outside: Outside, progress: Callable[[int, int], None] = lambda _, __: None
) -> Renewed:
    """Give every table new secrets in one log entry. No server may run."""
    ids = list(store.all_tables())
    renewed, dealt_again = 0, 0
    unreadable: list[str] = []
    batch: list[Append] = []
    for done, table in enumerate(ids, 1):
        try:
            batch.append(next_entry(table_from(store.entries(table)), Restore(), outside))
        except TableRefused:
            pass  # closed for good: nothing will be dealt
        except AdminProblem:
            unreadable.append(table)
        if len(batch) == AT_ONCE or done == len(ids):
            for append, outcome in zip(batch, store.append(batch), strict=True):
                if outcome is not Outcome.COMMITTED:
                    raise AdminProblem(AdminFault.SERVER_RUNS)
                renewed += 1
                dealt_again += _deals_again(append)
            batch.clear()
        progress(done, len(ids))
    return Renewed(renewed, dealt_again, tuple(unreadable))


def _deals_again(append: Append) -> bool:
    events = read_events(append.entry.body)
    return any(isinstance(event, Restored) and event.round is not None for event in events)
