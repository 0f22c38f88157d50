"""What a seat or an onlooker may know of a table. Everything not named here stays hidden.

All answers, streams and pages about a table are made from here, never from the table itself.
"""

from typing import Any, Final, NamedTuple, assert_never

from perudo.engine.actions import CALZA, DUDO, Seat
from perudo.engine.match import Phase
from perudo.engine.play import Legal, refusal, turn_of
from perudo.engine.refusals import Refusal
from perudo.engine.view import View, redact, view_for
from perudo.records.events_json import event_json
from perudo.table.live.audiences import Audience, audience_of
from perudo.table.live.events import (
    HostChanged,
    LogEvent,
    Opened,
    Pledged,
    Readmitted,
    Remarked,
    Sat,
    SentAway,
)
from perudo.table.live.events_json import settings_json, to_json
from perudo.table.live.settings import Settings
from perudo.table.live.state import Chair, Gathered, LiveTable

Json = dict[str, Any]

_PRIVATE_FACTS: Final[dict[type, str]] = {
    Opened: "host",
    Sat: "player",
    SentAway: "player",
    Readmitted: "player",
    HostChanged: "player",
    Pledged: "secret",
    Remarked: "player",
}
"""The hidden field of events that are otherwise public: ids of guests, secrets of rounds."""


def visible_events(events: tuple[LogEvent, ...], seat: Seat | None) -> tuple[LogEvent, ...]:
    """The events that this audience may know of, with private fields left empty."""
    visible = (_visible(event, seat) for event in events)
    return tuple(event for event in visible if event is not None)


def _visible(event: LogEvent, seat: Seat | None) -> LogEvent | None:
    match audience_of(event):
        case Audience.EVERYBODY:
            return _without_private(event)
        case Audience.ONLOOKERS:
            return _without_private(event) if seat is None else None
        case Audience.EACH_SEAT:
            return redact(event, seat)  # type: ignore[arg-type]  # an event of the match
        case Audience.ONE_SEAT:
            return event if getattr(event, "seat", None) == seat else None
        case Audience.NOBODY:
            return None
        case _ as never:
            assert_never(never)


def _without_private(event: LogEvent) -> LogEvent:
    private = _PRIVATE_FACTS.get(type(event))
    if private is None:
        return event
    blank: dict[str, Any] = {private: ""}
    return event._replace(**blank)


def events_json(events: tuple[LogEvent, ...], table: LiveTable, seat: Seat | None) -> list[Json]:
    """The visible events as JSON, for programs; ``table`` is the table after them."""
    return seat_json(events, public_json(events, table), seat)


def public_json(events: tuple[LogEvent, ...], table: LiveTable) -> list[Json | None]:
    """Each event as everybody may know it; None where that differs by seat."""
    everybody = Audience.EVERYBODY
    return [_event_json(e, table) if audience_of(e) is everybody else None for e in events]


def seat_json(
    events: tuple[LogEvent, ...], public: list[Json | None], seat: Seat | None
) -> list[Json]:
    """The events for one audience, given those parts that everybody may know."""
    visible: list[Json] = []
    for event, known in zip(events, public, strict=True):
        if known is not None:
            visible.append(known)
        elif (own := _visible(event, seat)) is not None:
            value = to_json(own)
            value.pop(_PRIVATE_FACTS.get(type(own), ""), None)
            visible.append(value)
    return visible


def _event_json(event: LogEvent, table: LiveTable) -> Json:
    value = to_json(event)
    private = _PRIVATE_FACTS.get(type(event))
    if private is not None:
        del value[private]
        if isinstance(event, HostChanged):
            value["seat"] = table.seat_of(table.host)
        elif isinstance(event, Sat):
            chair = table.chairs[event.seat]
            value["colour"] = event.colour if chair is None else chair.colour
    return value


class ChairView(NamedTuple):
    """Who sits on a chair, without the guest's id."""

    name: str
    colour: str
    person: bool
    level: str | None
    held: bool
    resigned: bool
    muted: bool
    ready: bool
    pledge: str
    """The hash of this seat's next link; empty if the seat takes no part in the dice."""
    bots: bool
    """In the open lobby: whether this player welcomes bots on the empty chairs."""


class TableView(NamedTuple):
    """The whole table as one seat, or an onlooker (``seat`` is None), may see it.

    Pages are made from this and nothing else.
    """

    table: str
    code: str
    version: int
    settings: Settings
    seat: Seat | None
    host: Seat | None
    chairs: tuple[ChairView | None, ...]
    sent_away: tuple[str, ...]
    """Names of those sent away; only the host gets them."""
    match: int
    """The number of the current or latest match, or 0."""
    on: bool
    closed: bool
    winner: Seat | None
    resigned_to: bool
    deadline: int | None
    waits_since: int
    """When the current turn began; before a match, when somebody last came or left."""
    gathers: bool
    """Whether it is a table of the open lobby that waits for players."""
    starts_at: int | None
    """When it starts by itself, if it does as things are."""
    paused_until: int | None
    skipped: bool
    """Whether the bots, who are alone, play to the end without pauses."""
    claimed: bool
    """Whether this seat has claimed calza and the hearing is open."""
    pledge: tuple[int, str] | None
    """The number of the coming round and the commitment to its secret."""
    commitment: str | None
    gathering: Gathered | None
    restored: bool
    """Whether the coming round is dealt again after a restore."""
    talk: tuple[tuple[Seat, str, str], ...]
    remarks: tuple[tuple[str, str], ...]
    """Names and texts of the onlookers' talk; none for players during a match."""
    view: View | None
    calza_callers: tuple[Seat, ...]
    """Who may call calza on the standing bid, which follows from the rules."""
    no_dudo: Refusal | None
    no_calza: Refusal | None
    """Why this seat may not call now, if it may not."""


def table_view(table: LiveTable, seat: Seat | None) -> TableView:
    pledge, match = table.pledge, table.match
    turn = None if match is None else turn_of(match)
    return TableView(
        table=table.id,
        code=table.code,
        version=table.version,
        settings=table.settings,
        seat=seat,
        host=table.seat_of(table.host),
        chairs=tuple(None if chair is None else _chair(chair) for chair in table.chairs),
        sent_away=_outcasts(table, seat),
        match=table.number,
        on=table.on,
        closed=table.closed,
        winner=table.winner,
        resigned_to=table.resigned_to,
        deadline=table.deadline,
        waits_since=table.turn_at,
        gathers=table.gathers,
        starts_at=table.starts_at,
        paused_until=table.paused_until,
        skipped=table.skipped,
        claimed=table.hearing is not None and table.hearing.has(seat),
        pledge=None if pledge is None else (pledge.round, pledge.commitment),
        commitment=None if table.shaken is None else table.shaken.commitment,
        gathering=table.gathering,
        restored=table.restored and table.on,
        talk=table.talk,
        remarks=() if table.on and seat is not None else _remarks(table),
        view=None if match is None else view_for(match, seat),
        calza_callers=() if turn is None else turn.calza,
        no_dudo=None if match is None or seat is None else refusal(match, seat, DUDO),
        no_calza=None if match is None or seat is None else refusal(match, seat, CALZA),
    )


def _outcasts(table: LiveTable, seat: Seat | None) -> tuple[str, ...]:
    if seat is None or table.chair(seat).player != table.host:
        return ()
    return tuple(outcast.name for outcast in table.sent_away)


def _remarks(table: LiveTable) -> tuple[tuple[str, str], ...]:
    return tuple((remark.name, remark.text) for remark in table.remarks)


def _chair(chair: Chair) -> ChairView:
    return ChairView(
        name=chair.name,
        colour=chair.colour,
        person=chair.person,
        level=chair.level,
        held=chair.held,
        resigned=chair.resigned,
        muted=chair.muted,
        ready=chair.ready,
        pledge=chair.pledge,
        bots=chair.bots,
    )


def table_json(table: LiveTable, seat: Seat | None) -> Json:
    """The table view as JSON, for programs."""
    shown = table_view(table, seat)
    pledge, view = shown.pledge, shown.view
    facts = shown._asdict()
    for name in ("view", "no_dudo", "no_calza"):
        del facts[name]
    return {
        **facts,
        "settings": settings_json(shown.settings),
        "chairs": [None if chair is None else chair._asdict() for chair in shown.chairs],
        "pledge": None if pledge is None else {"round": pledge[0], "commitment": pledge[1]},
        "gathering": None if shown.gathering is None else shown.gathering._asdict(),
        "talk": [{"seat": s, "name": name, "text": text} for s, name, text in shown.talk],
        "remarks": [{"name": name, "text": text} for name, text in shown.remarks],
        "game": None if view is None else _game(view),
    }


def _game(view: View) -> Json:
    """The match as the seat sees it."""
    # What lay under the cups is gone from the table with the next deal (C12).
    last = view.past[-1].showdown if view.past and view.phase is not Phase.BIDDING else None
    return {
        "phase": view.phase.value,
        "round": view.number,
        "starter": view.starter,
        "palifico": view.palifico,
        "turn": view.turn,
        "cup": view.cup,
        "bids": [(bid.seat, *bid.bid) for bid in view.bids],
        "dice": view.dice,
        "out": view.out,
        "legal": legal_json(view.legal),
        "last_showdown": None if last is None else event_json(last),
        "winner": view.winner,
    }


def legal_json(legal: Legal) -> Json:
    """Legal actions; ``bids`` has (least, most) for each face from Paco to six, or null."""
    bids = None
    if legal.bids is not None:
        bids = [None if lim.empty else (lim.least, lim.most) for lim in legal.bids.limits]
    return {"bids": bids, "dudo": legal.dudo, "calza": legal.calza}
