"""A page shows its reader's own dice and nobody else's, whatever happens at the table."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.engine.actions import Seat
from perudo.server.room import CommittedEntry, Room
from perudo.server.site.page_listener import PageListener
from perudo.server.storage import StoredEntry
from perudo.table.live.audience import table_view, visible_events
from perudo.table.live.events import CalzaClaimed, LogEvent
from perudo.table.live.log import write_events
from perudo.table.live.settings import Settings
from perudo.web import assets
from perudo.web.reader import Reader
from perudo.web.table.page import frame, table_page
from perudo.web.table.page_context import PageContext
from testkit.live.random_tables import indistinguishable_tables, random_table
from testkit.live.sandbox import Sandbox

CONTEXT = PageContext(Reader("en"), "http://perudo.example", 1)


@settings(derandomize=True, database=None, max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_other_cups_do_not_change_a_page(seed: int) -> None:
    box = random_table(seed)
    table = box.table
    events = tuple(event for entry in box.log[-3:] for event in entry.events)
    for seat, other in indistinguishable_tables(table, Random(seed)):
        mine, theirs = table_view(table, seat), table_view(other, seat)
        assert table_page(mine, CONTEXT) == table_page(theirs, CONTEXT)
        assert table_page(mine, CONTEXT, hot=True) == table_page(theirs, CONTEXT, hot=True)
        told = visible_events(events, seat)
        assert frame(mine, told, CONTEXT, {}) == frame(theirs, told, CONTEXT, {})
        # A page that is known already also hears what bots say about the news.
        shown = {"head": ""}
        assert frame(mine, told, CONTEXT, {**shown}) == frame(theirs, told, CONTEXT, {**shown})


@settings(derandomize=True, database=None, max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_pages_contain_no_secrets_or_player_ids(seed: int) -> None:
    """Neither the secret of a coming round nor the ids of guests."""
    box = random_table(seed)
    table = box.table
    secrets = [pledge.secret for pledge in (table.pledge, table.shaken) if pledge is not None]
    taken = [seat for seat, chair in enumerate(table.chairs) if chair is not None]
    for seat in (None, *taken):
        told = visible_events(box.log[-1].events, seat)
        page = table_page(table_view(table, seat), CONTEXT).html
        text = page.replace(assets.read("sprite.svg"), "") + str(
            frame(table_view(table, seat), told, CONTEXT, {})
        )
        assert not any(secret in text for secret in secrets)
        for number in range(6):
            assert f'"p{number}"' not in text
            assert f"'p{number}'" not in text


def claimed() -> tuple[Sandbox, str, dict[Seat | None, Any], tuple[LogEvent, ...]]:
    """A table on which a calza is being heard: who called it, and the pages before it."""
    box = Sandbox(Settings(seats=3, edition="asmodee-2009", options=("calza",), pace_ms=10_000))
    box.start()
    box.act("2x4")
    caller = box.after(box.turn, 1)
    before = {seat: frame(table_view(box.table, seat), (), CONTEXT, {}) for seat in (None, 0, 1, 2)}
    events = box.act("calza", caller)
    assert isinstance(events[0], CalzaClaimed)
    return box, caller, before, events


def test_a_sealed_claim_is_on_the_page_of_its_caller_alone() -> None:
    box, caller, before, events = claimed()
    for seat, known in before.items():
        made = frame(
            table_view(box.table, seat), visible_events(events, seat), CONTEXT, dict(known["html"])
        )
        if seat == box.seat(caller):
            assert made["say"]
            assert "actions" in made["html"]
        else:
            assert (made["html"], made["events"], made["say"]) == ({}, [], [])


def test_a_sealed_claim_does_not_even_wake_other_pages() -> None:
    """Any frame at that moment would reveal the claim."""
    box, caller, _, _ = claimed()
    first = StoredEntry("abc", 1, 1, None, None, write_events(box.log[0].events))
    woken = []
    for player in (None, "p0", "p1", "p2"):
        listener = PageListener(Room(first), player, lambda: CONTEXT)
        listener.hear(CommittedEntry(box.log[-1], box.table), frames={})
        if listener._wake.is_set():  # what the stream waits for
            woken.append(player)
    assert woken == [caller]


def test_hidden_lost_dice_stay_hidden_on_the_page() -> None:
    """C12: the page shows only the reader's own number of dice, unless lost dice are visible."""
    for options, counted in (((), 1), (("visible-dice",), 3)):
        box = Sandbox(Settings(seats=3, options=options, pause_ms=0))
        box.start()
        box.act("1x2")
        box.act("dudo")
        page = table_page(table_view(box.table, 0), CONTEXT).html
        assert page.count(" dice</span>") + page.count(" die</span>") == counted
