"""A seat at a live table, or a place to watch it from, shown on the screen."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from perudo.client import AsyncTable, NotPerudo, Refused, ServerAway, TableState
from perudo.engine.actions import Action
from perudo.engine.events import MatchWon
from perudo.engine.refusals import Refusal
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.table.live.commands import LONGEST_TEXT, REACTIONS
from perudo.table.live.events import LogEvent, WonByResignation
from perudo.table.live.labels import reaction_text
from perudo.terminal.chooser import Chooser, Talk
from perudo.terminal.live_sight import (
    LiveStory,
    events_of,
    names_of,
    rules_of,
    sight_of,
    split_at_showdown,
)
from perudo.terminal.sending import send_choice
from perudo.terminal.sight import Choice, Offer, Sight
from perudo.terminal.table_screen import TableScreen

BEHIND = 2
"""With so many updates waiting, the screen stops taking its time."""


class News(NamedTuple):
    """An update, with the view that belongs to it."""

    table: TableState
    view: View | None
    events: tuple[LogEvent, ...]


class LiveGame:
    """Follows a table and shows it; sends what the reader does, once.

    Following and showing are two tasks, so that the seat's part in the dice never waits for the
    screen. What the reader does is sent against the table as the screen showed it.
    """

    def __init__(self, table: AsyncTable, lang: str) -> None:
        state = table.state
        assert state is not None
        self.t = Tongue(lang, rules_of(state).words.value)
        self.table = table
        self.shown = state
        """The table as the screen shows it."""
        self._link = f"{table.key.address}/t/{state.code}"
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._busy = False
        self.gave_up = False
        """Whether the reader has left for good."""

    def names(self) -> tuple[str, ...]:
        return names_of(self.t, self.shown)

    @property
    def behind(self) -> bool:
        return self._news.qsize() >= BEHIND

    async def run(self, stage: TableScreen) -> None:
        t = self.t
        self.table.when_line_changes(
            lambda up: stage.warn(
                "" if up else t.say("The server does not answer. Nothing is lost: reconnecting …")
            )
        )
        following = asyncio.create_task(self._follow(stage))
        try:
            while (news := await self._news.get()) is not None:
                await self._show(stage, news)
            await following
        finally:
            following.cancel()

    async def _follow(self, stage: TableScreen) -> None:
        """Follow the table for as long as the screen is open, however long a server is away."""
        try:
            while not self.shown.closed:
                try:
                    async for update in self.table.follow():
                        events = events_of(update.events)
                        await self._news.put(News(update.table, self.table.view, events))
                    return
                except ServerAway:
                    continue
        except (NotPerudo, Refused) as problem:
            stage.warn(str(problem))
        finally:
            self._news.put_nowait(None)

    async def _show(self, stage: TableScreen, news: News) -> None:
        """Show an update: what led to a showdown, the cups going up, and what came of it."""
        table, view, events = news
        self.shown = table
        told = LiveStory(self.t, table)
        sight = sight_of(self.t, table, view, self._link)
        before, showdown, after = split_at_showdown(events)
        if showdown is None:
            stage.show(_with_open_dice(sight), told.lines(events))
        else:
            if _with_open_dice(sight).showdown == showdown:
                quiet = replace(sight, showdown=showdown, offers=sight.offers & {Offer.TALK})
                stage.show(quiet, told.lines(before))
                await stage.reveal(quiet)
            else:  # the next round has begun
                stage.tell(told.lines(before))
            lines = (*told.story.outcome(showdown), *told.lines(after))
            stage.show(_with_open_dice(sight), lines)
        if any(isinstance(event, MatchWon | WonByResignation) for event in events):
            stage.run_worker(self._check(stage, table.match), group="check")

    async def _check(self, stage: TableScreen, match: int) -> None:
        """Throw every die of the finished match again, and say whether they are fair."""
        t = self.t
        try:
            fair = (await self.table.check(match)).ok
        except (NotPerudo, Refused, ServerAway):
            return
        if fair:
            stage.tell(
                [t.say("Every die that was revealed follows from its secret and the seeds.")]
            )
        else:
            stage.tell([t.say("These dice are not proven fair.")])

    # What the reader does

    def refusal(self, action: Action) -> Refusal | None:
        return self.table.refusal(action)

    def choose(self, stage: TableScreen, choice: Choice) -> None:
        if not self._busy:
            self._busy = True
            stage.run_worker(self._sent(stage, choice), group="send")

    async def _sent(self, stage: TableScreen, choice: Choice) -> None:
        """Send a choice; until it is answered nothing else can be chosen."""
        offers = stage.sight.offers
        stage.show(replace(stage.sight, offers=offers & {Offer.TALK}))
        before = self.shown
        try:
            await send_choice(self.table, choice, before)
        except (Refused, ServerAway, NotPerudo) as problem:
            stage.answer(str(problem))
            if self.shown is before:
                stage.show(replace(stage.sight, offers=offers))
        finally:
            self._busy = False

    def ways_to_leave(self) -> tuple[str, ...]:
        t, shown = self.t, self.shown
        if shown.seat is None or shown.closed:
            return (t.say("Leave"),)
        if shown.on:
            wait = t.say("Leave: a bot plays until I am back") if self._others_play else (
                t.say("Leave: the match waits for me"))  # fmt: skip
            return (wait, t.say("Resign"))
        return (t.say("Leave: my chair waits for me"), t.say("Give up my chair"))

    @property
    def _others_play(self) -> bool:
        """Whether other people would wait for this seat."""
        shown = self.shown
        out = () if shown.game is None else shown.game.out
        return any(
            chair is not None and chair.person and seat != shown.seat and seat not in out
            for seat, chair in enumerate(shown.chairs)
        )

    async def leave_by(self, way: int) -> None:
        shown = self.shown
        if shown.seat is None or shown.closed:
            return
        with suppress(Refused, ServerAway, NotPerudo):
            if way == 1:
                self.gave_up = True
                await (self.table.resign() if shown.on else self.table.stand())
            elif shown.on and self._others_play:
                await self.table.stand_in(shown.seat)

    def talk(self, stage: TableScreen) -> None:
        t = self.t

        def said(text: str | None) -> None:
            if text is not None:
                stage.run_worker(self._tried(stage, "chat", text=text), group="talk")

        if self.shown.seat is not None:
            stage.app.push_screen(Talk(t.say("Say something"), LONGEST_TEXT), said)

    def react(self, stage: TableScreen) -> None:
        t = self.t

        def chosen(which: int | None) -> None:
            if which is not None:
                work = self._tried(stage, "react", reaction=REACTIONS[which])
                stage.run_worker(work, group="talk")

        if self.shown.seat is not None:
            words = tuple(reaction_text(t, reaction) for reaction in REACTIONS)
            stage.app.push_screen(Chooser(t, t.say("Reactions"), words), chosen)

    async def _tried(self, stage: TableScreen, what: str, **body: str) -> None:
        try:
            await self.table.send(what, **body)
        except (Refused, ServerAway, NotPerudo) as problem:
            stage.answer(str(problem))


def _with_open_dice(sight: Sight) -> Sight:
    """Leave the dice of the last round on the table until the next deal."""
    view = sight.view
    if view is None or not view.past or view.turn is not None:
        return sight
    showdown = view.past[-1].showdown
    return replace(sight, showdown=showdown, lifted=len(showdown.steps))
