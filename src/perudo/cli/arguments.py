"""Arguments shared by several commands."""

import argparse

from perudo.cli.out import fail
from perudo.cli.typed import parse_option
from perudo.engine.edition import OPTIONS, Edition, Presence
from perudo.engine.editions import DEFAULT, EDITIONS
from perudo.engine.house import SetupProblem, table_rules
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.wording.setup_text import setup_problem_text


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


def add_json(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("--json", action="store_true", help=t.say("for programs"))


def whole_number(text: str, least: int, most: int) -> int | None:
    """The typed number; None unless it is one from ``least`` to ``most``."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    return int(text) if least <= int(text) <= most else None


def rules_from(args: argparse.Namespace, lang: str) -> Edition:
    t = Tongue(lang, DEFAULT.key)
    house = {}
    for pair in args.house:
        named, equals, value = pair.partition("=")
        point = parse_option(lang, named)
        if not equals or point in house:
            fail(t.say("Give a house rule once, as RULE=VALUE, not “{asked}”.", asked=pair))
        house[point] = value
    try:
        return table_rules(args.edition, options_from(args, lang), house)
    except SetupProblem as problem:
        fail(setup_problem_text(t, problem))


def options_from(args: argparse.Namespace, lang: str) -> list[str]:
    """The options asked for, by their names in code."""
    return [parse_option(lang, typed) for typed in args.option]


def round_rules_from(args: argparse.Namespace, lang: str) -> Edition:
    """The rules of one round; ``--palifico`` switches the option on where the box offers it."""
    box = EDITIONS.get(args.edition)
    if args.palifico and box is not None and box.palifico is Presence.OPTIONAL:
        args.option.append("palifico")
    rules = rules_from(args, lang)
    if args.palifico and not rules.plays_palifico:
        fail(tongue_of(lang, rules).say("These rules are played without {palifico}."))
    return rules


def tongue_of(lang: str, rules: Edition) -> Tongue:
    """The language with the words of this table."""
    return Tongue(lang, rules.words.value)
