"""How somebody played a match: counted from its rounds, whose dice everybody has seen."""

from collections.abc import Iterable
from typing import NamedTuple

from perudo.engine.actions import CALZA, DUDO, Seat
from perudo.engine.dice import count_face, has_jokers
from perudo.engine.played import PlayedRound


class Habits(NamedTuple):
    """Counts over the rounds of one player; those of several matches can be added."""

    rounds: int = 0
    bids: int = 0
    """Own bids."""
    bluffs: int = 0
    """Own bids for which there were too few dice."""
    bluffs_passed: int = 0
    """Of these, those that nobody called."""
    doubted: int = 0
    """Own bids that somebody doubted."""
    held: int = 0
    """Of these, those that were true."""
    doubts: int = 0
    doubts_right: int = 0
    calzas: int = 0
    calzas_right: int = 0
    lost_bid: int = 0
    """Dice lost because an own bid was doubted."""
    lost_doubt: int = 0
    """Dice lost by doubting a true bid."""
    lost_calza: int = 0

    @property
    def lost(self) -> int:
        return self.lost_bid + self.lost_doubt + self.lost_calza


def total(habits: Iterable[Habits]) -> Habits:
    return Habits(*map(sum, zip(*habits, strict=True))) if (habits := list(habits)) else Habits()


def habits_of(rounds: Iterable[PlayedRound], seat: Seat) -> Habits:
    """Count what a seat did in these rounds. Rounds of unknown cups have no bluffs."""
    return total(_in_round(played, seat) for played in rounds)


def _in_round(played: PlayedRound, seat: Seat) -> Habits:
    end = played.showdown
    own = [made.bid for made in played.bids if made.seat == seat]
    false = 0
    if end.cups is not None:
        jokers = has_jokers(played.palifico)
        false = sum(count_face(end.cups, bid.face, jokers=jokers) < bid.quantity for bid in own)
    called = end.bidder == seat
    doubted = called and end.call is DUDO
    too_high = called and end.cups is not None and end.found < end.bid.quantity
    doubts = end.caller == seat and end.call is DUDO
    calzas = end.caller == seat and end.call is CALZA
    lost = end.loser == seat
    return Habits(
        rounds=1,
        bids=len(own),
        bluffs=false,
        bluffs_passed=false - too_high,
        doubted=doubted,
        held=doubted and end.holds,
        doubts=doubts,
        doubts_right=doubts and not end.holds,
        calzas=calzas,
        calzas_right=calzas and end.holds,
        lost_bid=lost and doubted,
        lost_doubt=lost and doubts,
        lost_calza=lost and calzas,
    )
