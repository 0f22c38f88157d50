"""Bots that take part: built-in ones by name or level, or classes from files."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, unique
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from perudo.bots.bot import Bot, missing_method
from perudo.bots.roster import BOTS, bot_maker
from perudo.engine.errors import Error


@unique
class EntrantFault(Enum):
    """Why a bot cannot take part."""

    UNKNOWN = "unknown"
    NO_FILE = "no-file"
    NO_CLASS = "no-class"
    FILE_RAISED = "file-raised"
    NOT_A_BOT = "not-a-bot"


@dataclass(unsafe_hash=True)
class EntrantProblem(Error):
    fault: EntrantFault
    asked: str
    detail: str = ""


@cache
def entrant(name: str) -> Callable[[], Bot]:
    """The class of a bot named like ``hard``, ``liar`` or ``path/to/file.py:Class``."""
    if not is_builtin(name):
        return _from_file(name)
    if name not in BOTS:
        raise EntrantProblem(EntrantFault.UNKNOWN, name, ", ".join(BOTS))
    return bot_maker(name)


def is_builtin(name: str) -> bool:
    return ":" not in name


def file_of(name: str) -> str:
    """Return the file of a bot named ``path/to/file.py:Class``."""
    return name.rpartition(":")[0]


_sent: dict[str, str] = {}


def load_source(name: str, text: str) -> None:
    """Let a bot from a file that another machine has be an entrant here, from the file's text."""
    if _sent.get(name) != text:
        _sent[name] = text
        entrant.cache_clear()


def _from_file(name: str) -> Callable[[], Bot]:
    file, _, class_name = name.rpartition(":")
    module = _module_from_text(file, _sent[name]) if name in _sent else _module_from_file(file)
    maker: Any = getattr(module, class_name, None)
    if not callable(maker):
        raise EntrantProblem(EntrantFault.NO_CLASS, name, class_name)
    missing = missing_method(maker)
    if missing is not None:
        raise EntrantProblem(EntrantFault.NOT_A_BOT, name, missing)
    return maker  # type: ignore[no-any-return]


def _module_from_file(file: str) -> ModuleType:
    path = Path(file)
    if not path.is_file():
        raise EntrantProblem(EntrantFault.NO_FILE, file)
    module_name = f"perudo_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise EntrantProblem(EntrantFault.NO_FILE, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    with _reported(file):
        spec.loader.exec_module(module)
    return module


def _module_from_text(file: str, text: str) -> ModuleType:
    module = ModuleType(f"perudo_bot_{Path(file).stem}")
    sys.modules[module.__name__] = module
    with _reported(file):
        exec(compile(text, file, "exec"), vars(module))  # noqa: S102 - what importing it does
    return module


@contextmanager
def _reported(file: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"
        raise EntrantProblem(EntrantFault.FILE_RAISED, file, detail) from error
