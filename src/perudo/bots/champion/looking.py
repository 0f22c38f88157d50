"""From a view to what the champion knows."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

import numpy as np

from perudo.bots.champion.seen import KEPT_BIDS, Seen
from perudo.engine.actions import Seat
from perudo.engine.dice import FACES, MOST_SEATS
from perudo.engine.edition import Edition
from perudo.engine.view import View, remembered_dice


def seen_from_view(view: View, memory: Any, *, asking: bool) -> Seen:
    """``memory`` has the seats as they are numbered at the table; ``asking`` says that this is the
    question for a calza out of turn."""
    me, seats = view.seat, view.seats
    assert me is not None
    cup = view.cup or ()
    options = view.legal
    space = None if asking else options.bids
    limits = space.limits if space is not None else ()

    def place(seat: Seat | None) -> Any:
        return np.int64(-1 if seat is None else (seat - me) % seats)

    def turned(numbers: Iterable[float]) -> Any:
        row = list(numbers)
        row = row[me:seats] + row[:me]
        return np.array(row + [0] * (MOST_SEATS - seats))

    bids = np.zeros((KEPT_BIDS, 2), np.int64)
    for number, made in enumerate(reversed(view.bids[-KEPT_BIDS:])):
        bids[number] = made.bid
    been = {played.palifico for played in view.past} | {view.palifico}
    remembered = np.zeros_like(memory)
    remembered[:, :seats] = np.concatenate([memory[:, me:seats], memory[:, :me]], 1)
    return Seen(
        cup=np.array([cup.count(face) for face in FACES]),
        dice=turned(remembered_dice(view)),
        been_palifico=turned(seat in been for seat in range(seats)),
        bids=bids,
        bidder=place(view.bids[-1].seat if view.bids else None),
        turn=place(view.turn),
        starter=place(view.starter),
        palifico=place(view.palifico),
        asking=np.bool_(asking),
        least=np.array([limit.least for limit in limits] or [1] * len(FACES)),
        most=np.array([limit.most for limit in limits] or [0] * len(FACES)),
        may_dudo=np.bool_(options.dudo and not asking),
        may_calza=np.bool_(options.calza),
        rules=np.array([seats, view.starting_dice, *rule_numbers(view.rules)]),
        memory=remembered,
    )


def rule_numbers(rules: Edition) -> tuple[int, ...]:
    """The rule points that matter to play, each as its place among its values."""
    return (
        _code(rules.raising),
        int(rules.plays_palifico),
        _code(rules.palifico_again),
        _code(rules.veterans),
        int(rules.plays_calza),
        _code(rules.calza_callers),
        _code(rules.calza_barred),
        int(rules.shows_lost_dice),
    )


def _code(value: Enum) -> int:
    return list(type(value)).index(value)
