"""What happens by itself: hearings end, bots play, time runs out, rounds begin."""

from perudo.engine.actions import Seat
from perudo.engine.play import turn_of
from perudo.engine.view import view_for
from perudo.table.live import hosting, lobby, playing, rounds
from perudo.table.live.commands import Credit
from perudo.table.live.draft import Draft
from perudo.table.live.events import BotTookOver, ClockCredited, TimedOut
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable


def due_at(table: LiveTable) -> int | None:
    """When ``tick`` is due next, in milliseconds; None while the table waits for people."""
    if table.closed:
        return None
    if not table.on:
        return table.starts_at
    if table.paused_until is not None or table.gathering is not None:
        # Nothing to wait for, for instance after a restore with bots alone: due at once.
        due = rounds.waits_until(table)
        return table.turn_at if due is None else due
    turn, hearing = _turn_due(table), table.hearing
    if hearing is None or turn is None:
        return turn if hearing is None else hearing.until
    return min(turn, hearing.until)


def _turn_due(table: LiveTable) -> int | None:
    """When the turn ends by itself. A sealed claim must not delay it: others would notice."""
    seat = table.turn
    if seat is None:
        return None
    if table.chair(seat).level is not None:
        return table.turn_at + _thinking_ms(table)
    return table.deadline


def _thinking_ms(table: LiveTable) -> int:
    """How long a bot takes: longer when others may call calza, whether they do or not."""
    pace, hearing = table.pace_ms, table.hearing_ms
    assert table.match is not None
    turn = turn_of(table.match)
    callers = () if turn is None else tuple(seat for seat in turn.calza if seat != turn.seat)
    if not callers:
        return pace
    people = any(table.chair(seat).level is None for seat in callers)
    return (2 * pace if people else pace) + hearing


def tick(draft: Draft) -> None:
    """Do the one thing that is due; refuse with ``NOT_DUE`` if it was done already."""
    table = draft.table
    due = due_at(table)
    if due is None or draft.now < due:
        raise refuse(TableReason.NOT_DUE)
    if not table.on:
        lobby.start(draft)
    elif table.paused_until is not None or table.gathering is not None:
        rounds.next_round(draft)
    elif table.hearing is not None and table.hearing.until == due:
        playing.close_hearing(draft)
    else:
        seat = table.turn
        assert seat is not None
        if table.chair(seat).level is None:
            _out_of_time(draft, seat)
        _bot_plays(draft, seat)


def _out_of_time(draft: Draft, seat: Seat) -> None:
    """Note the missed turn; after several in a row a bot takes the seat over."""
    settings = draft.table.settings
    misses = draft.table.chair(seat).misses + 1
    draft.add(TimedOut(seat, misses, settings.standin))
    if misses >= settings.misses:
        draft.add(BotTookOver(seat, settings.standin))
        hosting.pass_on_host(draft, seat)


def _bot_plays(draft: Draft, seat: Seat) -> None:
    table = draft.table
    match = playing.require_match(table)
    level = table.chair(seat).level or table.settings.standin
    playing.move(draft, seat, draft.outside.bot_acts(level, view_for(match, seat)))


def credit(draft: Draft, command: Credit) -> None:
    """Give back, once, the time in which no server was up: to the running clock, to the pause, and
    to players whose links are awaited."""
    table = draft.table
    running = (table.deadline, table.paused_until, table.gathering)
    if not table.on or running == (None, None, None):
        raise refuse(TableReason.NOT_DUE)
    since = max(command.since, table.credited_until, table.turn_at)
    if command.until <= since:
        raise refuse(TableReason.NOT_DUE)
    draft.add(ClockCredited(command.until - since, command.until))
