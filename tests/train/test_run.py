"""Tiny training runs that go through every part: learning, saving, resuming, playing."""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import jax
import numpy as np
import pytest

from perudo.bots.champion.duel import INPUTS
from perudo.bots.champion.likeness import EXPLOITER_INPUTS
from perudo.bots.champion.player import (
    DUEL_WEIGHTS,
    WEIGHTS,
    Champion,
    TrainedNetwork,
    trained_network,
)
from perudo.bots.champion.weights import read_weights
from perudo.cli.train import status_text
from perudo.engine.errors import InvalidValue
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.i18n.tongue import Tongue
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable
from perudo.train import duel_lessons, run
from perudo.train.champion_duels import EVERYBODY_PASSES
from perudo.train.chart import COLOURS, log_svg
from perudo.train.checkpoints import Progress
from perudo.train.config import Config, TrainingProblem, config_from
from perudo.train.evaluate import win_shares, write_candidate
from perudo.train.learning import new_learner, started_from, with_rival
from perudo.train.run import RunStatus, leniency_after, train

TINY = Config(
    games=32, steps=16, league=8, keep=2, keep_every=2, width=16, blocks=1, critic_width=16,
    critic_blocks=1, scorer_width=8, samples=128, batch=64, minutes=1,
)  # fmt: skip


def test_run_learns_saves_resumes_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LOG_EVERY", 0.0)
    statuses: list[RunStatus] = []
    first = train(TINY, tmp_path, pause_after=0.0, on_status=statuses.append)
    assert first.updates == 1
    then = train(TINY, tmp_path, resume=True, pause_after=0.0, on_status=statuses.append)
    assert then.updates == 2
    assert then.steps == 2 * TINY.games * TINY.steps
    assert [status.progress.updates for status in statuses] == [1, 2]
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["updates"] for line in log] == [1, 2]
    network, _ = trained_network(tmp_path / "champion.safetensors")
    setup = Setup(table_rules("asmodee-2009", ["calza"]), 3)
    bots = [BotSeat(Champion(TrainedNetwork(network, 1.0)), Random(seat)) for seat in range(3)]
    table = LocalTable(setup, bots, RandomDice(Random(4)))
    assert table.play().winner is not None
    assert [bot.problems for bot in bots] == [[], [], []]
    bot = write_candidate(tmp_path / "champion.safetensors", 0.5)
    (share,) = win_shares(bot, "easy", [(setup.rules, 2)], 2)
    assert share.share in (0, 0.5, 1)
    assert share.fair == 0.5
    assert "<svg" in (tmp_path / "log.svg").read_text()


def test_status_says_what_was_won_at_tables_that_were_played() -> None:
    t = Tongue("en", "asmodee-2024")
    status = RunStatus(Progress(), 0.25, 2.5e6, 90.0, {2: 0.5, 4: 0.25}, {})
    told = "25% done, 2.50 million steps a second, won {}, 1:30 left"
    assert status_text(t, status) == told.format("2: 50% 4: 25%")
    assert status_text(t, status._replace(win_shares={})) == told.format("–")


def test_chart_of_a_log_draws_the_sizes_that_were_played() -> None:
    shares: list[dict[str, float]] = [{}, {"2": 0.25}, {"2": 0.5, "4": 0.75}]
    drawn = log_svg([{"seconds": 60.0 * n, "shares": here} for n, here in enumerate(shares)])
    lines = re.findall(r'polyline points="([^"]*)".*?stroke="(#\w+)"', drawn)
    assert lines == [("360.0,220.0 680.0,160.0", COLOURS["2"]), ("680.0,100.0", COLOURS["4"])]
    assert 'aria-label="2: 50.0%; 4: 75.0%"' in drawn


def test_rival_stays_unchanged(tmp_path: Path) -> None:
    train(TINY, tmp_path, pause_after=0.0)
    rival = tmp_path / "champion.safetensors"
    before = read_weights(rival).arrays
    exploiter = tmp_path / "exploiter"
    train(replace(TINY, seats=2, keep_every=1), exploiter, rival=rival, pause_after=0.0)
    past = read_weights(exploiter / "past.safetensors").arrays
    for name, array in before.items():
        np.testing.assert_allclose(past[name], np.stack([array] * TINY.keep), rtol=0.01)


DUELS = replace(
    TINY, duel=1, width=duel_lessons.WIDTH, blocks=duel_lessons.BLOCKS, league=TINY.games,
    warm_up=1,
)  # fmt: skip


def test_exploiter_starts_from_weights_and_learns_to_beat_the_champion_in_duels(
    tmp_path: Path,
) -> None:
    start = read_weights(DUEL_WEIGHTS).arrays

    def weights(name: str) -> dict[str, Any]:
        return read_weights(tmp_path / f"{name}.safetensors").arrays

    go_on = partial(train, DUELS, tmp_path, rival=WEIGHTS, start=DUEL_WEIGHTS, pause_after=0.0)
    go_on()
    first = weights("policy")
    np.testing.assert_array_equal(first["in.weight"][:INPUTS], start["in.weight"])
    assert not first["in.weight"][INPUTS:].any(), "the solutions do not know the match"
    assert first["in.weight"].shape[0] == EXPLOITER_INPUTS
    critic = weights("critic")
    go_on(resume=True)
    policy = weights("policy")
    assert (weights("critic")["in.weight"] != critic["in.weight"]).any()
    assert policy["out.bias"].size > start["out.bias"].size, "it may also learn what to believe"
    assert (policy["in.weight"] != first["in.weight"]).any()
    np.testing.assert_allclose(policy["in.weight"], first["in.weight"], atol=0.02)
    bot = write_candidate(tmp_path / "champion.safetensors")
    (share,) = win_shares(bot, "champion", [(table_rules("menteur"), 2)], 2)
    assert share.share in (0, 0.5, 1)


def test_weights_that_no_champion_can_play_with_are_named() -> None:
    with pytest.raises(InvalidValue, match=r"duel\.safetensors: no champion takes 407 inputs"):
        write_candidate(DUEL_WEIGHTS)


def test_leniency_comes_down_to_nothing_in_its_share_of_the_time() -> None:
    config = replace(DUELS, lenient=0.5)
    assert leniency_after(0.0, config) == EVERYBODY_PASSES
    assert 0 < leniency_after(0.49, config) < leniency_after(0.3, config) < EVERYBODY_PASSES
    assert leniency_after(0.5, config) == leniency_after(1.0, config) == 0
    assert leniency_after(0.0, DUELS) == 0


def test_rival_of_duels_has_the_weights_of_a_champion(tmp_path: Path) -> None:
    with pytest.raises(TrainingProblem) as problem:
        train(DUELS, tmp_path, rival=DUEL_WEIGHTS, pause_after=0.0)
    assert problem.value.where == str(DUEL_WEIGHTS)
    assert "champion" in problem.value.detail


def test_weights_of_another_size_are_named() -> None:
    sizes = (5, 1, 1)
    learner = new_learner(jax.random.key(1), TINY, sizes)
    other = {name: array[..., :8] for name, array in learner.networks.policy.items()}
    for use in (started_from, with_rival):
        with pytest.raises(InvalidValue, match=r"in\.weight has another size"):
            use(learner, other)
        with pytest.raises(InvalidValue, match=r"in\.weight has another size"):
            use(learner, {})


def test_file_of_weights_that_does_not_fit_is_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingProblem) as problem:
        train(replace(DUELS, width=16), tmp_path, start=DUEL_WEIGHTS, pause_after=0.0)
    assert problem.value.where == str(DUEL_WEIGHTS)
    assert "in.weight" in problem.value.detail


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"gamse": 3}, "gamse"),
        ({"games": "many"}, "games"),
        ({"rate": 0}, "rate"),
        ({"league": 40000}, "league"),
        ({"samples": 1000}, "samples"),
    ],
)
def test_wrong_setting_is_named(given: dict[str, object], where: str) -> None:
    with pytest.raises(TrainingProblem) as problem:
        config_from(given)
    assert problem.value.where == where
