"""Replay a batched game with the engine, and compare every step.

Starters and cups are taken from the batched game: chance is an input to the engine.
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


class Mismatch(AssertionError):
    """The engine and the batched game differ."""


def expect_same(what: str, engine: object, lab: object) -> None:
    if engine != lab:
        raise Mismatch(f"{what}: the engine has {engine}, the batched game {lab}")


def members(seats: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seats >> 4 * seat & 1)


def cup_from(packed: int) -> Cup:
    return tuple(chain.from_iterable([face] * (packed >> 5 * (face - 1) & 31) for face in FACES))


def packed_bids(words: tuple[int, ...]) -> list[int]:
    return [word >> 8 * place & 255 for word in words for place in range(4)]


def action_from(number: int) -> Action | None:
    """Return the action of a number; None for a pass and for numbers that are not actions."""
    return action_of(number) if 0 <= number < ALL_ACTIONS else None


class Follower:
    """Replays one game of a batch in the engine, match after match."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match: Match | None = None
        self.matches = self.calzas = self.palificos = self.refused = 0
        self._expected: NextRound | None = None
        self._asked: list[Seat] = []
        self._spaces: dict[BidSpace, tuple[tuple[int, int] | None, ...]] = {}

    def follow(self, row: Row) -> None:
        """Compare a step with the engine and play it there."""
        match = self.before(row)
        turn = play.turn_of(match)
        assert turn is not None
        self._compare(match, turn, row)
        self._compare_asking(match, turn, row)
        self._play(match, turn, row)

    def before(self, row: Row) -> Match:
        """Return the engine's match before the step of this row."""
        match = self.match
        if match is None:
            match, _ = chance.start_match(self.setup)
            match, _ = chance.name_starter(match, row.starter, Choice.NOTED)
        if match.round is None:
            match, _ = chance.deal(match, [cup_from(c) for c in row.cups[: self.setup.seats]])
            expect_same(
                "cups of seats that the table does not have",
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
        expect_same(
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
        expect_same(
            "who was palifico", sorted(score.been_palifico), list(members(row.been_palifico))
        )
        expect_same(
            "the standing bid",
            (*standing.bid, standing.seat) if standing else (0, 0, -1),
            (row.quantity, row.face, row.bidder),
        )
        if turn.bids not in self._spaces:
            self._spaces[turn.bids] = tuple(
                None if limit.empty else (limit.least, limit.most) for limit in turn.bids.limits
            )
        spaces = tuple([pair if pair[0] <= pair[1] else None for pair in row.limits])
        expect_same("the legal bids", self._spaces[turn.bids], spaces)
        expect_same("who may call calza", turn.calza, members(row.callers))

    def _compare_asking(self, match: Match, turn: Turn, row: Row) -> None:
        """Check that each seat that may call is asked once, clockwise from the bidder."""
        total = self.setup.seats
        due: list[Seat] = []
        if set(turn.calza) - {turn.seat}:
            due = sorted(turn.calza, key=lambda seat: (seat - row.bidder) % total)
        waiting = due[len(self._asked) :]
        expect_same("who was asked", due[: len(self._asked)], self._asked)
        expect_same("who decides", (waiting or [turn.seat])[0], row.seat)
        expect_same("whether that seat is asked", bool(waiting), row.asking)

    def _play(self, match: Match, turn: Turn, row: Row) -> None:
        action = action_from(row.action)
        seat, refused, found, loser, gainer, winner = row.outcome
        expect_same("who acts", row.seat, seat)
        if row.asking and row.action == PASS_NUMBER:
            expect_same("a pass", (False, -1, -1, -1, -1), (refused, found, loser, gainer, winner))
            self._asked.append(row.seat)
            return
        barred = row.asking and action is not CALZA
        if action is None or barred or play.refusal(match, seat, action) is not None:
            expect_same(
                "a refusal", (True, -1, -1, -1, -1), (refused, found, loser, gainer, winner)
            )
            self.refused += 1
            return
        if row.asking:
            self._hear(match, turn, row)
        self._asked = []
        if isinstance(action, Bid):
            expect_same("a bid", (False, -1, -1, -1, -1), (refused, found, loser, gainer, winner))
            self.match = play.apply(match, seat, action)[0]
            return
        self._call(match, action, row)

    def _hear(self, match: Match, turn: Turn, row: Row) -> None:
        """Check that the engine gives the same seat the calza if all who may call claim at once."""
        others = [seat for seat in turn.calza if seat not in self._asked]
        claims = [Claim(seat, CALZA) for seat in reversed(others)]
        if self.setup.rules.calza_ties is CalzaTies.FIRST_CLOCKWISE:
            expect_same(
                "whose calza is heard", winning_claim(match, claims), Claim(row.seat, CALZA)
            )

    def _call(self, match: Match, action: Action, row: Row) -> None:
        round_ = match.round
        assert round_ is not None
        kept = [bid.quantity << 3 | bid.face for _, bid in reversed(round_.bids[-12:])]
        expect_same("the last bids", kept + [0] * (12 - len(kept)), packed_bids(row.bids))
        match, events = play.apply(match, row.seat, action)
        showdown = events[1]
        assert isinstance(showdown, Showdown)
        ending = events[-1]
        winner = ending.seat if isinstance(ending, MatchWon) else None
        facts = (showdown.found, showdown.loser, showdown.gainer, winner)
        lab = tuple([None if fact < 0 else fact for fact in row.outcome[2:]])
        expect_same("the showdown", (False, *facts), (row.outcome[1], *lab))
        self.match = match if winner is None else None
        self.matches += winner is not None
        self.calzas += action is CALZA
        self.palificos += match.score.palifico is not None
