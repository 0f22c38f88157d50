"""``perudo join``: sit down at a live table, among people in browsers and terminals."""

import argparse
import sys

from perudo.cli import out
from perudo.cli.screen import add_screen, pace_from, plain_reason
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("sit down at a live table")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_table(parser, t)
    parser.add_argument("--name", metavar="NAME", help=t.say("your name at the table"))
    add_screen(parser, t)


def add_table(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "address", metavar="ADDRESS", help=t.say("the server, or the link of the table")
    )
    parser.add_argument("code", metavar="CODE", nargs="?", help=t.say("the code of the table"))


def run(args: argparse.Namespace, lang: str) -> int:
    return visit(args, lang, seated=True)


def visit(args: argparse.Namespace, lang: str, *, seated: bool) -> int:
    """Join or watch a table, on the screen or line by line."""
    import asyncio  # noqa: PLC0415

    from perudo.client import NotPerudo, Refused, ServerAway  # noqa: PLC0415
    from perudo.terminal.joining import sit_down, table_address, watch  # noqa: PLC0415
    from perudo.terminal.kept_seats import KeptSeats  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    where = table_address(args.address, args.code)
    if where is None:
        out.fail(t.say("Give the address of a server and the code of a table, or the table's "
                       "link, not “{asked}”.", asked=args.address))  # fmt: skip
    address, code = where
    pace = pace_from(args, t)
    why = plain_reason(args, t)
    seats = KeptSeats()
    name = args.name if seated else None
    ask_name = name or ""
    if seated and name is None and seats.find(address, code, None) is None:
        ask_name = _own_name(t)

    async def main() -> int:
        table = (
            await sit_down(address, code, name, ask_name or t.say("Guest"), lang, seats)
            if seated
            else await watch(address, code, lang)
        )
        async with table:
            if why is not None:
                from perudo.cli.live_lines import LiveLines  # noqa: PLC0415

                if why:
                    out.line(why)
                lines = LiveLines(table, lang)
                status = await lines.run()
                gave_up, shown = lines.gave_up, lines.shown
            else:
                from perudo.terminal.app import PerudoApp  # noqa: PLC0415
                from perudo.terminal.live_game import LiveGame  # noqa: PLC0415
                from perudo.terminal.table_screen import TableScreen  # noqa: PLC0415

                game = LiveGame(table, lang)
                status = await PerudoApp(TableScreen(game, pace), args.theme).run_async() or 0
                gave_up, shown = game.gave_up, game.shown
        if gave_up:
            seats.forget(table.key)
        elif seated and not shown.closed:
            command = f"perudo join {address} {shown.code}"
            if name is not None:
                command += f" --name {name}" if " " not in name else f' --name "{name}"'
            out.line(t.say("Your seat waits for you. Come back with: {command}", command=command))
        return status

    try:
        return asyncio.run(main())
    except Refused as refused:
        out.fail(str(refused), 1)
    except (NotPerudo, ServerAway) as problem:
        out.fail(t.say("Cannot reach {server}: {reason}", server=address, reason=problem), 1)


def _own_name(t: Tongue) -> str:
    """Ask for a name where somebody is there to answer."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return t.say("Guest")
    try:
        return input(t.say("Your name: ")).strip() or t.say("Guest")
    except EOFError:
        return t.say("Guest")
