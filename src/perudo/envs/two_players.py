"""Positions of a game for two, one after each throw and each action, as OpenSpiel needs them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace

from perudo.engine import chance, play
from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.errors import InvalidValue
from perudo.engine.match import Match
from perudo.engine.numbering import action_of, number_of
from perudo.engine.played import PlayedRound
from perudo.engine.view import view_for
from perudo.envs.features import VisibleState, visible_state
from perudo.envs.legal_numbers import LegalNumbers, number_text
from perudo.envs.throws import Throws, throws


class Position(ABC):
    """A position as a frozen value. Copying returns itself: tree searches copy at every branch."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, object]) -> "Position":
        return self

    @abstractmethod
    def over(self) -> bool: ...

    @abstractmethod
    def turn(self) -> Seat | None:
        """Return the seat to act; None while cups are thrown and when the game is over."""

    @abstractmethod
    def next_throws(self) -> Throws:
        """Return the cups that the next seat may throw, with their probabilities."""

    @abstractmethod
    def after_throw(self, cup: Cup) -> "Position": ...

    @abstractmethod
    def legal(self) -> list[int]:
        """Return the numbers of the legal actions of the seat to act, in rising order."""

    @abstractmethod
    def after_action(self, number: int) -> "Position": ...

    @abstractmethod
    def returns(self) -> tuple[float, float]: ...

    @abstractmethod
    def visible_to(self, seat: Seat) -> VisibleState: ...

    @abstractmethod
    def past_text(self) -> tuple[str, ...]:
        """Return each finished round as text; all of it is public."""


@dataclass(frozen=True, slots=True)
class Goal:
    """How long the game lasts: one round, or a whole match of at most ``most_rounds``."""

    whole_match: bool
    most_rounds: int = 1


@dataclass(frozen=True, slots=True)
class TablePosition(Position):
    """A position of the engine's own match."""

    match: Match
    legal_numbers: LegalNumbers
    goal: Goal
    cups: tuple[Cup, ...] = field(default=())
    """Cups thrown for the coming round, while the other seat has yet to throw."""

    def over(self) -> bool:
        if self.match.winner is not None:
            return True
        return len(self.match.score.past) >= self.goal.most_rounds and self.match.round is None

    def turn(self) -> Seat | None:
        return None if self.match.round is None else self.match.round.turn

    def next_throws(self) -> Throws:
        return throws(self.match.dice[len(self.cups)])

    def after_throw(self, cup: Cup) -> "TablePosition":
        cups = (*self.cups, cup)
        if len(cups) < self.match.setup.seats:
            return replace(self, cups=cups)
        return replace(self, match=chance.deal(self.match, cups)[0], cups=())

    def legal(self) -> list[int]:
        turn = self.turn()
        # With two players nobody calls calza out of turn: bidders may not call their own bid.
        return [] if turn is None else self.legal_numbers.numbers(self._legal(turn))

    def _legal(self, seat: Seat) -> play.Legal:
        return play.legal_actions(self.match, seat)

    def after_action(self, number: int) -> "TablePosition":
        turn, action = self.turn(), action_of(number)
        if turn is None or action is None:
            raise InvalidValue(f"{number_text(number)} is not an action that is possible here")
        return replace(self, match=play.apply(self.match, turn, action)[0])

    def returns(self) -> tuple[float, float]:
        score = self.match.score
        if self.goal.whole_match:
            return _worth(score.winner)
        if not score.past:
            return _worth(None)
        showdown = score.past[-1].showdown
        # A die regained is worth as much as one that the other loses.
        return _worth(showdown.gainer if showdown.loser is None else 1 - showdown.loser)

    def visible_to(self, seat: Seat) -> VisibleState:
        return visible_state(view_for(self.match, seat))

    def past_text(self) -> tuple[str, ...]:
        return tuple(_round_text(played) for played in view_for(self.match, None).past)


def _worth(winner: Seat | None) -> tuple[float, float]:
    if winner is None:
        return (0.0, 0.0)
    return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


def bids_text(bids: tuple[tuple[Seat, Bid], ...]) -> str:
    return " ".join(number_text(number_of(bid)) for _, bid in bids)


def cup_digits(cup: Cup | None) -> str:
    return "".join(map(str, cup or ())) or "-"


def _round_text(played: PlayedRound) -> str:
    call = played.showdown.call.value
    cups = "/".join(map(cup_digits, played.showdown.cups or ()))
    return f"{played.starter}: {bids_text(played.bids)} {call} {cups}"
