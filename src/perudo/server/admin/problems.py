"""Why an operator's command failed: a typed value, worded by the command line."""

from enum import Enum, unique

from perudo.engine.errors import Error


@unique
class AdminFault(Enum):
    FILE_EXISTS = "file-exists"
    ALREADY_BACKUP = "already-backup"
    NOT_A_BACKUP = "not-a-backup"
    NEWER = "newer"
    SERVER_RUNS = "server-runs"
    NOT_EMPTY = "not-empty"
    NO_SUCH_TABLE = "no-such-table"
    UNREADABLE = "unreadable"
    ALREADY_CLOSED = "already-closed"
    BUSY = "busy"


class AdminProblem(Error):
    """``what`` names the file, database or table; ``detail`` may say more."""

    def __init__(self, fault: AdminFault, what: str = "", detail: str = "") -> None:
        super().__init__(f"{fault.value}: {what} {detail}".strip())
        self.fault, self.what, self.detail = fault, what, detail


def unreadable(table: str, error: Exception) -> AdminProblem:
    cause = error.__cause__ or error
    return AdminProblem(AdminFault.UNREADABLE, table, f"{type(cause).__name__}: {cause}")
