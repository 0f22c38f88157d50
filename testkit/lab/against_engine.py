"""The engine plays what the batched game played, and must find everything the same.

Chance is an input to the engine: starters and cups are taken from the batched game.
"""

from itertools import chain

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import FACES, Cup
from perudo.engine.edition import CalzaTies
from perudo.engine.events import Choice, MatchWon, NextRound, Showdown
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.match import Match
from perudo.engine.numbering import ALL_ACTIONS, PASS_NUMBER, action_of
from perudo.engine.setup import Setup, Turn
from testkit.lab.traces import Row

SEATS = range(6)


class Different(AssertionError):
    """The two games differ."""


def same(what: str, engine: object, lab: object) -> None:
    if engine != lab:
        raise Different(f"{what}: the engine has {engine}, the batched game {lab}")


def members(seats: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seats >> 4 * seat & 1)


def cup_from(packed: int) -> Cup:
    return tuple(chain.from_iterable([face] * (packed >> 5 * (face - 1) & 31) for face in FACES))


def packed_bids(words: tuple[int, ...]) -> list[int]:
    return [word >> 8 * place & 255 for word in words for place in range(4)]


def action_from(number: int) -> Action | None:
    """None for a pass and for numbers that are no action."""
    return action_of(number) if 0 <= number < ALL_ACTIONS else None


class Follower:
    """One game of a batch, followed by the engine match after match."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match: Match | None = None
        self.matches = self.calzas = self.palificos = self.refused = 0
        self._expected: NextRound | None = None
        self._asked: list[Seat] = []
        self._spaces: dict[BidSpace, tuple[tuple[int, int] | None, ...]] = {}

    def follow(self, row: Row) -> None:
        match = self.before(row)
        turn = play.turn_of(match)
        assert turn is not None
        self._compare(match, turn, row)
        self._compare_asking(match, turn, row)
        self._play(match, turn, row)

    def before(self, row: Row) -> Match:
        """The match in the round that the row is in."""
        match = self.match
        if match is None:
            match, _ = chance.start_match(self.setup)
            match, _ = chance.name_starter(match, row.starter, Choice.NOTED)
        if match.round is None:
            match, _ = chance.deal(match, [cup_from(c) for c in row.cups[: self.setup.seats]])
            same(
                "cups of seats that are not there",
                (0,) * (6 - self.setup.seats),
                row.cups[self.setup.seats :],
            )
        self.match = match
        return match

    def _compare(self, match: Match, turn: Turn, row: Row) -> None:
        score, round_ = match.score, match.round
        assert round_ is not None
        dice = tuple([row.dice >> 4 * seat & 15 for seat in range(self.setup.seats)])
        standing = round_.bids[-1] if round_.bids else None
        same(
            "the position (dice, starter, palifico, number, seat in turn)",
            (score.dice, round_.starter, round_.palifico, round_.number, turn.seat),
            (
                dice,
                row.starter,
                None if row.palifico < 0 else row.palifico,
                row.number,
                row.turn,
            ),
        )
        same("who was palifico", sorted(score.been_palifico), list(members(row.been_palifico)))
        same(
            "the standing bid",
            (*standing.bid, standing.seat) if standing else (0, 0, -1),
            (row.quantity, row.face, row.bidder),
        )
        if turn.bids not in self._spaces:
            self._spaces[turn.bids] = tuple(
                None if limit.empty else (limit.least, limit.most) for limit in turn.bids.limits
            )
        spaces = tuple([pair if pair[0] <= pair[1] else None for pair in row.limits])
        same("the legal bids", self._spaces[turn.bids], spaces)
        same("who may call calza", turn.calza, members(row.callers))

    def _compare_asking(self, match: Match, turn: Turn, row: Row) -> None:
        """Each seat that may call is asked once, clockwise from the bidder, before the turn."""
        total = self.setup.seats
        due: list[Seat] = []
        if set(turn.calza) - {turn.seat}:
            due = sorted(turn.calza, key=lambda seat: (seat - row.bidder) % total)
        waiting = due[len(self._asked) :]
        same("who was asked", due[: len(self._asked)], self._asked)
        same("who decides", (waiting or [turn.seat])[0], row.seat)
        same("whether that seat is asked", bool(waiting), row.asking)

    def _play(self, match: Match, turn: Turn, row: Row) -> None:
        action = action_from(row.action)
        seat, refused, found, loser, gainer, winner = row.happened
        same("who acts", row.seat, seat)
        if row.asking and row.action == PASS_NUMBER:
            same("a pass", (False, -1, -1, -1, -1), (refused, found, loser, gainer, winner))
            self._asked.append(row.seat)
            return
        barred = row.asking and action is not CALZA
        if action is None or barred or play.refusal(match, seat, action) is not None:
            same("a refusal", (True, -1, -1, -1, -1), (refused, found, loser, gainer, winner))
            self.refused += 1
            return
        if row.asking:
            self._hear(match, turn, row)
        self._asked = []
        if isinstance(action, Bid):
            same("a bid", (False, -1, -1, -1, -1), (refused, found, loser, gainer, winner))
            self.match = play.apply(match, seat, action)[0]
            return
        self._call(match, action, row)

    def _hear(self, match: Match, turn: Turn, row: Row) -> None:
        """Had all who may still call claimed calza at once, the same one would have it."""
        others = [seat for seat in turn.calza if seat not in self._asked]
        claims = [Claim(seat, CALZA) for seat in reversed(others)]
        if self.setup.rules.calza_ties is CalzaTies.FIRST_CLOCKWISE:
            same("whose calza is heard", winning_claim(match, claims), Claim(row.seat, CALZA))

    def _call(self, match: Match, action: Action, row: Row) -> None:
        round_ = match.round
        assert round_ is not None
        kept = [bid.quantity << 3 | bid.face for _, bid in reversed(round_.bids[-12:])]
        same("the last bids", kept + [0] * (12 - len(kept)), packed_bids(row.bids))
        match, events = play.apply(match, row.seat, action)
        showdown = events[1]
        assert isinstance(showdown, Showdown)
        ending = events[-1]
        winner = ending.seat if isinstance(ending, MatchWon) else None
        facts = (showdown.found, showdown.loser, showdown.gainer, winner)
        lab = tuple([None if fact < 0 else fact for fact in row.happened[2:]])
        same("the showdown", (False, *facts), (row.happened[1], *lab))
        self.match = match if winner is None else None
        self.matches += winner is not None
        self.calzas += action is CALZA
        self.palificos += match.score.palifico is not None
