"""The page of a judged match: chances by round, every decision, luck and skill, lessons."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from perudo.coach.judging import Analysis, Bluff, Judged, SeatSummary, Verdict
from perudo.coach.lessons import lessons_for
from perudo.coach.summary_text import signed, turning_lines, unjudged_text
from perudo.coach.text import (
    bluff_text,
    how_text,
    lesson_text,
    percent_text,
    points,
    points_text,
    verdict_text,
)
from perudo.engine.actions import Seat
from perudo.i18n.tongue import Tongue
from perudo.web.card import card
from perudo.web.chance_chart import chance_chart
from perudo.web.outlooks import OutlookLine, outlook_lines
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.web.replay_page import PlayedMatch
from perudo.web.replay_steps import Replay, Round, replay_of
from perudo.wording.dice_text import bid_text, cup_text
from perudo.wording.odds_text import percent
from perudo.wording.rule_text import box_text

MARKS: Final = {
    Verdict.GOOD: "✓",
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
}
"""As chess players write them."""


class DecisionLine(NamedTuple):
    key: str
    """Its moment in the replay."""
    seat: Seat
    text: str
    verdict: Verdict
    lost: str
    """What it gave away, in words; empty for nothing."""
    outlooks: tuple[OutlookLine, ...]
    bluff: str
    said: bool
    """Whether it was done: a calza that was missed was not."""


class RoundLines(NamedTuple):
    round: Round
    decisions: tuple[DecisionLine, ...]
    turning: str
    """How the match turned in this round; empty if it did not."""


class SeatCard(NamedTuple):
    seat: Seat
    start: str
    result: str
    lost: str
    luck: str
    verdicts: tuple[tuple[Verdict, int], ...]
    bluffs: tuple[str, ...]
    lessons: tuple[tuple[str, ...], ...]


def analysis_page(
    reader: Reader, played: PlayedMatch, analysis: Analysis, seat: Seat | None, site: str
) -> Page:
    """``seat`` is the one whose decisions are explained; None for everybody's."""
    record = played.record
    box = record.rules.words.value
    t = tongue(reader.lang, box)
    replay = replay_of(t, record, played.resigned_to)
    names = record.names
    path = f"/t/{played.code}/analysis?match={played.number}"
    if seat is not None:
        path += f"&seat={seat}"
    title = t.say("The match of {who}, judged", who=t.listed(list(names)))
    turned = (point.round for point in analysis.turning_points)
    turning = dict(zip(turned, turning_lines(t, names, analysis), strict=True))
    rounds = _rounds(t, names, replay, analysis, turning)
    return page(
        "analysis",
        reader,
        box=box,
        styles=("replay-story", "outlooks", "analysis"),
        scripts=("analysis",),
        played=played,
        chosen=seat,
        seats=[
            {"at": at, "name": name, "colour": played.colours[at]} for at, name in enumerate(names)
        ],
        about=box_text(t, record.rules.words),
        chart=chance_chart(analysis.chances, tuple(turning)),
        percent_text=lambda number: percent_text(t, number / 100),
        chances=[[percent_text(t, chance) for chance in row] for row in analysis.chances],
        cards=[_seat_card(t, summary, analysis) for summary in analysis.seats],
        rounds=rounds,
        turning=list(turning.items()),
        marks={verdict.value: mark for verdict, mark in MARKS.items()},
        verdict_text=lambda verdict: verdict_text(t, verdict),
        unjudged=unjudged_text(t, analysis),
        cup_text=cup_text,
        how=how_text(t),
        title=title,
        card=card(reader.lang, site, path, title, replay.rounds[-1].outcome),
    )


def _rounds(
    t: Tongue,
    names: tuple[str, ...],
    replay: Replay,
    analysis: Analysis,
    turning: dict[int, str],
) -> list[RoundLines]:
    everything = sorted(
        (*analysis.decisions, *analysis.missed), key=lambda one: (one.round, one.number)
    )
    return [
        RoundLines(
            round_,
            tuple(_line(t, names, round_, one) for one in everything if one.round == round_.number),
            turning.get(round_.number, ""),
        )
        for round_ in replay.played
    ]


def _line(t: Tongue, names: tuple[str, ...], round_: Round, one: Judged) -> DecisionLine:
    if one.action is None:
        # It belongs to the bid that it would have answered. The deal is the first moment.
        at, bid = one.number, bid_text(t, one.view.bids[-1].bid)
        text = t.say("{who} does not call {calza} on {bid}.", who=names[one.seat], bid=bid)
    else:
        at = one.number + 1
        text = round_.moments[at].text
    return DecisionLine(
        round_.key(at),
        one.seat,
        text,
        one.verdict,
        points_text(t, one.lost) if points(one.lost) else "",
        outlook_lines(t, one.advice, one.action),
        "" if one.bluff is None else bluff_text(t, one.bluff),
        one.action is not None,
    )


def _seat_card(t: Tongue, summary: SeatSummary, analysis: Analysis) -> SeatCard:
    lost = points(summary.lost)
    # From the numbers that are shown, so that they add up.
    luck = percent(summary.result) - percent(summary.start) + lost
    return SeatCard(
        summary.seat,
        percent_text(t, summary.start),
        percent_text(t, summary.result),
        points_text(t, summary.lost),
        signed(luck),
        tuple((verdict, count) for verdict, count in summary.verdicts.items() if count),
        tuple(_bluffs(t, summary)),
        tuple(lesson_text(t, lesson) for lesson in lessons_for(analysis, summary.seat)),
    )


def _bluffs(t: Tongue, summary: SeatSummary) -> Iterable[str]:
    passed, caught, held = (summary.bluffs[bluff] for bluff in Bluff)
    if passed:
        yield t.plural("{n} bluff passed", "{n} bluffs passed", passed)
    if caught:
        yield t.plural("{n} bluff was caught", "{n} bluffs were caught", caught)
    if held:
        yield t.plural("{n} bluff held all the same", "{n} bluffs held all the same", held)
