"""One match, played step by step, and what its seats may see."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random, SystemRandom
from typing import TypeAlias, assert_never

from perudo.engine import chance, play
from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, Face
from perudo.engine.edition import Edition
from perudo.engine.editions import DEFAULT
from perudo.engine.errors import InvalidValue
from perudo.engine.events import Choice, Event, Events, MatchStarted
from perudo.engine.match import Match, Phase
from perudo.engine.played import PlayedRound
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.game.arguments import (
    action_given,
    bid_given,
    common_tongue,
    cup_given,
    names_given,
    rules_given,
)
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import BidOdds, Odds
from perudo.records.notation import action_text, cup_text, write_text
from perudo.records.writing import record_of
from perudo.table.dice_sources import RandomDice
from perudo.wording.error_text import errors_in_words
from perudo.wording.story import Story

Step: TypeAlias = Callable[[], tuple[Match, Events]]


class PlayerView(View):
    """What one seat may see, and nothing else.

    Examples:
        >>> import perudo
        >>> game = perudo.Game(seats=2)
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.play("3x4")
        >>> view = game.view(0)
        >>> view
        <PlayerView of seat 0: round 1, cup P2446, bids 3x4, <Legal: nothing>>
        >>> view = game.view(1)
        >>> view.cup, view.turn, view.bids
        ((3, 3, 5, 5, 6), 1, (BidMade(seat=0, bid=Bid(quantity=3, face=4)),))
        >>> round(view.odds("4x4").holds, 3)
        0.045
    """

    __slots__ = ()

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else f"seat {self.seat}"
        cup = f", cup {cup_text(self.cup)}" if self.cup else ""
        bids = " ".join(action_text(made.bid) for made in self.bids) or "none"
        return f"<PlayerView of {who}: round {self.number}{cup}, bids {bids}, {self.legal}>"

    def odds(self, bid: str | Bid) -> BidOdds:
        """Return how likely it is that a bid holds, and that it is exact."""
        return Odds(self).of(bid_given(bid))


class Game:
    """A match, played step by step; chance comes from you or from a seed.

    Examples:
        >>> import perudo
        >>> game = perudo.Game("asmodee-2024", options=["calza"], seats=2)
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.play("3x4")
        >>> game.legal
        <Legal: Pacos 2–10, twos 4–10, threes 4–10, fours 4–10, fives 3–10, sixes 3–10, dudo>
        >>> game.play("2x4")
        Traceback (most recent call last):
            ...
        perudo.IllegalAction: Too few: the lowest bid on fours is 4. [I2]
        >>> game.play("dudo")
        >>> game.past[-1].showdown.found, game.dice
        (3, (5, 4))
    """

    def __init__(
        self,
        edition: str = DEFAULT.key,
        *,
        options: Iterable[str] = (),
        house: Mapping[str, str] | None = None,
        seats: int = 2,
        dice: int = BOX_DICE,
        names: Sequence[str] | None = None,
        seed: int | str | None = None,
        lang: str = "en",
    ) -> None:
        """Sit down. ``house`` changes rule points, such as ``{"raising": "one-axis"}``; errors are
        worded in ``lang``."""
        with errors_in_words(common_tongue(lang)):
            setup = Setup(rules_given(edition, options, house), seats, dice)
        self._begin(*chance.start_match(setup), names, seed, lang)

    @classmethod
    def from_match(
        cls,
        match: Match,
        events: Iterable[Event] = (),
        *,
        names: Sequence[str] | None = None,
        seed: int | str | None = None,
        lang: str = "en",
    ) -> "Game":
        """Return a game that goes on from a match of the engine, reached by these events."""
        game = object.__new__(cls)
        game._begin(match, events, names, seed, lang)
        return game

    def _begin(
        self,
        match: Match,
        events: Iterable[Event],
        names: Sequence[str] | None,
        seed: int | str | None,
        lang: str,
    ) -> None:
        self.match = match
        """The engine's own value, with every cup: not for players."""
        self.events: list[Event] = list(events)
        """All that happened, whole: not for players."""
        self.names = names_given(names, match.setup.seats)
        self._dice = RandomDice(SystemRandom() if seed is None else Random(seed))  # noqa: S311
        self._t = Tongue(lang, match.setup.rules.words.value)

    def __repr__(self) -> str:
        rules, seats = self.rules.key, self.match.setup.seats
        return f"<Game {rules}, {seats} seats, dice {self.dice}: {self._doing()}>"

    def _doing(self) -> str:
        match self.match.phase:
            case Phase.STARTING:
                return "to be started"
            case Phase.ROLLING:
                return f"round {self.number + 1} to be dealt"
            case Phase.BIDDING:
                return f"round {self.number}, seat {self.turn} to act"
            case Phase.COUNTING:
                return f"round {self.number} to be counted"
            case Phase.OVER:
                return f"seat {self.winner} won in round {self.number}"
            case _ as never:
                assert_never(never)

    def copy(self) -> "Game":
        """Return the same match as a game of its own, to try something out."""
        twin = object.__new__(Game)
        twin.__dict__ |= self.__dict__ | {"events": list(self.events)}
        return twin

    @property
    def rules(self) -> Edition:
        return self.match.setup.rules

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice left to each seat."""
        return self.match.dice

    @property
    def number(self) -> int:
        """The number of the round that is on, or was the last; 0 before the first."""
        return len(self.past) + (self.match.round is not None)

    @property
    def past(self) -> tuple[PlayedRound, ...]:
        """The rounds that are over."""
        return self.match.score.past

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act; None while nobody is."""
        turn = play.turn_of(self.match)
        return None if turn is None else turn.seat

    @property
    def standing(self) -> Bid | None:
        """The last bid of the round, if there is one."""
        return self.match.round.standing if self.match.round is not None else None

    @property
    def legal(self) -> play.Legal:
        """All that the seat in turn may do."""
        return play.NO_ACTIONS if self.turn is None else play.legal_actions(self.match, self.turn)

    @property
    def winner(self) -> Seat | None:
        return self.match.winner

    def view(self, seat: Seat | None) -> PlayerView:
        """Return what a seat may see; an onlooker for None."""
        return PlayerView(*view_for(self.match, seat))

    def start(self, seat: Seat | None = None) -> None:
        """Say who opens the first round; drawn by lot without a seat."""
        drawn = self._dice.draw(self.match.setup.seats) if seat is None else seat
        self._do(lambda: chance.name_starter(self.match, drawn, Choice.NOTED))

    def deal(self, *cups: str | Sequence[Face]) -> None:
        """Begin a round with these cups, such as ``"P2446"``; without any they are thrown."""
        known = [cup_given(cup) for cup in cups] or [self._dice.cup(left) for left in self.dice]
        self._do(lambda: chance.deal(self.match, known))

    def deal_unseen(self) -> None:
        """Begin a round of a real table, whose cups nobody types in; ``count`` ends it."""
        self._do(lambda: chance.deal(self.match, None))

    def count(self, found: int) -> None:
        """Say how many dice were counted for the called bid of an unseen round."""
        self._do(lambda: chance.tally(self.match, found))

    def play(self, action: str | Action, seat: Seat | None = None) -> None:
        """Bid (``"3x4"``, ``"2xP"``) or call (``"dudo"``, ``"calza"``), for the seat in turn or for
        one that calls calza out of turn."""
        meant = action_given(action)
        who = self.turn if seat is None else seat
        self._do(lambda: play.apply(self.match, -1 if who is None else who, meant), meant)

    def _do(self, step: Step, action: Action | None = None) -> None:
        with errors_in_words(self._t, self.names, action):
            self.match, events = step()
        self.events += events

    def story(self) -> Iterator[str]:
        """Tell the match line by line."""
        story = Story(self._t, self.rules, self.names)
        return (line for event in self.events for line in story.lines(event))

    def record(self) -> str:
        """Return the match in the notation of records, for ``read`` and ``perudo replay``."""
        if not isinstance(next(iter(self.events), None), MatchStarted):
            raise InvalidValue("a match that began in the middle cannot be written down")
        return write_text(record_of(self.names, self.events))
