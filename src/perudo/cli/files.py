"""Reading and writing record files."""

import sys
from pathlib import Path

from perudo.cli.out import fail
from perudo.i18n.tongue import Tongue
from perudo.records.problems import RecordProblem
from perudo.records.record import Record
from perudo.records.replay import LONGEST, read_record
from perudo.wording.record_text import record_problem_text


def read_file(name: str, t: Tongue) -> bytes:
    """The bytes of a file (``-``: standard input), up to just more than a record may have."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(LONGEST + 1)
        with Path(name).open("rb") as file:
            return file.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        fail(t.say("Cannot read {file}: {reason}", file=name, reason=reason_text(error, t)))


def load_record(name: str, t: Tongue) -> Record:
    try:
        return read_record(read_file(name, t))
    except RecordProblem as problem:
        fail(f"{name}: {record_problem_text(t, problem)}", status=1)


def save(name: str, text: str, t: Tongue) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        fail(t.say("Cannot write {file}: {reason}", file=name, reason=reason_text(error, t)))


def reason_text(error: OSError | ValueError, t: Tongue) -> str:
    match error:
        case FileNotFoundError():
            return t.say("there is no such file or folder")
        case IsADirectoryError():
            return t.say("it is a folder")
        case PermissionError():
            return t.say("permission denied")
        case OSError():
            return error.strerror or str(error)
        case ValueError():
            return t.say("this is not a file name")
