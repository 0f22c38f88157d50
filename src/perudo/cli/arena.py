"""``perudo arena``: bots against bots, with confidence intervals."""

import argparse
import shlex
import sys

from perudo.arena.contest import Contest, one_against_many, round_robin
from perudo.arena.entrants import EntrantProblem, entrant
from perudo.arena.report import report_html, table_name
from perudo.arena.standing import Rating, ratings, shares
from perudo.arena.tally import Tally
from perudo.bots.roster import BOTS, installed_characters
from perudo.cli import out
from perudo.cli.arguments import add_json, add_rules, options_from, rules_from
from perudo.cli.entrant_text import entrant_problem_text
from perudo.cli.files import save
from perudo.cli.running import add_running, jobs_from, number_from, run_all
from perudo.engine.edition import OPTIONS, Edition, Presence, point_of
from perudo.engine.editions import DEFAULT, EDITIONS
from perudo.engine.house import SetupProblem
from perudo.extras import MissingExtra
from perudo.i18n.tongue import Tongue
from perudo.testing import NotConforming, check_bot
from perudo.wording.setup_text import setup_problem_text

MOST_MATCHES = 1_000_000


def about(t: Tongue) -> str:
    return t.say("let bots play each other and measure who is stronger")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    names = ", ".join(BOTS)
    parser.add_argument(
        "--bot", action="append", default=[], metavar="BOT",
        help=t.say("a bot: {names}, or FILE.py:CLASS; may be repeated", names=names),
    )  # fmt: skip
    parser.add_argument(
        "--against", action="append", default=[], metavar="BOT",
        help=t.say("who fills the other chairs; may be repeated; otherwise the bots play "
                   "each other"),
    )  # fmt: skip
    add_rules(parser, t)
    parser.add_argument(
        "--all-editions", action="store_true",
        help=t.say("every edition, with whichever of the options it offers"),
    )  # fmt: skip
    parser.add_argument("--seats", default="4", metavar="N,...", help=t.say("table sizes, 2 to 6"))
    parser.add_argument(
        "--matches", default="400", metavar="N", help=t.say("matches in each contest")
    )
    parser.add_argument(
        "--seed", default="1", metavar="N", help=t.say("the same number gives the same result")
    )
    add_running(parser, t)
    parser.add_argument(
        "--save", metavar="FILE", help=t.say("keep results here and resume from them")
    )
    parser.add_argument("--report", metavar="FILE", help=t.say("write a page with charts"))
    parser.add_argument(
        "--check", action="store_true", help=t.say("only check that the bots conform")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    matches, seed = (number_from(text, t, MOST_MATCHES) for text in (args.matches, args.seed))
    jobs = jobs_from(args, t)
    sizes = [number_from(text, t, MOST_MATCHES) for text in args.seats.split(",")]
    bots = tuple(args.bot or installed_characters())
    try:
        for name in (*bots, *args.against):
            entrant(name)
    except EntrantProblem as problem:
        out.fail(entrant_problem_text(t, problem))
    if args.check:
        return _check(t, bots)
    try:
        contests = [
            contest
            for rules in _tables(args, lang)
            for size in sizes
            for contest in _contests(rules, bots, tuple(args.against), size, matches, seed)
        ]
    except SetupProblem as problem:
        out.fail(setup_problem_text(t, problem))
    if not contests:
        out.fail(t.say("A single bot has nobody to play: add another with --bot or --against."))
    tallies = run_all(contests, args, t, jobs)
    try:
        rated = ratings(contests, tallies)
    except MissingExtra as missing:
        # Win shares say all that is sure; ratings only sum them up.
        rated = {}
        sys.stderr.write(t.say("Without ratings: {why}", why=missing) + "\n")
    if args.json:
        out.data(_json(contests, tallies, rated))
    else:
        _print(t, contests, tallies)
        out.line()
        for name, rating in sorted(rated.items(), key=lambda item: -item[1].mu):
            out.line(f"{name:<24} μ {rating.mu:6.2f}  σ {rating.sigma:5.2f}")
    if args.report is not None:
        command = "perudo " + shlex.join(sys.argv[1:])
        save(args.report, report_html(t, contests, tallies, rated, command), t)
    return 0


def _tables(args: argparse.Namespace, lang: str) -> list[Edition]:
    if not args.all_editions:
        return [rules_from(args, lang)]
    tables = []
    wanted = options_from(args, lang)
    for key, box in EDITIONS.items():
        args.edition = key
        args.option = [
            o for o in wanted
            if o not in OPTIONS or getattr(box, point_of(o)) is Presence.OPTIONAL
        ]  # fmt: skip
        tables.append(rules_from(args, lang))
    return tables


def _contests(
    rules: Edition,
    bots: tuple[str, ...],
    against: tuple[str, ...],
    size: int,
    matches: int,
    seed: int,
) -> list[Contest]:
    if against:
        return [
            one_against_many(rules, bot, other, size, matches, seed)
            for bot in bots
            for other in against
            if bot != other
        ]
    return list(round_robin(rules, bots, size, matches, seed))


def _check(t: Tongue, bots: tuple[str, ...]) -> int:
    status = 0
    for name in bots:
        try:
            shown = check_bot(entrant(name))
        except NotConforming as wrong:
            status = 1
            out.line(t.say("{bot} does not conform:", bot=name))
            for problem in dict.fromkeys(wrong.problems):
                out.line(f"  {problem}")
        else:
            out.line(
                t.say(
                    "{bot} conforms: {matches} matches, {decisions} decisions, "
                    "{mean} ms each, {slowest} ms at most.",
                    bot=name,
                    matches=shown.matches,
                    decisions=shown.decisions,
                    mean=f"{shown.mean * 1000:.2f}",
                    slowest=f"{shown.slowest * 1000:.1f}",
                )
            )
    return status


def _print(t: Tongue, contests: list[Contest], tallies: list[Tally]) -> None:
    for contest, tally in zip(contests, tallies, strict=True):
        hero = contest.lineup[0]
        against = " ".join(dict.fromkeys(contest.lineup[1:]))
        share = shares(contest, tally)[hero]
        mark = "=+-"[share.verdict]
        out.line(
            f"{mark} {share.share:6.1%}  [{share.low:5.1%} – {share.high:5.1%}]  "
            f"({share.fair:.1%})  {hero} – {against}  {table_name(contest)}"
        )
        for place, faults in enumerate(tally.faults):
            for fault, times in faults.items():
                bot = contest.lineup[place]
                out.line(
                    t.say(
                        "  fault of {bot}, {times} times: {fault}",
                        bot=bot,
                        times=times,
                        fault=fault,
                    )
                )


def _json(
    contests: list[Contest], tallies: list[Tally], rated: dict[str, Rating]
) -> dict[str, object]:
    return {
        "contests": [
            {
                "edition": contest.rules.key,
                "table": table_name(contest),
                "lineup": contest.lineup,
                "seed": contest.seed,
                "shares": {name: s._asdict() for name, s in shares(contest, tally).items()},
                "tally": {k: v for k, v in tally.as_json().items() if k != "winners"},
            }
            for contest, tally in zip(contests, tallies, strict=True)
        ],
        "ratings": {name: {"mu": r.mu, "sigma": r.sigma} for name, r in rated.items()},
    }
