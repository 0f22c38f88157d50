"""Spoken lines about what happened, for the ticker and for screen readers."""

from typing import NamedTuple

from perudo.engine.events import Event, MatchStarted, Showdown
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import TableView
from perudo.table.live.events import LogEvent
from perudo.table.live.news import table_lines
from perudo.web.table.seat_cards import names_of
from perudo.wording.story import Story


class News(NamedTuple):
    now: list[str]
    after: list[str]
    """Lines for after the showdown, which the page itself tells."""


def news(t: Tongue, table: TableView, events: tuple[LogEvent, ...]) -> News:
    """Lines for the events that this audience may know."""
    names = names_of(t, table)
    story = Story(t, table.settings.setup().rules, names, table.seat)
    spoken = News([], [])
    lines = spoken.now
    for event in events:
        if isinstance(event, Showdown):
            lines = spoken.after
        elif isinstance(event, MatchStarted):
            continue  # the page says by itself which box is played
        elif isinstance(event, Event):
            lines += story.lines(event)
        else:
            lines += table_lines(t, story, names, table.seat, event)
    return spoken
