"""The replay page of a finished match, with all cups up."""

from typing import Any, NamedTuple

from perudo.engine.actions import Seat
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.table.live.settings import has_coach
from perudo.web.card import card
from perudo.web.fair_page import fair_says
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.web.replay_chart import chart
from perudo.web.replay_steps import Moment, Replay, replay_of
from perudo.wording.dice_text import cup_text
from perudo.wording.rule_text import box_text


class PlayedMatch(NamedTuple):
    table: str
    code: str
    number: int
    over: int
    """How many matches of the table are over."""
    record: Record
    colours: tuple[str, ...]
    resigned_to: Seat | None


def replay_page(reader: Reader, played: PlayedMatch, site: str) -> Page:
    """``site`` is the address that people use, for the card of a shared replay."""
    record = played.record
    box = record.rules.words.value
    t = tongue(reader.lang, box)
    replay = replay_of(t, record, played.resigned_to)
    counts = ((record.dice,) * len(record.names), *(round_.dice for round_ in replay.played))
    seats = [
        {"at": seat, "name": name, "colour": played.colours[seat]}
        for seat, name in enumerate(record.names)
    ]
    title = t.say("The match of {who}", who=t.listed(list(record.names)))
    path = f"/t/{played.code}/replay?match={played.number}"
    return page(
        "replay",
        reader,
        box=box,
        styles=("fair", "replay", "replay-story"),
        scripts=("replay",),
        played=played,
        replay=replay,
        seats=seats,
        most=record.dice,
        about=box_text(t, record.rules.words),
        chart=chart(counts),
        counts=counts,
        facts=_facts(t, replay, record.dice),
        marks=_marks(replay),
        says={**fair_says(t), **_says(t)},
        cup_text=cup_text,
        title=title,
        has_coach=has_coach(),
        card=card(reader.lang, site, path, title, replay.rounds[-1].outcome),
    )


def _says(t: Tongue) -> dict[str, str]:
    """Texts of the player beside the story; the script fills in the braces."""
    return {
        "data-say-round": t.say("Round {number}", number="{number}"),
        "data-say-counted": t.say("Counted: {number}", number="{number}"),
        "data-say-none": t.say("no dice"),
        "data-say-copied": t.say("Link to this moment copied."),
        "data-say-not-copied": t.say("Copy the address of this page to share this moment."),
        "data-say-away": t.say("The record could not be fetched. Please try again."),
    }


def _marks(replay: Replay) -> list[int]:
    """The index of the first moment of each round, and the total."""
    marks, at = [], 0
    for round_ in replay.rounds:
        marks.append(at)
        at += len(round_.moments)
    return [*marks, at]


def _facts(t: Tongue, replay: Replay, most: int) -> dict[str, Any]:
    """What the script draws, and its texts for the dice that a seat has left."""
    return {
        "left": [t.plural("{n} die left", "{n} dice left", n) for n in range(most + 1)],
        "rounds": [
            {"cups": round_.cups, "counting": round_.counting, "palifico": round_.palifico}
            for round_ in replay.rounds
        ],
        "steps": [
            {"key": round_.key(index), "round": round_.number, **_step(moment)}
            for round_ in replay.rounds
            for index, moment in enumerate(round_.moments)
        ],
    }


def _step(moment: Moment) -> dict[str, Any]:
    """A moment without empty facts and without its text, which the story shows."""
    facts = moment._asdict()
    del facts["text"]
    return {name: value for name, value in facts.items() if value not in (None, ())}
