"""``perudo audit``: check the logs of live tables, and that a server shows the same."""

import argparse
import urllib.error
import urllib.request

from perudo.cli import out
from perudo.cli.arguments import add_json
from perudo.cli.databases import add_database, open_database
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("check the logs of live tables: sequence, rules, dice, timers")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_database(parser, t)
    parser.add_argument(
        "--server",
        metavar="URL",
        help=t.say("a running server, whose tables are compared with the logs"),
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    from perudo.server.audit import audit  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    ask = None if args.server is None else lambda table: _ask(args.server, table, t)
    tables, wrong = 0, 0
    with open_database(args, t) as store:
        for _, findings in audit(store, ask):
            tables += 1
            for finding in findings:
                wrong += 1
                if not args.json:
                    out.line(f"{finding.table}: {finding.fault.value}: {finding.detail}")
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
