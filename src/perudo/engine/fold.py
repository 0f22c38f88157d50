"""From events to state: the only place where a match changes.

Most of a match's time is spent here, so values are built with ``new`` from all their fields:
``_replace`` takes six times as long.
"""

from collections.abc import Iterable
from typing import assert_never

from perudo.engine.actions import Seat
from perudo.engine.dice import Cup
from perudo.engine.errors import InvalidValue
from perudo.engine.events import (
    BidMade,
    Called,
    Dealt,
    DieLost,
    DieRegained,
    Event,
    MatchStarted,
    MatchWon,
    NextRound,
    SeatOut,
    SettlingEvent,
    Showdown,
    StarterChosen,
    StarterRolled,
    new,
)
from perudo.engine.match import Match, Round, Score, first_state
from perudo.engine.played import PlayedRound


def fold(events: Iterable[Event]) -> Match:
    """Return the match that all its events, from the first one on, lead to."""
    events = iter(events)
    started = next(events, None)
    if not isinstance(started, MatchStarted):
        raise InvalidValue("a match begins with MatchStarted")
    return evolve_all(first_state(started.setup), events)


def evolve_all(match: Match, events: Iterable[Event]) -> Match:
    for event in events:
        match = evolve(match, event)
    return match


def evolve(match: Match, event: Event) -> Match:
    """Return the match after one event, which is trusted to be legal."""
    match event:
        case BidMade():
            return after_bid(match, event)
        case Called():
            return after_call(match, event)
        case Showdown() | DieLost() | DieRegained() | SeatOut() | NextRound() | MatchWon():
            return after_showdown(match, (event,))
        case Dealt():
            return after_deal(match, event)
        case StarterRolled():
            return Match(match.setup, match.score._replace(contenders=event.leaders))
        case StarterChosen():
            return Match(match.setup, match.score._replace(contenders=(), starter=event.seat))
        case MatchStarted():
            return first_state(event.setup)
        case _ as never:
            assert_never(never)


def after_bid(match: Match, event: BidMade) -> Match:
    number, starter, palifico, cups, _, bids, _ = _current_round(match)
    setup, score, _ = match
    turn = score.seating.after[event.seat]
    bids = (*bids, event)
    round_ = new(Round, (number, starter, palifico, cups, turn, bids, None))
    return new(Match, (setup, score, round_))


def after_call(match: Match, event: Called) -> Match:
    number, starter, palifico, cups, turn, bids, _ = _current_round(match)
    setup, score, _ = match
    round_ = new(Round, (number, starter, palifico, cups, turn, bids, event))
    return new(Match, (setup, score, round_))


def after_deal(match: Match, event: Dealt) -> Match:
    number, starter, palifico, cups = event
    if cups is not None and None in cups:
        raise InvalidValue("a deal with hidden cups cannot be folded into a match")
    known: tuple[Cup, ...] | None = cups  # type: ignore[assignment]
    setup, score, _ = match
    round_ = new(Round, (number, starter, palifico, known, starter, (), None))
    return new(Match, (setup, score, round_))


def after_showdown(match: Match, events: Iterable[SettlingEvent]) -> Match:
    """Return the match after a showdown and the events that follow from it."""
    dice, seats, first_dice, starter, palifico, been, contenders, past, winner = match.score
    for event in events:
        match event:
            case Showdown():
                number, began, whose, _, _, bids, _ = _current_round(match)
                past = (*past, new(PlayedRound, (number, began, whose, bids, event)))
            case DieLost():
                dice = _with_dice(dice, event.seat, -1)
            case NextRound():
                starter, palifico = event
                if palifico is not None:
                    been = been | {palifico}
            case DieRegained():
                dice = _with_dice(dice, event.seat, +1)
            case SeatOut():
                seats = seats.without(event.seat)
            case MatchWon():
                starter, palifico, winner = None, None, event.seat
            case _ as never:
                assert_never(never)
    score = new(Score, (dice, seats, first_dice, starter, palifico, been, contenders, past, winner))
    return new(Match, (match.setup, score, None))


def _current_round(match: Match) -> Round:
    if match.round is None:
        raise InvalidValue("no round is being played")
    return match.round


def _with_dice(dice: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    return (*dice[:seat], dice[seat] + change, *dice[seat + 1 :])
