"""Actions of the match: bids, calls, and the hearing that weighs calzas out of turn."""

from perudo.engine import play
from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade, Event
from perudo.engine.hearing import Claim, hear
from perudo.engine.match import Match
from perudo.engine.refusals import Refused
from perudo.engine.view import view_for
from perudo.table.live import rounds
from perudo.table.live.commands import Act
from perudo.table.live.draft import Draft
from perudo.table.live.events import CalzaClaimed, CameBack, HearingClosed
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable


def act(draft: Draft, seat: Seat, command: Act) -> None:
    """A person's action, made against the version that the person had seen."""
    match = match_on(draft.table)
    if command.version >= draft.table.seq:
        raise refuse(TableReason.VERSION_AHEAD)
    calza = command.action is CALZA
    if command.version < draft.table.turn_seq:
        reason = TableReason.SUPERSEDED if calza else TableReason.STALE
        raise refuse(reason, by=last_seen(match))
    if calza:
        _check_bid(match, command.bid)
    chair = draft.table.chair(seat)
    if chair.resigned:
        raise refuse(TableReason.RESIGNED)
    if chair.held or chair.misses:
        draft.add(CameBack(seat))
    if calza and not _in_turn(match, seat):
        claim(draft, seat)
    else:
        move(draft, seat, command.action)


def match_on(table: LiveTable) -> Match:
    if table.match is None:
        raise refuse(TableReason.NO_MATCH)
    if table.resigned_to:
        raise refuse(TableReason.MATCH_ENDED)
    return table.match


def last_seen(match: Match) -> Event | None:
    """What the match last brought to the table, for somebody who spoke too late."""
    if match.round is not None and match.round.bids:
        return match.round.bids[-1]
    return match.score.past[-1].showdown if match.score.past else None


def _check_bid(match: Match, named: Bid | None) -> None:
    standing = match.round.standing if match.round is not None else None
    if standing is None:
        return  # there is nothing to call, and the rules say so
    if named is None:
        raise refuse(TableReason.NAME_THE_BID)
    if named != standing:
        raise refuse(TableReason.SUPERSEDED, by=last_seen(match))


def _in_turn(match: Match, seat: Seat) -> bool:
    return match.round is not None and match.round.turn == seat


def claim(draft: Draft, seat: Seat, *, after_ms: int = 0) -> None:
    """A calza out of turn: heard now, weighed when the hearing ends.

    The first claim opens the hearing; later ones may end it sooner, never prolong it.
    """
    table = draft.table
    match = match_on(table)
    refusal = play.refusal(match, seat, CALZA)
    if refusal is not None:
        raise Refused(refusal)
    hearing = table.hearing
    if hearing is not None and seat in hearing.claims:
        raise refuse(TableReason.ALREADY_CLAIMED)
    assert match.round is not None
    assert match.round.standing is not None
    until = draft.now + after_ms + table.settings.hearing_ms
    if hearing is not None:
        until = min(until, hearing.until)
    draft.add(CalzaClaimed(seat, match.round.standing, until))
    if table.settings.hearing_ms == 0 and not after_ms:
        close_hearing(draft)


def close_hearing(draft: Draft) -> None:
    """The time is over: the calza that counts is played."""
    table = draft.table
    assert table.hearing is not None
    match = match_on(table)
    heard = hear(match, [Claim(seat, CALZA) for seat in table.hearing.claims], at_once=True)
    assert heard is not None
    draft.add(HearingClosed(table.hearing.bid, table.hearing.claims, heard.seat))
    _play(draft, heard.seat, heard.action)


def move(draft: Draft, seat: Seat, action: Action) -> None:
    """An action in turn. Calzas that are being heard are weighed against it at once (A9)."""
    table = draft.table
    match = match_on(table)
    refusal = play.refusal(match, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    if table.hearing is not None:
        claims = [Claim(s, CALZA) for s in table.hearing.claims]
        heard = hear(match, [*claims, Claim(seat, action)], at_once=True)
        assert heard is not None
        claimants = table.hearing.claims + ((seat,) if action is CALZA else ())
        draft.add(HearingClosed(table.hearing.bid, claimants, heard.seat))
        seat, action = heard.seat, heard.action
    _play(draft, seat, action)


def _play(draft: Draft, seat: Seat, action: Action) -> None:
    _, events = play.apply(match_on(draft.table), seat, action)
    draft.add(*events)
    if isinstance(events[0], BidMade):
        rounds.start_clock(draft)
        _bots_listen(draft)
    else:
        rounds.after_showdown(draft)


def _bots_listen(draft: Draft) -> None:
    """Bots make up their minds about calza at once, but are heard only when their time has passed,
    so that a person who moves or calls within it comes before them."""
    table = draft.table
    match = match_on(table)
    turn = play.turn_of(match)
    assert turn is not None
    for seat in turn.calza:
        level = table.chair(seat).level
        if (
            seat != turn.seat
            and level is not None
            and draft.outside.bot_claims(level, view_for(match, seat))
        ):
            claim(draft, seat, after_ms=table.settings.pace_ms)
            if draft.table.hearing is None:
                return  # a table without pace and hearing settles the first claim at once
