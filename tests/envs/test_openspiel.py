"""OpenSpiel's own tests and algorithms on our games, and our liar's dice compared with its own."""

from itertools import product
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.algorithms.get_all_states import get_all_states

import perudo.envs.spiel_games  # noqa: F401 - registers the games
from perudo.engine import chance, play
from perudo.engine.house import SetupProblem, table_rules
from perudo.engine.match import Match
from perudo.engine.numbering import action_of, number_of
from perudo.engine.position import between_rounds
from perudo.envs.efg import as_tree
from perudo.envs.throws import throws
from perudo.solve.rounds import Solver
from perudo.solve.shape import dice_won, opening, shape_of
from testkit.precision import DOUBLE_PRECISION

GAMES = (
    "python_perudo",
    "python_perudo(edition=asmodee-2009,options=calza+visible-dice,dice0=2,dice1=3,cap=10)",
    "python_perudo(edition=weekend,options=calza,dice0=5,dice1=5)",
    "python_perudo(edition=parker-1994,palifico=true,dice1=1)",
    "python_perudo(edition=menteur,palifico=true,house=calza:on+raising:any-face,dice1=3)",
    "python_perudo_match(edition=asmodee-2009,options=calza,dice0=2,dice1=2)",
    "python_perudo_match(edition=asmodee-2024,options=palifico,dice0=1,dice1=3,max_rounds=3)",
    "python_perudo_liars_dice(dice1=2,faces=4)",
)
SMALL = "python_perudo(edition=menteur,palifico=true)"


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_a_game_is_rebuilt_from_its_string() -> None:
    for name in GAMES:
        game = pyspiel.load_game(name)
        assert str(pyspiel.load_game(str(game))) == str(game)


def random_states(name: str, seed: int, games: int) -> list[Any]:
    rng, states = Random(seed), []
    game = pyspiel.load_game(name)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            states.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state)
    return states


@pytest.mark.parametrize(
    ("name", "rules", "dice", "palifico", "cap"),
    [
        ("python_perudo(dice0=2,dice1=2)", ("asmodee-2024", ()), (2, 2), False, 4),
        ("python_perudo(edition=weekend,options=calza,dice0=2,cap=10)",
         ("weekend", ("calza",)), (2, 1), False, 10),
        ("python_perudo(edition=parker-1994,palifico=true,dice1=1)",
         ("parker-1994", ()), (1, 1), True, 2),
    ],
)  # fmt: skip
def test_a_round_agrees_with_the_engine(
    name: str, rules: tuple[str, tuple[str, ...]], dice: tuple[int, int], palifico: bool, cap: int
) -> None:
    """Replay OpenSpiel's histories in the engine."""
    for state in random_states(name, seed=5, games=25):
        numbers = state.history()
        match: Match = between_rounds(table_rules(*rules), dice, palifico=palifico)
        if len(numbers) < 2:
            continue
        cups = [throws(left)[number][0] for left, number in zip(dice, numbers, strict=False)]
        match, _ = chance.deal(match, cups)
        for number in numbers[2:]:
            action = action_of(number)
            assert action is not None
            assert match.round is not None
            match, _ = play.apply(match, match.round.turn, action)
        if state.is_terminal():
            showdown = match.score.past[0].showdown
            better = showdown.gainer if showdown.loser is None else 1 - showdown.loser
            worth = 0 if better is None else 1 - 2 * better
            assert state.returns() == [worth, -worth]
        else:
            assert match.round is not None
            options = play.legal_actions(match, match.round.turn)
            assert state.current_player() == match.round.turn
            assert state.legal_actions() == sorted(
                number_of(action)
                for action in options.actions()
                if not isinstance(action, tuple) or action.quantity <= cap
            )


@pytest.mark.parametrize("name", ["python_perudo(cap=1)", "python_perudo_liars_dice(faces=3)"])
def test_observations_depend_on_own_cup_and_bids_only(name: str) -> None:
    """In a whole tree, equal own cup and bids mean equal text and equal numbers."""
    shown: dict[tuple[int, Any], set[str]] = {}
    texts: dict[str, set[Any]] = {}
    for state in get_all_states(pyspiel.load_game(name), include_terminals=False).values():
        history = state.history()
        for player in (0, 1):
            text = state.information_state_string(player)
            numbers = tuple(state.information_state_tensor(player))
            shown.setdefault((player, (history[player], *history[2:])), set()).add(text)
            texts.setdefault(text, set()).add(numbers)
    assert len(shown) > 50
    assert all(len(same) == 1 for same in shown.values())
    assert len(set().union(*shown.values())) == len(shown)
    assert all(len(same) == 1 for same in texts.values())
    assert len({next(iter(same)) for same in texts.values()}) == len(texts)


def test_information_states_have_perfect_recall_in_a_match() -> None:
    """States with the same information state have the same public past."""
    name = "python_perudo_match(edition=asmodee-2009,options=calza,dice0=1,dice1=2)"
    public_by_state: dict[str, str] = {}
    longest = 0
    for state in random_states(name, seed=1, games=60):
        if state.is_chance_node() or state.is_terminal():
            continue
        public = [str(past) for past in state.position.match.score.past]
        longest = max(longest, len(public))
        assert public_by_state.setdefault(state.information_state_string(0), str(public)) == str(
            public
        )
        assert state.observation_tensor(0) is not None
    assert longest >= 2


def test_openspiel_cfr_lowers_exploitability() -> None:
    """Run CFR in Python on a palifico round."""
    game = pyspiel.load_game(SMALL)
    solver = cfr.CFRPlusSolver(game)
    found = []
    for _ in range(2):
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert found[1] < found[0] < uniform / 2


def value(game: Any, iterations: int) -> tuple[float, float]:
    """Return the first player's value by OpenSpiel's CFR+, and its exploitability.

    The true value is at most twice the exploitability away.
    """
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    returns = pyspiel.expected_returns(game.new_initial_state(), found, -1, True)
    return returns[0], pyspiel.exploitability(game, found)


@pytest.mark.parametrize(("dice", "faces"), [(1, 3), (1, 4), (2, 2)])
def test_liars_dice_has_the_values_of_openspiels_own(dice: int, faces: int) -> None:
    ours = pyspiel.load_game(f"python_perudo_liars_dice(dice0={dice},dice1={dice},faces={faces})")
    theirs = pyspiel.load_game(f"liars_dice(numdice={dice},dice_sides={faces})")
    results = []
    for game in (as_tree(ours), theirs):
        uniform = pyspiel.UniformRandomPolicy(game)
        results.append(
            (
                *value(game, 400),
                pyspiel.exploitability(game, uniform),
                pyspiel.expected_returns(game.new_initial_state(), uniform, -1, True)[0],
            )
        )
    (ours_found, ours_off, *ours_uniform), (theirs_found, theirs_off, *theirs_uniform) = results
    assert ours_off < 5e-4
    assert theirs_off < 5e-4
    assert ours_found == pytest.approx(theirs_found, abs=2 * (ours_off + theirs_off))
    assert ours_uniform == pytest.approx(theirs_uniform, abs=DOUBLE_PRECISION)


def test_the_tree_has_the_values_of_the_game() -> None:
    """Compare OpenSpiel's values of the game in Python and of its tree, for a round with calza."""
    game = pyspiel.load_game("python_perudo(edition=weekend,options=calza,palifico=true)")
    tree = as_tree(game)
    # The same steps on the same numbers in the same order, so rounding is the same too.
    assert value(game, 3) == pytest.approx(value(tree, 3), abs=DOUBLE_PRECISION)
    uniform = [pyspiel.exploitability(g, pyspiel.UniformRandomPolicy(g)) for g in (game, tree)]
    assert uniform[0] == pytest.approx(uniform[1], abs=DOUBLE_PRECISION)


@pytest.mark.parametrize(
    ("edition", "options", "others", "iterations"),
    [("menteur", "", 1, 200), ("weekend", "calza", 1, 800), ("menteur", "", 2, 200)],
)
def test_openspiel_agrees_with_our_solver(
    edition: str, options: str, others: int, iterations: int
) -> None:
    """Solve a palifico round by two programs that share only the rules."""
    name = f"python_perudo(edition={edition},options={options},palifico=true,dice1={others})"
    found, off = value(as_tree(pyspiel.load_game(name)), iterations)
    assert off < 1e-3
    shape = shape_of(opening(table_rules(edition, options.split()), (1, others), palifico=True))
    own = Solver(shape).solve(dice_won((1, others)), 1e-4).bounds
    assert found == pytest.approx(own.value, abs=2 * off + 1e-4)


def test_bids_above_the_dice_in_play_do_not_change_the_value() -> None:
    """Such bids are always false and nobody gains by them, so the default cap leaves them out."""
    (low, low_off), (high, high_off) = (
        value(as_tree(pyspiel.load_game(f"{SMALL[:-1]},cap={cap})")), 300) for cap in (2, 4)
    )
    assert max(low_off, high_off) < 1e-3
    assert low == pytest.approx(high, abs=2 * (low_off + high_off))


def test_throws_have_the_probabilities_of_dice() -> None:
    for dice, faces in product(range(1, 5), (3, 6)):
        assert sum(chance for _, chance in throws(dice, faces)) == pytest.approx(1)
    assert dict(throws(2))[(1, 2)] == pytest.approx(2 / 36)
    assert [len(throws(dice)) for dice in range(6)] == [1, 6, 21, 56, 126, 252]


@pytest.mark.parametrize(
    "name",
    [
        "python_perudo(dice0=6)",
        "python_perudo(dice1=0)",
        "python_perudo(cap=11)",
        "python_perudo(palifico=true)",
        "python_perudo(edition=menteur,dice0=2,palifico=true)",
        "python_perudo(edition=oxford)",
        "python_perudo_liars_dice(faces=7)",
    ],
)
def test_unplayable_settings_are_rejected(name: str) -> None:
    with pytest.raises((SetupProblem, ValueError)):
        pyspiel.load_game(name)
