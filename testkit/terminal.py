"""The app in tests: what its screen shows, and waiting until it waits for the reader."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any

from textual.pilot import Pilot

from perudo.bots.roster import BOT_NAMES, bot_named
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.i18n.tongue import Tongue
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.live.labels import bot_level_text
from perudo.terminal.app import PerudoApp
from perudo.terminal.chooser import Chooser, Curtain
from perudo.terminal.drawn import Drawn
from perudo.terminal.local_game import LocalGame
from perudo.terminal.sight import Offer
from perudo.terminal.table_screen import TableScreen

PATIENCE = 20.0


def local_app(
    *,
    people: tuple[str, ...] = ("Rosa",),
    seats: int = 4,
    dice: int = 5,
    edition: str = "asmodee-2009",
    options: tuple[str, ...] = (),
    lang: str = "en",
    seed: int = 7,
    level: str = "medium",
    theme: str | None = None,
    pace: float = 0.0,
    coach: bool = False,
) -> tuple[PerudoApp, LocalGame]:
    """A match against bots that goes as fast as the reader.

    Without the coach, whose numbers may differ in the last digit from processor to processor.
    """
    rules = table_rules(edition, options)
    t, rng = Tongue(lang, rules.words.value), Random(seed)
    setup = Setup(rules, seats, dice)
    names = (*people, *BOT_NAMES[: seats - len(people)])
    bots = {seat: BotSeat(bot_named(level), rng) for seat in range(len(people), seats)}
    sign = t.say("bot, {level}", level=bot_level_text(t, level))
    signs = dict.fromkeys(bots, sign)
    game = LocalGame(t, setup, names, bots, RandomDice(rng), signs, coach=coach)
    return PerudoApp(TableScreen(game, pace), theme), game


async def click(pilot: Pilot[Any], does: str) -> None:
    """Click the part of the screen that does this, wherever it is drawn."""
    for widget in pilot.app.screen.query(Drawn):
        for spot in widget.drawing.spots:
            if spot.does == does and widget.display:
                x = next(
                    x
                    for x in range(spot.x, spot.x + spot.width)
                    if widget.drawing.spot_at(x, spot.y) == spot
                )
                await pilot.click(widget, offset=(x, spot.y))
                return
    raise AssertionError(f"nothing does {does!r}:\n" + "\n".join(rows(pilot)))


def rows(pilot: Pilot[Any]) -> list[str]:
    """The lines of the screen as plain text, without the spaces at their ends."""
    screen = pilot.app.screen
    strips = screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def table_screen(pilot: Pilot[Any]) -> TableScreen:
    """The table, also while another screen is over it."""
    return next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen))


async def until(pilot: Pilot[Any], true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is true; the app goes on in the meantime."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "\n".join(rows(pilot))
        await pilot.pause()
        await asyncio.sleep(0.002)


async def until_waiting(pilot: Pilot[Any], *, turn: bool = False) -> None:
    """Go on until the table waits for a decision; with ``turn``, until it is a turn."""
    while True:
        await until(pilot, lambda: waits(pilot))
        if not turn or Offer.TURN in table_screen(pilot).sight.offers:
            await pilot.pause()
            return
        await pilot.press("enter")


def waits(pilot: Pilot[Any]) -> bool:
    """Whether the reader is asked for something, on the table or over it."""
    screen = pilot.app.screen
    if isinstance(screen, Chooser):
        return any(widget.drawing.spots for widget in screen.query(Drawn))
    if not isinstance(screen, TableScreen):
        return isinstance(screen, Curtain) and bool(screen.children)
    return bool(table_screen(pilot).sight.offers - {Offer.TALK})
