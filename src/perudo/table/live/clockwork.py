"""What happens without anybody asking: hearings end, bots play, time runs out, rounds begin."""

from perudo.engine.actions import Seat
from perudo.engine.play import turn_of
from perudo.engine.view import view_for
from perudo.table.live import hosting, playing, rounds
from perudo.table.live.commands import Credit
from perudo.table.live.draft import Draft
from perudo.table.live.events import BotTookOver, ClockCredited, TimedOut
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable


def due_at(table: LiveTable) -> int | None:
    """When ``tick`` has something to do next, in milliseconds; None while it waits for people."""
    if not table.on or table.closed:
        return None
    if table.paused_until is not None:
        return table.paused_until
    if table.hearing is not None:
        return table.hearing.until  # bots do not hurry to beat it, and no clock runs out in it
    seat = table.turn
    if seat is None:
        return None
    if table.chair(seat).level is not None:
        return table.turn_at + _thinking_ms(table)
    return table.deadline


def _thinking_ms(table: LiveTable) -> int:
    """A bot takes twice its time while a person might want to call calza before it."""
    pace = table.settings.pace_ms
    assert table.match is not None
    turn = turn_of(table.match)
    people = turn is not None and any(
        table.chair(seat).level is None for seat in turn.calza if seat != turn.seat
    )
    return 2 * pace if people else pace


def tick(draft: Draft) -> None:
    """The one thing that is due; ``NOT_DUE`` when somebody else was quicker."""
    table = draft.table
    due = due_at(table)
    if due is None or draft.now < due:
        raise refuse(TableReason.NOT_DUE)
    if table.paused_until is not None:
        rounds.next_round(draft)
    elif table.hearing is not None:
        playing.close_hearing(draft)
    else:
        seat = table.turn
        assert seat is not None
        if table.chair(seat).level is None:
            _out_of_time(draft, seat)
        _bot_plays(draft, seat)


def _out_of_time(draft: Draft, seat: Seat) -> None:
    """The stated rule: a bot plays the turn; after several in a row it holds the seat."""
    settings = draft.table.settings
    misses = draft.table.chair(seat).misses + 1
    draft.add(TimedOut(seat, misses, settings.standin))
    if misses >= settings.misses:
        draft.add(BotTookOver(seat, settings.standin))
        hosting.pass_on(draft, seat)


def _bot_plays(draft: Draft, seat: Seat) -> None:
    table = draft.table
    match = playing.match_on(table)
    level = table.chair(seat).level or table.settings.standin
    playing.move(draft, seat, draft.outside.bot_acts(level, view_for(match, seat)))


def credit(draft: Draft, command: Credit) -> None:
    """Time in which no server was up is given back, once, to the clock that ran."""
    table = draft.table
    if table.deadline is None or not table.on:
        raise refuse(TableReason.NOT_DUE)
    since = max(command.since, table.credited_until, table.turn_at)
    if command.until <= since:
        raise refuse(TableReason.NOT_DUE)
    draft.add(ClockCredited(command.until - since, command.until))
