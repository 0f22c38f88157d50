"""Who is still in the match, and what is offered when somebody is away."""

from perudo.engine.actions import Seat
from perudo.table.live.absence import hand_over_at, take_chair_at
from perudo.table.live.audience import TableView
from perudo.web.table.page_context import PageContext


def living(table: TableView) -> tuple[Seat, ...]:
    """The persons who are neither out nor resigned, while a match is on."""
    if not table.on or table.view is None:
        return ()
    out = table.view.out
    return tuple(
        seat
        for seat, chair in enumerate(table.chairs)
        if chair is not None and chair.person and not chair.resigned and seat not in out
    )


def hand_over_from(table: TableView, context: PageContext) -> int | None:
    """From when on the reader may let a bot play for the player in turn; None if not at all."""
    turn = None if table.view is None or not table.on else table.view.turn
    chair = None if turn is None else table.chairs[turn]
    if table.seat in (None, turn) or turn is None or chair is None:
        return None
    if not chair.person or chair.level is not None:
        return None
    return hand_over_at(
        table.waits_since,
        clock=table.settings.turn_seconds is not None,
        in_turn=True,
        away=turn in context.away if context.sees_away else None,
        host=table.seat == table.host,
    )


def take_host_from(table: TableView, context: PageContext) -> int | None:
    """From when on the reader may become the host, before a match; None if not at all."""
    if table.on or table.seat in (None, table.host) or table.host is None:
        return None
    away = table.host in context.away if context.sees_away else None
    return take_chair_at(table.waits_since, away=away)
