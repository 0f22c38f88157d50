"""When a player may be coached, and on what: the player's own view and nothing else."""

from perudo.engine.view import View, view_for
from perudo.table.live.playing import require_match
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable


def coached_view(table: LiveTable, player: str | None) -> View:
    """Return what this player sees in turn; refuse where, when or whom the coach does not help."""
    seat = table.seat_of(player)
    if not table.settings.coach:
        raise refuse(TableReason.COACH_OFF)
    if seat is None:
        raise refuse(TableReason.NOT_SEATED)
    view = view_for(require_match(table), seat)
    if view.turn != seat or table.chair(seat).level is not None:
        raise refuse(TableReason.NO_HINT_NOW)
    return view
