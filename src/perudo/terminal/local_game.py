"""A match against bots, or among people at one keyboard, shown on the screen."""

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import Any, TypeVar

from perudo.engine import play
from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.errors import Error
from perudo.engine.events import Called, Event, Showdown
from perudo.engine.hearing import Verdict
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import View, redact, view_for
from perudo.i18n.tongue import Tongue
from perudo.table.dice_sources import DiceSource
from perudo.table.live.settings import COLOURS
from perudo.table.local import LocalTable, Player
from perudo.terminal.sight import Choice, Offer, Place, Sight
from perudo.terminal.table_screen import TableScreen
from perudo.wording.refusal_text import refusal_text
from perudo.wording.story import Story

Value = TypeVar("Value")
LISTENING = 2.5
"""How long others may call calza out of turn, in multiples of the pace."""


class Left(Error):
    """The people have left the table."""


class LocalGame:
    """Plays a ``LocalTable`` in a thread of its own, in step with the screen.

    With one person the screen is always theirs. With several it belongs to whoever is asked, from
    behind a curtain, and to nobody in between.
    """

    def __init__(
        self,
        t: Tongue,
        setup: Setup,
        names: tuple[str, ...],
        bots: Mapping[Seat, Player],
        dice: DiceSource,
        signs: Mapping[Seat, str],
        *,
        coach: bool = True,
    ) -> None:
        self.t = t
        self._names = names
        self._people = tuple(seat for seat in range(setup.seats) if seat not in bots)
        self._alone = self._people[0] if len(self._people) == 1 else None
        self._asked: Seat | None = self._alone
        players = [bots.get(seat) or _Person(self, seat) for seat in range(setup.seats)]
        self.table = LocalTable(setup, players, dice, toucan=self._saw_toucan)
        self._story = Story(t, setup.rules, names, self._alone)
        places = tuple(
            Place(name, COLOURS[seat], signs.get(seat, "")) for seat, name in enumerate(names)
        )
        self._blank = Sight(places, title=setup.rules.key, coach=coach)
        self._stage: TableScreen | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._work: asyncio.Queue[tuple[Coroutine[Any, Any, Any], Future[Any]] | None]
        self._work = asyncio.Queue()
        self._pending: Future[Any] | None = None
        self._problem: BaseException | None = None
        self._left = threading.Event()
        self._window: tuple[int, int] | None = None
        self._claiming: frozenset[Seat] = frozenset()
        self._thread = threading.Thread(target=self._play, name="table", daemon=True)

    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def first_person(self) -> Seat:
        return self._people[0]

    # On the screen's side

    async def run(self, stage: TableScreen) -> None:
        self._stage, self._loop = stage, asyncio.get_running_loop()
        self._thread.start()
        try:
            while (asked := await self._work.get()) is not None:
                work, result = asked
                shown = await work
                if not result.cancelled():
                    result.set_result(shown)
        finally:
            self.leave()
        if self._problem is not None:
            raise self._problem
        stage.app.exit(0)  # the match is over, and its end was looked at

    def leave(self) -> None:
        """End the match where it is; the thread waits for nobody any more."""
        self._left.set()
        if self._pending is not None:
            self._pending.cancel()

    def wait_until_left(self, seconds: float = 5.0) -> None:
        """Wait until nothing more is added to the match, so that it can be recorded."""
        self.leave()
        if self._thread.ident is not None:
            self._thread.join(seconds)

    @property
    def behind(self) -> bool:
        return False

    def choose(self, stage: TableScreen, choice: Choice) -> None:
        pass  # everything is asked for

    def refusal(self, action: Action) -> Refusal | None:
        if self._asked is None:
            turn = play.turn_of(self.table.match)
            return None if turn is None else play.refusal(self.table.match, turn.seat, action)
        return play.refusal(self.table.match, self._asked, action)

    def ways_to_leave(self) -> tuple[str, ...]:
        return (self.t.say("Leave"),)

    async def leave_by(self, way: int) -> None:
        pass  # nobody else waits for an answer

    def talk(self, stage: TableScreen) -> None:
        pass  # people at one keyboard talk by themselves

    def react(self, stage: TableScreen) -> None:
        pass

    # In the table's thread

    def _play(self) -> None:
        try:
            told = 0
            while True:
                events = self.table.events[told:]
                told = len(self.table.events)
                self._call(self._shown(tuple(events)))
                if self.table.match.winner is not None:
                    break
                self.table.step()
        except Left:
            pass
        except BaseException as error:
            self._problem = error
        self._hand_over(None)

    def _call(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Let the screen do something and wait for its result."""
        pending: Future[Value] = Future()
        self._pending = pending
        if self._left.is_set() or not self._hand_over((work, pending)):
            work.close()
            raise Left
        try:
            return pending.result()
        except CancelledError:
            raise Left from None

    def _hand_over(self, work: tuple[Coroutine[Any, Any, Any], Future[Any]] | None) -> bool:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(self._work.put_nowait, work)
        except RuntimeError:  # the app is gone, and its loop with it
            return False
        return True

    def _saw_toucan(self) -> Seat | None:
        return self._call(self._asked_for_toucan())

    def asked_to_act(self, seat: Seat, view: View) -> Action:
        return self._call(self._turn(seat, view))

    def asked_for_calza(self, seat: Seat, view: View) -> bool:
        """Ask once after each bid, whoever of the people may call."""
        moment = (view.number, len(view.bids))
        if moment != self._window:
            self._window = moment
            turn = play.turn_of(self.table.match)
            callers = () if turn is None else turn.calza
            may = tuple(s for s in self._people if s in callers and turn and s != turn.seat)
            self._claiming = self._call(self._listened(may))
        return seat in self._claiming

    def verdict(self, verdict: Verdict) -> None:
        self._call(self._told(list(self._story.verdict(verdict))))

    def refused(self, action: Action, refusal: Refusal) -> None:
        self._call(self._said(refusal_text(self.t, refusal, self._names, action)))

    # What the screen does for the table

    def _sight(self, seat: Seat | None, view: View | None = None) -> Sight:
        view = view or view_for(self.table.match, seat)
        cups = tuple(view.cup if other == seat else None for other in range(view.seats))
        return replace(self._blank, you=seat, view=view, cups=cups)

    async def _shown(self, events: tuple[Event, ...]) -> None:
        stage = self._on
        sight = self._sight(self._alone)
        showdown = next((event for event in events if isinstance(event, Showdown)), None)
        if showdown is None:
            stage.show(sight, self._lines(events))
            await stage.rest()
            return
        sight = replace(sight, showdown=showdown)
        stage.show(sight, self._lines(e for e in events if isinstance(e, Called)))
        sight = await stage.reveal(sight)
        after = events[events.index(showdown) + 1 :]
        stage.show(sight, (*self._story.outcome(showdown), *self._lines(after)))
        await stage.ask(replace(sight, offers=frozenset({Offer.GO_ON})))

    def _lines(self, events: Any) -> list[str]:
        return [line for event in events for line in self._story.lines(redact(event, self._alone))]

    async def _told(self, lines: list[str]) -> None:
        self._on.tell(lines)
        await self._on.rest()

    async def _said(self, message: str) -> None:
        self._on.answer(message)

    async def _turn(self, seat: Seat, view: View) -> Action:
        self._asked = seat
        if self._alone is None:
            await self._on.curtain(self._names[seat])
        offers = {Offer.TURN} | ({Offer.CALZA} if view.legal.calza else set())
        while True:
            choice = await self._on.ask(replace(self._sight(seat, view), offers=frozenset(offers)))
            if choice is not None and not isinstance(choice, Offer):
                break
        if self._alone is None:
            self._asked = None
            self._on.show(self._sight(None))
        return choice

    async def _listened(self, may: tuple[Seat, ...]) -> frozenset[Seat]:
        """Leave time for calza out of turn; return who of the people calls it."""
        stage, t = self._on, self.t
        offers = frozenset({Offer.CALZA, Offer.GO_ON})
        seconds = LISTENING * stage.pace if stage.pace > 0 else None
        self._asked = may[0]
        try:
            choice = await stage.ask(replace(self._sight(self._alone), offers=offers), seconds)
        finally:
            self._asked = self._alone
        if choice is not CALZA:
            return frozenset()
        if len(may) == 1:
            return frozenset(may)
        names = tuple(self._names[seat] for seat in may)
        which = await stage.choose_one(t.say("Who calls {calza}?"), names)
        return frozenset() if which is None else frozenset({may[which]})

    async def _asked_for_toucan(self) -> Seat | None:
        t = self.t
        nobody = t.say("Nobody knows: draw lots")
        which = await self._on.choose_one(t.say("Who last saw a toucan?"), (*self._names, nobody))
        return None if which is None or which == len(self._names) else which

    @property
    def _on(self) -> TableScreen:
        assert self._stage is not None
        return self._stage


class _Person:
    """A person at the keyboard, for the table."""

    is_person = True

    def __init__(self, game: LocalGame, seat: Seat) -> None:
        self._game, self._seat = game, seat

    def on_event(self, event: Event) -> None:
        pass  # the game shows what happens, to everybody at once

    def on_verdict(self, verdict: Verdict) -> None:
        if self._seat == self._game.first_person:
            self._game.verdict(verdict)

    def act(self, view: View) -> Action:
        return self._game.asked_to_act(self._seat, view)

    def claims_calza(self, view: View) -> bool:
        return self._game.asked_for_calza(self._seat, view)

    def on_refusal(self, action: Action, refusal: Refusal) -> None:
        self._game.refused(action, refusal)
