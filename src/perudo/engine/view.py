"""What a seat, or an onlooker, may see. Everything that is not listed here stays hidden.

Bots, odds, pages and streams are given a view, never the match.
"""

from typing import NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.dice import Cup
from perudo.engine.edition import Edition
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
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.match import Match, Phase
from perudo.engine.play import NO_ACTIONS, Legal, legal_actions
from perudo.engine.played import PlayedRound


class View(NamedTuple):
    """A match as ``seat`` sees it; ``seat`` is None for an onlooker.

    ``dice`` is how many dice each seat has left, as far as the rules show it: always for the
    viewer's own seat, for others only if lost dice stay visible (A10, I11), else None (C12).
    ``past`` are the finished rounds since the seats had ``first_dice``; from both, the dice that
    are left can be counted (``remembered_dice``).
    """

    seat: Seat | None
    rules: Edition
    seats: int
    starting_dice: int
    phase: Phase
    number: int
    starter: Seat | None
    palifico: Seat | None
    turn: Seat | None
    cup: Cup | None
    bids: tuple[BidMade, ...]
    called: Called | None
    dice: tuple[int | None, ...]
    out: tuple[Seat, ...]
    legal: Legal
    past: tuple[PlayedRound, ...]
    first_dice: tuple[int, ...]
    winner: Seat | None


def view_for(match: Match, seat: Seat | None) -> View:
    """Return what ``seat`` may see of the match, or an onlooker if it is None."""
    setup, score, round_ = match
    if seat is not None and not 0 <= seat < setup.seats:
        raise InvalidValue(f"there is no seat {seat}: the match has {setup.seats}, counted from 0")
    dice = score.dice
    shown: tuple[int | None, ...] = dice
    if not setup.rules.shows_lost_dice:
        shown = tuple(
            [left if not left or other == seat else None for other, left in enumerate(dice)]
        )
    if round_ is None:
        cup = turn = called = None
        bids: tuple[BidMade, ...] = ()
    else:
        bids, called = round_.bids, round_.called
        cup = None if round_.cups is None or seat is None else round_.cups[seat]
        turn = round_.turn if called is None else None
    return View(
        seat=seat,
        rules=setup.rules,
        seats=setup.seats,
        starting_dice=setup.dice,
        phase=match.phase,
        number=len(score.past) + (round_ is not None),
        starter=score.starter,
        palifico=score.palifico,
        turn=turn,
        cup=cup,
        bids=bids,
        called=called,
        dice=shown,
        out=tuple([other for other, left in enumerate(dice) if not left]),
        legal=NO_ACTIONS if seat is None else legal_actions(match, seat),
        past=score.past,
        first_dice=score.first_dice,
        winner=score.winner,
    )


def remembered_dice(view: View) -> tuple[int, ...]:
    """Return how many dice each seat has left, counted from the public results of all rounds."""
    dice = list(view.first_dice)
    for played in view.past:
        settle_dice(dice, played)
    return tuple(dice)


def settle_dice(dice: list[int], played: PlayedRound) -> None:
    """Take away the die that a round cost, and give back the one that it won."""
    if played.showdown.loser is not None:
        dice[played.showdown.loser] -= 1
    if played.showdown.gainer is not None:
        dice[played.showdown.gainer] += 1


def redact(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat, or an onlooker, may see it."""
    match event:
        case Dealt(number, starter, palifico, cups):
            if cups is None:
                return event
            visible = tuple(cup if other == seat else None for other, cup in enumerate(cups))
            return Dealt(number, starter, palifico, visible)
        case (
            MatchStarted()
            | StarterRolled()
            | StarterChosen()
            | BidMade()
            | Called()
            | Showdown()
            | DieLost()
            | DieRegained()
            | SeatOut()
            | NextRound()
            | MatchWon()
        ):
            return event
        case _ as never:
            assert_never(never)
