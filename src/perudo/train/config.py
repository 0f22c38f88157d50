"""The configuration of a training run: a TOML file, checked name by name."""

import tomllib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any


class ConfigProblem(Exception):
    """A configuration that cannot be used. ``where`` is the file or setting, ``detail`` why not."""

    def __init__(self, where: str, detail: str) -> None:
        super().__init__(f"{where}: {detail}")
        self.where, self.detail = where, detail


@dataclass(frozen=True, kw_only=True)
class Config:
    seed: int = 1
    minutes: float = 20.0
    """Of learning in all; rates fall to their last values at the end of it."""
    games: int = 32768
    steps: int = 64
    """Steps of each game between two updates."""
    league: int = 8192
    """Games in which past selves may sit."""
    keep: int = 6
    """Past selves that are kept."""
    keep_every: int = 150
    """Updates between two past selves."""
    width: int = 576
    blocks: int = 3
    critic_width: int = 512
    critic_blocks: int = 2
    scorer_width: int = 256
    samples: int = 1 << 20
    """Decisions that an update learns from, at most."""
    batch: int = 32768
    epochs: int = 1
    rate: float = 5e-4
    last_rate: float = 2e-5
    entropy: float = 0.01
    last_entropy: float = 0.001
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
                raise ConfigProblem(name, f"must be more than 0, not {value}")
        if self.league > self.games:
            raise ConfigProblem("league", f"must be at most games ({self.games})")
        if self.samples % self.batch or self.samples > self.games * self.steps:
            raise ConfigProblem("samples", "must be a multiple of batch and at most games * steps")


_POSITIVE = {
    "minutes", "games", "steps", "league", "keep", "keep_every", "width", "critic_width",
    "scorer_width", "samples", "batch", "epochs", "rate",
}  # fmt: skip


def load_config(path: Path) -> Config:
    """Read a configuration; settings that are not given have their defaults."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigProblem(str(path), str(error)) from error
    return config_from(given)


def config_from(given: dict[str, Any]) -> Config:
    known = {field.name: type(field.default) for field in fields(Config)}
    for name, value in given.items():
        if name not in known:
            raise ConfigProblem(name, f"is no setting; there are {', '.join(known)}")
        wanted: tuple[type, ...] = (int, float) if known[name] is float else (int,)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise ConfigProblem(name, f"must be a number, not {value!r}")
    return Config(**given)
