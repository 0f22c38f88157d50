"""A match to play with in Python: what ``import perudo`` gives, over the rooms below.

Everything here is also in the rooms, with more to choose from: the engine's values are frozen and
its functions pure, a ``Game`` keeps the current one of them and turns text into actions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, TypeAlias

from perudo.bots.bot import Bot
from perudo.bots.roster import bot_named
from perudo.engine import chance, play
from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, PACO, Face
from perudo.engine.edition import Edition
from perudo.engine.editions import DEFAULT
from perudo.engine.errors import InvalidValue
from perudo.engine.events import Choice, Event, Events, MatchStarted
from perudo.engine.house import SetupProblem, rules_with_palifico, table_rules
from perudo.engine.match import Match
from perudo.engine.played import PlayedRound
from perudo.engine.position import between_rounds
from perudo.engine.refusals import IllegalAction
from perudo.engine.setup import Setup
from perudo.engine.view import View, view_for
from perudo.extras import require
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import BidOdds, Odds
from perudo.records.notation import action_from, action_text, write_text
from perudo.records.problems import RecordProblem
from perudo.records.replay import read_record, replayed
from perudo.records.writing import record_of
from perudo.table.bot_seat import BotSeat
from perudo.table.dice import RandomDice
from perudo.table.local import LocalTable
from perudo.wording.record_text import record_problem_text
from perudo.wording.refusal_text import refusal_text
from perudo.wording.setup_text import setup_problem_text
from perudo.wording.story import Story

if TYPE_CHECKING:
    from perudo.solve.rounds import Solution

Step: TypeAlias = Callable[[], tuple[Match, Events]]
NAMES = ("Ana", "Ben", "Carla", "Dario", "Eva", "Finn")
"""What the seats are called where nobody says otherwise."""


class PlayerView(View):
    """What one seat may see, and nothing else.

    Examples:
        >>> import perudo
        >>> game = perudo.Game(seats=2)
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.play("3x4")
        >>> view = game.view(1)
        >>> view.cup, view.turn, view.bids
        ((3, 3, 5, 5, 6), 1, (BidMade(seat=0, bid=Bid(quantity=3, face=4)),))
        >>> round(view.odds("4x4").holds, 3)
        0.045
    """

    __slots__ = ()

    def odds(self, bid: str | Bid) -> BidOdds:
        """Return how likely it is that a bid holds, and that it is exact."""
        return Odds(self).of(_bid(bid))


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
        with _in_words(Tongue(lang, DEFAULT.key)):
            setup = Setup(table_rules(edition, options, house), seats, dice)
        self._begin(*chance.start_match(setup), names, seed, lang)

    def _begin(
        self,
        match: Match,
        events: Iterable[Event],
        names: Sequence[str] | None,
        seed: int | str | None = None,
        lang: str = "en",
    ) -> None:
        self.match = match
        """The engine's own value, with every cup: not for players."""
        self.events: list[Event] = list(events)
        """All that happened, whole: not for players."""
        self.names = tuple(names if names is not None else NAMES[: match.setup.seats])
        self._dice = RandomDice(SystemRandom() if seed is None else Random(seed))  # noqa: S311
        self._t = Tongue(lang, match.setup.rules.words.value)

    def __repr__(self) -> str:
        rules, seats = self.rules.key, self.match.setup.seats
        doing = f"seat {self.turn} to act" if self.turn is not None else self.match.phase.value
        return f"<Game {rules}, {seats} seats, dice {self.dice}, round {self.number}: {doing}>"

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
        """The number of the round that is on, or was the last, from 1."""
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
        known = [_cup(cup) for cup in cups] or [self._dice.cup(left) for left in self.dice]
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
        meant = _action(action)
        who = self.turn if seat is None else seat
        self._do(lambda: play.apply(self.match, -1 if who is None else who, meant), meant)

    def _do(self, step: Step, action: Action | None = None) -> None:
        with _in_words(self._t, self.names, action):
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


def position(
    edition: str = DEFAULT.key,
    *,
    dice: Sequence[int],
    starter: Seat = 0,
    palifico: bool = False,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    starting_dice: int = BOX_DICE,
    names: Sequence[str] | None = None,
    seed: int | str | None = None,
    lang: str = "en",
) -> Game:
    """Return a game in mid-match: so many dice left to each seat, the next round to be dealt.

    Examples:
        >>> import perudo
        >>> game = perudo.position("weekend", dice=(1, 3), palifico=True)
        >>> game.deal("P", "335")
        >>> game.play("1xP")
        >>> game.legal
        <Legal: Pacos 2–10, dudo>
    """
    with _in_words(Tongue(lang, DEFAULT.key)):
        rules = rules_with_palifico if palifico else table_rules
        match = between_rounds(
            rules(edition, options, house),
            dice,
            starter=starter,
            palifico=palifico,
            starting_dice=starting_dice,
        )
    return _game(match, (), names, seed, lang)


def read(path: str | PathLike[str], *, lang: str = "en") -> Game:
    """Read a recorded match, in either form, and check every action of it.

    Examples:
        >>> import perudo, tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "match.perudo"
        >>> _ = file.write_text(perudo.play_match(["counter", "hard"], seed=7).record())
        >>> game = perudo.read(file)
        >>> game.names, game.winner is not None
        (('Ana', 'Ben'), True)
    """
    with _in_words(Tongue(lang, DEFAULT.key)):
        record = read_record(Path(path).read_bytes())
        match, events = replayed(record)
    return _game(match, events, record.names, None, lang)


def play_match(
    bots: Sequence[str | Bot],
    *,
    edition: str = DEFAULT.key,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    dice: int = BOX_DICE,
    names: Sequence[str] | None = None,
    seed: int | str | None = None,
) -> Game:
    """Let computer players play a match to its end; the same seed gives the same match.

    A bot is a name (``"easy"``, ``"hard"``, ``"liar"``) or an object with the two methods of
    ``perudo.bots.bot.Bot``.

    Examples:
        >>> import perudo
        >>> game = perudo.play_match(["counter", "hard"], seed=7)
        >>> len(game.past), game.winner
        (7, 0)
        >>> list(game.story())[-1]
        'Ana wins the match!'
    """
    with _in_words(Tongue("en", DEFAULT.key)):
        setup = Setup(table_rules(edition, options, house), len(bots), dice)
    chance_of = _randoms(seed)
    chairs = [
        BotSeat(bot_named(bot) if isinstance(bot, str) else bot, chance_of(f"seat {seat}"))
        for seat, bot in enumerate(bots)
    ]
    table = LocalTable(setup, chairs, RandomDice(chance_of("dice")))
    table.play()
    return _game(table.match, table.events, names)


def solve_round(
    edition: str = DEFAULT.key,
    *,
    dice: tuple[int, int],
    palifico: bool = False,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    tolerance: float = 1e-4,
) -> "Solution":
    """Solve a two-player round exactly: what it is worth, in dice, to the seat that opens.

    Needs the extra ``solve``: ``pip install "perudo[solve]"``.

    Examples:
        >>> import perudo
        >>> round(perudo.solve_round("menteur", dice=(2, 1)).value, 3)
        0.241
    """
    require("solve")
    from perudo.solve.rounds import Solver  # noqa: PLC0415 - heavy: only those who solve wait
    from perudo.solve.shape import dice_won, opening, shape_of  # noqa: PLC0415

    with _in_words(Tongue("en", DEFAULT.key)):
        rules = (rules_with_palifico if palifico else table_rules)(edition, options, house)
        shape = shape_of(opening(rules, dice, palifico=palifico))
    return Solver(shape, finest=tolerance).solve(dice_won(shape.dice), tolerance)


def _game(
    match: Match,
    events: Iterable[Event],
    names: Sequence[str] | None,
    seed: int | str | None = None,
    lang: str = "en",
) -> Game:
    game = object.__new__(Game)
    game._begin(match, events, names, seed, lang)
    return game


def _randoms(seed: int | str | None) -> Callable[[str], Random]:
    """Return a maker of independent random sources that all follow from one seed."""
    return lambda purpose: SystemRandom() if seed is None else Random(f"{seed} | {purpose}")  # noqa: S311


def _action(action: str | Action) -> Action:
    meant = action_from(action) if isinstance(action, str) else action
    if not isinstance(meant, Bid | Call):
        raise InvalidValue(f"{action!r} is neither a bid, such as 4x5 or 3xP, nor dudo or calza")
    return meant


def _bid(bid: str | Bid) -> Bid:
    meant = _action(bid)
    if not isinstance(meant, Bid):
        raise InvalidValue(f"{action_text(meant)} is not a bid, such as 4x5 or 3xP")
    return meant


def _cup(cup: str | Sequence[Face]) -> Sequence[Face]:
    if not isinstance(cup, str):
        return cup
    if cup == "-":
        return ()
    if not set(cup.upper()) <= set("P123456"):
        raise InvalidValue(f"{cup!r} is not a cup: write its dice as P (Paco) and 2 to 6")
    return tuple(PACO if die in "pP" else int(die) for die in cup)


@contextmanager
def _in_words(
    t: Tongue, names: tuple[str, ...] = (), action: Action | None = None
) -> Iterator[None]:
    """Give errors of the rooms below their text in the reader's language."""
    try:
        yield
    except IllegalAction as error:
        error.text = refusal_text(t, error.refusal, names, action)
        raise
    except SetupProblem as error:
        error.text = setup_problem_text(t, error)
        raise
    except RecordProblem as error:
        error.text = record_problem_text(t, error)
        raise
