"""``perudo play``: play a match in the terminal against bots."""

import argparse
from pathlib import Path
from random import Random, SystemRandom

from perudo.bots.roster import BOT_NAMES, DEFAULT_LEVEL, LEVELS, bot_named
from perudo.cli import out
from perudo.cli.arguments import add_rules, rules_from, tongue_of, whole_number
from perudo.cli.files import save
from perudo.cli.person import Left, Person
from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE, MOST_SEATS
from perudo.engine.house import SetupProblem
from perudo.engine.setup import Setup
from perudo.i18n.tongue import Tongue
from perudo.records.notation import write_text
from perudo.records.record import LONGEST_NAME, is_name
from perudo.records.writing import record_of
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable, Player
from perudo.wording.setup_text import setup_problem_text
from perudo.wording.story import Story

OPPONENTS = BOT_NAMES[: MOST_SEATS - 1]
YOU: Seat = 0


def about(t: Tongue) -> str:
    return t.say("play a match in the terminal against computer players")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_rules(parser, t)
    parser.add_argument(
        "--seats",
        default="4",
        metavar="N",
        help=t.say("players at the table, you included: 2 to 6"),
    )
    parser.add_argument(
        "--dice", default=str(BOX_DICE), metavar="N", help=t.say("dice each, 1 to 5")
    )
    parser.add_argument(
        "--level",
        choices=tuple(LEVELS),
        default=DEFAULT_LEVEL,
        help=t.say("how well the computer players play: {levels}", levels=", ".join(LEVELS)),
    )
    parser.add_argument("--name", metavar="NAME", help=t.say("your name in the record"))
    parser.add_argument(
        "--seed", metavar="N", help=t.say("the same number gives the same dice and opponents")
    )
    parser.add_argument("--record", metavar="FILE", help=t.say("write the match to this file"))


def run(args: argparse.Namespace, lang: str) -> int:
    rules = rules_from(args, lang)
    t = tongue_of(lang, rules)
    setup = _setup(args, t)
    names = (_own_name(args, t), *OPPONENTS[: setup.seats - 1])
    if args.record is not None and not Path(args.record).absolute().parent.is_dir():
        out.fail(
            t.say(
                "Cannot write {file}: {reason}",
                file=args.record,
                reason=t.say("there is no such file or folder"),
            )
        )
    random: Random = SystemRandom() if args.seed is None else Random(args.seed)
    person = Person(t, Story(t, rules, names, YOU), names, YOU)
    bots: list[Player] = [BotSeat(bot_named(args.level), random) for _ in names[1:]]
    person.welcome(setup)
    table = LocalTable(setup, [person, *bots], RandomDice(random), toucan=person.saw_toucan)
    try:
        table.play()
    except Left as left:
        out.line()
        out.line(t.say("You leave the table. Until next time!"))
        return left.status
    finally:
        if args.record is not None:
            save(args.record, write_text(record_of(names, table.events)), t)
            out.line(t.say("The match is saved in {file}.", file=args.record))
    return 0


def _setup(args: argparse.Namespace, t: Tongue) -> Setup:
    seats, dice = (_number(text, t) for text in (args.seats, args.dice))
    try:
        return Setup(rules_from(args, t.lang), seats, dice)
    except SetupProblem as problem:
        out.fail(setup_problem_text(t, problem))


def _number(text: str, t: Tongue) -> int:
    number = whole_number(text, 0, 9999)
    if number is None:
        out.fail(t.say("This must be a number, not “{asked}”.", asked=text))
    return number


def _own_name(args: argparse.Namespace, t: Tongue) -> str:
    name = t.say("Guest") if args.name is None else str(args.name)
    if not is_name(name) or name.casefold() in (opponent.casefold() for opponent in OPPONENTS):
        out.fail(t.say("You cannot sit down as “{asked}”: a name has 1 to {most} characters, no "
                       "comma, and is none of these: {taken}.",
                       asked=name, most=LONGEST_NAME, taken=", ".join(OPPONENTS)))  # fmt: skip
    return name
