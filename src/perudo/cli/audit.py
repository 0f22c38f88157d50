"""``perudo audit``: checks that the logs of the live tables hold, and that a server shows them."""

import argparse
import urllib.error
import urllib.request
from pathlib import Path

from perudo.cli import out
from perudo.cli.serve import config_problem_text
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("check the logs of live tables: sequence, rules, dice, timers")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t.say("sqlite:///file.db or postgresql://user:password@host/name"),
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        help=t.say("a running server, whose tables are compared with the logs"),
    )
    parser.add_argument("--json", action="store_true", help=t.say("for programs"))


def run(args: argparse.Namespace, lang: str) -> int:
    from perudo.server.audit import audit  # noqa: PLC0415
    from perudo.server.config import ConfigProblem, read_config  # noqa: PLC0415
    from perudo.server.storage import StorageAway, StorageFull, Store  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    try:
        url = read_config({"database": args.database}).database
        file = Path(url.removeprefix("sqlite:///"))
        if url.startswith("sqlite:///") and not file.is_file():
            out.fail(t.say("There is no database at {file}.", file=file))
        store = Store(url)
    except ConfigProblem as problem:
        out.fail(config_problem_text(t, problem))
    except ValueError:
        out.fail(
            t.say("The database must be sqlite:///file.db or postgresql://user:password@host/name.")
        )
    ask = None if args.server is None else lambda table: _ask(args.server, table, t)
    tables, wrong = 0, 0
    try:
        for _, findings in audit(store, ask):
            tables += 1
            for finding in findings:
                wrong += 1
                if not args.json:
                    out.line(f"{finding.table}: {finding.fault.value}: {finding.detail}")
    except (StorageAway, StorageFull) as problem:
        out.fail(t.say("The database cannot be used: {reason}", reason=problem))
    finally:
        store.close()
    if args.json:
        out.data({"tables": tables, "wrong": wrong})
    elif wrong:
        out.line(t.say("Tables: {tables}. Faults: {wrong}.", tables=tables, wrong=wrong))
    else:
        out.line(t.say("Tables: {tables}. All logs are in order.", tables=tables))
    return 1 if wrong else 0


def _ask(server: str, table: str, t: Tongue) -> bytes:
    url = f"{server.rstrip('/')}/api/tables/{table}"
    if not url.startswith(("http://", "https://")):
        out.fail(t.say("The address of a server begins with http:// or https://."))
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310
            body: bytes = answer.read()
            return body
    except (urllib.error.URLError, OSError, ValueError) as error:
        out.fail(t.say("Cannot reach {server}: {reason}", server=server, reason=error))
