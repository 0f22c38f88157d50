"""The outermost middleware: limits, origin, headers of answers, metrics, log."""

import time
from collections.abc import Callable, Mapping

import structlog
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from perudo.server import metrics
from perudo.server.answers import refused
from perudo.server.config import Config
from perudo.server.context import GUEST_COOKIE, NEW_COOKIES
from perudo.server.headers import with_defaults
from perudo.server.limits import Rate, household
from perudo.server.origin import is_foreign
from perudo.server.receiving import read_body
from perudo.server.request_refusals import RequestReason, RequestRefusal

LARGEST_BODY = 16 * 1024

HEAD_ONLY = "perudo.head-only"
"""Key in the scope of HEAD requests, which are answered like GET."""
_COOKIE = f"{GUEST_COOKIE}=".encode()

Headers = Mapping[bytes, bytes]
Verdict = tuple[RequestRefusal | None, bool]

log = structlog.get_logger()


class Gate:
    """Checks every request. ``guest`` returns the guest of a token, or None if it is not ours."""

    def __init__(
        self, app: ASGIApp, config: Config, guest: Callable[[str], str | None], logs: bool
    ) -> None:
        self._app, self._guest, self._logs = app, guest, logs
        self._own = config.public_url.encode()
        rate = config.requests_per_second
        self._limited = rate > 0
        self._rate = Rate(rate, 3 * rate)
        # Higher, since a household shares an address; it also limits invented tokens.
        self._address_rate = Rate(10 * rate, 30 * rate)
        self._most = config.connections_per_address
        self._under_way: dict[str, int] = {}
        """Open requests by address, streams included."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        if scope["method"] == "HEAD":
            # Answered like GET; uvicorn leaves the body out, by its own scope.
            scope = {**scope, "method": "GET", HEAD_ONLY: True}

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = with_defaults(message["headers"]) + scope.get(NEW_COOKIES, [])
                metrics.answered(scope, status, time.perf_counter() - began)
            await send(message)

        address = household(scope["client"][0]) if scope.get("client") else ""
        refusal, sized = self._check(scope, address)
        if refusal is not None:
            await self._refuse(scope, receive, answer, refusal)
        else:
            app = self._app if sized else self._unsized
            if self._most:
                await self._counted(app, address, scope, receive, answer)
            else:
                await app(scope, receive, answer)
        if self._logs:
            # Log the route, never the address: a personal link is a secret.
            log.debug("request", method=scope["method"], route=_route(scope), status=status)

    def _check(self, scope: Scope, address: str) -> Verdict:
        """Return a refusal, if any, and whether the length of the body is known."""
        # The address comes first, since nobody can forge it.
        if self._limited and not self._address_rate.admits(address):
            return RequestRefusal(RequestReason.TOO_MANY), True
        if self._most and self._under_way.get(address, 0) >= self._most:
            return RequestRefusal(RequestReason.TOO_MANY_CONNECTIONS, most=self._most), True
        headers: Headers = dict(scope["headers"])
        length = _length(headers)
        if length is not None and length > LARGEST_BODY:
            return RequestRefusal(RequestReason.TOO_LARGE, most=LARGEST_BODY), True
        method = scope["method"]
        if method != "GET" and is_foreign(headers, self._own):
            origin = headers.get(b"origin", b"?").decode("latin-1")
            return RequestRefusal(RequestReason.FOREIGN_PAGE, origin[:80]), True
        if (method == "POST" or length != 0) and not _is_json(headers):
            # Also without a body: a form of another site cannot send this content type.
            return RequestRefusal(RequestReason.NOT_JSON), True
        if self._limited and not self._rate.admits(self._who(headers) or address):
            return RequestRefusal(RequestReason.TOO_MANY), True
        return None, length is not None

    def _who(self, headers: Headers) -> str | None:
        """The guest of a valid token: invented tokens get no limit of their own."""
        given = headers.get(b"authorization")
        if given is not None:
            _, _, token = given.partition(b" ")
        else:
            _, _, rest = headers.get(b"cookie", b"").partition(_COOKIE)
            token = rest.partition(b";")[0]
        return self._guest(token.strip().decode("latin-1")) if token else None

    async def _counted(
        self, app: ASGIApp, address: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._under_way[address] = self._under_way.get(address, 0) + 1
        try:
            await app(scope, receive, send)
        finally:
            left = self._under_way[address] - 1
            if left:
                self._under_way[address] = left
            else:
                del self._under_way[address]

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, refusal: RequestRefusal
    ) -> None:
        metrics.REFUSALS.labels(refusal.reason.value).inc()
        await refused(Request(scope), refusal, None)(scope, receive, send)

    async def _unsized(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body of unknown length here, up to the limit."""
        try:
            body = await read_body(receive, LARGEST_BODY)
        except ClientDisconnect:
            return  # the client is gone
        if len(body) > LARGEST_BODY:
            refusal = RequestRefusal(RequestReason.TOO_LARGE, most=LARGEST_BODY)
            await self._refuse(scope, receive, send, refusal)
            return
        read: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def replayed() -> Message:
            nonlocal read
            message, read = read, None
            return message if message is not None else await receive()

        await self._app(scope, replayed, send)


def _length(headers: Headers) -> int | None:
    """The length of the body; None if only reading it will tell."""
    if b"transfer-encoding" in headers:
        return None
    value = headers.get(b"content-length")
    if value is None:
        return 0
    return int(value) if value.isdigit() else None


def _is_json(headers: Headers) -> bool:
    return headers.get(b"content-type", b"").startswith(b"application/json")


def _route(scope: Scope) -> str:
    route = scope.get("route")
    return getattr(route, "path", "?")
