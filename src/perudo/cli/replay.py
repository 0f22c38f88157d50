"""``perudo replay``: check a record by its own rules and tell the match."""

import argparse

from perudo.cli import out
from perudo.cli.arguments import tongue_of
from perudo.cli.files import read_file
from perudo.cli.screen import add_screen, pace_from, plain_reason
from perudo.engine.editions import DEFAULT
from perudo.engine.match import Match
from perudo.engine.setup import Turn
from perudo.i18n.tongue import Tongue
from perudo.records.events_json import event_json
from perudo.records.problems import RecordProblem
from perudo.records.record import Record
from perudo.records.replay import read_record, replay
from perudo.wording.layout import text_lines
from perudo.wording.record_text import record_problem_text
from perudo.wording.story import Story

REFUSED = 1


def about(t: Tongue) -> str:
    return t.say("check a recorded match against its rules and retell it round by round")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("file", metavar="FILE", help=t.say("a record, “-” for standard input"))
    parser.add_argument("--json", action="store_true", help=t.say("the events as JSON lines"))
    parser.add_argument(
        "--watch", action="store_true", help=t.say("step through the match on the screen")
    )
    add_screen(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    names: tuple[str, ...] = ()
    try:
        record = read_record(read_file(args.file, t))
        t, names = tongue_of(lang, record.rules), record.names
        if args.watch and not args.json:
            why = plain_reason(args, t)
            if why is None:
                return _watch(args, t, record)
            if why:
                out.line(why)
        story = Story(t, record.rules, names)
        for step in replay(record):
            for event in step.events:
                if args.json:
                    out.data(event_json(event))
                else:
                    for line in text_lines(story, event):
                        out.line(line)
    except RecordProblem as problem:
        if args.json:
            out.data(_problem_json(problem))
        out.fail(f"{args.file}: {record_problem_text(t, problem, names)}", REFUSED)
    if not args.json:
        _close(t, step.match)
    return 0


def _watch(args: argparse.Namespace, t: Tongue, record: Record) -> int:
    """Show the record on the screen; a record that breaks the rules is refused before."""
    from perudo.terminal.app import PerudoApp  # noqa: PLC0415
    from perudo.terminal.replay_moments import moments  # noqa: PLC0415
    from perudo.terminal.replay_screen import ReplayScreen  # noqa: PLC0415

    screen = ReplayScreen(t, moments(t, record), pace_from(args, t))
    return PerudoApp(screen, args.theme).run() or 0


def _close(t: Tongue, match: Match) -> None:
    out.line()
    if match.winner is None:
        out.line(t.say("Every action is legal. The match is not over."))
    else:
        out.line(t.say("Every action is legal."))


def _problem_json(problem: RecordProblem) -> dict[str, object]:
    refusal = problem.refusal
    return {
        "event": "refused",
        "fault": problem.fault.value,
        "line": problem.line,
        "action": problem.token,
        "reason": None if refusal is None else refusal.reason.value,
        "clause": None if refusal is None else refusal.clause,
        "legal": None if problem.turn is None else _turn_json(problem.turn),
    }


def _turn_json(turn: Turn) -> dict[str, object]:
    """What would have been legal: the least and the most of each face, and the calls."""
    return {
        "seat": turn.seat,
        "bids": {
            str(limit.face): [limit.least, limit.most]
            for limit in turn.bids.limits
            if not limit.empty
        },
        "dudo": turn.dudo,
        "calza": turn.calza,
    }
