"""How old a table is: by the time that servers were up since, never by the calendar alone.

A clock that is set wrong, or a machine that stood in a cupboard, makes no table old: a day counts
only when somebody could have played in it.
"""

from collections.abc import Iterable


def moment_before(stretches: Iterable[tuple[int, int]], ms: int) -> int | None:
    """The moment since which servers have been up for ``ms`` in all; None: not yet that long.

    ``stretches`` say from when to when each server was up; several may have been at once.
    """
    earliest: int | None = None
    for began, ended in sorted(stretches, key=lambda stretch: stretch[1], reverse=True):
        # From the latest back: what a later one has covered is not counted again.
        end = ended if earliest is None else min(ended, earliest)
        if began >= end:
            continue
        if end - began >= ms:
            return end - ms
        ms -= end - began
        earliest = began
    return None
