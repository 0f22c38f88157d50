"""Whose claim counts when several people speak about one bid (A8, A9, I9, I12, S17, S18)."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.edition import CalzaAgainstMove, CalzaTies
from perudo.engine.match import Match
from perudo.engine.play import refusal


class Claim(NamedTuple):
    seat: Seat
    action: Action


class Verdict(NamedTuple):
    """The decision when several people spoke about one bid."""

    bid: Bid
    claims: tuple[Seat, ...]
    """The seats that claimed calza."""
    heard: Seat
    """The seat whose claim or move counts."""
    unmade: Seat | None = None
    """The seat whose move does not count because a claim came first (I12, S18)."""


def winning_claim(match: Match, claims: Sequence[Claim]) -> Claim | None:
    """Return the claim that counts, of claims in the order in which they were heard.

    Claims that the rules refuse are ignored; None if no other is left. The next player's move is
    one of the claims if it was made before the others were decided.
    """
    legal = [claim for claim in claims if refusal(match, claim.seat, claim.action) is None]
    calzas = [claim for claim in legal if claim.action is Call.CALZA]
    moves = [claim for claim in legal if claim.action is not Call.CALZA]
    if not calzas:
        return moves[0] if moves else None
    if moves:
        match match.setup.rules.calza_against_move:
            case CalzaAgainstMove.MOVE_WINS:
                return moves[0]
            case CalzaAgainstMove.FIRST_HEARD:
                if legal[0].action is not Call.CALZA:
                    return legal[0]
            case _ as never:
                assert_never(never)
    return _first_calza(match, calzas)


def _first_calza(match: Match, calzas: Sequence[Claim]) -> Claim:
    match match.setup.rules.calza_ties:
        case CalzaTies.FIRST_HEARD:
            return calzas[0]
        case CalzaTies.FIRST_CLOCKWISE:
            assert match.round is not None
            bidder = match.round.bids[-1].seat
            total = match.setup.seats
            return min(calzas, key=lambda claim: (claim.seat - bidder) % total)
        case _ as never:
            assert_never(never)
