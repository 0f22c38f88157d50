"""The pages of the book: one for each round, in a compressed file.

A page holds what a strategy needs against any opponent: the histories that its own bids can lead
to. ``tools/book.py`` writes them; reading them needs only Python.
"""

import hashlib
import sys
import zipfile
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, Cup
from perudo.engine.edition import Edition
from perudo.solve.outline import Outline, outline, shares
from perudo.solve.shape import Shape, opening, shape_of

BOOK: Final = Path(__file__).with_name("book.zip")
STEPS, PARTS = "steps", "parts"
"""The two files of a page: the steps from each history's number to the next, as little-endian
16-bit integers; and the strategy after each history, one byte for each action and kind of cup."""


class Page(NamedTuple):
    """A strategy for one round: numbers of histories in rising order, and the weights there."""

    outline: Outline
    histories: list[int]
    begins: list[int]
    """Where [action, kind] of each history begins in ``parts``, and where the last one ends."""
    parts: bytes

    def look_up(self, bids: Sequence[Bid], cup: Cup) -> dict[Action, float] | None:
        """Return the probability of each action with this cup after these bids; None if unknown."""
        if any(bid.quantity > sum(self.outline.shape.dice) for bid in bids):
            return None
        place = self.outline.place_of(bids)
        if place is None:
            return {DUDO: 1.0}
        number = self.outline.history_at[place.position] + place.history
        entry = bisect_left(self.histories, number)
        if entry == len(self.histories) or self.histories[entry] != number:
            return None
        block = self.parts[self.begins[entry] : self.begins[entry + 1]]
        kinds = self.outline.own_kinds(place.position)
        kind = self.outline.kind_of(place.position, cup)
        return shares(self.outline.actions[place.position], block[kind::kinds])


@cache
def page_for(
    rules: Edition, dice: tuple[int, int], palifico: bool, starting_dice: int = BOX_DICE
) -> Page | None:
    """Return the page for a round, read once; None if the book does not have it."""
    shape = shape_of(opening(rules, dice, palifico=palifico, starting_dice=starting_dice))
    name = name_of(shape)
    with zipfile.ZipFile(BOOK) as book:
        if f"{name}/{STEPS}" not in book.namelist():
            return None
        steps, parts = array("H", book.read(f"{name}/{STEPS}")), book.read(f"{name}/{PARTS}")
    if sys.byteorder == "big":
        steps.byteswap()
    about = outline(shape)
    histories = list(accumulate(steps))
    sizes = [len(acts) * about.own_kinds(place) for place, acts in enumerate(about.actions)]
    begins = accumulate(
        (sizes[bisect_right(about.history_at, number) - 1] for number in histories), initial=0
    )
    return Page(about, histories, list(begins), parts)


def name_of(shape: Shape) -> str:
    """Return the name of a round's page; boxes in which the round plays alike share a page."""
    facts = [
        (
            position.seat,
            tuple(position.standing or ()),
            [tuple(bid) for bid in position.bids],
            [(r.call.value, [score.dice for score in r.scores]) for r in position.calls],
        )
        for position in shape.positions
    ]
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
    return f"{shape.dice[0]}-{shape.dice[1]}-{'n' if shape.jokers else 'p'}-{digest}"
