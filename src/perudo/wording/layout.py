"""Lay out a story in plain lines, for terminals and printed text."""

from collections.abc import Iterator

from perudo.engine.events import Dealt, Event, MatchWon, Showdown
from perudo.wording.story import Story


def text_lines(story: Story, event: Event) -> Iterator[str]:
    """Set rounds and the end apart, and indent the cups that are lifted."""
    match event:
        case Dealt():
            heading, *rest = story.lines(event)
            yield ""
            yield f"— {heading}"
            yield from rest
            yield from story.own_dice(event)
        case Showdown():
            for line in story.reveal(event):
                yield f"  {line}"
            yield from story.outcome(event)
        case MatchWon():
            yield ""
            yield from story.lines(event)
        case _:
            yield from story.lines(event)
