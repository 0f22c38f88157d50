"""Turn a command into the next entry of the log, or refuse it. Pure: nothing else changes.

The caller appends the entry to the log and only then tells anybody.
"""

from typing import NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.chance import starter_method
from perudo.engine.events import Choice
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.records.fair_dice import link_fits
from perudo.table.live import clockwork, hosting, lobby, playing, rounds, talking
from perudo.table.live.commands import (
    REACTIONS,
    Act,
    Back,
    CloseTable,
    Command,
    Credit,
    GiveLink,
    MakePledge,
    Mute,
    React,
    Readmit,
    Ready,
    Remark,
    Rematch,
    Resign,
    Restore,
    Say,
    SeatBot,
    Sit,
    Skip,
    Stand,
    StandIn,
    Start,
    TakeHost,
    Tick,
    Unseat,
    WishBots,
)
from perudo.table.live.draft import Draft
from perudo.table.live.events import (
    CameBack,
    Closed,
    HostChanged,
    LinkGiven,
    Opened,
    Reacted,
    RematchCalled,
    Resigned,
    Said,
    SeatReady,
    Skipped,
    WonByResignation,
)
from perudo.table.live.fold import LogEntry, new_table
from perudo.table.live.outside import Outside
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable


class Decision(NamedTuple):
    """The next entry of the log, and the table after it."""

    entry: LogEntry
    table: LiveTable


def open_table(
    table: str, code: str, settings: Settings, host: str, seating: Sit | None, outside: Outside
) -> Decision:
    """Decide the first entry of a new table, at which the host may sit down at once."""
    settings.check()
    opened = Opened(table, code, settings, host)
    draft = Draft(new_table(opened), outside)
    rounds.pledge(draft, 1)
    if seating is not None:
        hosting.sit(draft, host, seating)
        lobby.replan(draft)
    entry, after = draft.finish()
    return Decision(entry._replace(events=(opened, *entry.events)), after)


def decide(table: LiveTable, player: str | None, command: Command, outside: Outside) -> Decision:
    """Decide what follows from a command; raise ``TableRefused`` or the engine's ``IllegalAction``.

    ``player`` is the guest who asks; None for the table's own clockwork and for strangers.
    """
    if table.closed:
        raise refuse(TableReason.CLOSED)
    draft = Draft(table, outside)
    _decide(draft, player, command)
    return Decision(*draft.finish())


def _decide(draft: Draft, player: str | None, command: Command) -> None:
    match command:
        case Act():
            playing.act(draft, _own_seat(draft, player), command)
        case Tick():
            clockwork.tick(draft)
        case Credit():
            clockwork.credit(draft, command)
        case Restore():
            rounds.restore(draft)
        case CloseTable():
            draft.add(Closed())
        case Sit():
            if player is None:
                raise refuse(TableReason.NOT_SEATED)
            hosting.sit(draft, player, command)
            lobby.replan(draft)
        case WishBots():
            lobby.wish_bots(draft, _own_seat(draft, player), bots=command.bots)
        case SeatBot():
            lobby.require_host_may(draft.table)
            hosting.seat_bot(draft, player, command)
        case Unseat():
            lobby.require_host_may(draft.table)
            hosting.unseat(draft, player, command)
        case Readmit():
            hosting.readmit(draft, player, command)
        case StandIn():
            playing.require_match(draft.table)
            hosting.stand_in(draft, player, command)
            _go_on_from_pause(draft)
        case TakeHost():
            hosting.take_host(draft, player, command)
        case Mute():
            hosting.mute(draft, player, command)
        case Start():
            _start(draft, player, command)
        case Stand():
            hosting.stand(draft, _own_seat(draft, player))
            lobby.replan(draft)
        case MakePledge():
            hosting.make_pledge(draft, _own_seat(draft, player), command.pledge)
        case GiveLink():
            _give_link(draft, _own_seat(draft, player), command)
        case Ready():
            _ready(draft, _own_seat(draft, player))
        case Skip():
            _skip(draft, _own_seat(draft, player))
        case Back():
            _back(draft, _own_seat(draft, player))
        case Resign():
            _resign(draft, _own_seat(draft, player))
        case Rematch():
            _rematch(draft, _own_seat(draft, player))
        case Say():
            _say(draft, _own_seat(draft, player), command.text)
        case Remark():
            talking.remark(draft, player, command)
        case React():
            _react(draft, _own_seat(draft, player), command.reaction)
        case _ as never:
            assert_never(never)


def _own_seat(draft: Draft, player: str | None) -> Seat:
    seat = draft.table.seat_of(player)
    if seat is None:
        raise refuse(TableReason.NOT_SEATED)
    return seat


def _start(draft: Draft, player: str | None, command: Start) -> None:
    table = draft.table
    hosting.require_host(table, player)
    lobby.require_host_may(table)
    if table.match is not None:
        raise refuse(TableReason.MATCH_ON if table.on else TableReason.MATCH_ENDED)
    hosting.fill(draft, command.company, command.fill)
    if None in draft.table.chairs:
        raise refuse(TableReason.SEATS_EMPTY, least=draft.table.chairs.count(None))
    setup = table.settings.setup()
    if command.toucan is not None:
        if Choice.TOUCAN not in starter_method(setup.rules).choices:
            raise refuse(TableReason.NO_TOUCAN)
        if not 0 <= command.toucan < setup.seats:
            raise refuse(TableReason.NO_SUCH_SEAT, asked=str(command.toucan), most=setup.seats - 1)
    rounds.begin_match(draft, command.toucan)


def _give_link(draft: Draft, seat: Seat, command: GiveLink) -> None:
    gathering = draft.table.gathering
    if gathering is None or gathering.round != command.round or gathering.links[seat]:
        raise refuse(TableReason.NOT_GATHERING, asked=str(command.round))
    if not link_fits(command.link, gathering.pledges[seat]):
        raise refuse(TableReason.LINK_NOT_PLEDGED, asked=command.link[:80])
    draft.add(LinkGiven(seat, command.round, command.link))
    rounds.deal_if_nothing_waits(draft)


def _ready(draft: Draft, seat: Seat) -> None:
    """Note that a seat is ready; once all are, deal without waiting for the pause to end."""
    if draft.table.paused_until is None:
        raise refuse(TableReason.NOT_PAUSED)
    if draft.table.chair(seat).ready:
        raise refuse(TableReason.ALREADY_READY)
    draft.add(SeatReady(seat))
    rounds.deal_if_nothing_waits(draft)


def _go_on_from_pause(draft: Draft) -> None:
    """Deal if the table paused for somebody for whom it waits no longer."""
    if draft.table.on and draft.table.paused_until is not None:
        rounds.deal_if_nothing_waits(draft)


def _skip(draft: Draft, seat: Seat) -> None:
    """Let bots who are alone play on without pauses."""
    table = draft.table
    playing.require_match(table)
    if table.winner is not None:
        raise refuse(TableReason.MATCH_ENDED)
    if table.living:
        raise refuse(TableReason.STILL_PLAYING, seat=table.living[0])
    if table.skipped:
        raise refuse(TableReason.ALREADY_READY)
    draft.add(Skipped(seat))
    _go_on_from_pause(draft)


def _back(draft: Draft, seat: Seat) -> None:
    chair = draft.table.chair(seat)
    if chair.resigned:
        raise refuse(TableReason.RESIGNED)
    if not chair.held:
        raise refuse(TableReason.NOT_HELD)
    draft.add(CameBack(seat))
    if draft.table.turn == seat:
        rounds.start_clock(draft)


def _resign(draft: Draft, seat: Seat) -> None:
    """Let a bot play the seat to the end, or end the match if one other player is left."""
    match = playing.require_match(draft.table)
    if draft.table.winner is not None:
        raise refuse(TableReason.MATCH_ENDED)
    if draft.table.chair(seat).resigned:
        raise refuse(TableReason.RESIGNED)
    if seat not in match.playing:
        raise IllegalAction(Refusal(Reason.NOT_PLAYING, "S12", seat=seat))
    hosting.pass_on_host(draft, seat)
    if draft.table.paused_until is not None and not draft.table.chair(seat).ready:
        draft.add(SeatReady(seat))  # nobody waits for those who gave up
    draft.add(Resigned(seat, draft.table.settings.standin))
    left = [s for s in match.playing if not draft.table.chair(s).resigned]
    if len(left) == 1:
        draft.add(WonByResignation(left[0]))
        rounds.reveal(draft)
    else:
        _go_on_from_pause(draft)


def _rematch(draft: Draft, seat: Seat) -> None:
    """Go back to the lobby with everybody in their chairs."""
    if draft.table.match is None:
        raise refuse(TableReason.NO_MATCH)
    hosting.require_no_match(draft.table)
    draft.add(RematchCalled(seat))
    player = draft.table.chair(seat).player
    assert player is not None
    if player != draft.table.host:
        # Whoever asks for the rematch can start it, even when the host is gone.
        draft.add(HostChanged(player))
    rounds.pledge(draft, 1)


def _say(draft: Draft, seat: Seat, text: str) -> None:
    if draft.table.chair(seat).muted:
        raise refuse(TableReason.MUTED)
    draft.add(Said(seat, talking.line(text)))


def _react(draft: Draft, seat: Seat, reaction: str) -> None:
    if reaction not in REACTIONS:
        raise refuse(TableReason.UNKNOWN_REACTION, asked=reaction[:40], allowed=REACTIONS)
    if draft.table.chair(seat).muted:
        raise refuse(TableReason.MUTED)
    draft.add(Reacted(seat, reaction))
