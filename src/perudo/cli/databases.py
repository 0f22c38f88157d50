"""The database that a command works on, and its problems in words."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from perudo.cli import out
from perudo.cli.serve import config_problem_text
from perudo.i18n.tongue import Tongue

if TYPE_CHECKING:
    from perudo.server.admin.problems import AdminProblem
    from perudo.server.admin.renewing import Renewed
    from perudo.server.storage import Store


def add_database(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t.say("sqlite:///file.db or postgresql://user:password@host/name"),
    )
    parser.add_argument(
        "--config", metavar="FILE", help=t.say("a file with the same settings (TOML)")
    )


def database_url(args: argparse.Namespace, t: Tongue) -> str:
    """The database's address: from a flag, the environment or a file, as for the server."""
    from perudo.server.config import ConfigProblem, read_config  # noqa: PLC0415

    flags = {"database": args.database, "config": getattr(args, "config", None)}
    try:
        return read_config(flags).database
    except ConfigProblem as problem:
        out.fail(config_problem_text(t, problem))


@contextmanager
def open_database(
    args: argparse.Namespace, t: Tongue, *, up_to_date: bool = False
) -> Iterator["Store"]:
    """Open a database that must exist; a problem with it ends the command with a clear message."""
    from perudo.server.storage import Store  # noqa: PLC0415

    url = database_url(args, t)
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:///") and not file.is_file():
        out.fail(t.say("There is no database at {file}.", file=file))
    with storage_problems(t):
        store = Store(url)
        try:
            if up_to_date and not store.is_up_to_date():
                out.fail(
                    t.say(
                        "This is not a database of this version of perudo. "
                        "“perudo serve” brings an older one up to date."
                    )
                )
            yield store
        finally:
            store.close()


@contextmanager
def storage_problems(t: Tongue) -> Iterator[None]:
    """Turn errors of the database or of an operator's command into clear messages."""
    from perudo.server.admin.problems import AdminProblem  # noqa: PLC0415
    from perudo.server.storage import StorageAway, StorageFull  # noqa: PLC0415

    try:
        yield
    except AdminProblem as problem:
        out.fail(admin_problem_text(t, problem))
    except (StorageAway, StorageFull) as problem:
        out.fail(t.say("The database cannot be used: {reason}", reason=problem))
    except ValueError as error:
        if "sqlite:///" not in str(error):
            raise
        out.fail(
            t.say("The database must be sqlite:///file.db or postgresql://user:password@host/name.")
        )


def tell_unreadable(t: Tongue, renewed: "Renewed") -> None:
    for table in renewed.unreadable:
        out.line(t.say("The log of {table} cannot be read: it is left as it was.", table=table))


def admin_problem_text(t: Tongue, problem: "AdminProblem") -> str:
    from perudo.server.admin.problems import AdminFault  # noqa: PLC0415

    what, detail = problem.what, problem.detail
    match problem.fault:
        case AdminFault.FILE_EXISTS:
            return t.say("{file} exists already. --overwrite replaces it.", file=what)
        case AdminFault.NOT_A_BACKUP:
            return t.say("{file} is not a backup that can be used: {reason}",
                         file=what, reason=detail)  # fmt: skip
        case AdminFault.ALREADY_BACKUP:
            return t.say("This database is a backup itself: copy its file.")
        case AdminFault.NEWER:
            return t.say(
                "This was made by a newer version of perudo ({version}). Install that one first.",
                version=what,
            )
        case AdminFault.SERVER_RUNS:
            return t.say("A server is running on this database. Stop it first.")
        case AdminFault.NOT_EMPTY:
            reason = detail or t.say("tables: {n}", n=what)
            return t.say(
                "The database is not empty ({reason}). --replace discards what is in it.",
                reason=reason,
            )
        case AdminFault.NO_SUCH_TABLE:
            return t.say("There is no table “{asked}”.", asked=what)
        case AdminFault.UNREADABLE:
            return t.say("The log of {table} cannot be read: {reason}", table=what, reason=detail)
        case AdminFault.ALREADY_CLOSED:
            return t.say("Table {table} is closed already.", table=what)
        case AdminFault.BUSY:
            return t.say("Table {table} is changing too fast. Try again.", table=what)
        case _ as never:
            assert_never(never)
