"""``perudo restore``: restore a backup, with new secrets for every table."""

import argparse
import sys
from pathlib import Path

from perudo.cli import out
from perudo.cli.arguments import add_json
from perudo.cli.databases import add_database, database_url, storage_problems, tell_unreadable
from perudo.cli.files import reason_text
from perudo.cli.progress import Bar
from perudo.cli.times import moment
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("put a backup back; rounds under way are dealt again")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("file", metavar="FILE", help=t.say("what “perudo backup” has written"))
    add_database(parser, t)
    parser.add_argument(
        "--replace",
        action="store_true",
        help=t.say("discard what is in the database now"),
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    from perudo.server.admin.restore import restore  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    url = database_url(args, t)
    # Each step has its own bar; this one clears the line at the end.
    with storage_problems(t), Bar(sys.stderr, t):
        try:
            restored = restore(Path(args.file), url, args.replace, lambda: Bar(sys.stderr, t).show)
        except OSError as error:
            reason = reason_text(error, t)
            out.fail(t.say("Cannot read {file}: {reason}", file=args.file, reason=reason))
    renewed = restored.renewed
    if args.json:
        out.data(
            {
                "taken_at": None if restored.mark is None else restored.mark.at,
                "tables": restored.tables,
                "entries": restored.entries,
                **renewed._asdict(),
            }
        )
    else:
        if restored.mark is not None:
            out.line(t.say("The backup was taken on {when}.", when=moment(restored.mark.at)))
        out.line(
            t.say(
                "Restored. Tables: {tables}. New secrets: {renewed}. Rounds dealt again: {again}.",
                tables=restored.tables,
                renewed=renewed.renewed,
                again=renewed.dealt_again,
            )
        )
        tell_unreadable(t, renewed)
    return 1 if renewed.unreadable else 0
