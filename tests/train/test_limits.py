"""What follows for duels from rounds whose results are known."""

import numpy as np
import pytest

from benchmarks.limits.backwards import Limits, most_won, replayed
from benchmarks.limits.rounds import Place, Rounds, played_by
from perudo.bots.champion.likeness import HIGHEST, LOWEST, after_round, is_simple

NOBODY, EVERYBODY = Limits(needed=9.0), Limits(needed=-9.0)


def test_limits_of_the_champion_are_those_of_its_judge() -> None:
    limits = Limits()
    for before in np.linspace(LOWEST, HIGHEST, 9):
        for told in (-9.0, -0.3, 0.0, 0.3, 9.0):
            after = limits.after(before, told)
            assert after == after_round(np, before, told)
            assert (after > limits.needed) == is_simple(after)


def rounds_with(ways: dict[bool, list[tuple[float, float]]]) -> dict[Place, Rounds]:
    """Return rounds that are alike at all places.

    ``ways`` says of each mind of the champion which part of the rounds a way of playing wins, and
    what each of them tells. All ways are tried equally often.
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
                    found[Place(mine, its, starts, simple)] = rounds
    return found


def test_whoever_is_never_simple_wins_what_the_solutions_allow() -> None:
    rounds = rounds_with({False: [(0.5, 0.0)], True: [(1.0, 0.0)]})
    assert most_won(rounds, NOBODY) == pytest.approx(0.5, abs=0.05)
    assert most_won(rounds, EVERYBODY) > 0.9, "but for the last dice, which are by the book"
    assert replayed(rounds, NOBODY, 400, 1) == pytest.approx(0.5, abs=0.1)
    assert replayed(rounds, EVERYBODY, 400, 1) < 0.1


def test_exploiter_mixes_ways_of_playing_as_the_limits_allow() -> None:
    looks_simple, wins = (0.4, 2.0), (0.9, -1.0)
    rounds = rounds_with({False: [(0.5, -2.0), (0.4, 2.0)], True: [looks_simple, wins]})
    strict, saving = Limits(0.0, 0.25, -6.0), Limits(0.0, 6.0, -6.0)
    only_simple = rounds_with({False: [looks_simple], True: [looks_simple]})
    assert most_won(only_simple, strict) < 0.5
    assert 0.5 < most_won(rounds, strict) < most_won(rounds, saving) < most_won(rounds, EVERYBODY)


def test_rounds_of_a_bot_are_complete_and_with_both_minds() -> None:
    found = played_by("reader-0.1", 4, 1)
    assert {place.simple for place in found} == {False, True}
    duels = sum(
        (rounds.won & (place.champion == 1)).sum() + (~rounds.won & (place.other == 1)).sum()
        for place, rounds in found.items()
    )
    assert duels == 4
    assert sum(rounds.told.sum() for rounds in found.values()) > 0
