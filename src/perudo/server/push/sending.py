"""Hand a message to a push service.

An endpoint is an address that somebody's browser gave us, or somebody who only says so. It must be
a public host over https: the name is resolved here, every address of it is looked at, and the
connection goes to the address that was looked at, so that no name can lead into the network that
this server stands in. Redirections are not followed, and nothing of the answer but its status is
used.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum, unique
from functools import cache
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SHUT_RDWR, SOCK_STREAM, create_connection, gaierror, getaddrinfo
from threading import Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

from perudo.engine.errors import InvalidValue

LONGEST_ENDPOINT: Final = 1_000
SECONDS, MOST_SECONDS = 10.0, 30.0
"""For each step of a delivery, and for all of it."""
HTTP_PORT, HTTPS_PORT = 80, 443
_NAT64: Final = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as networks without IPv4 write them."""


@unique
class Delivery(Enum):
    SENT = "sent"
    GONE = "gone"
    """The subscription no longer exists."""
    FAILED = "failed"


def check_endpoint(endpoint: str, *, loopback: bool) -> SplitResult:
    """Read an endpoint; raise ``InvalidValue`` for one to which nothing may be sent.

    With ``loopback`` services on this machine are allowed, in the clear too: for tests.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise InvalidValue("an endpoint is a web address")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise InvalidValue("an endpoint is a web address") from None
    if not host or parts.username is not None or parts.password is not None or " " in endpoint:
        raise InvalidValue("an endpoint is a web address")
    if loopback and _is_loopback(host):
        return parts
    if parts.scheme != "https" or port not in (None, HTTPS_PORT):
        raise InvalidValue("an endpoint is at https")
    if _as_address(host) is not None or "." not in host.strip("."):
        raise InvalidValue("an endpoint has a public name")
    return parts


def deliver(
    endpoint: str, body: bytes, headers: dict[str, str], *, loopback: bool = False
) -> Delivery:
    """Post a message. Blocks for as long as the service takes, with a limit."""
    try:
        parts = check_endpoint(endpoint, loopback=loopback)
        path = parts.path or "/"
        target = f"{path}?{parts.query}" if parts.query else path
        with _connected(parts, loopback=loopback) as connection:
            connection.request("POST", target, body, headers)
            status = connection.getresponse().status
    except (InvalidValue, OSError, HTTPException):
        return Delivery.FAILED
    if status in (404, 410):
        return Delivery.GONE
    return Delivery.SENT if 200 <= status < 300 else Delivery.FAILED


@contextmanager
def _connected(parts: SplitResult, *, loopback: bool) -> Iterator[HTTPConnection]:
    """A connection to the endpoint, which is cut after a while even if it keeps trickling."""
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    port = parts.port or (HTTPS_PORT if secure else HTTP_PORT)
    address = safe_address(host, port, loopback=loopback and _is_loopback(host))
    connection = HTTPConnection(host, port, timeout=SECONDS)
    connection.sock = create_connection((address, port), SECONDS)
    cut = Timer(MOST_SECONDS, _cut, [connection])
    cut.daemon = True
    cut.start()
    try:
        if secure:
            # The certificate is that of the name, wherever we found its host.
            wrapped = _trust().wrap_socket(
                connection.sock, server_hostname=host, do_handshake_on_connect=False
            )
            connection.sock = wrapped
            wrapped.do_handshake()
        yield connection
    finally:
        cut.cancel()
        connection.close()


def _cut(connection: HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(SHUT_RDWR)


def safe_address(host: str, port: int, *, loopback: bool) -> str:
    """Resolve a host to an address that may be connected to.

    All its addresses must be public (or of this machine, with ``loopback``): who controls a name
    would otherwise only have to wait for the right one.
    """
    try:
        found = getaddrinfo(host, port, type=SOCK_STREAM)
    except (gaierror, UnicodeError):
        raise InvalidValue("the endpoint's host is unknown") from None
    addresses = [str(where[4][0]) for where in found]
    for address in addresses:
        reached = _as_address(address.partition("%")[0])
        if reached is None or not (reached.is_loopback if loopback else is_public(reached)):
            raise InvalidValue("the endpoint's host is not a public one")
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is on the internet, also if it is an IPv4 address in disguise."""
    inside: list[IPv4Address] = []
    if isinstance(address, IPv6Address):
        disguises = (address.ipv4_mapped, address.sixtofour, *(address.teredo or ()))
        inside = [one for one in disguises if one is not None]
        if address in _NAT64:
            inside.append(IPv4Address(int(address) & 0xFFFF_FFFF))
    return all(one.is_global and not one.is_multicast for one in (address, *inside))


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _is_loopback(host: str) -> bool:
    address = _as_address(host)
    return host == "localhost" if address is None else address.is_loopback


def _as_address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
