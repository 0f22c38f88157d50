"""Close a table for good, even during a match."""

from perudo.server.admin.deciding import give
from perudo.server.admin.problems import AdminFault, AdminProblem
from perudo.server.storage import Store
from perudo.table.live.commands import CloseTable
from perudo.table.live.outside import SystemOutside
from perudo.table.live.refusals import TableReason, TableRefused


def close(store: Store, table: str) -> None:
    try:
        give(store, table, CloseTable(), SystemOutside(store.now))
    except TableRefused as refused:
        if refused.refusal.reason is not TableReason.CLOSED:
            raise
        raise AdminProblem(AdminFault.ALREADY_CLOSED, table) from None
