"""The gate that every request passes: size and rate limits, security headers, metrics, log."""

import time

import structlog
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perudo.server import metrics
from perudo.server.answers import refused
from perudo.server.limits import Rate
from perudo.server.refusals import RequestReason, RequestRefusal

LARGEST_BODY = 16 * 1024

POLICY = (
    b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    b"object-src 'none'"
)
STRAIGHT = "perudo.straight"
"""Where in the scope a stream finds the connection itself: its frames need none of the layers that
an answer passes."""
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

log = structlog.get_logger()


class Gate:
    def __init__(self, app: ASGIApp, requests_per_second: int, logs: bool) -> None:
        self._app, self._logs = app, logs
        self._rate = Rate(requests_per_second, 3 * requests_per_second)
        # A household shares an address; and who makes up tokens is known by it.
        self._address_rate = Rate(10 * requests_per_second, 30 * requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        scope[STRAIGHT] = send

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _secured(message["headers"])
                metrics.answered(scope, status, time.perf_counter() - began)
            await send(message)

        refusal, sized = self._look(scope)
        if refusal is not None:
            await refused(Request(scope), refusal, None)(scope, receive, answer)
            metrics.REFUSALS.labels(refusal.reason.value).inc()
        elif sized:
            await self._app(scope, receive, answer)
        else:
            await self._unsized(scope, receive, answer)
        if self._logs:
            # The route, never the address: a personal link is a secret.
            log.debug("request", method=scope["method"], route=_route(scope), status=status)

    def _look(self, scope: Scope) -> tuple[RequestRefusal | None, bool]:
        """Why not, if so, and whether it is known how long the body is."""
        length: int | None = 0
        who = address = scope["client"][0] if scope.get("client") else ""
        json = False
        for name, value in scope["headers"]:
            if name == b"content-length":
                length = int(value) if value.isdigit() else None
            elif name == b"transfer-encoding":
                length = None
            elif name == b"content-type":
                json = value.startswith(b"application/json")
            elif name == b"authorization" or (name == b"cookie" and b"perudo_guest=" in value):
                who = value.decode("latin-1")
        if length is not None and length > LARGEST_BODY:
            return RequestRefusal(RequestReason.TOO_LARGE, most=LARGEST_BODY), True
        if length != 0 and not json:
            # Also keeps other sites' forms out, which cannot send JSON.
            return RequestRefusal(RequestReason.NOT_JSON), True
        if not (self._rate.admits(who) and self._address_rate.admits(address)):
            return RequestRefusal(RequestReason.TOO_MANY), True
        return None, length is not None

    async def _unsized(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A body of unknown length is read here, as far as it may go."""
        body = b""
        more = True
        while more and len(body) <= LARGEST_BODY:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            refusal = RequestRefusal(RequestReason.TOO_LARGE, most=LARGEST_BODY)
            metrics.REFUSALS.labels(refusal.reason.value).inc()
            await refused(Request(scope), refusal, None)(scope, receive, send)
            return
        read: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def replayed() -> Message:
            nonlocal read
            message, read = read, None
            return message if message is not None else await receive()

        await self._app(scope, replayed, send)


def _secured(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A page brings a policy of its own, which names what it carries; all else gets ours."""
    given = {name for name, _ in headers}
    return [*headers, *(header for header in SECURITY_HEADERS if header[0] not in given)]


def _route(scope: Scope) -> str:
    route = scope.get("route")
    return getattr(route, "path", "?")
