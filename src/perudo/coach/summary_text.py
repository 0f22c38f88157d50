"""A judged match and a profile as tables, sentences and lists, for a terminal and for a page."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from perudo.coach.judging import Analysis, Bluff, Judged, Verdict
from perudo.coach.profile import Profile, Tally
from perudo.coach.text import bluff_text, judged_text, percent_text, points, verdict_text
from perudo.engine.actions import Seat
from perudo.i18n.tongue import Tongue
from perudo.wording.odds_text import percent

MARKS = {
    Verdict.GOOD: "",
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
}
"""The signs that chess players use: the same in every language."""


class Table(NamedTuple):
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def signed(number: int) -> str:
    """``+5``, ``0``, ``−3``, with a real minus."""
    return f"+{number}" if number > 0 else f"{number}".replace("-", "−")


def outcome_text(t: Tongue, names: Sequence[str], analysis: Analysis) -> str:
    if analysis.winner is None:
        return t.say("The match is not over.")
    return t.say("{who} wins the match!", who=names[analysis.winner])


def unjudged_text(t: Tongue, analysis: Analysis) -> str | None:
    """Say what could not be judged, if there is anything."""
    if not analysis.unjudged:
        return None
    return t.plural(
        "{n} decision cannot be judged: nobody wrote down the dice.",
        "{n} decisions cannot be judged: nobody wrote down the dice.",
        analysis.unjudged,
    )


def seats_table(t: Tongue, names: Sequence[str], analysis: Analysis) -> Table:
    """How each seat decided, what that gave away, and what luck brought, in points."""
    heads = (
        "",
        *(verdict_text(t, verdict) for verdict in Verdict),
        t.say("given away"),
        t.say("luck"),
        t.say("bluffs"),
        t.say("passed"),
    )
    rows = []
    for seat in analysis.seats:
        # As in ``luck_text``: the numbers add up as they are printed.
        given = points(seat.lost)
        luck = percent(seat.result) - percent(seat.start) + given
        rows.append(
            (
                names[seat.seat],
                *(str(seat.verdicts[verdict]) for verdict in Verdict),
                str(given),
                signed(luck),
                str(sum(seat.bluffs.values())),
                str(seat.bluffs[Bluff.PASSED]),
            )
        )
    return Table(heads, tuple(rows))


def turning_lines(t: Tongue, names: Sequence[str], analysis: Analysis) -> Iterator[str]:
    """The rounds in which most moved: who gained, who lost."""
    for point in analysis.turning_points:
        before, after = analysis.chances[point.round - 1], analysis.chances[point.round]
        moved = ", ".join(
            f"{names[seat]} {percent(before[seat])} → {percent_text(t, after[seat])}"
            for seat in (point.gainer, point.loser)
        )
        heading = t.say("Round {number}", number=point.round)
        yield t.say("{round}: {moved}", round=heading, moved=moved)


def decision_text(t: Tongue, judged: Judged) -> str:
    """A judged decision in one line, with what became of a bluff."""
    said = judged_text(t, judged)
    if judged.bluff is None:
        return said
    return f"{said} ({bluff_text(t, judged.bluff)})"


def by_round(analysis: Analysis, seat: Seat | None = None) -> dict[int, list[Judged]]:
    """Return what was decided in each round, missed calzas included; of one seat if given."""
    rounds: dict[int, list[Judged]] = {}
    everything = (*analysis.decisions, *analysis.missed)
    # A calza that was missed comes after the bid that it was about.
    for judged in sorted(
        everything, key=lambda one: (one.round, one.number, one.action is not None)
    ):
        if seat is None or judged.seat == seat:
            rounds.setdefault(judged.round, []).append(judged)
    return rounds


def profile_table(t: Tongue, profile: Profile) -> Table:
    """The player beside the levels, the weakest first."""
    heads = (
        "",
        t.say("matches"),
        t.say("good"),
        t.say("given away"),
        t.say("bluffs"),
        t.say("doubts"),
        t.say("is doubted"),
    )
    rows = [_profile_row(t, profile.name, profile.tally)]
    rows += [_profile_row(t, t.marked(level), tally) for level, tally in profile.levels.items()]
    return Table(heads, tuple(rows))


def profile_lines(t: Tongue, profile: Profile) -> Iterator[str]:
    """What the columns of the profile mean, and which level is nearest."""
    yield t.say(
        "Given away: points of winning chance that a decision costs, counted as in a duel. "
        "Bluffs: of the own bids, doubts: of the bids of others."
    )
    if profile.nearest is not None:
        yield t.say("Nearest level: {level}.", level=t.marked(profile.nearest))


def _profile_row(t: Tongue, name: str, tally: Tally) -> tuple[str, ...]:
    return (
        name,
        str(tally.matches),
        percent_text(t, tally.good_share),
        f"{100 * tally.given_each:.1f}",
        percent_text(t, tally.bluff_share),
        percent_text(t, tally.doubt_share),
        percent_text(t, tally.doubted_share),
    )
