"""The bid picker: the six intervals, the bid under the cursor, and why it may not be made."""

from dataclasses import dataclass, replace
from typing import Final

from rich.text import Text

from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import FACES, PACO, Face
from perudo.i18n.tongue import Tongue
from perudo.terminal.drawn import Drawing, Spot
from perudo.terminal.felt import cell, face_sign
from perudo.terminal.theme import Palette
from perudo.wording.dice_text import faces_text

ORDER: Final = (*(face for face in FACES if face != PACO), PACO)
"""Pacos last, as in the browser: they are the special case."""
ROWS: Final = len(ORDER)
_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Picker:
    """A bid to be made. The cursor also goes where no bid may be made: then it says why not."""

    space: BidSpace
    bid: Bid

    @classmethod
    def on(cls, space: BidSpace, standing: Bid | None) -> "Picker":
        """Begin with the least raise, on the standing face if that can be raised."""
        legal = [limit for limit in space.limits if not limit.empty]
        if not legal:
            return cls(space, standing or Bid(1, 2))
        same = [limit for limit in legal if standing is not None and limit.face == standing.face]
        first = same[0] if same else min(legal, key=lambda lim: (lim.least, lim.face == PACO))
        return cls(space, Bid(first.least, first.face))

    def on_face(self, face: Face) -> "Picker":
        """Go to a face: the quantity moves as little as it must to be legal there."""
        limit, quantity = self.space.limits[face - 1], self.bid.quantity
        if not limit.empty:
            quantity = min(max(quantity, limit.least), limit.most)
        return replace(self, bid=Bid(quantity, face))

    def next_face(self, step: int) -> "Picker":
        place = (ORDER.index(self.bid.face) + step) % ROWS
        return self.on_face(ORDER[place])

    def more(self, step: int) -> "Picker":
        """Change the quantity; one step beyond the limits is shown, with the reason."""
        limit = self.space.limits[self.bid.face - 1]
        low = 1 if limit.empty else max(limit.least - 1, 0)
        high = self.space.cap if limit.empty else limit.most + 1
        return replace(self, bid=Bid(min(max(self.bid.quantity + step, low), high), self.bid.face))

    @property
    def legal(self) -> bool:
        return self.bid in self.space


def picker_drawing(t: Tongue, picker: Picker, width: int, palette: Palette) -> Drawing:
    """One line for each face: its name, the quantity under the cursor, the legal quantities."""
    lines, spots = [], []
    for row, face in enumerate(ORDER):
        limit = picker.space.limits[face - 1]
        chosen = face == picker.bid.face
        line = Text(no_wrap=True)
        dim = limit.empty and not chosen
        line.append("▸ " if chosen else "  ", f"bold {palette.accent}")
        style = palette.dim if dim else f"bold {palette.die}" if chosen else ""
        line.append(f"{face_sign(face)}  {cell(faces_text(t, face), _NAME):<{_NAME}}", style)
        if chosen:
            number = f"{picker.bid.quantity:>2}"
            colour = palette.accent if picker.legal else palette.bad
            line.append("[−]", palette.key).append(f" {number} ", f"bold reverse {colour}")
            line.append("[+]", palette.key)
            spots += [Spot(17, row, 3, "fewer"), Spot(24, row, 3, "more")]
        else:
            line.append(" " * 10)
        span = "—" if limit.empty else f"{limit.least}"
        if limit.most > limit.least:
            span = f"{limit.least}–{limit.most}"
        line.append(f"  {span}", palette.dim if dim else "")
        spots.append(Spot(0, row, width, f"face {face}"))
        lines.append(line)
    return Drawing(tuple(lines), tuple(spots))
