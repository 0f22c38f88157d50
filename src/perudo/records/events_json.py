"""Events as JSON objects, for programs that follow a match."""

import re
from enum import Enum
from typing import Any

from perudo.engine.events import Event, MatchStarted
from perudo.engine.house import house_rules_of, options_of


def event_json(event: Event) -> dict[str, Any]:
    """``{"event": "bid-made", "seat": 2, "bid": [4, 5]}``: the kind, then its fields by name."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(event).__name__).lower()
    if isinstance(event, MatchStarted):
        setup = event.setup
        return {
            "event": kind,
            "edition": setup.rules.key,
            "options": list(options_of(setup.rules)),
            "house": house_rules_of(setup.rules),
            "seats": setup.seats,
            "dice": setup.dice,
        }
    return {"event": kind, **{name: _plain(v) for name, v in event._asdict().items()}}


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value
