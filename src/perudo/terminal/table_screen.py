"""The table: the players, the bids, the reveal, the own dice and what can be done."""

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Final, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets import Static

from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.refusals import Refusal
from perudo.i18n.tongue import Tongue
from perudo.terminal import layout
from perudo.terminal.chooser import Chooser, Curtain
from perudo.terminal.drawn import Drawing, Drawn
from perudo.terminal.frame import Frame
from perudo.terminal.hints import hints
from perudo.terminal.offers import second_offer
from perudo.terminal.picker import Picker, picker_drawing
from perudo.terminal.sight import Choice, Offer, Sight
from perudo.wording.refusal_text import refusal_text

PAGE: Final = 5
"""Lines that one key press scrolls the news."""
MOST_NEWS: Final = 500
LEAVE_SECONDS: Final = 3.0
"""How long a server may take to hear that somebody leaves."""


class Driver(Protocol):
    """What stands behind the screen: a match in this process, or a live table."""

    t: Tongue

    async def run(self, stage: "TableScreen") -> None:
        """Show what happens until the table is left."""
        ...

    @property
    def behind(self) -> bool:
        """Whether so much has happened that the screen should not take its time."""
        ...

    def choose(self, stage: "TableScreen", choice: Choice) -> None:
        """Do what the reader has chosen while nothing was asked."""
        ...

    def refusal(self, action: Action) -> Refusal | None:
        """Return why the reader may not take this action now."""
        ...

    def names(self) -> tuple[str, ...]: ...

    def ways_to_leave(self) -> tuple[str, ...]:
        """How the reader can leave, in words."""
        ...

    async def leave_by(self, way: int) -> None:
        """Do at the table what leaving in this way means."""
        ...

    def talk(self, stage: "TableScreen") -> None:
        """Let the reader say something, where there is somebody to hear it."""
        ...

    def react(self, stage: "TableScreen") -> None: ...


class TableScreen(Frame):
    """Shows sights, tells news, and turns keys and clicks into choices."""

    CSS = layout.CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, f"do('{does}')", show=False)
        for keys, does in (
            ("enter,space", "main"),
            ("up,k", "up"),
            ("down,j", "down"),
            ("left,minus", "fewer"),
            ("right,plus,equals_sign", "more"),
            ("1", "face 1"),
            ("2", "face 2"),
            ("3", "face 3"),
            ("4", "face 4"),
            ("5", "face 5"),
            ("6", "face 6"),
            ("d", "dudo"),
            ("c", "calza"),
            ("b", "second"),
            ("h", "hint"),
            ("t", "talk"),
            ("r", "react"),
            ("pageup", "older"),
            ("pagedown", "newer"),
        )
    ]

    def __init__(self, driver: Driver, pace: float) -> None:
        super().__init__(driver.t)
        self.driver, self.pace = driver, pace
        self.sight = Sight(())
        self.picker: Picker | None = None
        self.news: list[str] = []
        self.message = ""
        self.alert = ""
        """What is wrong with the connection; empty while nothing is."""
        self._back = 0
        self._answer: asyncio.Future[Choice] | None = None
        self._hurry = asyncio.Event()

    def compose(self) -> ComposeResult:
        yield self._small
        yield Drawn(id="head")
        yield Drawn(id="seats")
        yield Drawn(id="centre")
        with Horizontal(id="middle"):
            yield Drawn(id="news")
            yield Drawn(id="bids")
            yield Drawn(id="picker")
        with Horizontal(id="own"):
            yield Drawn(id="hand")
            yield Drawn(id="actions")
        yield Static("", id="message", markup=False)
        yield Static("", id="notice", markup=False)
        yield Drawn(id="foot")

    def on_mount(self) -> None:
        self._clock = self.set_interval(1.0, self.redraw, pause=True)
        self.run_worker(self.driver.run(self), name="driver", exit_on_error=True)

    # What drivers call

    def show(self, sight: Sight, lines: Iterable[str] = ()) -> None:
        """Show the table as it is now, and tell what has happened."""
        self._follow_turn(sight)
        if (sight.deadline is None) != (self.sight.deadline is None):
            (self._clock.pause if sight.deadline is None else self._clock.resume)()
        self.sight = sight
        self.tell(lines)

    def tell(self, lines: Iterable[str]) -> None:
        self.news += lines
        del self.news[:-MOST_NEWS]
        self._back = 0
        self.redraw()

    def warn(self, alert: str) -> None:
        """Show what is wrong with the connection; empty when all is well again."""
        self.alert = alert
        self.redraw()

    def answer(self, message: str) -> None:
        """Answer the reader in the line for that."""
        self.message = message
        self.redraw()

    async def rest(self, times: float = 1.0) -> None:
        """Leave the reader time to look; a key makes it shorter."""
        if self.pace <= 0 or self.driver.behind:
            await asyncio.sleep(0)
            return
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), times * self.pace)

    async def reveal(self, sight: Sight) -> Sight:
        """Lift the cups of the sight's showdown one after the other; return the last sight."""
        assert sight.showdown is not None
        for lifted in range(len(sight.showdown.steps) + 1):
            sight = replace(sight, lifted=lifted)
            self.show(sight)
            if not sight.revealed:
                await self.rest(0.7)
        return sight

    async def ask(self, sight: Sight, seconds: float | None = None) -> Choice | None:
        """Show a sight with offers and wait for a choice; None if the time is over."""
        self._answer = asyncio.get_running_loop().create_future()
        self.show(sight)
        try:
            return await asyncio.wait_for(self._answer, seconds)
        except TimeoutError:
            return None
        finally:
            self._answer = None
            self.message = ""
            self.show(replace(sight, offers=frozenset()))

    async def choose_one(self, title: str, options: tuple[str, ...]) -> int | None:
        """Ask to choose one of several; None if the reader would rather not."""
        return await self.app.push_screen_wait(Chooser(self.t, title, options))

    async def curtain(self, name: str) -> None:
        """Hide the table until the named player is alone in front of the screen."""
        await self.app.push_screen_wait(Curtain(self.t, name))

    # What the reader does

    def do(self, what: str, detail: str) -> None:
        match what:
            case "main":
                self._main()
            case "bid" | "dudo" | "calza":
                self._play(what)
            case "second":
                self._second()
            case "up" | "down":
                self._pick(None if self.picker is None else
                           self.picker.next_face(-1 if what == "up" else 1))  # fmt: skip
            case "fewer" | "more":
                step = -1 if what == "fewer" else 1
                self._pick(None if self.picker is None else self.picker.more(step))
            case "face":
                self._pick(None if self.picker is None else self.picker.on_face(int(detail)))
            case "older" | "newer":
                self._scroll(PAGE if what == "older" else -PAGE)
            case "hint":
                self._hint()
            case "talk":
                self.driver.talk(self)
            case "react":
                self.driver.react(self)
            case "offer":
                self._choose(Offer[detail])
            case _:
                self.common(what)

    def _main(self) -> None:
        """Do the first of the things on offer; in between, go on sooner."""
        does = layout.main_of(self.sight)
        if does is None:
            self._hurry.set()
        else:
            self.action_do(does)

    def _second(self) -> None:
        offer = second_offer(self.sight)
        if offer is not None:
            self._choose(offer)

    def _play(self, what: str) -> None:
        """Bid or call if the rules allow it; otherwise say why not."""
        if self.sight.view is None:
            return
        action: Action = DUDO if what == "dudo" else CALZA
        if what == "bid":
            if self.picker is None:
                return
            action = self.picker.bid
        refusal = self.driver.refusal(action)
        if refusal is not None:
            self.answer(refusal_text(self.t, refusal, self.driver.names(), action))
            return
        if Offer.TURN in self.sight.offers or (
            action is CALZA and Offer.CALZA in self.sight.offers
        ):
            self._choose(action)

    def _choose(self, choice: Choice) -> None:
        self.message = ""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(choice)
        elif isinstance(choice, Offer) and choice not in self.sight.offers:
            return
        else:
            self.driver.choose(self, choice)

    def _pick(self, picker: Picker | None) -> None:
        if picker is not None:
            self.picker = picker
            self.message = self._why_not()
            self.redraw()

    def _why_not(self) -> str:
        """Why the bid under the cursor may not be made; empty if it may."""
        assert self.picker is not None
        bid = self.picker.bid
        refusal = self.picker.space.refusal(bid)
        return "" if refusal is None else refusal_text(self.t, refusal, self.driver.names(), bid)

    def _follow_turn(self, sight: Sight) -> None:
        """Have a picker while it is the reader's turn, with the cursor where it was."""
        space = None if sight.view is None else sight.view.legal.bids
        if Offer.TURN not in sight.offers or space is None:
            self.picker = None
        elif self.picker is None or self.picker.space != space:
            standing = sight.standing
            self.picker = Picker.on(space, None if standing is None else standing.bid)

    def _hint(self) -> None:
        view = self.sight.view
        picked: Bid | None = None if self.picker is None else self.picker.bid
        told: list[str] = []
        if view is not None and not self.sight.showdown:
            told = list(hints(self.t, view, picked, coach=self.sight.coach))
        self.answer("\n".join(told) or self.t.say("There is nothing to work out now."))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        event.stop()
        self._scroll(1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        event.stop()
        self._scroll(-1)

    def _scroll(self, lines: int) -> None:
        self._back = max(self._back + lines, 0)
        self.redraw()

    def ways_to_leave(self) -> tuple[str, ...]:
        return self.driver.ways_to_leave()

    def leave(self, way: int) -> None:
        self.run_worker(self._left(way), group="leave")

    async def _left(self, way: int) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.driver.leave_by(way), LEAVE_SECONDS)
        self.app.exit(0)

    def keys(self) -> list[tuple[str, str]]:
        t = self.t
        keys = [
            ("↑ ↓  2–6 1", t.say("face, 1 for {pacos}")),
            ("← →  − +", t.say("number")),
            (t.say("Enter"), t.say("bid; go on")),
            ("d", t.say("{dudo}: doubt the last bid")),
            ("c", t.say("{calza}: say that it is exactly right")),
            ("b", t.say("start with bots; skip to the end")),
            ("h", t.say("how likely the bids are")),
            ("t  r", t.say("talk and reactions, at a live table")),
            ("PgUp PgDn", t.say("older and newer news")),
            ("l", t.say("light or dark")),
            ("q  Ctrl-C", t.say("leave the table")),
        ]
        return [*keys, (t.say("mouse"), t.say("click what you see; the wheel scrolls the news"))]

    # Drawing

    def redraw(self) -> None:
        if self.too_small or not self.query("#foot"):  # not there yet, or no more
            return
        t, sight, palette = self.t, self.sight, self.palette
        width = self.size.width
        self._draw("head", layout.head(t, sight, width, palette))
        self._draw("seats", layout.seats(t, sight, width, palette))
        self._draw("centre", layout.centre(t, sight, width, palette))
        self._draw("hand", layout.hand(t, sight, palette))
        self._draw("actions", layout.actions(t, sight, self.picker, palette))
        self._draw("foot", layout.foot(t, sight, width, palette))
        pick = Drawing()
        if self.picker is not None:
            pick = picker_drawing(t, self.picker, layout.SIDE, palette)
        self._draw("picker", pick)
        self.query_one("#bids").display = width >= layout.WIDE
        room = self.query_one("#news", Drawn).size
        self._draw("bids", layout.bids(t, sight, room.height, palette))
        self._back, news = layout.news(self.news, room.width, room.height, self._back)
        self._draw("news", news)
        self.query_one("#message", Static).update(self.message)
        self.query_one("#notice", Static).update(self.alert or layout.notice(t, sight))
        self.set_class(bool(self.alert), "-alert")

    def _draw(self, which: str, drawing: Drawing) -> None:
        self.query_one(f"#{which}", Drawn).draw(drawing)
