"""Actions of the match: bids, calls, and the hearing that decides between calzas."""

from perudo.engine import play
from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Event, Events
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.match import Match
from perudo.engine.refusals import IllegalAction
from perudo.engine.view import view_for
from perudo.table.live import rounds
from perudo.table.live.commands import Act
from perudo.table.live.draft import Draft
from perudo.table.live.events import CalzaClaimed, CameBack, HearingClosed
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable


def act(draft: Draft, seat: Seat, command: Act) -> None:
    """Play a person's action, which names the version of the table that the person saw."""
    match = require_match(draft.table)
    if command.version > draft.table.version:
        raise refuse(TableReason.VERSION_AHEAD)
    calza = command.action is CALZA
    if command.version < draft.table.turn_version:
        reason = TableReason.SUPERSEDED if calza else TableReason.STALE
        raise refuse(reason, by=last_seen(match))
    if calza:
        _check_bid(match, command.bid)
    chair = draft.table.chair(seat)
    if chair.resigned:
        raise refuse(TableReason.RESIGNED)
    if calza and not _in_turn(match, seat):
        claim(draft, seat)
        return
    after = play.apply(match, seat, command.action)
    come_back(draft, seat)
    if draft.table.hearing is None:
        _played(draft, *after)
    else:
        _move_in_hearing(draft, seat, command.action)


def come_back(draft: Draft, seat: Seat) -> None:
    chair = draft.table.chair(seat)
    if chair.held or (chair.misses and not chair.resigned):
        draft.add(CameBack(seat))


def _check(match: Match, seat: Seat, action: Action) -> None:
    refusal = play.refusal(match, seat, action)
    if refusal is not None:
        raise IllegalAction(refusal)


def require_match(table: LiveTable) -> Match:
    if table.match is None:
        raise refuse(TableReason.NO_MATCH)
    if table.resigned_to:
        raise refuse(TableReason.MATCH_ENDED)
    return table.match


def last_seen(match: Match) -> Event | None:
    """The latest public event of the match, to tell somebody who acted too late."""
    if match.round is not None and match.round.bids:
        return match.round.bids[-1]
    return match.score.past[-1].showdown if match.score.past else None


def _check_bid(match: Match, named: Bid | None) -> None:
    standing = match.round.standing if match.round is not None else None
    if standing is None:
        return  # nothing to call: the rules refuse it
    if named is None:
        raise refuse(TableReason.NAME_THE_BID)
    if named != standing:
        raise refuse(TableReason.SUPERSEDED, by=last_seen(match))


def _in_turn(match: Match, seat: Seat) -> bool:
    return match.round is not None and match.round.turn == seat


def claim(draft: Draft, seat: Seat, *, after_ms: int = 0, bot: bool = False) -> None:
    """Claim calza out of turn: the claim is sealed until the hearing ends.

    The first claim opens the hearing; later ones may end it sooner, never extend it. Nobody else
    may notice a claim before then: a player who comes back with one is announced when it ends.
    """
    table = draft.table
    match = require_match(table)
    _check(match, seat, CALZA)
    hearing = table.hearing
    if hearing is not None and hearing.has(seat):
        raise refuse(TableReason.ALREADY_CLAIMED)
    assert match.round is not None
    assert match.round.standing is not None
    heard_at = draft.now + after_ms
    until = heard_at + table.hearing_ms
    if hearing is not None:
        until = min(until, hearing.until)
    draft.add(CalzaClaimed(seat, match.round.standing, until, heard_at, bot))
    if table.hearing_ms == 0 and not after_ms:
        close_hearing(draft)


def close_hearing(draft: Draft) -> None:
    """End the hearing and play the calza that counts."""
    _play(draft, *_weigh(draft, ()))


def move(draft: Draft, seat: Seat, action: Action) -> None:
    """Play a legal action in turn, unless a calza was claimed before it."""
    if draft.table.hearing is None:
        _play(draft, seat, action)
    else:
        _move_in_hearing(draft, seat, action)


def _move_in_hearing(draft: Draft, seat: Seat, action: Action) -> None:
    """Decide between claimed calzas and a move: it counts (A9), or they came before it and it is
    not made (I12, S18)."""
    _play(draft, *_weigh(draft, (Claim(seat, action),)))


def _weigh(draft: Draft, moves: tuple[Claim, ...]) -> Claim:
    """Close the hearing and return the claim or the later move that counts."""
    hearing = draft.table.hearing
    assert hearing is not None
    claimed = hearing.heard_by(draft.now)
    claims = (*(Claim(claimant.seat, CALZA) for claimant in claimed), *moves)
    heard = winning_claim(require_match(draft.table), claims)
    assert heard is not None
    claimants = tuple(claim.seat for claim in claims if claim.action is CALZA)
    unmade = [move.seat for move in moves if move.action is not CALZA and move != heard]
    for claimant in claimed:
        if not claimant.bot:
            come_back(draft, claimant.seat)
    if claimants:
        closed = HearingClosed(hearing.bid, claimants, heard.seat, unmade[0] if unmade else None)
        draft.add(closed)
    return heard


def _play(draft: Draft, seat: Seat, action: Action) -> None:
    _played(draft, *play.apply(require_match(draft.table), seat, action))


def _played(draft: Draft, after: Match, events: Events) -> None:
    """Add what the engine made of an action, and what follows at the table."""
    draft.play(after, events)
    if isinstance(events[0], BidMade):
        rounds.start_clock(draft)
        _bots_listen(draft)
    else:
        rounds.after_showdown(draft)


def _bots_listen(draft: Draft) -> None:
    """Let bots decide about calza. They are heard only after a delay, so that a person who moves or
    calls within it comes first."""
    table = draft.table
    match = require_match(table)
    turn = play.turn_of(match)
    assert turn is not None
    for seat in turn.calza:
        level = table.chair(seat).level
        if (
            seat != turn.seat
            and level is not None
            and draft.outside.bot_claims(level, view_for(match, seat))
        ):
            claim(draft, seat, after_ms=table.pace_ms, bot=True)
            if draft.table.hearing is None:
                return  # without delay and hearing the first claim is settled at once
