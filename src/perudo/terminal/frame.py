"""What all screens of the app have in common: they need a certain size, and say so."""

from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from perudo.i18n.tongue import Tongue
from perudo.terminal.chooser import Chooser, Note
from perudo.terminal.drawn import Drawn
from perudo.terminal.theme import DARK, PALETTES, Palette

COLUMNS: Final = 80
ROWS: Final = 24


class Frame(Screen[None]):
    """A screen that gives way to one clear line where the terminal is too small for it."""

    DEFAULT_CSS = """
    Frame { layout: vertical; }
    Frame > #small { display: none; width: 100%; height: 100%; content-align: center middle; }
    Frame.-small > * { display: none; }
    Frame.-small > #small { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "common('keys')", show=False),
        Binding("l", "common('light')", show=False),
        Binding("q,escape,ctrl+c", "common('leave')", show=False),
    ]

    def __init__(self, t: Tongue) -> None:
        super().__init__()
        self.t = t
        self._leaving = False
        self._small = Static("", id="small", markup=False)

    @property
    def too_small(self) -> bool:
        return self.has_class("-small")

    @property
    def palette(self) -> Palette:
        return PALETTES.get(self.app.theme, DARK)

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        self.set_class(width < COLUMNS or height < ROWS, "-small")
        self._small.update(
            self.t.say(
                "This needs a terminal of {columns}x{rows}; yours has {width}x{height}.",
                columns=COLUMNS,
                rows=ROWS,
                width=width,
                height=height,
            )
        )
        self.call_after_refresh(self.redraw)

    def keys(self) -> list[tuple[str, str]]:
        """All keys of this screen with what they do, for the list of keys."""
        return []

    def on_drawn_pressed(self, event: Drawn.Pressed) -> None:
        event.stop()
        self.action_do(event.does)

    def action_do(self, does: str) -> None:
        """Do what was pressed, a word and maybe a detail, unless nothing can be seen here."""
        if not self.too_small:
            what, _, detail = does.partition(" ")
            self.do(what, detail)

    def do(self, what: str, detail: str) -> None:  # noqa: ARG002
        self.common(what)

    def action_common(self, what: str) -> None:
        self.common(what)

    def common(self, what: str) -> None:
        """Do what every screen can do."""
        match what:
            case "keys":
                self.app.push_screen(Note(_table_of(self.keys())))
            case "light":
                dark = self.app.theme == "perudo-dark"
                self.app.theme = "perudo-light" if dark else "perudo-dark"
                self.redraw()
            case "leave":
                self.ask_to_leave()

    def ask_to_leave(self) -> None:
        """Leave after asking; asked twice, as by a second Ctrl-C, leave at once."""
        t = self.t
        ways = self.ways_to_leave()

        def answered(which: int | None) -> None:
            self._leaving = False
            if which:
                self.leave(which - 1)

        if not self._leaving:
            self._leaving = True
            options = (t.say("Stay"), *ways)
            self.app.push_screen(Chooser(t, t.say("Leave the table?"), options), answered)

    def ways_to_leave(self) -> tuple[str, ...]:
        return (self.t.say("Leave"),)

    def leave(self, way: int) -> None:  # noqa: ARG002
        """Leave in one of the ways."""
        self.app.exit(0)

    def redraw(self) -> None:
        """Draw everything again, for another size or theme."""


def _table_of(keys: list[tuple[str, str]]) -> Text:
    wide = max(len(key) for key, _ in keys)
    text = Text()
    for key, words in keys:
        text.append(f"{key:>{wide}}", "bold").append(f"  {words}\n")
    text.rstrip()
    return text
