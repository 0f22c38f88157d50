"""The age of a table, measured by the time that servers were up, not by the calendar.

A wrong clock, or a machine that was off for a year, does not make tables old: only time in which
somebody could have played counts.
"""

from collections.abc import Iterable


def moment_before(stretches: Iterable[tuple[int, int]], ms: int) -> int | None:
    """The time since which servers have been up for ``ms`` in all; None if not that long.

    ``stretches`` has (began, ended) of each server; several may overlap.
    """
    earliest: int | None = None
    for began, ended in sorted(stretches, key=lambda stretch: stretch[1], reverse=True):
        # From the latest back, without counting overlaps twice.
        end = ended if earliest is None else min(ended, earliest)
        if began >= end:
            continue
        if end - began >= ms:
            return end - ms
        ms -= end - began
        earliest = began
    return None
