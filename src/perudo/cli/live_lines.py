"""A live table line by line: for screen readers, scripts and terminals that cannot do more."""

import asyncio
import sys
import threading
from contextlib import suppress

from perudo.cli import out
from perudo.cli.typed import parse_action, wants_to_leave
from perudo.client import AsyncTable, NotPerudo, Refused, ServerAway
from perudo.engine.actions import CALZA, Action
from perudo.engine.events import Dealt, Event, MatchWon
from perudo.i18n.tongue import Tongue
from perudo.table.live.events import LogEvent, WonByResignation
from perudo.terminal.live_sight import (
    LiveStory,
    events_of,
    fair_line,
    names_of,
    rules_of,
    sight_of,
)
from perudo.terminal.offers import main_offer, offer_text, second_offer
from perudo.terminal.sending import send_choice
from perudo.terminal.sight import Offer
from perudo.wording.dice_text import bids_text, own_dice_text
from perudo.wording.layout import text_lines
from perudo.wording.refusal_text import refusal_text


class LiveLines:
    """Prints what happens at a table, and sends what is typed."""

    def __init__(self, table: AsyncTable, lang: str) -> None:
        state = table.state
        assert state is not None
        self.t = Tongue(lang, rules_of(state).words.value)
        self.table, self.shown = table, state
        self.gave_up = False
        self._link = f"{table.key.address}/t/{state.code}"
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._prompted: object = None
        self._up = True

    async def run(self) -> int:
        """Follow the table until it is closed, or the reader leaves."""
        t = self.t
        self._welcome()
        self.table.when_line_changes(self._line_changed)
        tasks = [asyncio.create_task(self._follow())]
        if self.shown.seat is not None:
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._read, args=(loop,), daemon=True).start()
            tasks.append(asyncio.create_task(self._obey()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (NotPerudo, Refused) as problem:
            out.line(str(problem))
            return 1
        finally:
            for task in tasks:
                task.cancel()
        out.line(t.say("You leave the table. Until next time!"))
        return 0

    def _welcome(self) -> None:
        t = self.t
        sight = sight_of(t, self.shown, None, self._link)
        for line in (sight.notice, sight.headline):
            if line:
                out.line(line)
        if self.shown.seat is not None:
            out.line(t.say("Type a bid such as 4x5 (four fives) or 3xP (three {pacos})."))
            out.line(t.say("?: see what you may do; q: leave the table."))
            out.line(t.say("/ and a text: say something. Enter: go on."))
        _flush()

    def _line_changed(self, up: bool) -> None:
        t = self.t
        if up != self._up:
            self._up = up
            out.line(
                t.say("The server is there again.")
                if up
                else t.say("The server does not answer. Nothing is lost: reconnecting …")
            )
            _flush()

    async def _follow(self) -> None:
        while not self.shown.closed:
            with suppress(ServerAway):
                async for update in self.table.follow():
                    self.shown = update.table
                    await self._tell(events_of(update.events))
                return

    async def _tell(self, events: tuple[LogEvent, ...]) -> None:
        t, table = self.t, self.shown
        told = LiveStory(t, table)
        for event in events:
            lines = (
                text_lines(told.story, event) if isinstance(event, Event) else told.lines((event,))
            )
            for line in lines:
                out.line(line)
        if (
            not table.on
            and table.winner is not None
            and any(isinstance(event, MatchWon | WonByResignation) for event in events)
        ):
            with suppress(Refused, NotPerudo, ServerAway):
                out.line(fair_line(t, await self.table.check(table.match)))
        self._prompt(dealt=any(isinstance(event, Dealt) for event in events))
        _flush()

    def _prompt(self, *, dealt: bool) -> None:
        """Say what the table waits for, once for each moment."""
        t, table = self.t, self.shown
        sight = sight_of(t, table, self.table.view, self._link)
        offers = sight.offers - {Offer.TALK}
        if (offers, table.version) == self._prompted or not offers:
            return
        self._prompted = (offers, table.version)
        if Offer.TURN in offers:
            if not dealt and table.game is not None and table.game.cup is not None:
                out.line(own_dice_text(t, table.game.cup))
            out.line(t.say("Your turn."))
        elif Offer.CALZA in offers:
            out.line(t.say("{calza}: say that the last bid is exactly right."))
        main = main_offer(sight)
        if main is not None and main is not Offer.TURN:
            out.line(t.say("Enter: {words}", words=offer_text(t, sight, main)))
        second = second_offer(sight)
        if second is not None:
            out.line(t.say("b: {words}", words=offer_text(t, sight, second)))

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines in a thread of its own, as waiting for one cannot be broken off."""
        while True:
            try:
                line = sys.stdin.readline()
            except (OSError, ValueError):
                line = ""
            try:
                loop.call_soon_threadsafe(self._typed.put_nowait, line.strip() if line else None)
            except RuntimeError:
                return
            if not line:
                return

    async def _obey(self) -> None:
        while (typed := await self._typed.get()) is not None:
            if wants_to_leave(self.t, typed):
                return
            try:
                await self._do(typed)
            except (Refused, ServerAway) as problem:
                out.line(str(problem))
            _flush()

    async def _do(self, typed: str) -> None:
        t, table = self.t, self.table
        sight = sight_of(t, self.shown, table.view, self._link)
        if typed.startswith("/"):
            if typed[1:].strip():
                await table.send("chat", text=typed[1:].strip())
            return
        if typed == "":
            main = main_offer(sight)
            if main is not None and main is not Offer.TURN:
                await send_choice(table, main, self.shown)
            return
        second = second_offer(sight)
        if typed == "b" and second is not None:
            await send_choice(table, second, self.shown)
            return
        action = parse_action(t, typed)
        if action is None:
            if typed != "?":
                out.line(t.say("“{typed}” is neither a bid nor a call.", typed=typed))
            self._help()
        else:
            await self._act(action)

    async def _act(self, action: Action) -> None:
        refusal = self.table.refusal(action)
        if refusal is not None:
            out.line(refusal_text(self.t, refusal, names_of(self.t, self.shown), action))
        elif self.shown.my_turn or (action is CALZA and self.shown.may_call_calza):
            await send_choice(self.table, action, self.shown)

    def _help(self) -> None:
        t, view = self.t, self.table.view
        if view is None or not self.shown.on:
            return
        if view.legal.bids is not None and view.legal.bids.size:
            out.line(t.say("You may bid: {bids}.", bids=bids_text(t, view.legal.bids)))
        may = {"dudo": view.legal.dudo, "calza": view.legal.calza}
        calls = [word for word in may if may[word]]
        if calls:
            out.line(t.say("You may call: {calls}.", calls=", ".join(map(t.word, calls))))


def _flush() -> None:
    """Let a reader behind a pipe have each line at once."""
    sys.stdout.flush()
