"""The duellist: when it plays for the champion, what it sees, and how little can be won from it."""

from random import Random

import numpy as np
import pytest

import perudo
from perudo.arena.exam.response import ResponseStudy, response_of
from perudo.bots.champion.duel import (
    ACTIONS,
    MATCH_INPUTS,
    duel_inputs,
    is_duel,
    match_inputs,
    sight_of,
)
from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import memory_rates
from perudo.bots.champion.knowledge import Knowledge
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.champion.player import (
    DUEL_WEIGHTS,
    HABITS_WEIGHTS,
    WEIGHTS,
    Champion,
    trained_network,
)
from perudo.engine.house import table_rules
from perudo.engine.numbering import DUDO_NUMBER, number_of
from perudo.engine.view import View


def known(view: View) -> Knowledge:
    return knowledge_from_view(view, MatchMemory().numbers_for(view), asking=False)


@pytest.mark.parametrize(
    ("edition", "options", "dice", "plays"),
    [
        ("asmodee-2024", (), (5, 5), True),
        ("asmodee-2024", (), (2, 4), True),
        ("menteur", (), (3, 3), True),
        ("asmodee-2024", ("calza",), (5, 5), True),  # not between two, by this box
        ("weekend", ("calza",), (5, 5), False),
        ("asmodee-2009", ("calza",), (4, 4), False),
        ("asmodee-2024", (), (5, 5, 5), False),
    ],
)
def test_duellist_plays_matches_of_two_without_calza(
    edition: str, options: tuple[str, ...], dice: tuple[int, ...], plays: bool
) -> None:
    game = perudo.position(edition, dice=dice, options=options)
    game.deal(*("23456"[:n] for n in dice))
    assert bool(is_duel(np, known(game.view(0)))) is plays
    game.play("2x4")
    assert bool(is_duel(np, known(game.view(1)))) is plays


def test_match_tells_only_what_rounds_that_are_over_have_shown() -> None:
    game = perudo.Game("asmodee-2024", seats=2)
    game.start(0)
    game.deal("23456", "23456")
    game.play("3x5")
    assert not match_inputs(np, known(game.view(1))).any(), (
        "this round is no knowledge of the match"
    )
    game.play("dudo")
    game.deal("2345", "23456")
    game.play("2x4")
    seen = known(game.view(1))
    rates = np.stack(memory_rates(np, seen.memory))
    told = match_inputs(np, seen)
    assert told.size == MATCH_INPUTS
    np.testing.assert_allclose(told, [*rates[:, 0], *rates[:, 1], 1], rtol=1e-6)


def test_last_two_of_a_larger_table_are_no_duel() -> None:
    game = perudo.Game("asmodee-2024", seats=3, dice=1)
    game.start(0)
    game.deal("2", "3", "4")
    game.play("3x5")
    game.play("dudo")
    game.deal()
    assert len(game.view(1).past) == 1
    assert not is_duel(np, known(game.view(1)))


def test_champion_plays_as_the_duellist_prefers() -> None:
    game = perudo.position("asmodee-2009", dice=(3, 4))
    game.deal("225", "3346")
    game.play("2x2")
    view = game.view(1)
    seen = known(view)
    logits = trained_network(DUEL_WEIGHTS).network.preferences(duel_inputs(np, sight_of(np, seen)))
    chances = Champion().chances([view])[0]
    best = max(chances, key=lambda action: chances[action])
    assert number_of(best) == max(map(number_of, chances), key=lambda number: logits[number])
    assert sum(chances.values()) == pytest.approx(1)
    chosen = Champion().choice(view, seen, np.zeros(200))
    assert {n: c for n, c in chosen.items() if c} == pytest.approx(
        {number_of(a): c for a, c in chances.items() if c}, abs=1e-6
    )


@pytest.mark.parametrize(("dice", "remembered"), [((2, 2), 3), ((2, 3), 2)])
def test_duellist_remembers_as_many_bids_as_the_solution(
    dice: tuple[int, int], remembered: int
) -> None:
    game = perudo.position("asmodee-2024", dice=dice)
    game.deal(*("23456"[:n] for n in dice))
    for bid in ("1x2", "1x3", "1x4", "1x5"):
        game.play(bid)
    seen = sight_of(np, known(game.view(0))).bids
    assert seen.tolist() == [[1, 5], [1, 4], [1, 3]][:remembered] + [[0, 0]] * (3 - remembered)


def test_bid_above_all_dice_is_doubted() -> None:
    game = perudo.position("asmodee-2024", dice=(2, 2))
    game.deal("22", "33")
    game.play("6x2")
    assert Champion().chances([game.view(1)]) == [{perudo.DUDO: 1.0}]


def test_only_actions_of_two_players_are_legal_to_it() -> None:
    rng = Random(4)
    for edition in ("asmodee-2024", "asmodee-2009", "menteur"):
        game = perudo.position(edition, dice=(3, 3))
        game.deal("P25", "346")
        while game.view(game.turn).legal.bids:
            view = game.view(game.turn)
            legal = {number_of(bid) for bid in view.legal.bids or ()}
            shown = set(np.flatnonzero(sight_of(np, known(view)).legal).tolist())
            assert shown - {DUDO_NUMBER} == {n for n in legal if n < 3 + 6 * 6}
            assert len(sight_of(np, known(view)).legal) == ACTIONS
            low = [bid for bid in view.legal.bids or () if bid.quantity <= 6]
            if not low:
                break
            game.play(rng.choice(low))


def test_all_weights_are_small_enough_for_the_package() -> None:
    coach = WEIGHTS.parents[2] / "coach" / "coach.safetensors"
    files = (WEIGHTS, DUEL_WEIGHTS, HABITS_WEIGHTS, coach)
    assert sum(file.stat().st_size for file in files) < 8_000_000


def test_local_best_response_wins_little_from_a_stranger() -> None:
    """A sample of the exam; the champion without its duellist loses about 0.26."""
    study = ResponseStudy(table_rules("asmodee-2024"), "champion", (2, 2), 100, seed=5)
    assert response_of(study.run(0, 100)).value < 0.05
