"""The exploitability of a bot in a round that is small enough to know its best answer exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from perudo.arena.entrants import entrant
from perudo.arena.exam.policies import chances_of
from perudo.arena.exam.sums import Sums
from perudo.engine.bid import Bid
from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of
from perudo.engine.match import Match
from perudo.engine.play import apply
from perudo.engine.view import view_for
from perudo.solve.layout import weights_at
from perudo.solve.rounds import Solver
from perudo.solve.shape import dice_won, opening, shape_of


@dataclass(frozen=True)
class ExactStudy:
    """The bot on both seats of one round; the best answer to each seat is known exactly.

    Its bids above the dice on the table are left out, and the rest scaled up: such bids are lost
    whatever the cups are, and the solver leaves them out too.
    """

    rules: Edition
    bot: str
    dice: tuple[int, int]
    palifico: bool = False
    seed: int = 1

    @property
    def key(self) -> str:
        house = (f"{point}={value}" for point, value in house_rules_of(self.rules).items())
        rules = " ".join((self.rules.key, *options_of(self.rules), *house))
        kind = " palifico" if self.palifico else ""
        dice = f"{self.dice[0]}-{self.dice[1]}{kind}"
        return f"exact {dice} | {rules} | {self.bot} | {self.seed}"

    @property
    def trials(self) -> int:
        return 1

    @property
    def chunk(self) -> int:
        return 1

    @property
    def bots(self) -> tuple[str, ...]:
        return (self.bot,)

    def run(self, first: int, last: int) -> Sums:  # noqa: ARG002
        """Return the exploitability and the value of the round to the opener, in dice."""
        start = opening(self.rules, self.dice, palifico=self.palifico)
        solver = Solver(shape_of(start))
        round_ = solver.round
        strategies = np.zeros(int(round_.layout.weight_at[-1]))
        bot = entrant(self.bot)()
        for match, bids in _histories(start, round_.outline.place_of):
            place = round_.outline.place_of(bids)
            assert place is not None
            assert match.round is not None
            seat = match.round.turn
            view = view_for(match, seat)
            cups = round_.kinds[place.position][seat].examples
            actions = round_.actions[place.position]
            weights = weights_at(round_, strategies, place.position)
            answers = chances_of(bot, [view._replace(cup=cup) for cup in cups], self.key)
            for kind, answer in enumerate(answers):
                shares = np.array([answer.get(action, 0.0) for action in actions])
                total = shares.sum()
                weights[:, kind, place.history] = shares / total if total else 1 / len(actions)
        bounds = solver.bounds(dice_won(self.dice), strategies)
        return Sums([bounds.exploitability, bounds.value])

    def empty(self) -> Sums:
        return Sums([0.0, 0.0])

    def restored(self, value: dict[str, Any]) -> Sums:
        return Sums(**value)


def _histories(start: Match, place_of: Any) -> Iterator[tuple[Match, list[Bid]]]:
    """Yield every bid history that leaves a choice, with the match there."""
    waiting: list[tuple[Match, list[Bid]]] = [(start, [])]
    while waiting:
        match, bids = waiting.pop()
        yield match, bids
        assert match.round is not None
        turn = match.round.turn
        space = view_for(match, turn).legal.bids
        for bid in space or ():
            longer = [*bids, bid]
            if bid.quantity <= sum(match.dice) and place_of(longer) is not None:
                waiting.append((apply(match, turn, bid)[0], longer))
