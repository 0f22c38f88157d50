"""How somebody plays over many matches, beside the levels."""

import pytest

from perudo.bots.roster import LEVELS
from perudo.coach.as_json import analysis_json, profile_json
from perudo.coach.judging import Analysis, Verdict
from perudo.coach.profile import Profile, Tally, level_tallies, profile_of, tally_of, total
from perudo.coach.report import report_html
from perudo.engine.actions import DUDO
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.records.replay import replayed
from testkit.judged import some_match


@pytest.fixture(scope="module")
def record() -> Record:
    return some_match()[0]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return some_match()[1]


def test_a_tally_counts_what_happened(record: Record, analysis: Analysis) -> None:
    past = replayed(record)[0].score.past
    tallies = [tally_of(analysis, seat) for seat in range(4)]
    for seat, tally in enumerate(tallies):
        ends = [played.showdown for played in past]
        assert tally.doubts == sum(end.caller == seat and end.call is DUDO for end in ends)
        assert tally.doubted == sum(end.bidder == seat and end.call is DUDO for end in ends)
        assert tally.bids == sum(made.seat == seat for played in past for made in played.bids)
        assert 0 <= tally.bluffs_passed <= tally.bluffs <= tally.bids
        assert tally.doubts <= tally.faced <= tally.decisions
        assert tally.won == (analysis.winner == seat)
    whole = total(tallies)
    assert whole.matches == 4
    assert whole.decisions == len(analysis.decisions) + len(analysis.missed)
    assert total([]) == Tally()


def test_losses_count_as_in_a_duel(analysis: Analysis) -> None:
    own = [one for one in (*analysis.decisions, *analysis.missed) if one.seat == 0]
    by_hand = sum(one.lost * (4 - len(one.view.out)) / 2 for one in own)
    assert tally_of(analysis, 0).given == pytest.approx(by_hand)


def test_the_kept_levels_are_all_there_and_ordered() -> None:
    levels = level_tallies()
    assert list(levels) == list(LEVELS)
    given = [tally.given_each for tally in levels.values()]
    assert given == sorted(given, reverse=True)
    assert all(tally.decisions > 100 for tally in levels.values())


def test_the_nearest_level_is_the_one_that_gives_away_as_much() -> None:
    levels = level_tallies()
    for level, tally in levels.items():
        assert Profile("Ana", tally, (), levels).nearest == level
    assert Profile("Ana", Tally(), (), levels).nearest is None


def test_a_profile_adds_matches_up(analysis: Analysis) -> None:
    profile = profile_of("Ana", [(analysis, 0), (analysis, 2)])
    assert profile.tally == total([tally_of(analysis, 0), tally_of(analysis, 2)])
    assert len(profile.lessons) <= 3
    told = profile_json(profile)
    assert told["matches"] == 2
    assert set(told["levels"]) == set(LEVELS)  # type: ignore[call-overload]


def test_a_judged_match_for_programs(record: Record, analysis: Analysis) -> None:
    told = analysis_json(record.names, analysis)
    assert told["names"] == list(record.names)
    assert len(told["decisions"]) == len(analysis.decisions)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_needs_nothing_else_and_escapes_names(
    record: Record, analysis: Analysis, lang: str
) -> None:
    names = ("<b>Ana</b>", 'Ben" onload="x', "Ça & Là", "Dario")
    named = Record(record.rules, names, record.dice, record.starter, record.rounds)
    page = report_html(Tongue(lang, "asmodee-2009"), named, analysis)
    assert page.startswith("<!doctype html>")
    assert f'<html lang="{lang}">' in page
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    assert "<b>Ana" not in page
    assert ' onload="' not in page
    assert page.count("<polyline") == 4
    assert page.count("<details") == len(analysis.past)
    judged = (*analysis.decisions, *analysis.missed)
    wrong = [one for one in judged if one.verdict is not Verdict.GOOD]
    assert page.count('class="hint"') == len(wrong)
    assert len(page.encode()) < 60_000
