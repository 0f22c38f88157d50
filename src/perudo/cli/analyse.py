"""``perudo analyse``: judge a recorded match, or how somebody plays over many."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perudo.cli import out
from perudo.cli.arguments import add_json, tongue_of
from perudo.cli.files import load_record, save
from perudo.cli.typed import plain
from perudo.engine.actions import Seat
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.records.problems import RecordProblem
from perudo.records.record import Record
from perudo.wording.record_text import record_problem_text

if TYPE_CHECKING:
    from perudo.coach.judging import Analysis

BROKEN = 1
"""The exit status for a record that breaks its rules."""


def about(t: Tongue) -> str:
    return t.say("judge a recorded match: every decision, luck and skill, three lessons")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "files",
        metavar="RECORD",
        nargs="+",
        help=t.say("a record, “-” for standard input; several: how somebody plays over all"),
    )
    parser.add_argument("--seat", metavar="NAME", help=t.say("judge only this player"))
    parser.add_argument(
        "--html", metavar="FILE", help=t.say("write the judged match to this page as well")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    records = [load_record(name, t) for name in args.files]
    if len(records) > 1:
        return _profile(args, records, lang)
    return _match(args, records[0], lang)


def _match(args: argparse.Namespace, record: Record, lang: str) -> int:
    # Heavy: only those who want it wait for NumPy and the network.
    from perudo.cli.analysis_text import analysis_lines  # noqa: PLC0415
    from perudo.coach.as_json import analysis_json  # noqa: PLC0415
    from perudo.coach.report import report_html  # noqa: PLC0415

    t = tongue_of(lang, record.rules)
    seat = None if args.seat is None else _seat(record, args.seat, args.files[0], t)
    analysis = _analysed(args.files[0], record, t)
    if args.html is not None:
        save(args.html, report_html(t, record, analysis, seat), t)
    if args.json:
        out.data(analysis_json(record.names, analysis, seat))
        return 0
    for line in analysis_lines(t, record, analysis, seat):
        out.line(line)
    if args.html is not None:
        out.line()
        out.line(t.say("The page is saved in {file}.", file=args.html))
    return 0


def _profile(args: argparse.Namespace, records: Sequence[Record], lang: str) -> int:
    from perudo.cli.analysis_text import profile_text  # noqa: PLC0415
    from perudo.coach.as_json import profile_json  # noqa: PLC0415
    from perudo.coach.profile import profile_of  # noqa: PLC0415

    t = Tongue(lang, COMMON_WORDS)
    if args.html is not None:
        out.fail(t.say("A page is made of one record only."))
    if args.seat is None:
        common = [
            name
            for name in records[0].names
            if all(plain(name) in map(plain, record.names) for record in records)
        ]
        names = ", ".join(common) or "–"
        out.fail(
            t.say(
                "Several records: say who with --seat NAME. In all of them: {names}.", names=names
            )
        )
    seats = [
        _seat(record, args.seat, name, t) for name, record in zip(args.files, records, strict=True)
    ]
    played = [
        (_analysed(name, record, t, only=seat), seat)
        for name, record, seat in zip(args.files, records, seats, strict=True)
    ]
    profile = profile_of(records[0].names[seats[0]], played)
    if args.json:
        out.data(profile_json(profile))
        return 0
    for line in profile_text(t, profile):
        out.line(line)
    return 0


def _analysed(name: str, record: Record, t: Tongue, *, only: Seat | None = None) -> "Analysis":
    from perudo.coach.judging import analyse  # noqa: PLC0415

    try:
        return analyse(record, only=only)
    except RecordProblem as problem:
        out.fail(f"{name}: {record_problem_text(t, problem, record.names)}", BROKEN)


def _seat(record: Record, asked: str, file: str, t: Tongue) -> Seat:
    """Return the seat of the player with this name, whatever its capitals and accents."""
    names = [plain(name) for name in record.names]
    if plain(asked) not in names:
        text = t.say(
            "{file}: nobody is called “{asked}”. At the table: {names}.",
            file=file,
            asked=asked,
            names=", ".join(record.names),
        )
        out.fail(text)
    return names.index(plain(asked))
