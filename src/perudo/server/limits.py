"""Limits on how much one guest or address may ask for: token buckets, by process."""

import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from perudo.server.config import Config

MOST_BUCKETS = 50_000
LONGEST_ADDRESS = 64
ROUNDING = 1e-6
"""Rounding error of sums of times, in seconds."""
HOUSEHOLD = 5
"""How many times more tables an address may open than a guest."""


def household(address: str) -> str:
    """The part of an address that one household has: all of IPv4, 64 bits of IPv6."""
    address = address[:LONGEST_ADDRESS]
    return _network(address) if ":" in address else address


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, 64), strict=False))


class Rate:
    """A rate limit per second, with bursts. A rate of 0 means no limit."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._limited = per_second > 0
        self._each = 1 / per_second if self._limited else 0.0
        self._longest = burst * self._each + ROUNDING
        # When each bucket will be full again, which is its whole state. There are two generations:
        # the older one is dropped when its buckets are full again, or when there are too many, so
        # that strangers cannot fill the memory.
        self._new: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._turn_at = 0.0

    def admits(self, who: str) -> bool:
        """Take one for ``who``; return False if the limit is reached."""
        if not self._limited:
            return True
        now = self._clock()
        full_at = self._full_at(who, now) + self._each
        if full_at - now > self._longest:
            return False
        self._note(who, full_at, now)
        return True

    def wait(self, who: str) -> int:
        """Whole seconds until ``who`` may have one; 0 if now."""
        if not self._limited:
            return 0
        now = self._clock()
        return max(0, ceil(self._full_at(who, now) + self._each - now - self._longest))

    def take(self, who: str) -> None:
        """Count one for ``who``, after ``wait`` returned 0."""
        if self._limited:
            now = self._clock()
            self._note(who, self._full_at(who, now) + self._each, now)

    def __len__(self) -> int:
        """The number of buckets in memory."""
        return len(self._new) + len(self._old)

    def _full_at(self, who: str, now: float) -> float:
        at = self._new.get(who)
        if at is None:
            at = self._old.get(who, 0.0)
        return at if at > now else now

    def _note(self, who: str, full_at: float, now: float) -> None:
        if now >= self._turn_at or len(self._new) >= MOST_BUCKETS // 2:
            self._old, self._new = self._new, {}
            self._turn_at = now + self._longest
        self._new[who] = full_at


LOBBY_PER_MINUTE = 20
"""How often an address may ask for a chair in the open lobby: a class room, but not a flood."""


class Quotas:
    """Limits over longer times, from the configuration."""

    def __init__(self, config: Config, clock: Callable[[], float] = time.monotonic) -> None:
        guests, tables = config.guests_per_minute, config.tables_per_hour
        codes = config.wrong_codes_per_minute
        self.guests = Rate(guests / 60, guests, clock)
        self._tables = Rate(tables / 3600, tables, clock)
        self._address_tables = Rate(HOUSEHOLD * tables / 3600, HOUSEHOLD * tables, clock)
        self.lobby = Rate(LOBBY_PER_MINUTE / 60, LOBBY_PER_MINUTE, clock)
        self.wrong_codes = Rate(codes / 60, codes, clock)

    def wait_for_table(self, guest: str, address: str) -> int:
        """Whole seconds until one more table may be opened; 0 if now, and it is counted."""
        wait = max(self._tables.wait(guest), self._address_tables.wait(address))
        if not wait:
            self._tables.take(guest)
            self._address_tables.take(address)
        return wait
