"""The showdown: count the called bid and settle who loses or regains a die."""

from typing import assert_never

from perudo.engine.actions import CALZA, DUDO, Seat
from perudo.engine.dice import count_face, has_jokers
from perudo.engine.edition import CalzaStarter, PalificoAgain, Reveal
from perudo.engine.events import (
    Called,
    DieLost,
    DieRegained,
    MatchWon,
    NextRound,
    SeatOut,
    SettlingEvent,
    Showdown,
    new,
)
from perudo.engine.match import Match


def count_called(match: Match) -> int | None:
    """Return how many dice count for the standing bid, or None if the cups are not known."""
    round_ = match.round
    if round_ is None or round_.cups is None or not round_.bids:
        return None
    jokers = has_jokers(round_.palifico)
    return count_face(round_.cups, round_.bids[-1].bid.face, jokers=jokers)


def settle(match: Match, called: Called, found: int) -> tuple[SettlingEvent, ...]:
    """Return the events that follow a call, given how many dice were found."""
    round_ = match.round
    assert round_ is not None
    bidder, bid = round_.bids[-1]
    caller, call = called
    loser: Seat | None = None
    gainer: Seat | None = None
    if call is DUDO:
        loser = caller if found >= bid.quantity else bidder
    elif found != bid.quantity:
        loser = caller
    elif match.score.dice[caller] < match.setup.dice:
        gainer = caller
    steps = reveal_steps(match, bidder, called)
    showdown = new(Showdown, (bidder, bid, caller, call, round_.cups, steps, found, loser, gainer))
    if loser is None:
        next_round = NextRound(_starter_after_calza(match, called, None), None)
        if gainer is None:
            return (showdown, next_round)
        return (showdown, DieRegained(gainer), next_round)
    return (showdown, new(DieLost, (loser,)), *_after_loss(match, loser, called))


def _after_loss(match: Match, loser: Seat, called: Called) -> tuple[SettlingEvent, ...]:
    left = match.score.dice[loser] - 1
    if left:
        starter = loser if called.call is DUDO else _starter_after_calza(match, called, loser)
        palifico = _palifico(match, loser) if left == 1 else None
        return (new(NextRound, (starter, palifico)),)
    seats = match.score.seating.without(loser)
    follower = seats.after[loser]
    if len(seats.playing) == 1:
        return (SeatOut(loser), MatchWon(follower))
    return (SeatOut(loser), NextRound(follower, None))


def _starter_after_calza(match: Match, called: Called, loser: Seat | None) -> Seat:
    match match.setup.rules.calza_starter:
        case CalzaStarter.CALLER:
            return called.seat
        case CalzaStarter.LOSER:
            # S4: after a correct calza there is no loser.
            return called.seat if loser is None else loser
        case _ as never:
            assert_never(never)


def _palifico(match: Match, loser: Seat) -> Seat | None:
    """Return the loser, now at one die, if the rules make that seat palifico."""
    rules = match.setup.rules
    if not rules.plays_palifico:
        return None
    match rules.palifico_again:
        case PalificoAgain.EACH_TIME:
            return loser
        case PalificoAgain.ONCE:
            return None if loser in match.score.been_palifico else loser
        case _ as never:
            assert_never(never)


def reveal_steps(match: Match, bidder: Seat, called: Called) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats that lift their cups, step by step."""
    seats = match.score.seating
    match match.setup.rules.reveal:
        case Reveal.AT_ONCE:
            return (seats.playing,)
        case Reveal.FROM_CALLER:
            first = called.seat if called.call is CALZA else seats.after[called.seat]
        case Reveal.ONE_BY_ONE:
            # I10 asks for suspense and leaves the order open. S20: the bidder's cup comes last.
            first = seats.after[bidder]
        case _ as never:
            assert_never(never)
    return seats.one_by_one(first)
