"""The decisions of a recorded match, each with what its player could see when deciding."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.events import BidMade, Called, Dealt
from perudo.engine.match import Match
from perudo.engine.play import turn_of
from perudo.engine.view import View, view_for
from perudo.records.record import Record
from perudo.records.replay import replay


class Decision(NamedTuple):
    """What a seat did. Its view has no cup if nobody wrote the cups down."""

    seat: Seat
    view: View
    action: Action
    asking: bool
    """Whether it is a calza out of turn."""


class Passed(NamedTuple):
    """A calza out of turn that a seat could have called, and did not."""

    seat: Seat
    view: View


class Standing(NamedTuple):
    """What everybody could see before a round was dealt, or at the end of the record."""

    view: View
    at_end: bool


Moment: TypeAlias = Decision | Passed | Standing


def decisions(record: Record) -> Iterator[Decision]:
    """Yield every action of the match; raise ``RecordProblem`` if it breaks the rules."""
    return (moment for moment in moments(record) if isinstance(moment, Decision))


def moments(record: Record) -> Iterator[Moment]:
    """Yield all that can be judged in a match, in its order; the last is how it ended.

    A calza that was claimed but did not count is in no record. So a bid that ended with somebody's
    calza has no ``Passed``: others may have claimed it, too.
    """
    steps = replay(record)
    match = next(steps).match
    for step in steps:
        match step.events[0]:
            case Dealt():
                yield Standing(view_for(match, None), at_end=False)
            case BidMade(seat, bid):
                yield from _passed(match)
                yield Decision(seat, view_for(match, seat), bid, asking=False)
            case Called(seat, call):
                turn = turn_of(match)
                assert turn is not None
                if call is not CALZA:
                    yield from _passed(match)
                asking = seat != turn.seat
                yield Decision(seat, view_for(match, seat), call, asking)
            case _:
                pass
        match = step.match
    yield Standing(view_for(match, None), at_end=True)


def _passed(match: Match) -> Iterator[Passed]:
    turn = turn_of(match)
    assert turn is not None
    for seat in turn.calza:
        if seat != turn.seat:
            yield Passed(seat, view_for(match, seat))
