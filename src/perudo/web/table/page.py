"""The page of a table, and the frames that update it."""

from hashlib import sha256
from typing import Any, Final

from markupsafe import Markup

from perudo.i18n.tongue import Tongue
from perudo.records.events_json import kind_of
from perudo.table.live.audience import TableView
from perudo.table.live.commands import LONGEST_TEXT
from perudo.table.live.events import LogEvent, Reacted
from perudo.table.live.labels import reactions
from perudo.web.card import Card, card
from perudo.web.rendering import Page, page, tongue
from perudo.web.table.banter import banter, greeting
from perudo.web.table.fair_facts import fair_facts
from perudo.web.table.naming import invitation_text, title_text
from perudo.web.table.news import news
from perudo.web.table.page_context import PageContext
from perudo.web.table.regions import box_of, is_own_turn, regions
from perudo.web.times import HOUR

_FAIR: Final = "fair facts"
"""The key under which a page's known regions also hold the facts about the dice."""


def table_page(
    table: TableView,
    context: PageContext,
    *,
    hand: str = "",
    hot: bool = False,
    own: tuple[str, str] = ("", ""),
) -> Page:
    """``own`` is the reader's own seat and its address, while another's is open."""
    t = tongue(context.reader.lang, box_of(table))
    made = regions(table, context)
    return page(
        "table",
        context.reader,
        box=box_of(table),
        styles=(
            "table",
            "felt",
            "showdown",
            "picker",
            "lobby",
            "asides",
            "moments",
            *(("curtain",) if hot else ()),
            *(("coach",) if table.settings.coach else ()),
        ),
        scripts=("hot",) if hot else ("table",),
        table=table,
        box_key=box_of(table),
        regions={name: Markup(html) for name, html in made.items()},  # noqa: S704 - escaped there
        reactions=reactions(t),
        longest_text=LONGEST_TEXT,
        now=context.now,
        hand=hand,
        hot=hot,
        own=own,
        shown="" if hot else ".".join(map(digest_of, made.values())),
        title=title_text(t, table),
        is_slow=(table.settings.turn_seconds or 0) >= HOUR,
        card=_card(t, table, context),
    )


def _card(t: Tongue, table: TableView, context: PageContext) -> Card | None:
    """The card of an invitation. Who sits here needs none, and is spared its bytes."""
    if table.seat is not None:
        return None
    title, text = title_text(t, table), invitation_text(t, table)
    return card(context.reader.lang, context.url, f"/t/{table.code}", title, text)


def digest_of(html: str) -> str:
    """Name a region's content in a few signs."""
    return sha256(html.encode()).hexdigest()[:10]


def frame(
    table: TableView,
    events: tuple[LogEvent, ...],
    context: PageContext,
    known: dict[str, str],
    shown: str = "",
) -> dict[str, Any]:
    """The changes for a page that shows ``known``, which is updated.

    ``shown`` are the digests that a new page came with: what is still the same is not sent again.
    """
    t = tongue(context.reader.lang, box_of(table))
    words = banter(t, table, events) if known else greeting(t, table)
    made = regions(table, context)
    there = dict(zip(made, shown.split("."), strict=False))
    changed = {
        name: html
        for name, html in made.items()
        if known.get(name) != html and there.get(name) != digest_of(html)
    }
    known.update(made)
    fair = {"fair": fair_facts(table)}
    if known.get(_FAIR) == str(fair):
        fair = {}
    else:
        known[_FAIR] = str(fair)
    spoken = news(t, table, events)
    return {
        "version": table.version,
        "now": context.now,
        "seat": table.seat,
        "turn": is_own_turn(table),
        "html": changed,
        "say": spoken.now,
        "after": spoken.after,
        "banter": words,
        "events": [_event(event) for event in events],
        **fair,
    }


def _event(event: LogEvent) -> dict[str, Any]:
    """The part of an event that animations and sounds need: never a die."""
    facts: dict[str, Any] = {"event": kind_of(type(event))}
    seat = getattr(event, "seat", None)
    if seat is not None:
        facts["seat"] = seat
    if isinstance(event, Reacted):
        facts["reaction"] = event.reaction
    return facts
