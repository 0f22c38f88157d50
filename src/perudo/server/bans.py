"""Who may not open, sit, act or talk here: guests and addresses that the operator has banned."""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from perudo.server.storage.operating import Ban
from perudo.table.live.state import guest_behind

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def address_from(text: str) -> Address | None:
    """The address that this names, if it names one; one of IPv4 as such, in whatever dress."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network_of(text: str) -> Network | None:
    """The address or network that this names, if it names one."""
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


class Bans:
    """The bans in force. Looked up with every request that would change something."""

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
        """Where there are none, nothing more needs to be known of a request."""

    def on(self, player: str | None, address: Address | None) -> Ban | None:
        """The ban that hits this player, with all hands, or whoever comes from this address."""
        hits = [
            ban for network, ban in self._networks if address is not None and address in network
        ]
        own = self._guests.get(guest_behind(player))
        if own is not None:
            hits.insert(0, own)
        now = self._clock()
        return next((ban for ban in hits if ban.until is None or now < ban.until), None)
