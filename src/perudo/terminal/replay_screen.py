"""Step through a recorded match at one's own pace."""

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from perudo.i18n.tongue import Tongue
from perudo.terminal import felt, layout
from perudo.terminal.drawn import Drawing, Drawn, Spot
from perudo.terminal.frame import Frame
from perudo.terminal.replay_moments import Moment
from perudo.terminal.theme import Palette

CSS: Final = f"""
ReplayScreen > #head {{ height: 1; background: $panel; text-style: bold; }}
ReplayScreen > #seats {{ height: {felt.CARD_ROWS}; }}
ReplayScreen > #centre {{ height: 1; text-align: center; background: $surface; }}
ReplayScreen > #middle {{ height: 1fr; }}
#middle > #news {{ width: 1fr; height: 100%; padding: 0 1; }}
#middle > #bids {{ width: 30; height: 100%; }}
ReplayScreen > #where {{ height: 1; padding: 0 1; color: $primary; }}
ReplayScreen > #steps {{ height: 1; }}
ReplayScreen > #foot {{ height: 1; background: $panel; }}
"""


class ReplayScreen(Frame):
    """Shows one moment of a record after the other, forwards and backwards."""

    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, f"do('{does}')", show=False)
        for keys, does in (
            ("right,enter,n,down", "next"),
            ("left,backspace,up", "back"),
            ("pagedown", "round"),
            ("pageup", "round-back"),
            ("home", "start"),
            ("end", "end"),
            ("space", "play"),
            ("o", "open"),
        )
    ]

    def __init__(self, t: Tongue, moments: Sequence[Moment], pace: float) -> None:
        super().__init__(t)
        self._moments, self._pace = moments, max(pace, 0.1)
        self.at = 0
        self.open_cups = True
        self.playing = False

    def compose(self) -> ComposeResult:
        yield self._small
        yield Drawn(id="head")
        yield Drawn(id="seats")
        yield Drawn(id="centre")
        with Horizontal(id="middle"):
            yield Drawn(id="news")
            yield Drawn(id="bids")
        yield Static("", id="where", markup=False)
        yield Drawn(id="steps")
        yield Drawn(id="foot")

    def on_mount(self) -> None:
        self._clock = self.set_interval(self._pace, self._play_on, pause=True)

    def do(self, what: str, detail: str) -> None:
        match what:
            case "next":
                self._go(self.at + 1)
            case "back":
                self._go(self.at - 1)
            case "start":
                self._go(0)
            case "end":
                self._go(len(self._moments) - 1)
            case "round":
                self._go(self._round(1))
            case "round-back":
                self._go(self._round(-1))
            case "at":
                self._go(int(detail))
            case "play":
                self._set_playing(not self.playing)
            case "open":
                self.open_cups = not self.open_cups
                self.redraw()
            case _:
                self.common(what)

    def _go(self, at: int) -> None:
        self._set_playing(False)
        self.at = min(max(at, 0), len(self._moments) - 1)
        self.redraw()

    def _round(self, step: int) -> int:
        """Where the next round begins, or this one, or the one before it."""
        here = self._moments[self.at].round
        wanted = here + 1 if step > 0 else here
        starts: dict[int, int] = {}
        for place, moment in enumerate(self._moments):
            starts.setdefault(moment.round, place)
        if step < 0 and starts[here] == self.at:
            wanted = here - 1
        return starts.get(wanted, len(self._moments) - 1 if step > 0 else 0)

    def _set_playing(self, playing: bool) -> None:
        self.playing = playing and self.at < len(self._moments) - 1
        (self._clock.resume if self.playing else self._clock.pause)()
        self.redraw()

    def _play_on(self) -> None:
        self.at = min(self.at + 1, len(self._moments) - 1)
        if self.at == len(self._moments) - 1:
            self._set_playing(False)
        self.redraw()

    def keys(self) -> list[tuple[str, str]]:
        t = self.t
        return [
            ("→", t.say("One step forward")),
            ("←", t.say("One step back")),
            ("PgUp PgDn", t.say("Round by round")),
            ("Home End", t.say("To the start, to the end")),
            (t.say("Space"), t.say("Play and step")),
            ("o", t.say("See all dice from the start")),
            ("l", t.say("light or dark")),
            ("q  Ctrl-C", t.say("leave the table")),
        ]

    def ask_to_leave(self) -> None:
        self.app.exit(0)  # nothing can be lost

    def redraw(self) -> None:
        if self.too_small or not self.query("#foot"):
            return
        t, palette, width = self.t, self.palette, self.size.width
        moment = self._moments[self.at]
        sight = moment.seen(open_cups=self.open_cups)
        self._draw("head", layout.head(t, sight, width, palette))
        self._draw("seats", layout.seats(t, sight, width, palette))
        self._draw("centre", layout.centre(t, sight, width, palette))
        room = self.query_one("#news", Drawn).size
        lines = [line for past in self._moments[: self.at + 1] for line in past.lines]
        self._draw("news", layout.news(lines, room.width, room.height, 0)[1])
        self._draw("bids", layout.bids(t, sight, room.height, palette))
        here = t.say("Moment {at} of {total}", at=self.at + 1, total=len(self._moments))
        self.query_one("#where", Static).update(here)
        self._draw("steps", _track(self.at, len(self._moments), width, palette))
        play = t.say("Pause") if self.playing else t.say("Play")
        keys = [
            ("←", t.say("back"), "back"),
            ("→", t.say("forward"), "next"),
            ("␣", play, "play"),
            ("o", t.say("Cup"), "open"),
            ("?", t.say("Keys"), "keys"),
            ("l", t.say("Colours"), "light"),
            ("q", t.say("Leave"), "leave"),
        ]
        self._draw("foot", layout.key_line(keys, width, palette))

    def _draw(self, which: str, drawing: Drawing) -> None:
        self.query_one(f"#{which}", Drawn).draw(drawing)


def _track(at: int, total: int, width: int, palette: Palette) -> Drawing:
    """A line from the first moment to the last; a click goes there."""
    wide = max(width - 2, 1)
    here = round(at * (wide - 1) / max(total - 1, 1))
    line = Text(" ", no_wrap=True).append("━" * here, palette.accent)
    line.append("●", f"bold {palette.accent}").append("─" * (wide - here - 1), palette.dim)
    spots = tuple(
        Spot(1 + x, 0, 1, f"at {round(x * (total - 1) / max(wide - 1, 1))}") for x in range(wide)
    )
    return Drawing((line,), spots)
