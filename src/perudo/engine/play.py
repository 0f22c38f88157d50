"""The one source of legality: what a seat may do, why not, and what an action leads to."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from perudo.engine.actions import CALZA, Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.bidding import OPENING, RAISING, BidSpace, Freedom
from perudo.engine.edition import CalzaBarred, CalzaCallers, Veterans
from perudo.engine.editions import clause_for
from perudo.engine.events import BidMade, Called, Events, new
from perudo.engine.fold import after_bid, after_call, after_showdown
from perudo.engine.match import Match, Round
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Turn
from perudo.engine.showdown import count_called, settle


class Legal(NamedTuple):
    """The actions that a seat may take now: the bids as six intervals, and the calls.

    Examples:
        >>> import perudo
        >>> game = perudo.Game("asmodee-2009")
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.legal
        <Legal: twos 1–10, threes 1–10, fours 1–10, fives 1–10, sixes 1–10>
        >>> perudo.Bid(4, 5) in game.legal, perudo.DUDO in game.legal, game.legal.dudo
        (True, False, False)
        >>> next(game.legal.actions())
        Bid(quantity=1, face=2)
    """

    bids: BidSpace | None
    dudo: bool
    calza: bool

    def __contains__(self, action: object) -> bool:
        match action:
            case Bid():
                return self.bids is not None and action in self.bids
            case Call.DUDO:
                return self.dudo
            case Call.CALZA:
                return self.calza
            case _:
                return False

    def __repr__(self) -> str:
        bids = [] if self.bids is None else self.bids.intervals()
        calls = [call.value for call in Call if call in self]
        return f"<Legal: {', '.join([*bids, *calls]) or 'nothing'}>"

    def actions(self) -> Iterator[Action]:
        if self.bids is not None:
            yield from self.bids
        if self.dudo:
            yield Call.DUDO
        if self.calza:
            yield Call.CALZA


NO_ACTIONS = Legal(None, dudo=False, calza=False)


def turn_of(match: Match) -> Turn | None:
    """Return the current turn, or None while no action is due."""
    setup, score, round_ = match
    if round_ is None or round_.called is not None:
        return None
    bids = round_.bids
    standing = bids[-1].bid if bids else None
    if round_.palifico is None:
        freedom = RAISING if bids else OPENING
    else:
        freedom = _palifico_freedom(match, round_)
    # The rules depend on nothing else, so each such turn is computed once for a table.
    key = (round_.turn, standing, score.seating.playing)
    turns = setup.memo.turns[freedom]
    turn = turns.get(key)
    if turn is None:
        space = setup.memo.bid_space(standing, freedom)
        callers = tuple(s for s in match.playing if _calza_refusal(match, round_, s) is None)
        turn = turns[key] = Turn(round_.turn, space, bool(bids), callers)
    return turn


def legal_actions(match: Match, seat: Seat) -> Legal:
    """Return the actions that this seat may take now."""
    turn = turn_of(match)
    if turn is None:
        return NO_ACTIONS
    calza = seat in turn.calza
    return Legal(turn.bids, turn.dudo, calza) if seat == turn.seat else Legal(None, False, calza)


def refusal(match: Match, seat: Seat, action: Action) -> Refusal | None:
    """Return why this seat may not take this action now, or None if it may."""
    return (
        _bid_refusal(match, seat, action)
        if isinstance(action, Bid)
        else _call_refusal(match, seat, action)
    )


def apply(match: Match, seat: Seat, action: Action) -> tuple[Match, Events]:
    """Return the match after the action and its events, or raise ``IllegalAction``."""
    if isinstance(action, Bid):
        refused = _bid_refusal(match, seat, action)
        if refused is None:
            made = new(BidMade, (seat, action))
            return after_bid(match, made), (made,)
    else:
        refused = _call_refusal(match, seat, action)
        if refused is None:
            return _call(match, new(Called, (seat, action)))
    raise IllegalAction(refused)


def _call(match: Match, called: Called) -> tuple[Match, Events]:
    found = count_called(match)
    if found is None:
        return after_call(match, called), (called,)
    events = settle(match, called, found)
    return after_showdown(match, events), (called, *events)


def _bid_refusal(match: Match, seat: Seat, bid: Bid) -> Refusal | None:
    turn = turn_of(match)
    if turn is None:
        return _no_round(match)
    if seat == turn.seat:
        return turn.bids.refusal(bid)
    return _not_playing(match, seat) or Refusal(Reason.NOT_YOUR_TURN, "C2", seat=turn.seat)


def _call_refusal(match: Match, seat: Seat, call: Call) -> Refusal | None:
    turn, round_ = turn_of(match), match.round
    if turn is None or round_ is None:
        return _no_round(match)
    if call is CALZA:
        if seat in turn.calza:
            return None
        return _not_playing(match, seat) or _calza_refusal(match, round_, seat)
    if seat == turn.seat:
        return None if turn.dudo else Refusal(Reason.NO_BID_YET, "C4")
    return _not_playing(match, seat) or Refusal(Reason.NOT_YOUR_TURN, "C4", seat=turn.seat)


def _no_round(match: Match) -> Refusal:
    if match.winner is not None:
        return Refusal(Reason.MATCH_OVER, "C11")
    return Refusal(Reason.NO_ROUND, "C2")


def _not_playing(match: Match, seat: Seat) -> Refusal | None:
    return None if seat in match.playing else Refusal(Reason.NOT_PLAYING, "S12", seat=seat)


def _palifico_freedom(match: Match, round_: Round) -> Freedom:
    if not round_.bids:
        return Freedom.PALIFICO_OPENING
    if round_.turn == round_.palifico:
        return Freedom.PALIFICO_BOUND
    match match.setup.rules.veterans:
        case Veterans.BOUND:
            return Freedom.BOUND
        case Veterans.FREE:
            # S14: a veteran has one die left and is not the palifico of this round.
            return Freedom.VETERAN if match.dice[round_.turn] == 1 else Freedom.BOUND
        case _ as never:
            assert_never(never)


def _calza_refusal(match: Match, round_: Round, seat: Seat) -> Refusal | None:
    rules = match.setup.rules
    if not rules.plays_calza:
        return Refusal(Reason.CALZA_NOT_PLAYED, clause_for(rules, "calza", "C4"))
    if not round_.bids:
        return Refusal(Reason.NO_BID_YET, clause_for(rules, "calza_callers"))
    bidder, turn = round_.bids[-1].seat, round_.turn
    match rules.calza_callers:
        case CalzaCallers.ANY_OTHER:
            if seat == bidder:
                return Refusal(Reason.CALZA_OWN_BID, clause_for(rules, "calza_callers"))
        case CalzaCallers.NOT_NEXT:
            if seat == bidder:
                return Refusal(Reason.CALZA_OWN_BID, "S5")
            if seat == turn:
                return Refusal(Reason.CALZA_BY_NEXT, clause_for(rules, "calza_callers"))
        case CalzaCallers.NEXT_ONLY:
            if seat != turn:
                clause = clause_for(rules, "calza_callers")
                return Refusal(Reason.CALZA_OUT_OF_TURN, clause, seat=turn)
        case _ as never:
            assert_never(never)
    return _calza_barred(match, round_)


def _calza_barred(match: Match, round_: Round) -> Refusal | None:
    match match.setup.rules.calza_barred:
        case CalzaBarred.NEVER:
            return None
        case CalzaBarred.PALIFICO:
            return _barred_in_palifico(round_)
        case CalzaBarred.LAST_TWO:
            return _barred_to_last_two(match)
        case CalzaBarred.PALIFICO_AND_LAST_TWO:
            return _barred_in_palifico(round_) or _barred_to_last_two(match)
        case _ as never:
            assert_never(never)


def _barred_in_palifico(round_: Round) -> Refusal | None:
    return None if round_.palifico is None else Refusal(Reason.CALZA_IN_PALIFICO, "I6")


def _barred_to_last_two(match: Match) -> Refusal | None:
    """Refuse if only two players still have dice (S13)."""
    return Refusal(Reason.CALZA_LAST_TWO, "I6") if len(match.playing) == 2 else None
