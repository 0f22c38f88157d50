"""What can be installed beside the base, which needs nothing but Python.

A part of the package that needs more says so at its door: ``require("solve")``.
"""

from importlib.util import find_spec
from typing import Final

from perudo.engine.errors import Error

EXTRAS: Final = {
    "solve": ("numpy", "numba"),
    "arena": ("openskill",),
    "champion": ("numpy",),
    "server": (
        *("alembic", "cryptography", "fastapi", "httptools", "jinja2", "orjson"),
        *("prometheus_client", "psycopg", "redis", "segno", "sqlalchemy", "structlog", "uvicorn"),
    ),
    "envs": ("numpy", "gymnasium", "pettingzoo", "pyspiel"),
    "client": ("httpx",),
    "terminal": ("textual", "httpx"),
    "lab": ("jax",),
    "train": ("jax", "numpy"),
    "ray": ("ray",),
}
"""The modules that each extra brings, by the names under which they are imported."""


class MissingExtra(Error, ImportError):
    """Something that is not installed is needed; the text is the command that installs it.

    Examples:
        >>> import perudo
        >>> raise perudo.MissingExtra("solve", "numba")
        Traceback (most recent call last):
            ...
        perudo.MissingExtra: numba is not installed: pip install "perudo[solve]"
    """

    __module__ = "perudo"

    def __init__(self, extra: str, module: str) -> None:
        self.extra, self.module = extra, module
        self.command = f'pip install "perudo[{extra}]"'
        super().__init__(f"{module} is not installed: {self.command}")

    def __reduce__(self) -> tuple[type["MissingExtra"], tuple[str, str]]:
        return MissingExtra, (self.extra, self.module)


def require(extra: str) -> None:
    """Raise ``MissingExtra`` unless all modules of this extra can be imported."""
    for module in _missing(extra):
        raise MissingExtra(extra, module)


def is_installed(extra: str) -> bool:
    return not _missing(extra)


def _missing(extra: str) -> list[str]:
    return [module for module in EXTRAS[extra] if find_spec(module) is None]
