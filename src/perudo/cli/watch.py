"""``perudo watch``: look on at a live table, without a seat and without anybody's dice."""

import argparse

from perudo.cli.join import add_table, visit
from perudo.cli.screen import add_screen
from perudo.i18n.tongue import Tongue


def about(t: Tongue) -> str:
    return t.say("watch a live table")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_table(parser, t)
    add_screen(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    return visit(args, lang, seated=False)
