"""Screens over the table: choose one of several, say something, and the curtain."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click, Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from perudo.i18n.tongue import Tongue
from perudo.terminal.drawn import Drawing, Drawn, Spot
from perudo.terminal.theme import DARK, PALETTES


class Chooser(ModalScreen[int | None]):
    """Choose by number, by arrows and Enter, or by mouse; Escape chooses nothing."""

    CSS = """
    Chooser { align: center middle; }
    Chooser > Vertical {
        width: auto; min-width: 40; max-width: 76; height: auto; max-height: 22;
        border: round $primary; background: $surface; padding: 0 2;
    }
    Chooser Static { width: auto; max-width: 70; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "choose(-1)", show=False),
        Binding("enter,space", "take", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j,tab", "move(1)", show=False),
        *(Binding(str(n), f"choose({n - 1})", show=False) for n in range(1, 10)),
    ]

    def __init__(self, t: Tongue, title: str, options: tuple[str, ...], at: int = 0) -> None:
        super().__init__()
        self.t, self._title, self._options, self._at = t, title, options, at

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, markup=False)
            yield Static("")
            yield Drawn(id="options")

    def on_mount(self) -> None:
        self._draw()

    def _draw(self) -> None:
        palette = PALETTES.get(self.app.theme, DARK)
        wide = max(map(len, self._options)) + 6
        lines, spots = [], []
        for row, option in enumerate(self._options):
            here = row == self._at
            line = Text(f"{'▸' if here else ' '} {row + 1}  ", palette.key, no_wrap=True)
            line.append(f"{option:<{wide - 5}}", "bold reverse" if here else "")
            lines.append(line)
            spots.append(Spot(0, row, wide, str(row)))
        self.query_one("#options", Drawn).draw(Drawing(tuple(lines), tuple(spots)))

    def action_move(self, step: int) -> None:
        self._at = (self._at + step) % len(self._options)
        self._draw()

    def action_take(self) -> None:
        self.dismiss(self._at)

    def action_choose(self, which: int) -> None:
        if which < len(self._options):
            self.dismiss(which if which >= 0 else None)

    def on_drawn_pressed(self, event: Drawn.Pressed) -> None:
        event.stop()
        self.dismiss(int(event.does))


class Note(ModalScreen[None]):
    """A text to read; any key or click closes it."""

    CSS = """
    Note { align: center middle; }
    Note > Static {
        width: auto; max-width: 76; height: auto; max-height: 22; padding: 0 2;
        border: round $primary; background: $surface;
    }
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield Static(self._text)

    def on_key(self, event: Key) -> None:
        event.stop()  # the screen below must not get it as well
        self.dismiss()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.dismiss()


class Talk(ModalScreen[str | None]):
    """Type a line to say; Escape says nothing."""

    CSS = """
    Talk { align: center bottom; }
    Talk > Vertical { height: 5; border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, prompt: str, longest: int) -> None:
        super().__init__()
        self._prompt, self._longest = prompt, longest

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._prompt, markup=False)
            yield Input(max_length=self._longest, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip() or None)


class Curtain(Screen[None]):
    """Hides the whole table while the keyboard goes from one player to the next."""

    CSS = """
    Curtain { align: center middle; background: $panel; }
    Curtain > Static { width: 100%; height: auto; text-align: center; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "raise", show=False)]

    def __init__(self, t: Tongue, name: str) -> None:
        super().__init__()
        self.t, self._who = t, name

    def compose(self) -> ComposeResult:
        t = self.t
        yield Static(
            t.say("Pass the keyboard to {who}.", who=self._who)
            + "\n\n"
            + t.say("Only {who} looks now: press Enter or click to see your dice.", who=self._who),
            markup=False,
        )

    def action_raise(self) -> None:
        self.dismiss()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.dismiss()
