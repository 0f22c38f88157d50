"""What can be wrong with a record: where, what was found, and what would have worked."""

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from perudo.engine.errors import Error
from perudo.engine.house import SetupProblem
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Turn

LONGEST_TOKEN: Final = 60
"""The most characters of a record that a problem quotes."""


@unique
class RecordFault(Enum):
    """What is wrong with a record."""

    NOT_TEXT = "not-text"
    TOO_LONG = "too-long"
    NO_MARK = "no-mark"
    VERSION = "version"
    HEADER = "header"
    HEADER_TWICE = "header-twice"
    HEADER_MISSING = "header-missing"
    HEADER_LATE = "header-late"
    VALUE = "value"
    NAME = "name"
    SETUP = "setup"
    ROUND = "round"
    ROUND_NUMBER = "round-number"
    CUP = "cup"
    ACTION = "action"
    SEAT = "seat"
    AFTER_CALL = "after-call"
    NOT_CALLED = "not-called"
    STARTER_MISSING = "starter-missing"
    FOUND_MISSING = "found-missing"
    FOUND_DIFFERS = "found-differs"
    FAIR = "fair"
    JSON = "json"
    REFUSED = "refused"


@dataclass(unsafe_hash=True)  # not frozen: Python writes to an exception that is raised
class RecordProblem(Error):
    """A record that cannot be read or played.

    ``token`` is what was found at ``line``; ``expected`` lists what would have worked.
    """

    fault: RecordFault
    line: int
    token: str = ""
    expected: tuple[str, ...] = ()
    refusal: Refusal | None = None
    turn: Turn | None = None
    setup: SetupProblem | None = None

    def __post_init__(self) -> None:
        self.token = self.token[:LONGEST_TOKEN]

    def __str__(self) -> str:
        return self.text or f"line {self.line}: {self.fault.value}: {self.token!r}"
