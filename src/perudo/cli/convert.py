"""``perudo convert``: convert a record between text and JSON lines."""

import argparse
import sys

from perudo.cli.files import load_record
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue
from perudo.records.jsonl import write_jsonl
from perudo.records.notation import write_text


def about(t: Tongue) -> str:
    return t.say("turn a record into JSON lines, or back into text")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("file", metavar="FILE", help=t.say("a record, “-” for standard input"))
    parser.add_argument(
        "--to", choices=("text", "jsonl"), required=True, help=t.say("the format to write")
    )


def run(args: argparse.Namespace, lang: str) -> int:
    record = load_record(args.file, Tongue(lang, DEFAULT.key))
    sys.stdout.write(write_jsonl(record) if args.to == "jsonl" else write_text(record))
    return 0
