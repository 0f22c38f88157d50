"""Durations in words."""

from typing import Final

from perudo.i18n.tongue import Tongue

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY


def time_text(t: Tongue, seconds: int) -> str:
    """A duration in the largest unit that divides it."""
    if seconds % WEEK == 0:
        return t.plural("{n} week", "{n} weeks", seconds // WEEK)
    if seconds % DAY == 0:
        return t.plural("{n} day", "{n} days", seconds // DAY)
    if seconds % HOUR == 0:
        return t.plural("{n} hour", "{n} hours", seconds // HOUR)
    if seconds % MINUTE == 0:
        return t.plural("{n} minute", "{n} minutes", seconds // MINUTE)
    return t.plural("{n} second", "{n} seconds", seconds)
