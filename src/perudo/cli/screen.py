"""Whether a command shows the app or plain lines, and how."""

import argparse
import os
import sys

from perudo.cli.out import fail
from perudo.extras import MissingExtra, require
from perudo.i18n.tongue import Tongue

PACE = "1.0"
SLOWEST = 60.0


def add_screen(parser: argparse.ArgumentParser, t: Tongue) -> None:
    """Add the arguments of a command that has the app."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t.say("line by line, for screen readers and scripts"),
    )
    parser.add_argument(
        "--theme", choices=("dark", "light"), help=t.say("dark or light; l changes it later")
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        default=PACE,
        help=t.say(
            "how long each bid stays on the screen (default: {default}; 0: no waiting)",
            default=PACE,
        ),
    )


def plain_reason(args: argparse.Namespace, t: Tongue) -> str | None:
    """Return why lines are printed instead of the app; None if the app can be shown.

    It is empty where there is nothing to explain: lines were asked for, or nobody is watching.
    """
    if args.plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    if os.environ.get("TERM", "") in ("", "dumb"):
        return t.say("This terminal cannot show the table: here it is line by line.")
    try:
        require("terminal")
    except MissingExtra as missing:
        return t.say(
            "Line by line, as {module} is not installed. For the whole table: {command}",
            module=missing.module,
            command=missing.command,
        )
    return None


def pace_from(args: argparse.Namespace, t: Tongue) -> float:
    try:
        pace = float(args.pace)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= SLOWEST:
        fail(t.say("The pace is a number of seconds from 0 to {most:g}, not “{asked}”.",
                   most=SLOWEST, asked=args.pace))  # fmt: skip
    return pace
