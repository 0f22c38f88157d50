"""What bots say: from public events only, the same for everybody, in each reader's language."""

from collections import Counter
from collections.abc import Iterator

import pytest

from perudo.bots.roster import COMPANY
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import table_view, visible_events
from perudo.table.live.commands import Ready, Start
from perudo.table.live.events import LogEvent
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable
from perudo.web.table.banter import CHANCES, banter, greeting
from perudo.web.table.banter_lines import LINES, Occasion
from testkit.live.sandbox import Sandbox

ENGLISH = Tongue("en", "asmodee-2024")


def played(*company: str) -> Iterator[tuple[LiveTable, tuple[LogEvent, ...]]]:
    """A whole match with these bots: each table with what happened last."""
    box = Sandbox(Settings(seats=1 + len(company)))
    events = box.do("p0", Start(company=company))
    yield box.table, events
    while box.table.on:
        if box.table.turn == 0:
            action = box.random_action("p0")
            assert action is not None
            events = box.do("p0", box.acting(action))
        elif box.table.paused_until is not None and not box.table.chair(0).ready:
            events = box.do("p0", Ready())
        else:
            events = box.tick()
        yield box.table, events


def test_every_character_has_words_for_every_occasion() -> None:
    assert set(LINES) == set(COMPANY)
    for lines in LINES.values():
        assert set(lines) == set(Occasion) == set(CHANCES)
        assert all(lines.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_they_say_is_translated_and_short(lang: str) -> None:
    t = Tongue(lang, "asmodee-2009")
    lines = [line for some in LINES.values() for lines in some.values() for line in lines]
    same = [line for line in lines if t.marked(line) == line]
    assert same == lines if lang == "en" else len(same) <= 1
    assert all(0 < len(t.marked(line)) <= 60 and "{" not in t.marked(line) for line in lines)


def test_all_hear_the_same_whatever_is_under_their_cups() -> None:
    """An onlooker sees no cup and gets no cup in an event, and hears every word."""
    spoken = 0
    for table, events in played("bold", "liar", "reader"):
        public = banter(ENGLISH, table_view(table, None), visible_events(events, None))
        own = banter(ENGLISH, table_view(table, 0), visible_events(events, 0))
        assert own == public
        spoken += len(public)
    assert spoken


def test_bots_speak_now_and_then_and_only_for_themselves() -> None:
    said: Counter[str] = Counter()
    entries = 0
    for table, events in played("beginner", "cautious", "doubter", "counter"):
        entries += 1
        words = banter(ENGLISH, table_view(table, None), visible_events(events, None))
        assert len(words) <= 2
        for word in words:
            chair = table.chair(word["seat"])
            assert not chair.person
            character = LINES[chair.level or ""]
            assert word["text"] in [line for lines in character.values() for line in lines]
            assert word["line"] == f"{chair.name} says: {word['text']}"
            said[word["text"]] += 1
    assert 3 <= sum(said.values()) < entries / 2


def test_who_comes_late_is_greeted_by_the_same_bot_and_only_in_the_first_round() -> None:
    matches = played("beginner", "bold")
    table, events = next(matches)
    view = table_view(table, None)
    assert banter(ENGLISH, view, events) == greeting(ENGLISH, view) != []
    for after, _ in matches:
        if after.match is not None and after.match.score.past:
            assert greeting(ENGLISH, table_view(after, None)) == []
            break
