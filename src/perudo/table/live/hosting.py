"""Chairs: sitting down, standing up, bots, and what only the host may do."""

from perudo.bots.roster import names_for
from perudo.engine.actions import Seat
from perudo.records.fair_dice import is_digest
from perudo.records.names import is_visible, look_alike
from perudo.records.record import is_name
from perudo.table.live.absence import AWAY_MS, hand_over_at, take_chair_at
from perudo.table.live.commands import Mute, Readmit, SeatBot, Sit, StandIn, TakeHost, Unseat
from perudo.table.live.draft import Draft
from perudo.table.live.events import (
    BotSat,
    BotTookOver,
    Closed,
    HostChanged,
    Muted,
    Readmitted,
    Sat,
    SeatPledged,
    SentAway,
    Stood,
)
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.settings import COLOURS, check_bot
from perudo.table.live.state import LiveTable, guest_behind


def sit(draft: Draft, player: str, command: Sit) -> None:
    table = draft.table
    if table.seat_of(player) is not None:
        raise refuse(TableReason.ALREADY_SEATED, seat=table.seat_of(player))
    if table.is_outcast(player):
        raise refuse(TableReason.SENT_AWAY, seat=table.seat_of(table.host))
    require_no_match(table)
    if table.gathers:
        # One guest, one chair: several hands of a device would leave no room for strangers.
        for seat in table.persons:
            if guest_behind(table.chair(seat).player) == guest_behind(player):
                raise refuse(TableReason.ALREADY_SEATED, seat=seat)
    name = command.name.strip()
    if not (is_name(name) and is_visible(name)):
        raise refuse(TableReason.NAME_NOT_ALLOWED, asked=command.name[:80])
    _check_name_is_free(table, name)
    seat = _free_chair(table, command.seat)
    _check_colour(table, command.colour)
    draft.add(Sat(seat, player, name, command.colour, command.bots))
    if command.pledge:
        make_pledge(draft, seat, command.pledge)
    if table.seat_of(table.host) is None and player != table.host:
        # The host never sat down or has left: the first to sit becomes the host.
        draft.add(HostChanged(player))


def make_pledge(draft: Draft, seat: Seat, pledge: str) -> None:
    """Fix a seat's share in the dice from the next gathering on."""
    if not is_digest(pledge):
        raise refuse(TableReason.PLEDGE_NOT_ALLOWED, asked=pledge[:80])
    draft.add(SeatPledged(seat, pledge))


def _check_name_is_free(table: LiveTable, name: str) -> None:
    for seat, chair in enumerate(table.chairs):
        if chair is not None and look_alike(chair.name, name):
            raise refuse(TableReason.NAME_TAKEN, asked=name, seat=seat)


def _check_colour(table: LiveTable, colour: str) -> None:
    if not colour:
        return
    if colour not in COLOURS:
        raise refuse(TableReason.UNKNOWN_COLOUR, asked=colour[:40], allowed=COLOURS)
    for seat, chair in enumerate(table.chairs):
        if chair is not None and chair.colour == colour:
            free = [c for c in COLOURS if all(c != o.colour for o in table.chairs if o is not None)]
            raise refuse(TableReason.COLOUR_TAKEN, asked=colour, allowed=tuple(free), seat=seat)


def stand(draft: Draft, seat: Seat) -> None:
    require_no_match(draft.table)
    pass_on_host(draft, seat)
    draft.add(Stood(seat))
    if not draft.table.persons:
        draft.add(Closed())


def seat_bot(draft: Draft, player: str | None, command: SeatBot) -> None:
    require_host(draft.table, player)
    require_no_match(draft.table)
    check_bot(command.level)
    _add_bot(draft, _free_chair(draft.table, command.seat), command.level)


def fill(draft: Draft, bots: tuple[str, ...], rest: str | None) -> None:
    """Put these bots on the empty chairs, clockwise, and bots like ``rest`` on those left over."""
    for bot in bots:
        check_bot(bot)
        _add_bot(draft, _free_chair(draft.table, None), bot)
    if rest is None:
        return
    check_bot(rest)
    for seat, chair in enumerate(draft.table.chairs):
        if chair is None:
            _add_bot(draft, seat, rest)


def _add_bot(draft: Draft, seat: Seat, level: str) -> None:
    taken = [chair.name for chair in draft.table.chairs if chair is not None]
    names = names_for(level)
    name = next(n for n in names if not any(look_alike(n, other) for other in taken))
    draft.add(BotSat(seat, level, name))


def unseat(draft: Draft, player: str | None, command: Unseat) -> None:
    table = draft.table
    require_host(table, player)
    require_no_match(table)
    chair = table.chairs[_require_seat(table, command.seat)]
    if chair is None:
        raise refuse(TableReason.SEAT_EMPTY, seat=command.seat)
    if chair.player == player:
        stand(draft, command.seat)
    elif chair.player is None or guest_behind(chair.player) == guest_behind(player):
        draft.add(Stood(command.seat))
    else:
        draft.add(SentAway(command.seat, chair.player))


def readmit(draft: Draft, player: str | None, command: Readmit) -> None:
    require_host(draft.table, player)
    for guest, name in draft.table.sent_away:
        if name == command.name:
            draft.add(Readmitted(guest))
            return
    names = tuple(outcast.name for outcast in draft.table.sent_away)
    raise refuse(TableReason.NOT_SENT_AWAY, asked=command.name[:80], allowed=names)


def stand_in(draft: Draft, player: str | None, command: StandIn) -> None:
    """Let a bot hold a seat: one's own, or that of somebody for whom the table waits too long."""
    table, seat = draft.table, command.seat
    host = player is not None and player == table.host
    if not host and table.seat_of(player) is None:
        raise refuse(TableReason.NOT_SEATED)
    chair = table.chairs[_require_seat(table, seat)]
    if chair is None or chair.level is not None or table.winner is not None:
        raise refuse(TableReason.SEAT_EMPTY, seat=seat)
    if chair.player != player:
        clock, in_turn = table.settings.turn_seconds is not None, table.turn == seat
        if clock and not host:  # the clock takes care of it
            raise refuse(TableReason.NOT_HOST, seat=table.seat_of(table.host))
        since = hand_over_at(
            table.turn_at, clock=clock, in_turn=in_turn, away=command.away, host=host
        )
        if since is None or draft.now < since:
            raise refuse(TableReason.NOT_AWAY, seat=seat, least=AWAY_MS // 1000)
    draft.add(BotTookOver(seat, table.settings.standin))
    pass_on_host(draft, seat)


def take_host(draft: Draft, player: str | None, command: TakeHost) -> None:
    """Pass the host's chair to somebody at the table, if the host is away before a match."""
    table = draft.table
    if player is None or table.seat_of(player) is None:
        raise refuse(TableReason.NOT_SEATED)
    require_no_match(table)
    since = take_chair_at(table.turn_at, away=command.away)
    if player == table.host or since is None or draft.now < since:
        raise refuse(TableReason.HOST_THERE, seat=table.seat_of(table.host))
    draft.add(HostChanged(player))


def mute(draft: Draft, player: str | None, command: Mute) -> None:
    require_host(draft.table, player)
    chair = draft.table.chairs[_require_seat(draft.table, command.seat)]
    if chair is None or not chair.person:
        raise refuse(TableReason.SEAT_EMPTY, seat=command.seat)
    draft.add(Muted(command.seat, command.muted))


def pass_on_host(draft: Draft, seat: Seat) -> None:
    """Make the next person clockwise the host, if this seat was it."""
    table = draft.table
    if table.chair(seat).player != table.host:
        return
    total = len(table.chairs)
    for step in range(1, total):
        chair = table.chairs[(seat + step) % total]
        if chair is not None and chair.player is not None and chair.level is None:
            draft.add(HostChanged(chair.player))
            return


def require_host(table: LiveTable, player: str | None) -> None:
    if player is None or player != table.host:
        raise refuse(TableReason.NOT_HOST, seat=table.seat_of(table.host))


def require_no_match(table: LiveTable) -> None:
    if table.on:
        raise refuse(TableReason.MATCH_ON)


def _require_seat(table: LiveTable, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.chairs):
        raise refuse(TableReason.NO_SUCH_SEAT, asked=str(seat), most=len(table.chairs) - 1)
    return seat


def _free_chair(table: LiveTable, seat: Seat | None) -> Seat:
    if seat is not None:
        if table.chairs[_require_seat(table, seat)] is not None:
            raise refuse(TableReason.SEAT_TAKEN, seat=seat)
        return seat
    for free, chair in enumerate(table.chairs):
        if chair is None:
            return free
    raise refuse(TableReason.TABLE_FULL)
