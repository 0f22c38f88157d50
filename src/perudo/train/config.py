"""The configuration of a training run, read from a TOML file."""

import tomllib
from dataclasses import asdict, dataclass, fields
from enum import Enum, unique
from pathlib import Path
from typing import Any

from perudo.engine.dice import MOST_SEATS
from perudo.engine.errors import Error


@unique
class TrainingFault(Enum):
    """What is wrong with a configuration."""

    UNREADABLE = "unreadable"
    UNKNOWN_SETTING = "unknown-setting"
    NOT_A_NUMBER = "not-a-number"
    TOO_SMALL = "too-small"
    SEATS = "seats"
    LEAGUE = "league"
    SAMPLES = "samples"


@dataclass(unsafe_hash=True)
class TrainingProblem(Error):
    """A configuration that cannot be used: the file or setting, and what is wrong or allowed."""

    fault: TrainingFault
    where: str
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings of a run, by their names in the file."""

    seed: int = 1
    minutes: float = 18.2
    """Learning time in all, over which ``rate`` and ``entropy`` fall to their last values."""
    games: int = 32768
    """Games that are played at once."""
    steps: int = 64
    """Steps of each game for an update."""
    league: int = 8192
    """How many of the games may have past selves of the learner as opponents."""
    exploit: int = 0
    """1: the learner sits alone among copies of a rival that does not learn."""
    duel: int = 0
    """1: matches of two without calza only, with inputs of their own. The rival plays them as the
    champion does: by the solutions, except while the other looks like a simple player."""
    lenient: float = 0.0
    """Against a champion in duels: the share of the time over which its limits come down from ones
    that let everybody pass for a simple player. Whoever only meets the champion as it is may never
    come across what there would be to win."""
    seats: int = 0
    """Seats at every table; 0 for a mix of 2 to 6."""
    warm_up: int = 0
    """Updates at first in which only critic and scorer learn. If they are new and the policy is
    not, their first errors would spoil it."""
    keep: int = 8
    """How many past selves are kept."""
    keep_every: int = 200
    """Updates between two past selves."""
    average: float = 150.0
    """Updates over which the exported policy is averaged."""
    width: int = 576
    """Of the layers of the policy network."""
    blocks: int = 3
    """Residual blocks of the policy network."""
    critic_width: int = 512
    critic_blocks: int = 2
    scorer_width: int = 256
    samples: int = 3 << 18
    """The most decisions that an update learns from."""
    batch: int = 16384
    """Decisions of one step of the optimiser."""
    epochs: int = 1
    """How often an update goes through its decisions."""
    rate: float = 5e-4
    """The learning rate."""
    last_rate: float = 2e-5
    entropy: float = 0.01
    """Weight of the policy's entropy, which keeps it trying different actions."""
    last_entropy: float = 0.0015
    clip: float = 0.2
    """PPO: how far the probability ratio of an action may leave 1 and still be rewarded."""
    belief: float = 0.3
    """Weight of the loss for beliefs: which bids are true."""
    chance: float = 0.5
    """Weight of the loss for the policy's own chance to win."""
    within: float = 0.95
    """Lambda within a round: 0 trusts the critic's next value, 1 only the result of the round."""
    across: float = 0.8
    """The same across rounds, for the scorer and the result of the match."""
    ask_share: float = 0.3
    """The share of answers to an offered calza that is learned from."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value < 0 or (value == 0 and name in _POSITIVE):
                raise TrainingProblem(TrainingFault.TOO_SMALL, name, str(value))
        if self.seats == 1 or self.seats > MOST_SEATS:
            raise TrainingProblem(TrainingFault.SEATS, "seats", str(self.seats))
        if self.league > self.games:
            raise TrainingProblem(TrainingFault.LEAGUE, "league", str(self.league))
        if self.samples % self.batch or self.samples > self.games * self.steps:
            raise TrainingProblem(TrainingFault.SAMPLES, "samples", str(self.samples))


_POSITIVE = {
    "minutes", "games", "steps", "league", "keep", "keep_every", "average", "width", "critic_width",
    "scorer_width", "samples", "batch", "epochs", "rate",
}  # fmt: skip


def load_config(path: Path) -> Config:
    """Read a configuration; settings that are not given have their defaults."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TrainingProblem(TrainingFault.UNREADABLE, str(path), str(error)) from error
    return config_from(given)


def config_from(given: dict[str, Any]) -> Config:
    """Check the names and types of settings, and return them as a configuration."""
    known = {field.name: type(field.default) for field in fields(Config)}
    for name, value in given.items():
        if name not in known:
            raise TrainingProblem(TrainingFault.UNKNOWN_SETTING, name, ", ".join(known))
        wanted: tuple[type, ...] = (int, float) if known[name] is float else (int,)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise TrainingProblem(TrainingFault.NOT_A_NUMBER, name, str(value))
    return Config(**given)
