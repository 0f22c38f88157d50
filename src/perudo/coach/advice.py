"""What the coach says about one decision: the odds of the bid, and the chances to win."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from perudo.bots.champion.from_view import knowledge_from_view, rule_numbers
from perudo.bots.champion.inputs import QUANTITIES, inputs
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.player import Champion, legal_numbers, trained_network
from perudo.coach.action_inputs import action_inputs, log_chances
from perudo.coach.endings import opener_wins
from perudo.coach.heads import (
    belief_logits,
    chance,
    learned_weights,
    summary_of,
    table_chances,
    value_logits,
)
from perudo.coach.table_inputs import table_inputs
from perudo.engine.actions import DUDO, Action, Call, Seat
from perudo.engine.aftermath import after_call
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, MOST_DICE, MOST_SEATS
from perudo.engine.errors import Error, InvalidValue
from perudo.engine.numbering import FIRST_BID, action_of, bid_number
from perudo.engine.view import View, remembered_dice
from perudo.odds.odds import BidOdds, Odds

SHOWN: Final = 3
"""How many of the best actions people are shown."""


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
    chosen: float = 0.0
    """How likely the champion would choose it."""


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
        for outlook in self.outlooks:
            if outlook.action == action:
                return outlook
        raise InvalidValue(f"{action} is not legal here")

    def lost_by(self, action: Action | None) -> float:
        """Return how much chance to win an action gives away, from 0 (the best) to 1."""
        return self.best.wins - self.of(action).wins

    def shortened(self, played: Action | None) -> "Advice":
        """Keep what people look at: the best actions, the champion's favourite, and ``played``."""
        shown = {*self.outlooks[:SHOWN], *self.champion()[:1], self.of(played)}
        return self._replace(outlooks=tuple(o for o in self.outlooks if o in shown))

    def champion(self) -> tuple[Outlook, ...]:
        """Return the actions that the champion would consider, its favourite first."""
        chosen = [outlook for outlook in self.outlooks if outlook.chosen > 0]
        return tuple(sorted(chosen, key=lambda outlook: -outlook.chosen))


class Coach:
    """Advises in the views of one match, one after the other; any seat's, in any order."""

    def __init__(self) -> None:
        self._memory = MatchMemory()
        self._champion = Champion()
        self._network = trained_network().network
        self._weights = learned_weights()

    def advise(self, view: View, *, asking: bool = False) -> Advice:
        """Judge all that this seat may do now; ``asking`` if it is offered a calza out of turn."""
        if view.seat is None or view.cup is None:
            raise NothingToDecide("only somebody with dice has something to decide")
        known = knowledge_from_view(view, self._memory.numbers_for(view), asking=asking)
        legal = legal_numbers(known)
        if not legal:
            raise NothingToDecide(f"seat {view.seat} has nothing to decide now")
        row = inputs(np, known)
        features = self._network.features(row)
        preferences, beliefs = self._network.preferences_and_beliefs(features)
        summary = summary_of(np, self._weights, features)
        actions = action_inputs(np, known, log_chances(preferences, legal), beliefs)[legal]
        wins = chance(value_logits(np, self._weights, summary, actions))
        chosen = self._champion.choice(view, known, preferences)
        odds = Odds(view)
        learned = chance(belief_logits(self._weights, summary))
        holds = _possible(learned, odds.own, odds.hidden)
        plain = odds.standing()
        read = None if plain is None else _odds(plain.bid, holds)
        outlooks = []
        for number, worth in zip(legal, wins, strict=True):
            action, liked = action_of(number), chosen[number]
            if isinstance(action, Call):
                assert read is not None
                outlooks.append(Outlook(action, self._after_call(view, action, read), None, liked))
            else:
                holding = None if action is None else float(holds[number - FIRST_BID])
                outlooks.append(Outlook(action, float(worth), holding, liked))
        outlooks.sort(key=lambda outlook: -outlook.wins)
        return Advice(plain, read, tuple(outlooks))

    def _after_call(self, view: View, call: Call, read: BidOdds) -> float:
        """Return the chance to win after a call: both results, each as likely as it is."""
        seat, quantity = view.seat, read.bid.quantity
        assert seat is not None
        if call is DUDO:
            right, found = 1 - read.holds, (0, quantity)
        else:
            right, found = read.exact, (quantity, 0)
        return sum(
            likely * self.chances(after_call(view, seat, call, found=count))[seat]
            for likely, count in zip((right, 1 - right), found, strict=True)
            if likely > 0
        )

    def chances(self, view: View) -> tuple[float, ...]:
        """Return every seat's chance to win the match, before anybody looks at the dice.

        Only what is public counts: the dice left, who starts, and the rules.
        """
        if view.winner is not None:
            return tuple(float(seat == view.winner) for seat in range(view.seats))
        starters = range(view.seats) if view.starter is None else (view.starter,)
        rows = [self._chances_from(view, starter) for starter in starters]
        return tuple(np.mean(rows, 0).tolist())

    def _chances_from(self, view: View, starter: Seat) -> Any:
        """Return the chances by seat if this seat starts the round."""
        places = [(starter + place) % view.seats for place in range(view.seats)]
        left = remembered_dice(view)
        palifico = {played.palifico for played in view.past} | {view.palifico}
        playing = [seat for seat in places if left[seat]]
        if len(playing) == 2:
            exact = opener_wins(
                view.rules,
                [left[seat] for seat in playing],
                palifico=view.palifico is not None,
                been_palifico=[place for place, seat in enumerate(playing) if seat in palifico],
            )
            if exact is not None:
                shares = {playing[0]: exact, playing[1]: 1 - exact}
                return np.array([shares.get(seat, 0.0) for seat in range(view.seats)])
        dice, been = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        dice[: view.seats] = [left[seat] for seat in places]
        been[: view.seats] = [seat in palifico for seat in places]
        rules = np.array([view.seats, view.starting_dice, *rule_numbers(view.rules)])
        table = table_inputs(np, dice, been, np.bool_(view.palifico is not None), rules)
        by_place = table_chances(np, self._weights, table, dice > 0)
        chances = np.zeros(view.seats)
        chances[places] = by_place[: view.seats]
        return chances


def advise(view: View, *, asking: bool = False) -> Advice:
    """Judge all that the viewing seat may do now."""
    return Coach().advise(view, asking=asking)


def _possible(holds: Any, own: Sequence[int], hidden: int) -> Any:
    """Keep learned chances within what the dice allow: certain, impossible, and never rising."""
    table = holds.reshape(MOST_DICE, len(FACES))
    have = np.array(own[1:])
    quantities = QUANTITIES[:, None]
    table = np.where(quantities <= have, 1.0, np.where(quantities > have + hidden, 0.0, table))
    return np.minimum.accumulate(table, 0).reshape(-1)


def _odds(bid: Bid, holds: Any) -> BidOdds:
    number = bid_number(bid) - FIRST_BID
    following = number + len(FACES)
    more = float(holds[following]) if following < len(holds) else 0.0
    return BidOdds(bid, float(holds[number]), float(holds[number]) - more)
