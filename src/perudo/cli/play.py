"""``perudo play``: play a match in the terminal against bots, or with friends at one keyboard."""

import argparse
from pathlib import Path
from random import Random, SystemRandom

from perudo.bots.roster import BOT_NAMES, DEFAULT_LEVEL, LEVELS, bot_named
from perudo.cli import out
from perudo.cli.arguments import add_rules, rules_from, tongue_of, whole_number
from perudo.cli.files import save
from perudo.cli.person import Left, Person
from perudo.cli.screen import add_screen, pace_from, plain_reason
from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE, MOST_SEATS
from perudo.engine.events import Event
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
    parser.add_argument(
        "--name",
        metavar="NAME",
        action="append",
        help=t.say("your name; given several times, so many people pass the keyboard around"),
    )
    parser.add_argument(
        "--seed", metavar="N", help=t.say("the same number gives the same dice and opponents")
    )
    parser.add_argument("--record", metavar="FILE", help=t.say("write the match to this file"))
    add_screen(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    rules = rules_from(args, lang)
    t = tongue_of(lang, rules)
    setup = _setup(args, t)
    people = _people(args, setup, t)
    names = (*people, *_opponents(people)[: setup.seats - len(people)])
    pace = pace_from(args, t)
    if args.record is not None and not Path(args.record).absolute().parent.is_dir():
        out.fail(
            t.say(
                "Cannot write {file}: {reason}",
                file=args.record,
                reason=t.say("there is no such file or folder"),
            )
        )
    random: Random = SystemRandom() if args.seed is None else Random(args.seed)
    bots: dict[Seat, Player] = {
        seat: BotSeat(bot_named(args.level), random) for seat in range(len(people), setup.seats)
    }
    why = plain_reason(args, t)
    if why is None:
        return _on_screen(args, t, setup, names, bots, random, pace)
    if len(people) > 1:
        out.fail(t.say("Several people at one keyboard need the screen, for its curtain.")
                 + (f" {why}" if why else ""))  # fmt: skip
    if why:
        out.line(why)
    return _line_by_line(args, t, setup, names, bots, random)


def _on_screen(
    args: argparse.Namespace,
    t: Tongue,
    setup: Setup,
    names: tuple[str, ...],
    bots: dict[Seat, Player],
    random: Random,
    pace: float,
) -> int:
    from perudo.table.live.labels import bot_level_text  # noqa: PLC0415
    from perudo.terminal.app import PerudoApp  # noqa: PLC0415
    from perudo.terminal.local_game import LocalGame  # noqa: PLC0415
    from perudo.terminal.table_screen import TableScreen  # noqa: PLC0415

    sign = t.say("bot, {level}", level=bot_level_text(t, args.level))
    game = LocalGame(t, setup, names, bots, RandomDice(random), dict.fromkeys(bots, sign))
    try:
        status = PerudoApp(TableScreen(game, pace), args.theme).run()
    finally:
        game.wait_until_left()
        _record(args, t, names, game.table.events)
    if game.table.match.winner is None:
        out.line(t.say("You leave the table. Until next time!"))
    return status or 0


def _line_by_line(
    args: argparse.Namespace,
    t: Tongue,
    setup: Setup,
    names: tuple[str, ...],
    bots: dict[Seat, Player],
    random: Random,
) -> int:
    person = Person(t, Story(t, setup.rules, names, YOU), names, YOU)
    person.welcome(setup)
    players = [person, *bots.values()]
    table = LocalTable(setup, players, RandomDice(random), toucan=person.saw_toucan)
    try:
        table.play()
    except Left as left:
        out.line()
        out.line(t.say("You leave the table. Until next time!"))
        return left.status
    finally:
        _record(args, t, names, table.events)
    return 0


def _record(
    args: argparse.Namespace, t: Tongue, names: tuple[str, ...], events: list[Event]
) -> None:
    if args.record is not None:
        save(args.record, write_text(record_of(names, events)), t)
        out.line(t.say("The match is saved in {file}.", file=args.record))


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


def _opponents(people: tuple[str, ...]) -> tuple[str, ...]:
    return BOT_NAMES[: MOST_SEATS - len(people)]


def _people(args: argparse.Namespace, setup: Setup, t: Tongue) -> tuple[str, ...]:
    """The names of the people at the keyboard."""
    people = (t.say("Guest"),) if args.name is None else tuple(map(str, args.name))
    if len(people) > setup.seats:
        out.fail(
            t.say(
                "There are {people} names for {seats} seats: add --seats.",
                people=len(people),
                seats=setup.seats,
            )
        )
    opponents = _opponents(people)
    for place, name in enumerate(people):
        taken = [other.casefold() for other in (*opponents, *people[:place])]
        if not is_name(name) or name.casefold() in taken:
            out.fail(t.say("You cannot sit down as “{asked}”: a name has 1 to {most} characters, "
                           "no comma, and is none of these: {taken}.", asked=name,
                           most=LONGEST_NAME,
                           taken=", ".join((*opponents, *people[:place]))))  # fmt: skip
    return people
