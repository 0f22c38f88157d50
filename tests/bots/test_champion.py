"""The champion at the table: its weights, its network, its strength, and what it needs."""

from pathlib import Path

import numpy as np
import pytest

import perudo
from perudo.arena.contest import one_against_many
from perudo.arena.standing import shares
from perudo.bots.champion.memory import BID_ODDS, MatchMemory
from perudo.bots.champion.network import Network
from perudo.bots.champion.player import WEIGHTS, Champion, trained_network
from perudo.bots.champion.weights import read_weights
from perudo.bots.roster import CHARACTERS
from perudo.engine.house import table_rules
from perudo.odds.chances import at_least


def test_weights_are_small_enough_for_the_package() -> None:
    assert WEIGHTS.stat().st_size < 8_000_000


def test_network_output_is_as_computed_by_hand() -> None:
    arrays = {
        "in.weight": np.array([[1.0, -1.0]]), "in.bias": np.array([0.5, 0.0]),
        "0.gain": np.array([2.0, 1.0]), "0.up": np.array([[1.0, 0.0], [0.0, 1.0]]),
        "0.bias": np.zeros(2), "0.down": np.array([[1.0, 0.0], [0.0, 1.0]]),
        "out.gain": np.ones(2), "out.weight": np.ones((2, 183 + 181)),
        "out.bias": np.arange(364.0),
    }  # fmt: skip
    # In: (1.5, 0). Normed: (sqrt 2, 0), with its gain twice that, added: (1.5 + 2 sqrt 2, 0).
    # Normed again: (sqrt 2, 0), whose sum is sqrt 2.
    preferences = Network(arrays).preferences(np.array([1.0]))
    np.testing.assert_allclose(preferences, 2**0.5 + np.arange(183), atol=1e-4)
    beliefs, chance = Network(arrays).beliefs(np.array([1.0]))
    assert len(beliefs) == 180
    assert chance == pytest.approx(1.0)


@pytest.mark.parametrize("header", [b"", b"not json", b"[]", b'{"x": {}}'])
def test_file_without_weights_is_rejected(tmp_path: Path, header: bytes) -> None:
    file = tmp_path / "weights"
    file.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(ValueError, match="is not a file of weights"):
        read_weights(file)


# The expert's lead is smaller than the champion's, so it takes more matches to see it.
@pytest.mark.parametrize(("bot", "seats", "matches"), [("champion", 4, 60), ("expert", 2, 400)])
def test_levels_above_hard_win_more_than_their_share_against_it(
    bot: str, seats: int, matches: int
) -> None:
    contest = one_against_many(table_rules("asmodee-2024"), bot, "hard", seats, matches, seed=11)
    share = shares(contest, contest.run(0, matches))[bot]
    assert share.low > share.fair


def test_missing_numpy_is_named_in_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perudo.extras.find_spec", lambda name: None)
    with pytest.raises(perudo.MissingExtra, match="numpy is not installed: pip install"):
        perudo.play_match(["champion", "easy"], seed=1)


def test_each_match_gets_a_new_champion_with_the_same_weights() -> None:
    first, second = CHARACTERS["champion"](), CHARACTERS["champion"]()
    assert isinstance(first, Champion)
    assert first is not second
    assert trained_network() is trained_network()


def test_statistics_in_mid_match_count_the_dice_that_were_left() -> None:
    game = perudo.position("weekend", dice=(1, 2))
    game.deal("2", "35")
    game.play("1x2")
    numbers = MatchMemory().numbers_for(game.view(1))
    assert numbers[BID_ODDS, 0] == pytest.approx(at_least(2, 3, 1))
