"""Bans: guests and addresses that may not open tables, sit, act or chat."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from perudo.server.storage.operating import Ban
from perudo.table.live.state import guest_behind

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def address_from(text: str) -> Address | None:
    """Parse an address; None if it is none. IPv4 addresses in IPv6 form become plain ones."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network_of(text: str) -> Network | None:
    """Parse an address or a network; None if it is neither."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


class Bans:
    """The bans in force, checked with every request that would change something."""

    def __init__(self, clock: Callable[[], int], bans: Iterable[Ban] = ()) -> None:
        self._clock = clock
        self.use(bans)

    def use(self, bans: Iterable[Ban]) -> None:
        self._guests: dict[str, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []
        for ban in bans:
            network = network_of(ban.who)
            if network is None:
                self._guests[ban.who] = ban
            else:
                self._networks.append((network, ban))
        self.any = bool(self._guests or self._networks)
        """Whether there are any bans: else a request need not be looked at."""

    def on(self, player: str | None, address: Address | None) -> Ban | None:
        """The ban on this player, with all hands, or on this address."""
        hits = [
            ban for network, ban in self._networks if address is not None and address in network
        ]
        own = self._guests.get(guest_behind(player))
        if own is not None:
            hits.insert(0, own)
        now = self._clock()
        return next((ban for ban in hits if ban.until is None or now < ban.until), None)
