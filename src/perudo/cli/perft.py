"""``perudo perft``: count the legal action sequences of a round."""

import argparse

from perudo.cli import out
from perudo.cli.arguments import add_json, add_rules, round_rules_from, whole_number
from perudo.engine.editions import DEFAULT
from perudo.engine.house import SetupProblem
from perudo.engine.perft import perft
from perudo.i18n.tongue import Tongue
from perudo.wording.setup_text import setup_problem_text

DEEPEST = 200
"""No round is longer: each bid outbids the last, and there are 180 bids."""
MOST_ASKED = 9999
"""Larger numbers are not read; the rules judge the smaller ones."""


def about(t: Tongue) -> str:
    return t.say("count the legal action sequences of a round")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_rules(parser, t)
    parser.add_argument(
        "--dice", required=True, metavar="N,N,...", help=t.say("the dice of each seat, 0 to 5")
    )
    parser.add_argument("--depth", required=True, metavar="N", help=t.say("the longest sequence"))
    parser.add_argument(
        "--palifico", action="store_true", help=t.say("seat 0 is the palifico of the round")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    depth = whole_number(args.depth, 1, DEEPEST)
    dice = [whole_number(number, 0, MOST_ASKED) for number in args.dice.split(",")]
    if depth is None:
        out.fail(
            t.say(
                "The depth is a number from 1 to {most}, not “{asked}”.",
                most=DEEPEST,
                asked=args.depth,
            )
        )
    if None in dice:
        out.fail(
            t.say(
                "Give the dice as numbers with commas, such as 5,5,5, not “{asked}”.",
                asked=args.dice,
            )
        )
    rules = round_rules_from(args, lang)
    try:
        nodes = perft(rules, [n for n in dice if n is not None], depth, palifico=args.palifico)
    except SetupProblem as problem:
        out.fail(setup_problem_text(t, problem))
    if args.json:
        out.data({"nodes": nodes})
    else:
        for length, count in enumerate(nodes, 1):
            out.line(f"{length:>3} {count:>{len(str(nodes[-1])) + 2}}")
    return 0
