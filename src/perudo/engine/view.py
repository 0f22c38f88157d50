"""What a seat, or an onlooker, may see. Everything that is not named here stays hidden.

Bots, odds, pages and streams are given these and never the match.
"""

from dataclasses import dataclass
from typing import assert_never

from perudo.engine.actions import Seat
from perudo.engine.dice import Cup
from perudo.engine.edition import Edition
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
from perudo.engine.match import Match, Phase, PlayedRound
from perudo.engine.play import Options, legal_actions


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A match as ``seat`` sees it; ``seat`` is None for an onlooker.

    ``dice`` says how many dice each seat has left as far as the rules let it be shown: one's own
    always, those of the others only while lost dice lie in full view (A10, I11), else None (C12).
    ``past`` is what everybody saw happen; whoever remembers it can count (``remembered_dice``).
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
    options: Options
    past: tuple[PlayedRound, ...]
    winner: Seat | None


def view_for(match: Match, seat: Seat | None) -> View:
    setup, round_ = match.setup, match.round
    if seat is not None and not 0 <= seat < setup.seats:
        raise ValueError(f"no seat {seat}")
    shown = setup.rules.shows_lost_dice
    own_cup = None
    if round_ is not None and round_.cups is not None and seat is not None:
        own_cup = round_.cups[seat]
    return View(
        seat=seat,
        rules=setup.rules,
        seats=setup.seats,
        starting_dice=setup.dice,
        phase=match.phase,
        number=len(match.score.past) + (round_ is not None),
        starter=match.score.starter,
        palifico=match.score.palifico,
        turn=round_.turn if round_ is not None and match.phase is Phase.BIDDING else None,
        cup=own_cup,
        bids=round_.bids if round_ is not None else (),
        called=round_.called if round_ is not None else None,
        dice=tuple(
            left if shown or not left or other == seat else None
            for other, left in enumerate(match.dice)
        ),
        out=tuple(other for other, left in enumerate(match.dice) if not left),
        options=legal_actions(match, -1 if seat is None else seat),
        past=match.score.past,
        winner=match.winner,
    )


def remembered_dice(view: View) -> tuple[int, ...]:
    """How many dice each seat has left, for someone who watched every call and forgot none."""
    dice = [view.starting_dice] * view.seats
    for played in view.past:
        if played.showdown.loser is not None:
            dice[played.showdown.loser] -= 1
        if played.showdown.gainer is not None:
            dice[played.showdown.gainer] += 1
    return tuple(dice)


def redact(event: Event, seat: Seat | None) -> Event:
    """The event as this seat, or an onlooker, may see it."""
    match event:
        case Dealt(number, starter, palifico, cups):
            if cups is None:
                return event
            seen = tuple(cup if other == seat else None for other, cup in enumerate(cups))
            return Dealt(number, starter, palifico, seen)
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
