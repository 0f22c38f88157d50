"""A record as the moments that a replay steps through."""

from dataclasses import dataclass, replace

from perudo.engine.dice import Cup
from perudo.engine.events import Dealt, Event, Showdown
from perudo.engine.match import Match
from perudo.engine.view import view_for
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.records.replay import replay
from perudo.table.live.settings import COLOURS
from perudo.terminal.sight import Place, Sight
from perudo.wording.story import Story


@dataclass(frozen=True, slots=True)
class Moment:
    """A sight as an onlooker had it, the cups as they really were, and what has just happened."""

    sight: Sight
    cups: tuple[Cup | None, ...]
    lines: tuple[str, ...]
    round: int

    def seen(self, *, open_cups: bool) -> Sight:
        return replace(self.sight, cups=self.cups) if open_cups else self.sight


def moments(t: Tongue, record: Record) -> list[Moment]:
    """Everything that happened, cup by cup; raise ``RecordProblem`` if the rules refuse it."""
    story = Story(t, record.rules, record.names)
    places = tuple(Place(name, COLOURS[seat]) for seat, name in enumerate(record.names))
    blank = Sight(places, title=record.rules.key)
    found: list[Moment] = []
    cups: tuple[Cup | None, ...] = ()
    for step in replay(record):
        for event in step.events:
            if isinstance(event, Dealt):
                cups = event.cups or ()
        found += _moments(story, blank, cups, step.match, step.events)
    return found


def _moments(
    story: Story,
    blank: Sight,
    cups: tuple[Cup | None, ...],
    match: Match,
    events: tuple[Event, ...],
) -> list[Moment]:
    view = view_for(match, None)
    sight = replace(blank, view=view)
    showdown = next((event for event in events if isinstance(event, Showdown)), None)
    if showdown is None:
        lines = tuple(line for event in events for line in story.lines(event))
        return [Moment(sight, cups, lines, view.number)]
    at = events.index(showdown)
    called = tuple(line for event in events[:at] for line in story.lines(event))
    after = tuple(line for event in events[at + 1 :] for line in story.lines(event))
    last = len(showdown.steps)
    found = []
    for lifted in range(last + 1):
        lines = called if lifted == 0 else ()
        if lifted == last:
            lines = (*lines, *story.outcome(showdown), *after)
        shown = replace(sight, showdown=showdown, lifted=lifted)
        found.append(Moment(shown, cups, lines, view.number))
    return found
