"""The book: exact strategies that come with the package, looked up from a view.

``strategy(view)`` is all that bots and the coach need. The book holds what a strategy needs against
any opponent: the histories that its own bids can lead to. ``tools/book.py`` makes it.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from perudo.engine.actions import DUDO, Action, Call
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, Cup
from perudo.engine.edition import Edition
from perudo.engine.view import View, remembered_dice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perudo.solve.layout import Round
    from perudo.solve.shape import Shape

BOOK: Final = Path(__file__).with_name("book.npz")


class Page(NamedTuple):
    """One round of the book: numbers of histories, in rising order, and what to do after each."""

    round: "Round"
    histories: "NDArray[np.uint32]"  # type: ignore[name-defined]  # noqa: F821
    begins: "NDArray[np.int64]"  # type: ignore[name-defined]  # noqa: F821
    plays: "NDArray[np.uint8]"  # type: ignore[name-defined]  # noqa: F821


def strategy(view: View) -> dict[Action, float] | None:
    """What to do and how often, for the seat in turn of a two-player round; None if unknown."""
    playing = [seat for seat in range(view.seats) if seat not in view.out]
    if view.seat is None or view.seat != view.turn or view.cup is None or len(playing) != 2:
        return None
    opener = view.starter
    if opener not in playing or view.palifico not in (None, opener):
        return None
    other = playing[0] if playing[1] == opener else playing[1]
    left = remembered_dice(view)
    dice = (left[opener], left[other])
    page = page_for(view.rules, dice, view.palifico is not None, view.starting_dice)
    if page is None:
        return None
    bids = [made.bid for made in view.bids]
    if bids and bids[-1].quantity > sum(dice):
        # Not in the book, because it is false whatever the cups are.
        return {DUDO: 1.0}
    return look_up(page, bids, view.cup)


def look_up(page: Page, bids: Sequence[Bid], cup: Cup) -> dict[Action, float] | None:
    import numpy as np

    from perudo.solve.strategy import kind_of, place_of, shares

    if any(bid.quantity > sum(page.round.shape.dice) for bid in bids):
        return None
    place = place_of(page.round, bids)
    if place is None:
        return {DUDO: 1.0}
    layout = page.round.layout
    number = int(layout.history_at[place.position]) + place.history
    entry = int(np.searchsorted(page.histories, number))
    if entry == len(page.histories) or page.histories[entry] != number:
        return None
    actions = page.round.actions[place.position]
    block = page.plays[page.begins[entry] : page.begins[entry + 1]].reshape(len(actions), -1)
    return shares(actions, block[:, kind_of(page.round, place.position, cup)].astype(float))


@cache
def page_for(
    rules: Edition, dice: tuple[int, int], palifico: bool, starting_dice: int = BOX_DICE
) -> Page | None:
    """The page for a round, read once; None if the book does not have it."""
    names = _names()
    if not any(name.startswith(_size(dice, palifico)) for name in names):
        return None
    from perudo.solve.shape import opening, shape_of

    whose = 0 if palifico else None
    shape = shape_of(opening(rules, dice, palifico=whose, starting_dice=starting_dice))
    name = name_of_round(shape, palifico=palifico)
    if name not in names:
        return None
    import numpy as np

    from perudo.solve.layout import lay_out

    with np.load(BOOK, allow_pickle=False) as file:
        steps, plays = file[f"{name}-histories"], file[f"{name}-plays"]
    return page_of(lay_out(shape), np.cumsum(steps, dtype=np.uint32), plays)


def page_of(
    round_: "Round",
    histories: "NDArray[np.uint32]",  # type: ignore[name-defined]  # noqa: F821
    plays: "NDArray[np.uint8]",  # type: ignore[name-defined]  # noqa: F821
) -> Page:
    import numpy as np

    layout = round_.layout
    own = layout.kinds[np.arange(len(layout.seat)), layout.seat]
    sizes = (layout.leads + layout.ends) * own
    where = np.searchsorted(layout.history_at, histories, side="right") - 1
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes[where])])
    return Page(round_, histories, begins, plays)


def name_of_round(shape: "Shape", *, palifico: bool) -> str:
    """Rounds that allow and settle the same have the same name, whatever box they come from."""
    text = repr(
        [
            (p.seat, tuple(p.standing or ()), [tuple(b) for b in p.bids], [_told(r) for r in p.calls])
            for p in shape.positions
        ]
    )
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return _size(shape.dice, palifico) + digest


def _told(result: tuple[Call, tuple[object, ...]]) -> tuple[str, list[object]]:
    call, scores = result
    return call.value, [score.dice for score in scores]  # type: ignore[attr-defined]


def _size(dice: tuple[int, int], palifico: bool) -> str:
    return f"{dice[0]}-{dice[1]}-{'p' if palifico else 'n'}-"


@cache
def _names() -> frozenset[str]:
    import numpy as np

    with np.load(BOOK, allow_pickle=False) as file:
        return frozenset(name.removesuffix("-plays") for name in file.files if "-plays" in name)
