"""A training run: updates, checkpoints, log."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.weights import read_weights
from perudo.lab.rules import Rules, batch_of
from perudo.train.champion_duels import EVERYBODY_PASSES, Duellists, champion_of_duels
from perudo.train.chart import draw_log
from perudo.train.checkpoints import Progress, export, load, save
from perudo.train.config import Config, TrainingFault, TrainingProblem
from perudo.train.from_state import knowledge_from_state
from perudo.train.learning import (
    Learner,
    Report,
    keep_past_self,
    new_learner,
    started_from,
    update,
    with_rival,
)
from perudo.train.network import Params
from perudo.train.rollout import Games, critic_rows, new_games, policy_inputs, scored_tables
from perudo.train.tables import draw_duels, draw_setups

SAVE_EVERY = 120.0
"""Seconds between two checkpoints."""
LOG_EVERY = 5.0
"""Seconds between two lines of the log."""
TEMPERATURE = 1.0
"""The champion draws actions as it learned to. A lower temperature did not make it stronger, and
would make it easier to read."""


class RunStatus(NamedTuple):
    """How a run is doing, for the log and for the person who waits."""

    progress: Progress
    share_done: float
    steps_a_second: float
    seconds_left: float
    win_shares: dict[int, float]
    """By number of seats: the share of matches won with one learner alone among opponents. Sizes of
    which no match ended are not there."""
    measures: dict[str, float]


def train(
    config: Config,
    folder: Path,
    *,
    resume: bool = False,
    rival: Path | None = None,
    start: Path | None = None,
    pause_after: float | None = None,
    on_status: Callable[[RunStatus], None] | None = None,
) -> Progress:
    """Learn for the minutes of the configuration, or until ``pause_after`` seconds have passed.

    The learner is saved at the end, also if interrupted. With the weights of a ``rival``, all
    opponents are that rival; in duels it plays as the champion does with such a network. With those
    of a ``start``, the policy starts from them.
    ``on_status`` is called every few seconds.
    """
    if rival is not None:
        config = replace(config, exploit=1, league=config.games)
    setups = draw_duels if config.duel else partial(draw_setups, seats=config.seats)
    rules = batch_of(setups(config.games, config.seed))
    # On an accelerator this generator is many times faster than the default one.
    key = jax.random.key(config.seed, impl="rbg")
    learner = new_learner(jax.random.fold_in(key, 2), config, input_sizes(rules, config))
    progress = Progress()
    if start is not None:
        learner = _given(start, lambda weights: started_from(learner, weights))
    if resume:
        learner, progress = load(folder, learner)
    champion = None
    if rival is not None and config.duel:
        champion = _given(rival, champion_of_duels)
    elif rival is not None:
        learner = _given(rival, lambda weights: with_rival(learner, weights))
    # Only now, as it takes its time to compile: a file that does not fit is named at once.
    games = jax.jit(new_games, static_argnums=2)(jax.random.fold_in(key, 1), rules, config)
    folder.mkdir(parents=True, exist_ok=True)
    run = _Run(config, folder, learner, champion, games, progress)
    began = time.monotonic()
    try:
        while run.progress.seconds < 60 * config.minutes:
            status = run.one_update(jax.random.fold_in(key, 3 + run.progress.updates))
            if status is not None and on_status is not None:
                on_status(status)
            if pause_after is not None and time.monotonic() - began > pause_after:
                break
    finally:
        run.save()
    return run.progress


T = TypeVar("T")


def _given(file: Path, use: Callable[[Params], T]) -> T:
    """Use the weights of a file, and say which file it was if they do not fit."""
    try:
        return use(read_weights(file).arrays)
    except ValueError as error:
        raise TrainingProblem(TrainingFault.UNREADABLE, str(file), str(error)) from error


def input_sizes(rules: Rules, config: Config) -> tuple[int, int, int]:
    """Return how many inputs the policy has, the critic has in addition, and the scorer has."""

    def of_first_game(key: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
        games = new_games(key, rules, config)
        states, memories, seatings, likeness = games
        known = jax.vmap(knowledge_from_state)(states, memories)
        return (
            policy_inputs(known, likeness.now, states.seat, config)[0][0],
            critic_rows(states, known, seatings, likeness, config)[0],
            scored_tables(states, memories, seatings, likeness.now, config)[0][0],
        )

    policy, critic, scorer = jax.eval_shape(of_first_game, jax.random.key(0))
    return policy.size, critic.size, scorer.size


def leniency_after(done: float, config: Config) -> float:
    """Return how lenient a champion of duels is after this share of the learning time."""
    left = max(0.0, 1 - done / config.lenient) if config.lenient else 0.0
    return EVERYBODY_PASSES * left


class _Run:
    """A run in progress."""

    def __init__(
        self,
        config: Config,
        folder: Path,
        learner: Learner,
        champion: Duellists | None,
        games: Games,
        progress: Progress,
    ) -> None:
        self.config, self.folder, self.champion = config, folder, champion
        self.learner, self.games, self.progress = learner, games, progress
        self._last: float | None = None
        self._saved = self._logged = time.monotonic()
        self._reports: list[Report] = []
        self._since = progress

    def one_update(self, key: jax.Array) -> RunStatus | None:
        config = self.config
        done = min(1.0, self.progress.seconds / (60 * config.minutes))
        rate = config.rate + (config.last_rate - config.rate) * done
        entropy = config.entropy + (config.last_entropy - config.entropy) * done
        self.learner, self.games, report = update(
            self.learner,
            self.champion,
            self.games,
            key,
            jnp.float32(rate),
            jnp.float32(entropy),
            jnp.bool_(self.progress.updates >= config.warm_up),
            jnp.float32(leniency_after(done, config)),
            config,
        )
        self._reports.append(jax.device_get(report))
        updates = self.progress.updates + 1
        if updates % config.keep_every == 0 and not config.exploit:
            self.learner = keep_past_self(self.learner)
        now = time.monotonic()
        # The first update is mostly compiling, which does not count as learning time.
        took = 0.0 if self._last is None else now - self._last
        self._last = now
        steps = self.progress.steps + config.games * config.steps
        self.progress = Progress(updates, self.progress.seconds + took, steps)
        if now - self._saved > SAVE_EVERY:
            self.save()
            self._saved = now
        if now - self._logged > LOG_EVERY:
            self._logged = now
            return self._status()
        return None

    def save(self) -> None:
        save(self.folder, self.learner, self.progress)
        notes = {"updates": str(self.progress.updates), "steps": str(self.progress.steps)}
        export(self.folder, self.learner, TEMPERATURE, notes)
        log = self.folder / "log.jsonl"
        if log.exists():
            draw_log(log, self.folder / "log.svg")

    def _status(self) -> RunStatus:
        seconds = self.progress.seconds - self._since.seconds
        steps = self.progress.steps - self._since.steps
        matches = np.sum([report.tally.matches for report in self._reports], 0)
        wins = np.sum([report.tally.wins for report in self._reports], 0)
        count = len(self._reports)
        measures = {
            name: float(sum(getattr(report.measures, name) for report in self._reports)) / count
            for name in self._reports[0].measures._fields
        }
        measures["decisions"] = sum(float(report.decisions) for report in self._reports) / count
        total = 60 * self.config.minutes
        status = RunStatus(
            self.progress,
            min(1.0, self.progress.seconds / total),
            steps / seconds if seconds else 0.0,
            max(0.0, total - self.progress.seconds),
            {
                seats: float(won / played)
                for seats, (played, won) in enumerate(zip(matches, wins, strict=True), 2)
                if played
            },
            measures,
        )
        self._reports, self._since = [], self.progress
        line = {**self.progress._asdict(), "shares": status.win_shares, **measures,
                "steps_a_second": status.steps_a_second}  # fmt: skip
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        return status
