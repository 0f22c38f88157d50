"""Configuration of a server: flags, else the environment (PERUDO_PORT=...), else a TOML file."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum, unique
from pathlib import Path
from typing import Any

from perudo.engine.errors import Error


@unique
class ConfigFault(Enum):
    VALUE = "value"
    NOT_A_NUMBER = "not-a-number"
    NOT_TEXT = "not-text"
    UNKNOWN_NAME = "unknown-name"
    FILE = "file"


class ConfigProblem(Error):
    """``where`` (a flag, variable or file) has the value ``what``; ``wanted`` would work."""

    def __init__(self, fault: ConfigFault, where: str, what: str, wanted: str = "") -> None:
        super().__init__(f"{where}: {what} (wanted: {wanted})")
        self.fault, self.where, self.what, self.wanted = fault, where, what, wanted


_LEAST = {
    "keep_finished_days": 1,
    "keep_idle_days": 1,
    "requests_per_second": 0,
    "guests_per_minute": 0,
    "tables_per_hour": 0,
    "wrong_codes_per_minute": 0,
    "connections_per_address": 0,
}

SHORTEST_TOKEN = 16
ON, OFF, LOOPBACK = "on", "off", "loopback"
"""Whether players are called by push services; the last also by services on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    database: str = "sqlite:///perudo-data/perudo.db"
    redis: str = ""
    """Address of Redis, which notifies other processes; not needed with one process."""
    public_url: str = ""
    """The address that people use, for links, if there is a proxy in front."""
    log_level: str = "info"
    requests_per_second: int = 20
    """For one guest, or one address without a guest; bursts of three times as many. 0: no limit."""
    guests_per_minute: int = 60
    """New guests from one address. 0: no limit."""
    tables_per_hour: int = 60
    """Tables opened by one guest; five times as many from one address. 0: no limit."""
    wrong_codes_per_minute: int = 20
    """Wrong codes from one address before it has to wait, even with right ones. 0: no limit."""
    connections_per_address: int = 256
    """Simultaneous connections, streams included. 0: no limit."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses of proxies whose X-Forwarded-For is trusted."""
    metrics: str = "local"
    """Who may read /metrics: "off" (nobody), "local" (programs on this machine, not through a
    proxy), or a token to be sent as ``Authorization: Bearer``."""
    keep_finished_days: int = 30
    keep_idle_days: int = 60
    """When idle tables are deleted; a turn may take up to 14 days."""
    contact: str = ""
    """Whom guests can ask about their data: a mail or web address, or plain text."""

    push: str = ON
    """Whether players of slow tables are called by their browsers' push services."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65_535:
            raise ConfigProblem(ConfigFault.VALUE, "port", str(self.port), "0 … 65535")
        if not 1 <= self.workers <= 64:
            raise ConfigProblem(ConfigFault.VALUE, "workers", str(self.workers), "1 … 64")
        if self.workers > 1 and not self.database.startswith("postgres"):
            raise ConfigProblem(
                ConfigFault.VALUE, "workers", str(self.workers), "database = postgresql://…"
            )
        if self.log_level not in ("debug", "info", "warning", "error"):
            raise ConfigProblem(
                ConfigFault.VALUE, "log_level", self.log_level, "debug, info, warning, error"
            )
        if self.metrics not in ("off", "local") and len(self.metrics) < SHORTEST_TOKEN:
            # Not repeated in the message: it may be a token.
            raise ConfigProblem(
                ConfigFault.VALUE, "metrics", "…", f"off, local, TOKEN ({SHORTEST_TOKEN}+)"
            )
        if self.push not in (ON, OFF, LOOPBACK):
            raise ConfigProblem(ConfigFault.VALUE, "push", self.push, f"{ON}, {OFF}, {LOOPBACK}")
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                raise ConfigProblem(ConfigFault.VALUE, name, str(getattr(self, name)), f"{least} …")

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the database too."""
        return self.database.startswith("postgres")


def read_config(flags: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration. ``flags`` may name a file as ``config``; None means not given."""
    given = {name: value for name, value in flags.items() if value is not None}
    file = given.pop("config", None) or environment.get("PERUDO_CONFIG")
    values: dict[str, Any] = {} if file is None else _from_file(Path(str(file)))
    for field in fields(Config):
        variable = f"PERUDO_{field.name.upper()}"
        if variable in environment:
            values[field.name] = _typed(variable, field.name, environment[variable])
    for name, value in given.items():
        values[name] = _typed(f"--{name.replace('_', '-')}", name, value)
    return Config(**values)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigProblem(ConfigFault.FILE, str(path), str(error)) from error
    names = [field.name for field in fields(Config)]
    for name in values:
        if name not in names:
            raise ConfigProblem(ConfigFault.UNKNOWN_NAME, str(path), name, ", ".join(names))
    return {name: _typed(f"{path}: {name}", name, value) for name, value in values.items()}


def _typed(where: str, name: str, value: object) -> object:
    if name not in _NUMBERS:
        if not isinstance(value, str):
            raise ConfigProblem(ConfigFault.NOT_TEXT, where, str(value))
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            # Undecodable bytes of the command line, which cannot be stored or passed on.
            raise ConfigProblem(ConfigFault.VALUE, where, value, "UTF-8")
        return value
    try:
        return int(str(value))
    except ValueError:
        raise ConfigProblem(ConfigFault.NOT_A_NUMBER, where, str(value)) from None


_NUMBERS = frozenset(field.name for field in fields(Config) if field.type in (int, "int"))
