"""What the champion knows, worked out from a view."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

import numpy as np

from perudo.bots.champion.knowledge import KEPT_BIDS, Knowledge
from perudo.engine.actions import Seat
from perudo.engine.dice import FACES, MOST_SEATS
from perudo.engine.edition import Edition
from perudo.engine.view import View, remembered_dice


def knowledge_from_view(view: View, memory: Any, *, asking: bool) -> Knowledge:
    """Return what the viewing seat knows.

    ``memory`` comes from ``MatchMemory``, with seats numbered as at the table. ``asking`` says that
    the seat is asked for a calza out of turn.
    """
    me, seats = view.seat, view.seats
    assert me is not None
    cup = view.cup or ()
    options = view.legal
    space = None if asking else options.bids
    limits = space.limits if space is not None else ()

    def place(seat: Seat | None) -> Any:
        return np.int64(-1 if seat is None else (seat - me) % seats)

    def from_me(numbers: Iterable[float]) -> Any:
        row = list(numbers)
        row = row[me:seats] + row[:me]
        return np.array(row + [0] * (MOST_SEATS - seats))

    bids = np.zeros((KEPT_BIDS, 2), np.int64)
    for number, made in enumerate(reversed(view.bids[-KEPT_BIDS:])):
        bids[number] = made.bid
    been = {played.palifico for played in view.past} | {view.palifico}
    remembered = np.zeros_like(memory)
    remembered[:, :seats] = np.concatenate([memory[:, me:seats], memory[:, :me]], 1)
    return Knowledge(
        cup=np.array([cup.count(face) for face in FACES]),
        dice=from_me(remembered_dice(view)),
        been_palifico=from_me(seat in been for seat in range(seats)),
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
    """Return the rule points that matter to play, ordered and numbered as in ``lab.rules``."""
    return (
        code(rules.raising),
        int(rules.plays_palifico),
        code(rules.palifico_again),
        code(rules.veterans),
        int(rules.plays_calza),
        code(rules.calza_callers),
        code(rules.calza_barred),
        int(rules.shows_lost_dice),
    )


def code(value: Enum) -> int:
    """Return the number of a value of a rule point."""
    return list(type(value)).index(value)
