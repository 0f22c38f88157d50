"""Security headers of every answer."""

from typing import Final

from perudo.web.policy import content_policy

Headers = list[tuple[bytes, bytes]]

DEFAULT_HEADERS: Final[Headers] = [
    (b"content-security-policy", content_policy().encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    # Most answers are for one seat only; static files set their own.
    (b"cache-control", b"no-store"),
]
_NAMES: Final = frozenset(name for name, _ in DEFAULT_HEADERS)


def with_defaults(headers: Headers) -> Headers:
    """Add the default headers that an answer does not set itself."""
    given = {name for name, _ in headers if name in _NAMES}
    if not given:
        return headers + DEFAULT_HEADERS
    return [*headers, *(header for header in DEFAULT_HEADERS if header[0] not in given)]
