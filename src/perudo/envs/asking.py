"""Who is asked, and in which order: the environment asks one seat after the other."""

from perudo.engine.actions import Seat
from perudo.engine.match import Match
from perudo.engine.play import turn_of


def asked_seats(match: Match) -> tuple[Seat, ...]:
    """Those who may call calza out of turn, clockwise from the bidder; then the seat in turn.

    The first who calls has it, as of calzas called at once (A8, I9, S17): whoever is asked later is
    asked only because all before him passed, and his word would count in that case only. The next
    player is asked last, so that his own calza counts only when nobody else called. Nobody while
    no action is due.
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
