"""The pages of the book: one for each round, in a compressed file.

A page holds what a strategy needs against any opponent: the histories that its own bids can lead
to. ``tools/book.py`` makes them.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, Cup
from perudo.engine.edition import Edition
from perudo.solve.layout import Round, lay_out
from perudo.solve.shape import Shape, opening, shape_of
from perudo.solve.strategy import kind_of, place_of, shares

BOOK: Final = Path(__file__).with_name("book.npz")


class Page(NamedTuple):
    """Numbers of histories in rising order, and the parts of each action after each of them."""

    round: Round
    histories: NDArray[np.uint32]
    begins: NDArray[np.int64]
    """Where [action, kind] of each history begins in ``parts``, and where the last one ends."""
    parts: NDArray[np.uint8]


def look_up(page: Page, bids: Sequence[Bid], cup: Cup) -> dict[Action, float] | None:
    if any(bid.quantity > sum(page.round.shape.dice) for bid in bids):
        return None
    place = place_of(page.round, bids)
    if place is None:
        return {DUDO: 1.0}
    number = int(page.round.layout.history_at[place.position]) + place.history
    entry = int(np.searchsorted(page.histories, number))
    if entry == len(page.histories) or page.histories[entry] != number:
        return None
    actions = page.round.actions[place.position]
    block = page.parts[page.begins[entry] : page.begins[entry + 1]].reshape(len(actions), -1)
    return shares(actions, block[:, kind_of(page.round.drawn, place.position, cup)].astype(float))


@cache
def page_for(
    rules: Edition, dice: tuple[int, int], palifico: bool, starting_dice: int = BOX_DICE
) -> Page | None:
    """The page for a round, read once; None if the book does not have it."""
    whose = 0 if palifico else None
    shape = shape_of(opening(rules, dice, palifico=whose, starting_dice=starting_dice))
    name = name_of(shape)
    with np.load(BOOK, allow_pickle=False) as file:
        if f"{name}-parts" not in file:
            return None
        steps, parts = file[f"{name}-histories"], file[f"{name}-parts"]
    round_ = lay_out(shape)
    layout = round_.layout
    histories = np.cumsum(steps, dtype=np.uint32)
    own = layout.graph.kinds[np.arange(len(layout.graph.seat)), layout.graph.seat]
    sizes = (layout.graph.leads + layout.graph.ends) * own
    where = np.searchsorted(layout.history_at, histories, side="right") - 1
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes[where])])
    return Page(round_, histories, begins, parts)


def name_of(shape: Shape) -> str:
    """Rounds that allow and settle the same have the same name, whatever box they come from."""
    told = [
        (
            position.seat,
            tuple(position.standing or ()),
            [tuple(bid) for bid in position.bids],
            [(r.call.value, [score.dice for score in r.scores]) for r in position.calls],
        )
        for position in shape.positions
    ]
    digest = hashlib.sha256(repr(told).encode()).hexdigest()[:12]
    return f"{shape.dice[0]}-{shape.dice[1]}-{'n' if shape.jokers else 'p'}-{digest}"
