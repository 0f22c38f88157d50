"""Recognise requests that pages of other sites send (cross-site request forgery).

A page of another site can make a browser send a form here, with the reader's cookies or to replace
them. Browsers say where a request comes from: by ``Sec-Fetch-Site`` over https and on localhost,
and by ``Origin`` otherwise. Programs send neither, but nobody can make someone else's program send
a request.
"""

from collections.abc import Mapping

_OURS = (b"same-origin", b"none")


def is_foreign(headers: Mapping[bytes, bytes], own: bytes) -> bool:
    """Whether a page of another site sent this. ``own`` is our configured address, if any."""
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site not in _OURS
    origin = headers.get(b"origin")
    if origin is None:
        return False
    # A proxy may pass the public address on in another header. No page can set either of them on a
    # request to another site.
    hosts = (own, headers.get(b"host", b""), headers.get(b"x-forwarded-host", b""))
    return host_of(origin) not in {host_of(host) for host in hosts if host}


def host_of(address: bytes) -> bytes:
    """The host of an address or a Host header, with the port if it is not the usual one."""
    _, scheme, rest = address.partition(b"://")
    host = (rest if scheme else address).partition(b"/")[0].strip().lower()
    return host.removesuffix(b":443").removesuffix(b":80")
