"""``perudo exam``: how strong is a bot, and where can it be beaten?"""

import argparse
import shlex
import sys
from pathlib import Path

from perudo.arena.entrants import EntrantProblem, entrant
from perudo.bots.roster import BOTS
from perudo.cli import out
from perudo.cli.arguments import add_json
from perudo.cli.entrant_text import entrant_problem_text
from perudo.cli.files import save
from perudo.cli.running import add_running, jobs_from, number_from, run_all
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue

MOST_MATCHES = 1_000_000


def about(t: Tongue) -> str:
    return t.say("examine a bot against all others, and look for its weaknesses")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    names = ", ".join(BOTS)
    parser.add_argument(
        "bot", metavar="BOT", help=t.say("a bot: {names}, or FILE.py:CLASS", names=names)
    )
    parser.add_argument(
        "--quick", action="store_true", help=t.say("a sample that takes minutes, not hours")
    )
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOT",
        help=t.say("only against this bot; may be repeated"),
    )  # fmt: skip
    parser.add_argument("--matches", metavar="N", help=t.say("matches in each contest"))
    parser.add_argument(
        "--deals", metavar="N", help=t.say("rounds of the local best response at each size")
    )
    parser.add_argument(
        "--seed", default="1", metavar="N", help=t.say("the same number gives the same result")
    )
    parser.add_argument(
        "--exploiter", metavar="BOT",
        help=t.say("also duels with a player that was trained to beat it, FILE.py:CLASS"),
    )  # fmt: skip
    add_running(parser, t)
    parser.add_argument(
        "--save", metavar="FILE", help=t.say("keep results here and resume from them")
    )
    parser.add_argument(
        "--report", metavar="DIR", help=t.say("write a page with drawings into this folder")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    # NumPy takes a moment to load, and only who examines should wait for it.
    from perudo.arena.exam.findings import findings_of  # noqa: PLC0415
    from perudo.arena.exam.plan import exam_plan  # noqa: PLC0415
    from perudo.arena.exam.report import exam_files  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    matches = number_from(args.matches, t, MOST_MATCHES) if args.matches else None
    deals = number_from(args.deals, t, MOST_MATCHES) if args.deals else None
    seed = number_from(args.seed, t, MOST_MATCHES)
    jobs = jobs_from(args, t)
    exploiter = [] if args.exploiter is None else [args.exploiter]
    try:
        for name in (args.bot, *args.against, *exploiter):
            entrant(name)
    except EntrantProblem as problem:
        out.fail(entrant_problem_text(t, problem))
    if args.report is not None and Path(args.report).exists() and not Path(args.report).is_dir():
        reason = t.say("it is not a folder")
        out.fail(t.say("Cannot write {file}: {reason}", file=args.report, reason=reason))
    plan = exam_plan(
        args.bot,
        against=args.against,
        matches=matches,
        deals=deals,
        seed=seed,
        quick=args.quick,
        exploiter=args.exploiter,
    )
    found = findings_of(plan, run_all(plan.studies(), args, t, jobs))
    files = exam_files(t, args.bot, found, "perudo " + shlex.join(sys.argv[1:]))
    if args.json:
        out.data(found.as_json())
    else:
        out.line(next(iter(files.values())).rstrip())
    if args.report is not None:
        Path(args.report).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            save(str(Path(args.report) / name), text, t)
    return 0
