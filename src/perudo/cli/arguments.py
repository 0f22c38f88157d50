"""Arguments that several commands share."""

import argparse

from perudo.cli.out import fail
from perudo.cli.typed import option_meant
from perudo.engine.edition import OPTIONS, Edition, Presence
from perudo.engine.editions import DEFAULT, EDITIONS
from perudo.engine.house import SetupProblem, table_rules
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.wording.setup import setup_problem_text


def add_language(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--lang",
        metavar="LANG",
        default=argparse.SUPPRESS,
        help=t.say(
            "language: {languages}; by default the system's", languages=", ".join(LANGUAGES)
        ),
    )


def add_rules(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--edition",
        metavar="NAME",
        default=DEFAULT.key,
        help=t.say(
            "one of {editions} (default: {default})",
            editions=", ".join(EDITIONS),
            default=DEFAULT.key,
        ),
    )
    parser.add_argument(
        "--option",
        metavar="NAME",
        action="append",
        default=[],
        help=t.say(
            "an option of the edition: {options}; may be repeated", options=", ".join(OPTIONS)
        ),
    )
    parser.add_argument(
        "--house",
        metavar="RULE=VALUE",
        action="append",
        default=[],
        help=t.say("a house rule; “perudo editions NAME” lists them; may be repeated"),
    )


def rules_from(args: argparse.Namespace, lang: str) -> Edition:
    t = Tongue(lang, DEFAULT.key)
    house = {}
    for pair in args.house:
        named, equals, value = pair.partition("=")
        point = option_meant(lang, named)
        if not equals or point in house:
            fail(t.say("Give a house rule once, as RULE=VALUE, not “{asked}”.", asked=pair))
        house[point] = value
    try:
        return table_rules(args.edition, options_from(args, lang), house)
    except SetupProblem as problem:
        fail(setup_problem_text(t, problem))


def options_from(args: argparse.Namespace, lang: str) -> list[str]:
    """The options asked for, by their names in code."""
    return [option_meant(lang, typed) for typed in args.option]


def imply_palifico(args: argparse.Namespace) -> None:
    """Where palifico is an option, a palifico round means that it is played."""
    box = EDITIONS.get(args.edition)
    if box is not None and box.palifico is Presence.OPTIONAL:
        args.option.append("palifico")


def tongue_of(lang: str, rules: Edition) -> Tongue:
    """The language, in the words that this table speaks."""
    return Tongue(lang, rules.words.value)
