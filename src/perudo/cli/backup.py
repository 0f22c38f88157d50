"""``perudo backup``: write all live tables to one file while the server runs."""

import argparse
import sys
from pathlib import Path

from perudo.cli import out
from perudo.cli.arguments import add_json
from perudo.cli.databases import add_database, database_url, open_database
from perudo.cli.files import reason_text
from perudo.cli.progress import Bar
from perudo.cli.times import moment, size
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("write all live tables to a file, while the server runs")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "file", metavar="FILE", help=t.say("the backup; “perudo restore” puts it back")
    )
    add_database(parser, t)
    parser.add_argument(
        "--overwrite", action="store_true", help=t.say("replace the file if there is one")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    from perudo.server.admin.backup import take_backup  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    source = database_url(args, t).partition(":")[0]
    with open_database(args, t) as store:
        if not store.has_schema():
            out.fail(t.say("There are no tables in this database yet."))
        try:
            with Bar(sys.stderr, t) as bar:
                taken = take_backup(store, source, Path(args.file), args.overwrite, bar.show)
        except OSError as error:
            reason = reason_text(error, t)
            out.fail(t.say("Cannot write {file}: {reason}", file=args.file, reason=reason))
    if args.json:
        out.data({**taken._asdict(), "file": str(taken.file)})
    else:
        out.line(
            t.say(
                "Backup of {when} in {file} ({size}). Tables: {tables}. Entries: {entries}.",
                when=moment(taken.at),
                tables=taken.tables,
                entries=taken.entries,
                size=size(taken.size),
                file=taken.file,
            )
        )
        out.line(t.say("It holds secrets of rounds under way: keep it as safe as the database."))
    return 0
