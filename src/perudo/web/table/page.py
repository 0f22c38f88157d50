"""The page of a table, and the frames that update it."""

from typing import Any, Final

from markupsafe import Markup

from perudo.records.events_json import kind_of
from perudo.table.live.audience import TableView
from perudo.table.live.commands import LONGEST_TEXT
from perudo.table.live.events import LogEvent, Reacted
from perudo.web.rendering import Page, page, tongue
from perudo.web.table.fair_facts import fair_facts
from perudo.web.table.labels import reactions
from perudo.web.table.news import news
from perudo.web.table.page_context import PageContext
from perudo.web.table.regions import box_of, regions

_FAIR: Final = "fair facts"
"""The key under which a page's known regions also hold the facts about the dice."""


def table_page(
    seen: TableView,
    context: PageContext,
    *,
    hand: str = "",
    hot: bool = False,
    own: tuple[str, str] = ("", ""),
) -> Page:
    """``own`` is the reader's own seat and its address, while another's is open."""
    t = tongue(context.reader.lang, box_of(seen))
    made = regions(seen, context)
    return page(
        "table",
        context.reader,
        box=box_of(seen),
        styles=("table", "felt", "showdown", "picker", "curtain"),
        scripts=("hot",) if hot else ("table",),
        seen=seen,
        regions={name: Markup(html) for name, html in made.items()},  # noqa: S704 - escaped there
        reactions=reactions(t),
        longest_text=LONGEST_TEXT,
        now=context.now,
        hand=hand,
        hot=hot,
        own=own,
    )


def frame(
    seen: TableView, heard: tuple[LogEvent, ...], context: PageContext, known: dict[str, str]
) -> dict[str, Any]:
    """The changes for a page that shows ``known``, which is updated."""
    made = regions(seen, context)
    changed = {name: html for name, html in made.items() if known.get(name) != html}
    known.update(changed)
    fair = {"fair": fair_facts(seen)}
    if known.get(_FAIR) == str(fair):
        fair = {}
    else:
        known[_FAIR] = str(fair)
    told = news(tongue(context.reader.lang, box_of(seen)), seen, heard)
    return {
        "version": seen.version,
        "now": context.now,
        "seat": seen.seat,
        "turn": _is_own_turn(seen),
        "html": changed,
        "say": told.now,
        "after": told.after,
        "events": [_event(event) for event in heard],
        **fair,
    }


def _is_own_turn(seen: TableView) -> bool:
    """Whether it is this seat's turn and no bot plays for it."""
    if seen.seat is None or seen.view is None or not seen.on:
        return False
    chair = seen.chairs[seen.seat]
    return seen.view.turn == seen.seat and chair is not None and chair.level is None


def _event(event: LogEvent) -> dict[str, Any]:
    """The part of an event that animations and sounds need: never a die."""
    told: dict[str, Any] = {"event": kind_of(type(event))}
    seat = getattr(event, "seat", None)
    if seat is not None:
        told["seat"] = seat
    if isinstance(event, Reacted):
        told["reaction"] = event.reaction
    return told
