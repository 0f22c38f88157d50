"""Statistics of each seat from a view: the same numbers as ``lab.memory.Memory``."""

from typing import Any

import numpy as np

from perudo.engine.actions import DUDO
from perudo.engine.bid import Bid
from perudo.engine.dice import MOST_SEATS, counting_faces, has_jokers
from perudo.engine.events import BidMade
from perudo.engine.played import PlayedRound
from perudo.engine.view import View, settle_dice
from perudo.odds.chances import at_least

NUMBERS = 11
(MATCHED, EXPECTED, FACED, DOUBTS, DOUBTED_ODDS, BELIEVED_ODDS,
 BIDS, BID_ODDS, CALLED, FALSE, CALZAS) = range(NUMBERS)  # fmt: skip


class MatchMemory:
    """Statistics of a match as it goes on; each past round is added once."""

    def __init__(self, remembered: int | None = None) -> None:
        """``remembered`` is how many rounds back it reaches; None for all."""
        self._remembered = remembered
        self._past: tuple[PlayedRound, ...] = ()
        self._totals = [np.zeros((NUMBERS, MOST_SEATS))]
        """The numbers after each round, from before the first."""
        self._dice: list[int] = []

    def numbers_for(self, view: View) -> Any:
        """Return a row of six seats for each number, with the bids of this round.

        Seats are numbered as at the table.
        """
        added = len(self._past)
        if not added or added > len(view.past) or view.past[added - 1] is not self._past[-1]:
            added = 0
            self._totals = [np.zeros((NUMBERS, MOST_SEATS))]
            self._dice = list(view.first_dice)
        for played in view.past[added:]:
            self._add_round(played)
        self._past = view.past
        numbers = self._totals[-1].copy()
        if self._remembered is not None and len(view.past) > self._remembered:
            numbers -= self._totals[-1 - self._remembered]
        _add_bids(numbers, view.bids, sum(self._dice), jokers=has_jokers(view.palifico))
        return numbers

    def _add_round(self, played: PlayedRound) -> None:
        numbers, showdown = self._totals[-1].copy(), played.showdown
        self._totals.append(numbers)
        jokers = has_jokers(played.palifico)
        dice = sum(self._dice)
        _add_bids(numbers, played.bids, dice, jokers=jokers)
        standing = showdown.bid
        if showdown.call is DUDO:
            odds = _public_odds(standing, dice, jokers=jokers)
            numbers[FACED, showdown.caller] += 1
            numbers[DOUBTS, showdown.caller] += 1
            numbers[DOUBTED_ODDS, showdown.caller] += odds
            numbers[CALLED, showdown.bidder] += 1
            numbers[FALSE, showdown.bidder] += showdown.found < standing.quantity
        else:
            numbers[CALZAS, showdown.caller] += 1
        if showdown.cups is not None:
            for seat, face in {made.seat: made.bid.face for made in played.bids}.items():
                cup, counting = showdown.cups[seat], counting_faces(face, jokers=jokers)
                numbers[MATCHED, seat] += sum(map(cup.count, counting))
                numbers[EXPECTED, seat] += len(cup) * len(counting) / 6
        settle_dice(self._dice, played)


def _add_bids(numbers: Any, bids: tuple[BidMade, ...], dice: int, *, jokers: bool) -> None:
    """Add the bids of one round."""
    odds = 0.0
    for number, (seat, bid) in enumerate(bids):
        if number:
            numbers[FACED, seat] += 1
            numbers[BELIEVED_ODDS, seat] += odds
        odds = _public_odds(bid, dice, jokers=jokers)
        numbers[BIDS, seat] += 1
        numbers[BID_ODDS, seat] += odds


def _public_odds(bid: Bid, dice: int, *, jokers: bool) -> float:
    """Return the probability of a bid for somebody who sees no cup."""
    return at_least(len(counting_faces(bid.face, jokers=jokers)), dice, bid.quantity)
