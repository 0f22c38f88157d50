"""Between the solutions of duels and the champion's own network."""

from typing import Any

import numpy as np
import pytest

from perudo.bots.champion.duel import ACTIONS
from perudo.bots.champion.duel import INPUTS as DUEL_INPUTS
from perudo.bots.champion.inputs import INPUTS
from perudo.bots.champion.partway import Partway, how_far, legal_log_chances, partway
from perudo.bots.champion.player import DUEL_WEIGHTS, trained_network

LEGAL = np.arange(ACTIONS) < 3
OWN, SOLUTIONS = np.full(ACTIONS, 9.0), np.full(ACTIONS, 9.0)
OWN[:3], SOLUTIONS[:3] = np.log([0.9, 0.09, 0.01]), np.log([0.1, 0.4, 0.5])


def chances(preferences: Any) -> Any:
    return np.exp(legal_log_chances(np, preferences, LEGAL))[:3]


@pytest.mark.parametrize(
    ("its", "others", "far"),
    [
        *[(5, 5, 1 / 2), (4, 5, 1 / 2), (4, 4, 1 / 2), (3, 5, 1 / 2)],
        *[(5, 4, 0), (5, 3, 0)],
        *[(5, 2, 2 / 3), (4, 3, 2 / 3), (3, 4, 2 / 3), (2, 5, 2 / 3), (1, 3, 2 / 3), (5, 1, 2 / 3)],
    ],
)
def test_with_many_dice_it_goes_less_far_and_not_while_ahead(
    its: int, others: int, far: float
) -> None:
    assert how_far(np, np.array(its), np.array(others)) == pytest.approx(far)


def test_both_ends_of_the_way_and_its_middle() -> None:
    ends = [chances(partway(np, np.array(far), OWN, SOLUTIONS, LEGAL)) for far in (0.0, 1.0)]
    np.testing.assert_allclose(ends, [[0.1, 0.4, 0.5], [0.9, 0.09, 0.01]], rtol=1e-6)
    middle = np.sqrt(np.prod(ends, axis=0))
    found = chances(partway(np, np.array(0.5), OWN, SOLUTIONS, LEGAL))
    np.testing.assert_allclose(found, middle / middle.sum(), rtol=1e-6)


def test_each_row_goes_as_far_as_it_says() -> None:
    own, solutions = trained_network().network, trained_network(DUEL_WEIGHTS).network
    rng = np.random.default_rng(3)
    first, second = (rng.random(size, np.float32) for size in (INPUTS, DUEL_INPUTS))
    rows = np.stack([Partway.row(first, second, LEGAL, far) for far in (0.0, 0.5, 1.0)])
    assert rows.dtype == np.float32, "or every product would convert the whole network"
    found = Partway(own, solutions).preferences(rows)
    expected = [
        partway(np, np.array(far), own.preferences(first), solutions.preferences(second), LEGAL)
        for far in (0.0, 0.5, 1.0)
    ]
    np.testing.assert_allclose(found[:, :3], np.stack(expected)[:, :3], atol=1e-3)
    alone = Partway(own, solutions).preferences(rows[1])
    np.testing.assert_allclose(alone[:3], found[1, :3], atol=1e-3)
