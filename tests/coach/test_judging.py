"""Judged matches: verdicts from views only, and parts that add up."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings

import perudo
from perudo.coach.judging import (
    LIMITS,
    Analysis,
    Bluff,
    Judged,
    Verdict,
    analyse,
    is_bluff,
    verdict_of,
)
from perudo.engine.dice import cup_of
from perudo.engine.match import Phase
from perudo.game.arguments import NAMES
from perudo.odds.odds import Odds
from perudo.records.decisions import decisions
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text, write_text
from perudo.records.record import Record
from perudo.records.writing import record_of
from testkit.judged import some_match
from testkit.random_play import Played, pick, roll
from testkit.strategies import SEEDS, beginnings


def noted(play: Played) -> Record:
    return record_of(NAMES[: play.setup.seats], play.events)


def verdicts(analysis: Analysis) -> list[tuple[object, ...]]:
    return [(one.round, one.number, one.seat, one.lost, one.verdict) for one in analysis.decisions]


@pytest.fixture(scope="module")
def record() -> Record:
    return some_match()[0]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return some_match()[1]


def test_verdicts_follow_the_share_of_the_table() -> None:
    assert verdict_of(0.0, 2) is Verdict.GOOD
    assert [verdict_of(0.0999, players) for players in (2, 3, 6)] == [
        Verdict.INACCURACY,
        Verdict.MISTAKE,
        Verdict.BLUNDER,
    ]
    assert list(LIMITS.values()) == sorted(LIMITS.values(), reverse=True)


def test_every_action_is_judged_and_every_round_has_its_chances(
    record: Record, analysis: Analysis
) -> None:
    assert len(analysis.decisions) == sum(len(played.actions) for played in record.rounds)
    assert analysis.unjudged == 0
    assert len(analysis.chances) == len(record.rounds) + 1
    assert all(sum(row) == pytest.approx(1) for row in analysis.chances)
    assert analysis.chances[-1][analysis.winner or 0] == 1.0
    assert all(one.lost >= 0 for one in analysis.decisions)
    assert all(one.advice.of(one.action).action == one.action for one in analysis.decisions)


@settings(max_examples=4)
@given(beginnings(unseen=(0.0, 0.4)))
def test_luck_and_skill_add_up_to_the_result(play: Played) -> None:
    analysis = analyse(noted(play))
    for seat in analysis.seats:
        assert seat.luck - seat.lost == pytest.approx(seat.result - seat.start, abs=1e-12)
        rounds = range(1, len(analysis.chances))
        parts = [analysis.part(number, seat.seat) for number in rounds]
        for part in parts:
            assert part.luck - part.lost == pytest.approx(part.after - part.before, abs=1e-12)
        assert sum(part.lost for part in parts) == pytest.approx(seat.lost, abs=1e-12)
        assert sum(part.luck for part in parts) == pytest.approx(seat.luck, abs=1e-12)
        assert seat.judged == sum(one.seat == seat.seat for one in analysis.decisions)
    done = sum(len(played.actions) for played in noted(play).rounds)
    assert len(analysis.decisions) + analysis.unjudged == done


@settings(max_examples=6)
@given(beginnings(phases=(Phase.BIDDING,)), SEEDS)
def test_no_verdict_depends_on_the_cups_of_others(play: Played, seed: int) -> None:
    record = noted(play)
    actors = [one.seat for one in decisions(record) if one.view.number == len(record.rounds)]
    assume(actors)
    cups = record.rounds[-1].cups
    assert cups is not None
    luck = Random(seed).random
    own = pick(actors, luck)
    others = tuple(
        cup if seat == own else cup_of(roll(len(cup), luck)) for seat, cup in enumerate(cups)
    )
    swapped = replace(record, rounds=(*record.rounds[:-1], replace(record.rounds[-1], cups=others)))

    def mine(analysis: Analysis) -> list[Judged]:
        return [one for one in (*analysis.decisions, *analysis.missed) if one.seat == own]

    judged = mine(analyse(record))
    assert judged
    assert judged == mine(analyse(swapped))


def test_verdicts_are_the_same_after_a_record_was_written_and_read(
    record: Record, analysis: Analysis
) -> None:
    copy = read_jsonl(write_jsonl(read_text(write_text(record))))
    assert verdicts(analyse(copy)) == verdicts(analysis)


def test_one_seat_alone_is_judged_as_among_all(record: Record, analysis: Analysis) -> None:
    alone = analyse(record, only=1)
    assert alone.decisions == tuple(one for one in analysis.decisions if one.seat == 1)
    assert alone.missed == tuple(one for one in analysis.missed if one.seat == 1)
    assert alone.seats[1] == analysis.seats[1]
    assert alone.chances == analysis.chances


def test_bluffs_are_bids_that_the_own_dice_do_not_bear(analysis: Analysis) -> None:
    bluffs = [one for one in analysis.decisions if one.bluff is not None]
    assert {one.bluff for one in bluffs} == set(Bluff)
    for one in analysis.decisions:
        assert (one.bluff is not None) == is_bluff(one.view, one.action)
    for one in bluffs:
        assert isinstance(one.action, perudo.Bid)
        assert Odds(one.view).holds(one.action) < 0.5
        played = analysis.past[one.round - 1]
        end = played.showdown
        called = one.number == len(played.bids) - 1
        short = end.found < end.bid.quantity
        assert (one.bluff is Bluff.HELD) == (called and not short)
        # Whoever bid loses nothing by a calza: only a doubt catches a bluff.
        assert (one.bluff is Bluff.CAUGHT) == (called and end.loser == one.seat)
    for seat in analysis.seats:
        assert sum(seat.bluffs.values()) == sum(one.seat == seat.seat for one in bluffs)


def test_turning_points_are_the_rounds_that_moved_most(analysis: Analysis) -> None:
    moves = [
        sum(abs(b - a) for a, b in zip(before, after, strict=True)) / 2
        for before, after in zip(analysis.chances, analysis.chances[1:], strict=False)
    ]
    points = analysis.turning_points
    assert [point.round for point in points] == sorted(point.round for point in points)
    assert sorted(point.moved for point in points) == pytest.approx(sorted(moves)[-len(points) :])


def test_notes_without_cups_are_counted_as_unjudged() -> None:
    record = read_text(
        "perudo 1\nedition: weekend\nseats: Ana, Ben\nstarter: @Ana\n"
        "1. ? | 3x4 dudo =2\n2. P244 33556 | 2x4 3x4\n"
    )
    analysis = analyse(record)
    assert analysis.unjudged == 2
    assert len(analysis.decisions) == 2
    assert analysis.winner is None
    assert len(analysis.chances) == 3
    assert analysis.chances[1] == analysis.chances[2]


@pytest.mark.parametrize("starter", ["starter: @Ana\n", ""])
def test_a_record_without_rounds_has_one_row_of_chances(starter: str) -> None:
    analysis = analyse(read_text(f"perudo 1\nedition: weekend\nseats: Ana, Ben\n{starter}"))
    assert len(analysis.chances) == 1
    assert analysis.decisions == ()
    assert [seat.lost for seat in analysis.seats] == [0, 0]
