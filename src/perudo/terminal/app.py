"""The Textual app: our themes, no colour where none is wanted, and a clean way out."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.filter import LineFilter

from perudo.terminal.closing import HUNG_UP, is_closed
from perudo.terminal.frame import Frame
from perudo.terminal.theme import THEMES, NoColour, first_theme


class LastingFile:
    """The file of a terminal that may be closed: what is written after that is lost.

    Textual writes in a thread, which the error would end; then everything would wait for it, and
    the match would never be saved.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class PerudoApp(App[int]):
    """Shows one screen until the reader leaves; its result is the exit status."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Perudo"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(self, first: Frame, theme: str | None = None) -> None:
        super().__init__()
        self._first = first
        self._colourless = "NO_COLOR" in os.environ and os.environ["NO_COLOR"] != ""
        for each in THEMES:
            self.register_theme(each)
        self.theme = first_theme(theme)

    def get_driver_class(self) -> type[Driver]:
        usual: Any = super().get_driver_class()

        class LastingDriver(usual):  # type: ignore[misc]
            def __init__(self, *words: Any, **named: Any) -> None:
                super().__init__(*words, **named)
                file: Any = self._file
                self._file: Any = LastingFile(file)

        return LastingDriver

    def on_mount(self) -> None:
        self.push_screen(self._first)
        if not self.is_headless:
            self._leave_when_told()

    def _leave_when_told(self) -> None:
        """Leave in order when the terminal is closed, or the system asks for it."""
        for name in ("SIGHUP", "SIGTERM"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError):  # not on Windows
                    asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)
        self.set_interval(LOOK_SECONDS, self._leave_if_closed)

    def _leave_if_closed(self) -> None:
        """Leave if the terminal was closed: the system tells only the first program in it, which
        may be another one, like ``make``."""
        if is_closed(sys.__stdin__):
            self.exit(HUNG_UP)

    def action_interrupt(self) -> None:
        """Ask before leaving; a second time, leave at once."""
        if self.screen is self._first and not self._first.too_small:
            self._first.ask_to_leave()
        else:
            self.exit(INTERRUPTED)

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, NoColour()] if self._colourless else filters


LOOK_SECONDS = 1.0
"""How often to look whether the terminal is still there."""
INTERRUPTED = 130
"""The exit status of a program ended by Ctrl-C."""
