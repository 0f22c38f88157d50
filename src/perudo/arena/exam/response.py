"""A local best response in two-player rounds: how much a simple opponent who knows the bot wins.

The responder knows the bot's strategy and its own cup, and keeps the probability of each cup of the
bot by Bayes' rule: every action of the bot multiplies it by how likely that cup takes the action.
At each turn the responder takes the action with the highest expected result, as if the round went
on for one answer only:

- dudo is worth what it wins against those cups;
- a bid is worth what follows if the bot answers by its own strategy, and the responder calls dudo
  at once if the answer is a higher bid.

The result is in dice: +1 if the bot loses one, -1 if the responder does, on average over deals,
half of which the bot opens. (Half of it is what the responder's chance to win the round exceeds one
half by.) A perfect opponent wins at least as much, so it bounds the exploitability that
``perudo.solve`` measures from below.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from perudo.arena.entrants import entrant
from perudo.arena.exam.policies import Chances, chances_of
from perudo.arena.exam.sums import Mean, Sums, mean_of
from perudo.bots.bot import Bot
from perudo.bots.moves import least_bids
from perudo.engine import chance
from perudo.engine.actions import DUDO, Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup, count_face, has_jokers
from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of
from perudo.engine.match import Match
from perudo.engine.play import apply
from perudo.engine.position import between_rounds
from perudo.engine.view import View, view_for
from perudo.solve.cups import cups_of

ABOVE = 2
"""Dice above the lowest bid of each face that the responder considers, at its turn."""
OPENING_ABOVE = 4
MOST_CUPS = 24
"""Cups of the bot, drawn by their probability, by which bids are compared; it bounds the time. What
the responder wins is always counted over all cups."""

Belief = list[tuple[Cup, float]]
Known = dict[tuple[object, ...], dict[Cup, Chances]]
"""The bot's answers so far, by seat, bids and cup: the same positions come again and again."""


@dataclass(frozen=True)
class ResponseStudy:
    """Rounds with ``dice`` of the bot and of the responder, by rules without calza."""

    rules: Edition
    bot: str
    dice: tuple[int, int]
    trials: int
    seed: int = 1

    @property
    def key(self) -> str:
        house = (f"{point}={value}" for point, value in house_rules_of(self.rules).items())
        rules = " ".join((self.rules.key, *options_of(self.rules), *house))
        return f"response {self.dice[0]}-{self.dice[1]} | {rules} | {self.bot} | {self.seed}"

    @property
    def chunk(self) -> int:
        return 10

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot,)

    def run(self, first: int, last: int) -> Sums:
        sums = self.empty()
        for number in range(first, last):
            won = self.play(number)
            # Which of the two opened, then: rounds, dice won, their squares.
            opened = 3 * (number % 2)
            part = [1.0, won, won * won]
            sums.add(Sums([0.0] * opened + part + [0.0] * (3 - opened)))
        return sums

    def empty(self) -> Sums:
        return Sums([0.0] * 6)

    def restored(self, value: dict[str, Any]) -> Sums:
        return Sums(**value)

    def play(self, number: int) -> float:
        """Play one round, and return the dice that the responder expects to win by its end."""
        rng = Random(f"{self.key} | {number}")  # noqa: S311
        bot_seat = number % 2
        dice = self.dice if bot_seat == 0 else self.dice[::-1]
        cups = tuple(_cup(n, rng) for n in dice)
        match = chance.deal(between_rounds(self.rules, dice), cups)[0]
        round_ = _Round(
            entrant(self.bot)(), bot_seat, cups[1 - bot_seat], rng, _known(self.key), self.key
        )
        return round_.play(match, cups[bot_seat], list(cups_of(self.dice[0])))


@lru_cache(maxsize=2)
def _known(key: str) -> Known:  # noqa: ARG001
    return {}


def _cup(dice: int, rng: Random) -> Cup:
    every = cups_of(dice)
    return rng.choices([cup for cup, _ in every], [likely for _, likely in every])[0]


class _Round:
    def __init__(
        self, bot: Bot, bot_seat: int, own: Cup, rng: Random, known: Known, seed: str
    ) -> None:
        self._bot, self._bot_seat, self._own, self._rng = bot, bot_seat, own, rng
        self._known, self._seed = known, seed

    def play(self, match: Match, bot_cup: Cup, belief: Belief) -> float:
        """Play on, and return the expected result when somebody calls."""
        while True:
            assert match.round is not None
            standing = match.round.standing
            if match.round.turn == self._bot_seat:
                action, belief = self._bot_acts(match, bot_cup, belief)
                sign = -1.0
            else:
                action = self._response(match, belief)
                sign = 1.0
            if not isinstance(action, Bid):
                assert standing is not None
                return sign * self._called(standing, belief)
            match = apply(match, match.round.turn, action)[0]

    def _bot_acts(self, match: Match, cup: Cup, belief: Belief) -> tuple[Action, Belief]:
        """Draw the bot's action, and return it with the belief that follows from it."""
        everywhere = self._answers(match, [held for held, _ in belief])
        own = everywhere[[held for held, _ in belief].index(cup)]
        action = self._rng.choices(list(own), list(own.values()))[0]
        after = [
            (held, likely * chances.get(action, 0.0))
            for (held, likely), chances in zip(belief, everywhere, strict=True)
        ]
        total = sum(likely for _, likely in after)
        return action, [(held, likely / total) for held, likely in after if likely > 0]

    def _response(self, match: Match, belief: Belief) -> Action:
        assert match.round is not None
        view = view_for(match, 1 - self._bot_seat)
        best: Action = DUDO
        worth = -2.0 if match.round.standing is None else self._called(match.round.standing, belief)
        cups, weights = self._some(belief)
        above = OPENING_ABOVE if match.round.standing is None else ABOVE
        most = sum(match.dice)
        for bid in least_bids(view, above):
            if bid.quantity > most:
                continue
            after = apply(match, match.round.turn, bid)[0]
            answers = self._answers(after, cups)
            value = sum(
                weight * self._worth(bid, cup, answer)
                for cup, weight, answer in zip(cups, weights, answers, strict=True)
            )
            if value > worth:
                best, worth = bid, value
        return best

    def _worth(self, bid: Bid, cup: Cup, answer: Chances) -> float:
        """Return the result of a bid if the bot has this cup and answers so."""
        called = -self._false(bid, cup)
        return sum(
            likely * (self._false(action, cup) if isinstance(action, Bid) else called)
            for action, likely in answer.items()
        )

    def _called(self, bid: Bid, belief: Belief) -> float:
        """Return the expected result for whoever calls a bid: +1 if it is false, else -1."""
        return sum(likely * self._false(bid, cup) for cup, likely in belief)

    def _false(self, bid: Bid, cup: Cup) -> float:
        found = count_face((self._own, cup), bid.face, jokers=has_jokers(None))
        return 1.0 if found < bid.quantity else -1.0

    def _some(self, belief: Belief) -> tuple[list[Cup], list[float]]:
        """Return some cups by their probability, and their weights."""
        if len(belief) <= MOST_CUPS:
            return [cup for cup, _ in belief], [likely for _, likely in belief]
        drawn = self._rng.choices(
            [cup for cup, _ in belief], [likely for _, likely in belief], k=MOST_CUPS
        )
        return drawn, [1 / MOST_CUPS] * MOST_CUPS

    def _answers(self, match: Match, cups: Sequence[Cup]) -> list[Chances]:
        view: View = view_for(match, self._bot_seat)
        known = self._known.setdefault((view.seat, view.bids), {})
        new = [cup for cup in dict.fromkeys(cups) if cup not in known]
        if new:
            views = [view._replace(cup=cup) for cup in new]
            known.update(zip(new, chances_of(self._bot, views, self._seed), strict=True))
        return [known[cup] for cup in cups]


def response_of(sums: Sums) -> Mean:
    """Return what the responder wins in a round, over both openings alike."""
    first, second = (mean_of(*sums.numbers[at : at + 3]) for at in (0, 3))
    value = (first.value + second.value) / 2
    half = (((first.high - first.value) ** 2 + (second.high - second.value) ** 2) ** 0.5) / 2
    return Mean(value, value - half, value + half, first.trials + second.trials)
