"""What every request of a server process shares, and who is asking."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import Request

from perudo.engine.dice import MOST_SEATS
from perudo.server import codes
from perudo.server.config import Config
from perudo.server.finished import FinishedMatches
from perudo.server.identity import BadToken, Identity, OtherTable
from perudo.server.refusals import RequestReason, RequestRefused
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import Watch
from perudo.table.live.refusals import TableReason, TableRefusal, TableRefused
from perudo.table.live.state import HAND

GUEST_COOKIE = "perudo_guest"
SEAT_COOKIE = "perudo_seat_"
HANDS = frozenset(map(str, range(MOST_SEATS)))
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""The most that browsers keep."""


@dataclass(slots=True)
class Context:
    config: Config
    tables: Tables
    identity: Identity
    admit_guest: Callable[[str], bool]
    """Whether one more guest may come from this address now."""
    watch: Watch
    finished: FinishedMatches
    stopping: bool = False


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


def player_of(request: Request, table: str | None = None) -> str | None:
    """Who asks: the guest, or one of the hands that the guest plays at a device passed around."""
    guest = guest_of(request, table)
    return guest if guest is None else hand_of(request, guest)


def hand_of(request: Request, guest: str) -> str:
    """A guest may play several hands, each of which is nobody else's: ``?hand=2``."""
    if not request.scope.get("query_string"):
        return guest
    hand = request.query_params.get("hand", "")
    return f"{guest}{HAND}{hand}" if hand in HANDS else guest


def guest_of(request: Request, table: str | None = None) -> str | None:
    """The guest who asks, by header, else by the cookie of this table, else by the guest's own."""
    header = request.headers.get("authorization")
    if header is None:
        return _by_cookie(request, table)
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer":
        raise RequestRefused(RequestReason.BAD_TOKEN)
    try:
        return context_of(request).identity.player(token.strip(), table)
    except BadToken:
        raise RequestRefused(RequestReason.BAD_TOKEN) from None
    except OtherTable:
        raise RequestRefused(RequestReason.OTHER_TABLE) from None


def _by_cookie(request: Request, table: str | None) -> str | None:
    """A cookie that is not ours (of another server at this address, of a database gone by) is as
    good as none."""
    cookies = request.cookies
    names = (GUEST_COOKIE,) if table is None else (SEAT_COOKIE + table, GUEST_COOKIE)
    for name in names:
        with suppress(BadToken, OtherTable):
            if name in cookies:
                return context_of(request).identity.player(cookies[name], table)
    return None


def new_guest(request: Request) -> str:
    context = context_of(request)
    address = request.client.host if request.client is not None else ""
    if not context.admit_guest(address):
        raise RequestRefused(RequestReason.TOO_MANY)
    return context.identity.new_player()


async def table_named(request: Request, name: str) -> str:
    """The id of a table given by its id or its code."""
    if codes.is_table_id(name):
        return name
    code = codes.read_code(name)
    table = None
    if len(code) == codes.CODE and code.isascii() and code.isalnum():
        table = await in_thread(context_of(request).tables.store.table_with_code, code)
    if table is None:
        raise TableRefused(TableRefusal(TableReason.NO_SUCH_TABLE, asked=name[:40]))
    return table


def public_url(request: Request) -> str:
    configured = context_of(request).config.public_url
    return (configured or str(request.base_url)).rstrip("/")
