"""What the coach says about one decision: the odds of the bid, and the chances to win."""

from typing import Any, NamedTuple

import numpy as np

from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import inputs
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.player import legal_numbers, trained_network
from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.engine.errors import Error
from perudo.engine.numbering import FIRST_BID, action_of, bid_number
from perudo.engine.view import View
from perudo.odds.odds import BidOdds, Odds


class NothingToDecide(Error):
    """The coach was asked about a view in which its seat has nothing to decide."""


class Outlook(NamedTuple):
    """What an action leads to."""

    action: Action | None
    """None is a pass, when a calza out of turn is offered."""
    wins: float
    """The chance to win the match after it, if everybody goes on like the champion."""
    holds: float | None
    """For a bid: how likely it is true, with what the other bids tell."""


class Advice(NamedTuple):
    """All that the coach knows about one decision. It knows no more than the player."""

    plain: BidOdds | None
    """The odds of the standing bid by the own dice and the number of hidden dice."""
    read: BidOdds | None
    """The same with what the bids of this round and the past rounds tell about other cups."""
    outlooks: tuple[Outlook, ...]
    """Every legal action, the best first."""

    @property
    def best(self) -> Outlook:
        return self.outlooks[0]

    @property
    def wins(self) -> float:
        """The chance to win the match with the best action."""
        return self.best.wins

    def of(self, action: Action | None) -> Outlook:
        """Return the outlook of a legal action."""
        return next(outlook for outlook in self.outlooks if outlook.action == action)

    def lost_by(self, action: Action | None) -> float:
        """Return how much chance to win an action gives away, from 0 (the best) to 1."""
        return self.best.wins - self.of(action).wins


class Coach:
    """Advises in the views of one match, one after the other; any seat's, in any order."""

    def __init__(self) -> None:
        self._memory = MatchMemory()
        self._network = trained_network().network

    def advise(self, view: View, *, asking: bool = False) -> Advice:
        """Judge all that this seat may do now; ``asking`` if it is offered a calza out of turn."""
        if view.seat is None or view.cup is None:
            raise NothingToDecide("only somebody with dice has something to decide")
        known = knowledge_from_view(view, self._memory.numbers_for(view), asking=asking)
        legal = legal_numbers(known)
        if not legal:
            raise NothingToDecide(f"seat {view.seat} has nothing to decide now")
        row = inputs(np, known)
        # Provisional, until the values are learned: replaced soon, with the same types.
        preferences = self._network.preferences(row)[legal]
        beliefs, wins = self._network.beliefs(row)
        values = wins + 0.02 * (preferences - preferences.max())
        outlooks = [
            Outlook(action, max(float(value), 0.0), _holds(action, beliefs))
            for action, value in zip(map(action_of, legal), values, strict=True)
        ]
        outlooks.sort(key=lambda outlook: -outlook.wins)
        plain = Odds(view).standing()
        read = None if plain is None else _odds(plain.bid, beliefs)
        return Advice(plain, read, tuple(outlooks))

    def chances(self, view: View) -> tuple[float, ...]:
        """Return every seat's chance to win the match, before anybody looks at the dice.

        Only what is public counts: the dice left, who starts, and the rules.
        """
        weights = [0.0 if seat in view.out else 1.0 for seat in range(view.seats)]
        return tuple(weight / sum(weights) for weight in weights)


def advise(view: View, *, asking: bool = False) -> Advice:
    """Judge all that the viewing seat may do now."""
    return Coach().advise(view, asking=asking)


def _holds(action: Action | None, beliefs: Any) -> float | None:
    return float(beliefs[bid_number(action) - FIRST_BID]) if isinstance(action, Bid) else None


def _odds(bid: Bid, beliefs: Any) -> BidOdds:
    number = bid_number(bid) - FIRST_BID
    holds = float(beliefs[number])
    more = float(beliefs[number + 6]) if number + 6 < len(beliefs) else 0.0
    return BidOdds(bid, holds, max(holds - more, 0.0))
