"""What follows for duels from rounds whose results are known."""

import numpy as np
import pytest

from benchmarks.limits.backwards import Limits, as_champion, most_won, replayed
from benchmarks.limits.rounds import FARS, Place, Rounds, played_by
from perudo.bots.champion.likeness import HIGHEST, LOWEST, after_round, is_simple
from perudo.bots.champion.partway import FAR, FAR_WITH_MANY, how_far


def all_the_way(*_: int) -> float:
    return FAR


NOBODY, EVERYBODY = (Limits(far=all_the_way, needed=needed) for needed in (9.0, -9.0))


def test_limits_of_the_champion_are_those_of_its_judge() -> None:
    limits = Limits()
    for before in np.linspace(LOWEST, HIGHEST, 9):
        for told in (-9.0, -0.3, 0.0, 0.3, 9.0):
            after = limits.after(before, told)
            assert after == after_round(np, before, told)
            assert (after > limits.needed) == is_simple(after)


def test_champion_goes_as_far_on_paper_as_at_the_table() -> None:
    places = [(mine, its) for mine in range(1, 6) for its in range(1, 6) if mine + its > 3]
    for place in places:
        assert Limits().far_at(np.array(-0.1), *place) == 0
        assert Limits().far_at(np.array(0.1), *place) == how_far(np, *map(np.array, place))
    assert {as_champion(*place) for place in places} == set(FARS)
    assert Limits().far_at(np.array(9.0), 2, 1) == 0, "the last three dice are by the book"


def rounds_with(ways: dict[bool, list[tuple[float, float]]]) -> dict[Place, Rounds]:
    """Return rounds that are alike at all places.

    ``ways`` says, if the champion goes by the solutions and if not, which part of the rounds a way
    of playing wins, and what each of them tells. All ways are tried equally often.
    """
    count = 100
    found = {}
    for simple, played in ways.items():
        won = np.concatenate([np.arange(count) % 10 < 10 * part for part, _ in played])
        told = np.repeat([told for _, told in played], count)
        weights = np.repeat(np.eye(len(played)), count, axis=0)
        order = np.random.default_rng(1).permutation(won.size)
        rounds = Rounds(won[order], told[order], weights[order])
        for mine in range(1, 6):
            for its in range(1, 6):
                for starts in (False, True):
                    found[Place(mine, its, starts, FAR if simple else 0.0)] = rounds
    return found


def test_whoever_is_never_simple_wins_what_the_solutions_allow() -> None:
    rounds = rounds_with({False: [(0.5, 0.0)], True: [(1.0, 0.0)]})
    assert most_won(rounds, NOBODY) == pytest.approx(0.5, abs=0.05)
    assert most_won(rounds, EVERYBODY) > 0.9, "but for the last dice, which are by the book"
    assert replayed(rounds, NOBODY, 400, 1) == pytest.approx(0.5, abs=0.1)
    assert replayed(rounds, EVERYBODY, 400, 1) < 0.1


def test_where_rounds_are_missing_those_most_like_them_are_drawn() -> None:
    always = Rounds(np.full(20, False), np.zeros(20), np.ones((20, 1)))
    never = Rounds(np.full(20, True), np.zeros(20), np.ones((20, 1)))
    places = [(mine, its) for mine in range(1, 6) for its in range(1, 6)]
    one_starter = {Place(*place, False, FARS[0]): always for place in places}
    assert replayed(one_starter, Limits(), 20, 1) == 1, "both starters, however far it goes"
    nearest = one_starter | {Place(*place, False, FAR): never for place in places}
    everybody_halfway = Limits(far=lambda *_: FAR_WITH_MANY, needed=LOWEST - 1)
    assert replayed(nearest, everybody_halfway, 20, 1) == 0


def test_exploiter_mixes_ways_of_playing_as_the_limits_allow() -> None:
    looks_simple, wins = (0.4, 2.0), (0.9, -1.0)
    rounds = rounds_with({False: [(0.5, -2.0), (0.4, 2.0)], True: [looks_simple, wins]})
    strict, saving = (Limits(all_the_way, 0.0, highest, -6.0) for highest in (0.25, 6.0))
    only_simple = rounds_with({False: [looks_simple], True: [looks_simple]})
    assert most_won(only_simple, strict) < 0.5
    assert 0.5 < most_won(rounds, strict) < most_won(rounds, saving) < most_won(rounds, EVERYBODY)


def test_rounds_of_a_bot_are_complete_however_far_the_champion_goes() -> None:
    found = played_by("reader-0.1", 6, 1)
    assert {place.far for place in found} == set(FARS)
    duels = sum(
        (rounds.won & (place.champion == 1)).sum() + (~rounds.won & (place.other == 1)).sum()
        for place, rounds in found.items()
    )
    assert duels == 6
    assert sum(rounds.told.sum() for rounds in found.values()) > 0
