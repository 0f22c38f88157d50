"""From what a live table has sent to what the reader sees and can do, without any screen."""

from collections.abc import Iterable, Iterator
from typing import Any

from perudo.client.seat import DiceCheck
from perudo.client.state import Chair, TableState
from perudo.engine.actions import Seat
from perudo.engine.dice import Cup
from perudo.engine.edition import Edition
from perudo.engine.events import Event, MatchStarted, Showdown
from perudo.engine.house import table_rules
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.table.live.events import LogEvent, Reacted, Said
from perudo.table.live.events_json import visible_from_json
from perudo.table.live.labels import bot_level_text, reaction_text
from perudo.table.live.news import table_lines
from perudo.terminal.sight import Offer, Place, Sight
from perudo.wording.story import Story


def rules_of(table: TableState) -> Edition:
    settings = table.json["settings"]
    return table_rules(settings["edition"], settings["options"], settings["house"])


def events_of(values: Iterable[dict[str, Any]]) -> tuple[LogEvent, ...]:
    """The events that an update brings, as far as this version knows them."""
    read = (visible_from_json(value) for value in values)
    return tuple(event for event in read if event is not None)


def names_of(t: Tongue, table: TableState) -> tuple[str, ...]:
    nobody = t.say("an empty chair")
    return tuple(nobody if chair is None else chair.name for chair in table.chairs)


def sight_of(t: Tongue, table: TableState, view: View | None, link: str) -> Sight:
    """The table as the reader's seat, or an onlooker, sees it."""
    places = tuple(_place(t, table, seat, chair) for seat, chair in enumerate(table.chairs))
    shown = view if table.game is not None else None
    cups: tuple[Cup | None, ...] = ()
    if shown is not None:
        cups = tuple(shown.cup if seat == table.seat else None for seat in range(shown.seats))
    return Sight(
        places,
        you=table.seat,
        view=shown,
        cups=cups,
        offers=frozenset(_offers(table)),
        title=str(table.json["settings"]["edition"]),
        notice=_notice(t, table, link),
        headline=_headline(t, table),
        coach=bool(table.json["settings"].get("coach")),
        deadline=table.deadline if table.on else None,
    )


def _place(t: Tongue, table: TableState, seat: Seat, chair: Chair | None) -> Place:
    if chair is None:
        return Place("", "")
    sign = ""
    if chair.resigned:
        sign = t.say("has resigned; a bot plays on")
    elif chair.held:
        sign = t.say("away; a bot fills in")
    elif not chair.person and chair.level is not None:
        sign = t.say("bot, {level}", level=bot_level_text(t, chair.level))
    elif seat == table.host:
        sign = t.say("host")
    return Place(chair.name, chair.colour, sign)


def _offers(table: TableState) -> Iterator[Offer]:
    seat = table.seat
    chair = None if seat is None else table.chairs[seat]
    if seat is None or chair is None or table.closed:
        return
    yield Offer.TALK
    if table.my_turn:
        yield Offer.TURN
    if table.may_call_calza:
        yield Offer.CALZA
    if table.waits_for_me and table.on:
        yield Offer.GO_ON
    if chair.held:
        yield Offer.BACK
    if not table.on:
        if table.winner is not None:
            yield Offer.REMATCH
        elif table.host == seat and not table.json.get("gathers"):
            yield Offer.FILL if None in table.chairs else Offer.START
    elif table.game is not None and seat in table.game.out and not _living(table):
        yield Offer.SKIP


def _living(table: TableState) -> bool:
    """Whether a person is still in the match, neither out nor resigned."""
    assert table.game is not None
    return any(
        chair is not None and chair.person and not chair.resigned and seat not in table.game.out
        for seat, chair in enumerate(table.chairs)
    )


def _notice(t: Tongue, table: TableState, link: str) -> str:
    if table.closed:
        return t.say("Everybody has left this table. Open a new one.")
    if not table.on and table.winner is None:
        return f"{t.say('Code')} {table.code} · {link}"
    return t.say("You are watching.") if table.seat is None else ""


def _headline(t: Tongue, table: TableState) -> str:
    """Who has to start the match, if that is not the reader."""
    if table.on or table.closed or table.host in (None, table.seat):
        return ""
    host = table.chairs[table.host]
    who = "" if host is None else host.name
    return t.say("Waiting for {who} to start the match.", who=who)


class LiveStory:
    """Tells the events of a live table to one reader."""

    def __init__(self, t: Tongue, table: TableState) -> None:
        self._t, self._you = t, table.seat
        self._names = names_of(t, table)
        self.story = Story(t, rules_of(table), self._names, table.seat)

    def lines(self, events: Iterable[LogEvent]) -> Iterator[str]:
        """Everything but showdowns, whose dice are shown."""
        for event in events:
            if isinstance(event, Showdown | MatchStarted):
                continue
            if isinstance(event, Event):
                yield from self.story.lines(event)
            else:
                yield from self._own_words(event)
                yield from table_lines(self._t, self.story, self._names, self._you, event)

    def _own_words(self, event: LogEvent) -> Iterator[str]:
        """What the reader has said, which the news of a table leaves to the page's list."""
        t = self._t
        match event:
            case Said(seat, text) if seat == self._you:
                yield t.say("{who}: {bid}", who=t.say("You"), bid=text)
            case Reacted(seat, reaction) if seat == self._you:
                yield t.say("{who}: {bid}", who=t.say("You"), bid=reaction_text(t, reaction))
            case _:
                pass


def split_at_showdown(
    events: tuple[LogEvent, ...],
) -> tuple[tuple[LogEvent, ...], Showdown | None, tuple[LogEvent, ...]]:
    """The events before a showdown, the last showdown, and those after it."""
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, Showdown):
            return events[:place], event, events[place + 1 :]
    return events, None, ()


def fair_line(t: Tongue, checked: DiceCheck) -> str:
    """Whether the dice of a finished match were checked and found fair."""
    if not checked.ok:
        return t.say("These dice are not proven fair.")
    return t.say("Every die that was revealed follows from its secret and the seeds.")
