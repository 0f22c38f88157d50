"""The time that all server processes of a database share.

It moves on steadily and never goes back, whatever is done to the clock of a machine: a deadline
comes when its time is over, not sooner and not later. docs/hosting.md tells what follows from it.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from perudo.server.storage import Store

JUMP_MS = 2_000
"""More than this from one look to the next is no drift: the database's clock was set anew."""
BEAT_SECONDS = 1.0
"""How often a server leaves a pulse, the time that it has then."""
GAP_MS = 3_000
"""Less than this without a pulse is no downtime."""
OTHERS_SECONDS = 2.5
"""Any server that is up leaves a pulse within this time."""

# It goes on while the machine sleeps, where the system has such a clock: that time is over too.
_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))

log = structlog.get_logger()


class Clock(Protocol):
    def look(self) -> None:
        """Set it by the database's, if need be. Blocks: call it from a thread."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class SharedClock:
    """The database's clock, carried on by this machine's steady one between two looks at it.

    Drift is followed. A jump of the database's clock is not: the time goes on from where it is.
    """

    def __init__(
        self,
        database_now: Callable[[], int],
        last_pulse: Callable[[], int | None] = lambda: None,
        begin: int | None = None,
    ) -> None:
        """``begin`` is what the time is now, where that is not what the database says."""
        self._database_now, self._last_pulse = database_now, last_pulse
        before, theirs, after = self._asked()
        begin = theirs if begin is None else begin
        self._ahead = theirs - begin
        """By how much the database's clock is ahead of the time: jumps that were not followed."""
        self._offset = begin - (before + after) // 2
        self._latest = begin

    def _asked(self) -> tuple[int, int, int]:
        before = steady_ms()
        return before, self._database_now(), steady_ms()

    def look(self) -> None:
        """Ask the database again. Blocks: call it from a thread."""
        before, theirs, after = self._asked()
        # The answer was made somewhere between the question and now: so much is certain.
        least, most = theirs - self._ahead - after, theirs - self._ahead - before
        off = max(least - self._offset, 0) + min(most - self._offset, 0)
        if abs(off) > JUMP_MS:
            self._ahead += off
            log.warning("clock-jumped", ms=off)
        else:
            self._offset += off
        pulse = self._last_pulse()
        if pulse is not None:
            self._not_before(pulse)

    def _not_before(self, pulse: int) -> None:
        """Where others are ahead, this machine stood still for a while (a paused guest system)."""
        behind = pulse - self.now()
        if behind > 0:
            self._offset += behind
            self._ahead -= behind

    def now(self) -> int:
        now = steady_ms() + self._offset
        if now < self._latest:  # it waits until it is right again
            return self._latest
        self._latest = now
        return now


def shared_clock(store: Store, *, shared: bool) -> SharedClock:
    """The clock at the start of a process. Blocks.

    The time of servers that are up is right, whatever the database's clock says; else it goes on
    from the last pulse at the earliest. ``shared``: other processes may be up.
    """
    last, now = store.last_pulse(), store.now()
    if last is not None and abs(now - last) > GAP_MS and shared:
        others = _others_pulse(store, last)
        if others is not None:
            return SharedClock(store.now, store.last_pulse, others)
    begin = now if last is None else max(now, last)
    return SharedClock(store.now, store.last_pulse, begin)


def _others_pulse(store: Store, last: int) -> int | None:
    give_up = time.monotonic() + OTHERS_SECONDS
    while time.monotonic() < give_up:
        pulse = store.last_pulse()
        if pulse is not None and pulse != last:
            return pulse
        time.sleep(0.05)
    return None


def steady_ms() -> int:
    """A clock that nobody sets."""
    if _STEADY is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(_STEADY) // 1_000_000
