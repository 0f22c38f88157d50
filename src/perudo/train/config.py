"""The configuration of a training run: a TOML file, checked name by name."""

import tomllib
from dataclasses import asdict, dataclass, fields
from enum import Enum, unique
from pathlib import Path
from typing import Any

from perudo.engine.dice import MOST_SEATS
from perudo.engine.errors import Error


@unique
class TrainingFault(Enum):
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
    seed: int = 1
    minutes: float = 18.2
    """Of learning in all; rates fall to their last values at the end of it."""
    games: int = 32768
    steps: int = 64
    """Steps of each game between two updates."""
    league: int = 8192
    """Games in which past selves may sit."""
    exploit: int = 0
    """1: all other seats are held by a rival that stays as it is."""
    seats: int = 0
    """Of every table; 0 for tables of 2 to 6."""
    keep: int = 8
    """Past selves that are kept."""
    keep_every: int = 200
    """Updates between two past selves."""
    average: float = 150.0
    """Updates that the policy which is played with is averaged over."""
    width: int = 576
    blocks: int = 3
    critic_width: int = 512
    critic_blocks: int = 2
    scorer_width: int = 256
    samples: int = 3 << 18
    """Decisions that an update learns from, at most."""
    batch: int = 16384
    epochs: int = 1
    rate: float = 5e-4
    last_rate: float = 2e-5
    entropy: float = 0.01
    last_entropy: float = 0.0015
    clip: float = 0.2
    belief: float = 0.3
    """Weight of learning which bids are true."""
    chance: float = 0.5
    """Weight of learning one's chance to win."""
    within: float = 0.95
    across: float = 0.8
    ask_share: float = 0.3
    """Of the answers to an offered calza, the part that is learned from."""

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
    known = {field.name: type(field.default) for field in fields(Config)}
    for name, value in given.items():
        if name not in known:
            raise TrainingProblem(TrainingFault.UNKNOWN_SETTING, name, ", ".join(known))
        wanted: tuple[type, ...] = (int, float) if known[name] is float else (int,)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise TrainingProblem(TrainingFault.NOT_A_NUMBER, name, str(value))
    return Config(**given)
