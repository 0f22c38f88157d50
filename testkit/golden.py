"""Events as readable lines that do not depend on Python's ``repr``."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum

from perudo.engine.bid import Bid
from perudo.engine.edition import Edition
from perudo.engine.events import Event
from perudo.engine.setup import Setup

SEPARATOR = "---"


def event_line(event: Event) -> str:
    """Return an event as a line: ``DieLost seat=2``."""
    named = zip(event._fields, event, strict=True)
    parts = (part for name, value in named for part in _parts(name, value))
    return " ".join([type(event).__name__, *parts])


def _parts(name: str, value: object) -> Iterator[str]:
    if isinstance(value, Setup | Edition):
        for part in fields(value):
            if part.compare:
                yield from _parts(part.name, getattr(value, part.name))
    else:
        yield f"{name}={_text(value)}"


def _text(value: object) -> str:
    """Return a value as text: ``4x5``, ``[12455,-,3]``, ``dudo``, ``2``, ``-`` for None."""
    match value:
        case None:
            return "-"
        case Bid(quantity, face):
            return f"{quantity}x{face}"
        case Enum():
            return str(value.value)
        case tuple():
            return f"[{','.join(map(_text, value))}]"
        case str() | int():
            return str(value)
        case _:
            raise TypeError(f"no text for {value!r}")
