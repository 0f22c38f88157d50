"""The order in which the environment asks seats to act, one after the other."""

from perudo.engine.actions import Seat
from perudo.engine.match import Match
from perudo.engine.play import turn_of


def asked_seats(match: Match) -> tuple[Seat, ...]:
    """Return the seats to ask: those that may call calza out of turn, then the seat in turn.

    Seats out of turn are asked clockwise from the bidder. The first to call gets the calza, as when
    several are called at once (A8, I9, S17): a seat is asked only if all before it passed, and only
    then would its call count. The seat in turn comes last, so its own calza counts only if nobody
    else called. Empty while no action is due.
    """
    turn = turn_of(match)
    if turn is None:
        return ()
    seat, calza = turn.seat, turn.calza
    if not calza or calza == (seat,):
        return (seat,)
    assert match.round is not None
    bidder, total = match.round.bids[-1].seat, match.setup.seats
    others = [other for other in calza if other != seat]
    others.sort(key=lambda other: (other - bidder) % total)
    return (*others, seat)
