"""A match, judged: what each decision gave away, what was luck, and where it turned.

Every decision is judged by the view of who decided, so a verdict never depends on hidden dice.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum, unique
from itertools import pairwise
from typing import Final, NamedTuple

from perudo.coach.advice import Advice, Coach
from perudo.engine.actions import DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.played import PlayedRound
from perudo.engine.view import View
from perudo.odds.odds import Odds
from perudo.records.decisions import Decision, Passed, Standing, moments
from perudo.records.habits import Habits, habits_of
from perudo.records.record import Record


@unique
class Verdict(Enum):
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS: Final = {Verdict.BLUNDER: 0.30, Verdict.MISTAKE: 0.20, Verdict.INACCURACY: 0.10}
"""From what loss on a decision has a verdict, as a part of the fair share of winning chance.

The fair share is 1 / players still in. A die is worth about 0.3 fair shares, at the start of a duel
as at a table of six, so a blunder gives away about a die. In a duel the limits are 5, 10 and 15
points of winning chance."""
EVEN: Final = 0.5
"""A bid that its bidder had to hold for less likely than this is a bluff."""
WORTH_ASKING: Final = 0.3
"""A calza out of turn that was not called is judged if the bid was this likely exact, by the plain
odds. Calling one pays only well above that."""
TURNING_POINTS: Final = 3


@unique
class Bluff(Enum):
    """What became of a bid that was less likely true than not, by the bidder's own dice."""

    PASSED = "passed"
    """Nobody doubted it, or somebody even called calza on it, with too few dice."""
    CAUGHT = "caught"
    """It was doubted, and there were too few dice."""
    HELD = "held"
    """It was called, and there were enough dice after all."""


class Judged(NamedTuple):
    """A decision and its verdict."""

    round: int
    number: int
    """The place of the action in its round, from 0."""
    seat: Seat
    action: Action | None
    """None if a calza out of turn was not called."""
    advice: Advice
    lost: float
    """The winning chance that it gave away, from 0 to 1."""
    verdict: Verdict
    bluff: Bluff | None
    """None unless the action is a bluff whose end is known."""
    view: View
    """What the player could see."""
    asking: bool = False
    """Whether it was about a calza out of turn."""


class Part(NamedTuple):
    """One round for one seat: ``after - before == luck - lost``."""

    before: float
    after: float
    lost: float
    luck: float


class TurningPoint(NamedTuple):
    """A round in which the chances moved much."""

    round: int
    moved: float
    """The winning chance that went from some seats to others."""
    gainer: Seat
    loser: Seat


class SeatSummary(NamedTuple):
    """A match for one seat: ``result - start == luck - lost``."""

    seat: Seat
    start: float
    """The chance to win before the first round."""
    result: float
    """1 for the winner, 0 for the others; the chance at the end of an unfinished record."""
    lost: float
    """What the own decisions gave away."""
    luck: float
    """What the dice and the decisions of others brought, or took."""
    verdicts: Mapping[Verdict, int]
    missed: int
    """Missed calzas out of turn; they count in ``lost``, not in ``verdicts``."""
    bluffs: Mapping[Bluff, int]
    habits: Habits

    @property
    def judged(self) -> int:
        """How many decisions were judged."""
        return sum(self.verdicts.values())


class Analysis(NamedTuple):
    chances: tuple[tuple[float, ...], ...]
    """Every seat's chance to win before each round; the last row is the result."""
    decisions: tuple[Judged, ...]
    missed: tuple[Judged, ...]
    """Calzas out of turn that would have been better than to say nothing."""
    seats: tuple[SeatSummary, ...]
    turning_points: tuple[TurningPoint, ...]
    """The rounds in which most moved, in their order."""
    past: tuple[PlayedRound, ...]
    """The finished rounds, with all dice."""
    winner: Seat | None
    """None if the record ends before the match does."""
    unjudged: int
    """Decisions that cannot be judged, since nobody wrote down the dice they were made with."""

    def part(self, number: int, seat: Seat) -> Part:
        """Return what a round, counted from 1, brought to a seat."""
        before, after = self.chances[number - 1][seat], self.chances[number][seat]
        own = [one for one in (*self.decisions, *self.missed) if one.seat == seat]
        lost = sum(one.lost for one in own if one.round == number)
        return Part(before, after, lost, after - before + lost)


def verdict_of(lost: float, players: int) -> Verdict:
    """Judge a loss of winning chance at a table where so many players still have dice."""
    for verdict, limit in LIMITS.items():
        if lost * players >= limit:
            return verdict
    return Verdict.GOOD


def judge(view: View, action: Action | None, advice: Advice, *, asking: bool = False) -> Judged:
    """Judge one action by what its player could see; what became of a bluff is not known yet."""
    lost = advice.lost_by(action)
    return Judged(
        view.number,
        len(view.bids),
        _viewer(view),
        action,
        advice,
        lost,
        verdict_of(lost, _players(view)),
        None,
        view,
        asking,
    )


def is_bluff(view: View, action: Action | None) -> bool:
    """Whether a bid was less likely true than not, by the own dice and the number of the others."""
    return isinstance(action, Bid) and Odds(view).holds(action) < EVEN


def analyse(record: Record, *, only: Seat | None = None) -> Analysis:
    """Judge a recorded match; raise ``RecordProblem`` if it breaks the rules.

    With ``only``, the decisions of that seat are judged and no others, in a part of the time.
    """
    coach = Coach()
    chances: list[tuple[float, ...]] = []
    judged: list[Judged] = []
    missed: list[Judged] = []
    unjudged = 0
    for moment in moments(record):
        match moment:
            case Standing(view, at_end):
                # A record that ends within a round has settled nothing since that round began.
                settled = not at_end or len(view.past) == len(chances)
                chances.append(coach.chances(view) if settled else chances[-1])
                end = view
            case Decision(seat) | Passed(seat) if only not in (None, seat):
                pass
            case Decision(_, View(cup=None)):
                unjudged += 1
            case Decision(_, view, action, asking):
                advice = coach.advise(view, asking=asking)
                judged.append(judge(view, action, advice, asking=asking))
            case Passed(_, view):
                found = _missed(coach, view)
                if found is not None:
                    missed.append(found)
    decisions = tuple(one._replace(bluff=_bluff(one, end.past)) for one in judged)
    seats = tuple(_summary(seat, chances, decisions, missed, end.past) for seat in range(end.seats))
    turning = _turning_points(chances)
    return Analysis(
        tuple(chances), decisions, tuple(missed), seats, turning, end.past, end.winner, unjudged
    )


def _viewer(view: View) -> Seat:
    assert view.seat is not None
    return view.seat


def _players(view: View) -> int:
    return view.seats - len(view.out)


def _missed(coach: Coach, view: View) -> Judged | None:
    if view.cup is None or Odds(view).exact(view.bids[-1].bid) < WORTH_ASKING:
        return None
    judged = judge(view, None, coach.advise(view, asking=True), asking=True)
    return None if judged.verdict is Verdict.GOOD else judged


def _bluff(one: Judged, past: tuple[PlayedRound, ...]) -> Bluff | None:
    if not is_bluff(one.view, one.action) or one.round > len(past):
        return None
    played = past[one.round - 1]
    if one.number < len(played.bids) - 1:
        return Bluff.PASSED
    end = played.showdown
    if end.found >= end.bid.quantity:
        return Bluff.HELD
    return Bluff.CAUGHT if end.call is DUDO else Bluff.PASSED


def _summary(
    seat: Seat,
    chances: list[tuple[float, ...]],
    decisions: Iterable[Judged],
    missed: Iterable[Judged],
    past: Iterable[PlayedRound],
) -> SeatSummary:
    own = [one for one in decisions if one.seat == seat]
    unsaid = [one for one in missed if one.seat == seat]
    start, result = chances[0][seat], chances[-1][seat]
    lost = sum(one.lost for one in own) + sum(one.lost for one in unsaid)
    verdicts = Counter(one.verdict for one in own)
    bluffs = Counter(one.bluff for one in own)
    return SeatSummary(
        seat,
        start,
        result,
        lost,
        result - start + lost,
        {verdict: verdicts[verdict] for verdict in Verdict},
        len(unsaid),
        {bluff: bluffs[bluff] for bluff in Bluff},
        habits_of(past, seat),
    )


def _turning_points(chances: list[tuple[float, ...]]) -> tuple[TurningPoint, ...]:
    points = []
    for number, (before, after) in enumerate(pairwise(chances), 1):
        gains = [b - a for a, b in zip(before, after, strict=True)]
        moved = sum(gain for gain in gains if gain > 0)
        if moved > 0:
            seats = range(len(gains))
            gainer = max(seats, key=gains.__getitem__)
            points.append(TurningPoint(number, moved, gainer, min(seats, key=gains.__getitem__)))
    points.sort(key=lambda point: -point.moved)
    return tuple(sorted(points[:TURNING_POINTS]))
