"""How much one guest or address may ask for: token buckets, in each process by itself."""

import time
from collections.abc import Callable

MOST_BUCKETS = 50_000


class Rate:
    """So many a second on average, and ``burst`` at once. A rate of 0 sets no limit."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = per_second, burst, clock
        self._full_at: dict[str, float] = {}
        """When each bucket will be full again: all that needs to be known of it."""

    def admits(self, who: str) -> bool:
        if not self._rate:
            return True
        now = self._clock()
        full_at = max(now, self._full_at.get(who, 0.0)) + 1 / self._rate
        if full_at - now > self._burst / self._rate:
            return False
        if len(self._full_at) >= MOST_BUCKETS:
            self._full_at = {name: at for name, at in self._full_at.items() if at > now}
        self._full_at[who] = full_at
        return True
