"""The clock that all server processes of a database share.

It runs steadily and never goes back, even if somebody sets the clock of a machine, so that
deadlines are neither early nor late. docs/hosting.md has the consequences.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

import structlog

from perudo.server.storage import Store

JUMP_MS = 2_000
"""A larger difference between two readings is not drift: the database's clock was set."""
JUMP_READINGS = 5
"""How often to read it again then; the quickest answer says most exactly how far it was set."""
BEAT_SECONDS = 1.0
"""How often a server leaves a pulse: its current time."""
AFTER_PULSE_MS = 2_000
"""A server that dies may have written entries for this long after its last pulse."""
GAP_MS = 3_000
"""A shorter time without a pulse does not count as downtime."""
OTHERS_SECONDS = 2.5
"""A running server leaves a pulse within this time."""

# If possible a clock that also runs while the machine is suspended.
_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))

log = structlog.get_logger()


class Clock(Protocol):
    def look(self) -> None:
        """Adjust to the database's clock. Blocks: call it from a thread."""
        ...

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class SharedClock:
    """The database's clock, continued by this machine's steady clock between two readings.

    It follows drift but not jumps of the database's clock.
    """

    def __init__(
        self,
        database_now: Callable[[], int],
        last_pulse: Callable[[], int | None] = lambda: None,
        begin: int | None = None,
    ) -> None:
        """``begin`` is the current time, if it is not the database's."""
        self._database_now, self._last_pulse = database_now, last_pulse
        before, theirs, after = self._asked()
        begin = theirs if begin is None else begin
        self._ahead = theirs - begin
        """How far the database's clock is ahead: the sum of the jumps that were not followed."""
        self._offset = begin - (before + after) // 2
        self._latest = begin

    def _asked(self) -> tuple[int, int, int]:
        before = steady_ms()
        return before, self._database_now(), steady_ms()

    def look(self) -> None:
        """Read the database's clock again. Blocks: call it from a thread."""
        off = self._off(*self._asked())
        if abs(off) > JUMP_MS:
            self._follow_jump()
        else:
            self._offset += off
        pulse = self._last_pulse()
        if pulse is not None:
            self._not_before(pulse)

    def _off(self, before: int, theirs: int, after: int) -> int:
        """Return how far the database's clock must be off this one; 0 if it may agree."""
        # The database read its clock at some time between the question and the answer.
        least, most = theirs - self._ahead - after, theirs - self._ahead - before
        return max(least - self._offset, 0) + min(most - self._offset, 0)

    def _follow_jump(self) -> None:
        """Leave a jump of the database's clock out, and all of it: the rest would pass for drift,
        and turns would be too short or too long by that."""
        readings = [self._asked() for _ in range(JUMP_READINGS)]
        before, theirs, after = min(readings, key=lambda reading: reading[2] - reading[0])
        jump = theirs - self._ahead - (before + after) // 2 - self._offset
        self._ahead += jump
        log.warning("clock-jumped", ms=jump)

    def _not_before(self, pulse: int) -> None:
        """Catch up with other servers: this machine was suspended for a while."""
        behind = pulse - self.now()
        if behind > 0:
            self._offset += behind
            self._ahead -= behind

    def now(self) -> int:
        now = steady_ms() + self._offset
        if now < self._latest:  # wait rather than go back
            return self._latest
        self._latest = now
        return now


def shared_clock(store: Store, *, shared: bool) -> SharedClock:
    """Make the clock at the start of a process. Blocks.

    It takes the time of running servers, else that of the database, but never earlier than the last
    pulse. ``shared`` says that other servers may run.
    """
    last, now = store.last_pulse(), store.now()
    if last is not None and abs(now - last) > GAP_MS and shared:
        others = _others_pulse(store, last)
        if others is not None:
            return SharedClock(store.now, store.last_pulse, others)
    if last is not None and now < last:
        # The clock was set back. Entries may be later than the last pulse of a server that died.
        now = last + AFTER_PULSE_MS
    return SharedClock(store.now, store.last_pulse, now)


def _others_pulse(store: Store, last: int) -> int | None:
    give_up = time.monotonic() + OTHERS_SECONDS
    while time.monotonic() < give_up:
        pulse = store.last_pulse()
        if pulse is not None and pulse != last:
            return pulse
        time.sleep(0.05)
    return None


def steady_ms() -> int:
    """Milliseconds on a clock that nobody can set."""
    if _STEADY is None:
        return time.monotonic_ns() // 1_000_000
    return time.clock_gettime_ns(_STEADY) // 1_000_000
