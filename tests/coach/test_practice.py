"""Positions to practise with, and the puzzle of the day."""

from datetime import date, timedelta

import pytest

from perudo.coach.practice import (
    FOLDER,
    Position,
    Theme,
    all_positions,
    answer,
    daily,
    next_position,
    position_named,
    positions,
)
from perudo.engine.actions import CALZA
from perudo.engine.editions import EDITIONS
from perudo.records.positions import position_of, read_position, view_of, write_position


def players(position: Position) -> int:
    return position.view.seats - len(position.view.out)


@pytest.mark.parametrize("theme", Theme)
def test_every_theme_has_positions_that_the_rules_allow(theme: Theme) -> None:
    found = positions(theme)
    assert len(found) >= 30
    assert len({position.key for position in found}) == len(found)
    for position in found:
        view = position.view
        assert view.cup
        assert position.played is None or position.played in view.legal
        assert position.asking == (view.turn != view.seat)
        assert not position.asking or view.legal.calza
        assert position_named(position.key) == position


def test_positions_are_about_their_theme() -> None:
    assert all(not one.view.bids and players(one) > 2 for one in positions(Theme.OPENING))
    assert all(one.view.palifico is not None for one in positions(Theme.PALIFICO))
    assert all(CALZA in one.view.legal for one in positions(Theme.CALZA))
    assert all(players(one) == 2 for one in positions(Theme.LAST_TWO))
    assert {one.view.rules.key for one in all_positions()} == set(EDITIONS)


def test_the_files_are_small_and_say_nothing_of_other_cups() -> None:
    files = sorted(FOLDER.glob("*.jsonl"))
    assert sum(file.stat().st_size for file in files) < 60_000
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            noted = read_position(line)
            assert write_position(noted) == line
            again = position_of(
                view_of(noted), asking=noted.asking, played=noted.played, source=noted.source
            )
            assert again._replace(been_palifico=noted.been_palifico) == noted
            assert line.count('"cup"') == 1


def test_the_daily_puzzle_follows_from_the_date_and_none_comes_twice_in_a_lap() -> None:
    count = len(all_positions())
    day = date.fromordinal(count * 4000)
    lap = [daily(day + timedelta(days=n)).key for n in range(count)]
    assert sorted(lap) == sorted(position.key for position in all_positions())
    after = [daily(day + timedelta(days=count + n)).key for n in range(5)]
    assert after != lap[:5]
    assert daily(day) is daily(day)


def test_what_was_done_does_not_come_again_before_the_rest() -> None:
    done: list[str] = []
    for _ in positions(Theme.CALZA):
        done.append(next_position(done, Theme.CALZA).key)
    assert len(set(done)) == len(positions(Theme.CALZA))
    assert next_position(done, Theme.CALZA).key == done[0]
    assert {next_position(done[:n]).theme for n in range(3)} <= set(Theme)
    some: list[str] = []
    for _ in range(4):
        some.append(next_position(some).key)
    assert {key.rpartition("-")[0] for key in some} == {theme.value for theme in Theme}


def test_an_answer_is_judged_like_a_decision_of_a_match() -> None:
    for position in (positions(Theme.CALZA)[0], positions(Theme.OPENING)[0]):
        best = answer(position, position.played).advice.best.action
        assert answer(position, best).lost == 0
        assert answer(position, position.played).lost >= 0
        assert position.view.seat == answer(position, best).seat
