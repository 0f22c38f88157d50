"""What all requests of a server process share, and who is asking."""

from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from perudo.engine.dice import MOST_SEATS
from perudo.server import codes
from perudo.server.analyses import Analyses
from perudo.server.bans import Address, Bans, address_from
from perudo.server.coaching import Coaching
from perudo.server.config import Config
from perudo.server.finished import FinishedMatches
from perudo.server.identity import BadToken, Identity, OtherTable
from perudo.server.limits import Quotas, Rate, household
from perudo.server.open_lobby import OpenLobby
from perudo.server.push.vapid import Vapid
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import Watch
from perudo.table.live.refusals import TableReason, TableRefusal, TableRefused
from perudo.table.live.state import HAND

GUEST_COOKIE = "perudo_guest"
SEAT_COOKIE = "perudo_seat_"
HANDS = frozenset(map(str, range(MOST_SEATS)))
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""The longest time that browsers allow."""
TABLE, ACTION = "perudo.table", "perudo.action"
"""Keys in the scope: the table and the action of the request, for the text of a refusal."""
NEW_COOKIES = "perudo.cookies"
"""Key in the scope: headers with cookies that the gate adds to the answer."""


@dataclass(slots=True)
class Context:
    config: Config
    tables: Tables
    identity: Identity
    bans: Bans
    quotas: Quotas
    watch: Watch
    finished: FinishedMatches
    lobby: OpenLobby
    coaching: Coaching
    analyses: Analyses
    vapid: Vapid | None = None
    """The key for push services; None where the operator has turned them off."""
    stopping: bool = False


def context_of(request: Request) -> Context:
    context: Context = request.scope["app"].state.context
    return context


def player_of(request: Request, table: str | None = None) -> str | None:
    """Who is asking: the guest, or one of the guest's hands at a device that is passed around."""
    guest = guest_of(request, table)
    return guest if guest is None else hand_of(request, guest)


def hand_of(request: Request, guest: str) -> str:
    """The hand that the address names (``?hand=2``): a guest may play several."""
    if not request.scope.get("query_string"):
        return guest
    hand = request.query_params.get("hand", "")
    return f"{guest}{HAND}{hand}" if hand in HANDS else guest


def guest_of(request: Request, table: str | None = None) -> str | None:
    """The guest who asks, by header, else by the cookie of this table, else by the guest's own.

    A banned guest may only look on, as a stranger.
    """
    context = context_of(request)
    guest = _guest_of(request, context.identity, table)
    bans = context.bans
    ban = bans.on(guest, own_address(request)) if bans.any else None
    if ban is None:
        return guest
    if request.method in ("GET", "HEAD"):
        return None
    raise RequestRefused(RequestReason.BANNED, ban.why, until=ban.until)


def _guest_of(request: Request, identity: Identity, table: str | None) -> str | None:
    header = request.headers.get("authorization")
    if header is None:
        return _by_cookie(request, identity, table)
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer":
        raise RequestRefused(RequestReason.BAD_TOKEN)
    try:
        return identity.player(token.strip(), table)
    except BadToken:
        raise RequestRefused(RequestReason.BAD_TOKEN) from None
    except OtherTable:
        raise RequestRefused(RequestReason.OTHER_TABLE) from None


def _by_cookie(request: Request, identity: Identity, table: str | None) -> str | None:
    """The guest by cookie. Ignore cookies of other servers and of old databases."""
    cookies = request.cookies
    names = (GUEST_COOKIE,) if table is None else (SEAT_COOKIE + table, GUEST_COOKIE)
    for name in names:
        with suppress(BadToken, OtherTable):
            if name in cookies:
                guest = identity.player(cookies[name], table)
                _renew_cookie(request, identity, name, cookies[name])
                return guest
    return None


def _renew_cookie(request: Request, identity: Identity, name: str, token: str) -> None:
    """Replace a cookie that was signed with an old key."""
    fresh = identity.renewed(token)
    if fresh is not None:
        answer = Response()
        remember(request, answer, name, fresh)
        header = next(pair for pair in answer.raw_headers if pair[0] == b"set-cookie")
        request.scope.setdefault(NEW_COOKIES, []).append(header)


def new_guest(request: Request) -> str:
    context = context_of(request)
    if not context.quotas.guests.admits(address_of(request)):
        raise RequestRefused(RequestReason.TOO_MANY)
    return context.identity.new_player()


def own_address(request: Request) -> Address | None:
    """The exact address of the client, if it is one."""
    return None if request.client is None else address_from(request.client.host)


def address_of(request: Request) -> str:
    """The address of the client, as limits count it."""
    return household(request.client.host) if request.client is not None else ""


async def table_named(request: Request, name: str) -> str:
    """Return the id of a table that is given by its id or code.

    Ids cannot be guessed. Codes are short, so wrong ones are counted, and after too many of them
    right ones are refused too.
    """
    table = name if codes.is_table_id(name) else await _table_with_code(request, name)
    if table is None:
        raise TableRefused(TableRefusal(TableReason.NO_SUCH_TABLE, asked=name[:40]))
    request.scope[TABLE] = table
    return table


async def _table_with_code(request: Request, name: str) -> str | None:
    code = codes.read_code(name)
    if len(code) != codes.CODE or not (code.isascii() and code.isalnum()):
        return None
    context, address = context_of(request), address_of(request)
    wrong = context.quotas.wrong_codes
    _check_codes(wrong, address)
    table = await in_thread(context.tables.store.table_with_code, code)
    _check_codes(wrong, address)  # several may have been looked up at once
    if table is None:
        wrong.take(address)
    return table


def _check_codes(wrong: Rate, address: str) -> None:
    if wait := wrong.wait(address):
        raise RequestRefused(RequestReason.TOO_MANY_CODES, wait=wait)


def remember(request: Request, answer: Response, name: str, token: str) -> None:
    """Set a cookie with a token."""
    answer.set_cookie(
        name,
        token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def public_url(request: Request) -> str:
    configured = context_of(request).config.public_url
    return (configured or str(request.base_url)).rstrip("/")
