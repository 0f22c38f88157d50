"""The best answer to a strategy of a two-player round by brute force: every cup, every action.

It uses only the engine's ``apply``, goes through all histories and cups one by one, and at every
turn also tries a bid above the dice in play. So it can contradict the solver, and its claim that
such bids may be left out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

from perudo.engine import chance
from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, PACO, Cup, cup_of
from perudo.engine.match import Match
from perudo.engine.play import apply, legal_actions, turn_of

Plays = Callable[[Sequence[Bid], Cup], dict[Action, float]]
Likely = dict[Cup, float]
"""A number for each cup: the probability that the other seat holds it and has acted as it did."""


def best_answer(before: Match, seat: Seat, plays: Plays) -> float:
    """Return the dice that ``seat`` gains on the other seat by its best answer to ``plays``."""
    own, other = _cups(before.dice[seat]), _cups(before.dice[1 - seat])
    worth = _worth(chance.deal(before, None)[0], seat, list(own), other, plays)
    return sum(own[cup] * worth[cup] for cup in own)


def _cups(dice: int) -> Likely:
    rolls = Counter(map(cup_of, product(FACES, repeat=dice)))
    return {cup: ways / rolls.total() for cup, ways in rolls.items()}


def _worth(match: Match, seat: Seat, own: list[Cup], likely: Likely, plays: Plays) -> Likely:
    """Return the value of the position to ``seat`` for each of its cups."""
    turn = turn_of(match)
    assert turn is not None
    assert match.round is not None
    bids = [made.bid for made in match.round.bids]
    dice = sum(match.dice)
    actions = [
        action
        for action in legal_actions(match, turn.seat).actions()
        if not isinstance(action, Bid) or action.quantity <= dice or action == Bid(dice + 1, 6)
    ]
    if turn.seat == seat:
        each = [_after(match, action, seat, own, likely, plays) for action in actions]
        return {cup: max(worth[cup] for worth in each) for cup in own}
    total = dict.fromkeys(own, 0.0)
    answers = {cup: plays(bids, cup) for cup in likely}
    for action in actions:
        rest = {c: w * answers[c][action] for c, w in likely.items() if answers[c].get(action)}
        if rest:
            for cup, worth in _after(match, action, seat, own, rest, plays).items():
                total[cup] += worth
    return total


def _after(
    match: Match, action: Action, seat: Seat, own: list[Cup], likely: Likely, plays: Plays
) -> Likely:
    turn = turn_of(match)
    assert turn is not None
    assert match.round is not None
    after, _ = apply(match, turn.seat, action)
    if isinstance(action, Bid):
        return _worth(after, seat, own, likely, plays)
    face = match.round.bids[-1].bid.face
    counting = {face} if match.round.palifico is not None else {face, PACO}
    if face == PACO:
        counting = {PACO}
    gains = []
    for found in range(sum(match.dice) + 1):
        now = chance.tally(after, found)[0].dice
        gains.append(now[seat] - match.dice[seat] - now[1 - seat] + match.dice[1 - seat])
    return {
        cup: sum(w * gains[sum(d in counting for d in cup + c)] for c, w in likely.items())
        for cup in own
    }
