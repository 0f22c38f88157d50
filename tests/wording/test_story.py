"""Stories have no layout; plain lines add it."""

import pytest

from perudo.engine.events import Dealt, Event, MatchWon, Showdown
from perudo.engine.setup import Setup
from perudo.engine.view import redact
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.wording.layout import text_lines
from perudo.wording.story import Story
from testkit.matches import rules_of
from testkit.random_play import played

RULES = rules_of("asmodee-2024", calza="on", palifico="on")
NAMES = ("Ana", "Bea", "Carl")
YOU = 1


def events() -> tuple[Event, ...]:
    match = played(Setup(RULES, len(NAMES)), seed=4)
    return tuple(redact(event, YOU) for event in match.events)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_story_has_no_layout(lang: str) -> None:
    story = Story(Tongue(lang, RULES.key), RULES, NAMES, YOU)
    for event in events():
        for line in story.lines(event):
            assert line
            assert line == line.strip(" —")


def test_a_showdown_is_told_in_its_two_parts() -> None:
    story = Story(Tongue("en", RULES.key), RULES, NAMES, YOU)
    showdowns = [event for event in events() if isinstance(event, Showdown)]
    for showdown in showdowns:
        reveal, outcome = list(story.reveal(showdown)), list(story.outcome(showdown))
        assert len(reveal) == len(showdown.steps)
        assert outcome[0].startswith("On the table: ")
        assert list(story.lines(showdown)) == reveal + outcome
        assert list(story.reveal(showdown._replace(cups=None))) == []
    assert showdowns


def test_plain_lines_set_rounds_apart_and_indent_lifted_cups() -> None:
    story = Story(Tongue("en", RULES.key), RULES, NAMES, YOU)
    for event in events():
        lines, told = list(text_lines(story, event)), list(story.lines(event))
        match event:
            case Dealt():
                dice = list(story.own_dice(event))
                assert lines == ["", f"— {told[0]}", *told[1:], *dice]
                assert bool(dice) == bool(event.cups and event.cups[YOU])
            case Showdown():
                reveal = [f"  {line}" for line in story.reveal(event)]
                assert lines == [*reveal, *story.outcome(event)]
            case MatchWon():
                assert lines == ["", *told]
            case _:
                assert lines == told
