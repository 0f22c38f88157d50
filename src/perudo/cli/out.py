"""Output of commands: lines for people, JSON for programs."""

import json
import sys
from typing import NoReturn

from perudo.engine.errors import Error


def line(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def data(value: object) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


class Failure(Error):
    """Ends the command with a message and an exit status."""

    def __init__(self, text: str, status: int = 2) -> None:
        super().__init__(text)
        self.status = status


def fail(text: str, status: int = 2) -> NoReturn:
    raise Failure(text, status)
