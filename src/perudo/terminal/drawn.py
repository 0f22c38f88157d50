"""A widget that shows lines of text, some parts of which can be clicked."""

from dataclasses import dataclass

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a line that can be clicked, and the name of what it does."""

    x: int
    y: int
    width: int
    does: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of text with their spots; where spots overlap, the first one counts."""

    lines: tuple[Text, ...] = ()
    spots: tuple[Spot, ...] = ()

    def spot_at(self, x: int, y: int) -> Spot | None:
        hits = (spot for spot in self.spots if spot.y == y and 0 <= x - spot.x < spot.width)
        return next(hits, None)


class Drawn(Static):
    """Shows a drawing; a click on one of its spots is sent to the screen as ``Drawn.Pressed``."""

    class Pressed(Message):
        def __init__(self, does: str) -> None:
            super().__init__()
            self.does = does

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self.drawing = Drawing()

    def draw(self, drawing: Drawing) -> None:
        if drawing != self.drawing:
            self.drawing = drawing
            self.update(Text("\n").join(drawing.lines))

    def on_click(self, event: Click) -> None:
        event.stop()
        spot = self.drawing.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Pressed(spot.does))
