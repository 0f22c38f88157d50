"""Guests: known by a signed token, in a cookie or a header. There are no accounts."""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache

from perudo.engine.errors import Error
from perudo.server import codes
from perudo.table.live.state import guest_behind

EVERYWHERE = "-"
"""The scope of a guest's own token; a personal link is valid for one table only."""


KEY_BYTES = 32
"""Size of the key that signs tokens."""
SIGNATURE_BYTES = 18
REMEMBERED = 10_000
LONGEST_TOKEN = 80
"""Longer tokens cannot be ours and are not checked."""


def new_key(random_bytes: codes.Bytes) -> str:
    """Make a key that signs tokens."""
    return random_bytes(KEY_BYTES).hex()


class BadToken(Error):
    """The token was not made by this server."""


class OtherTable(Error):
    """The token is a personal link of another table."""


class Identity:
    def __init__(self, key: str, random_bytes: codes.Bytes) -> None:
        self._bytes = random_bytes
        self.use(key)

    def use(self, key: str, old: Iterable[str] = ()) -> None:
        """Sign with this key; accept tokens signed with old ones too."""
        self._key = key.encode()
        self._old = [known.encode() for known in old]
        # Players send the same token again and again.
        self.read = lru_cache(maxsize=REMEMBERED)(self._read)

    def new_player(self) -> str:
        return codes.player_id(self._bytes)

    def token(self, player: str, table: str = EVERYWHERE) -> str:
        return f"{player}.{table}.{_signature(self._key, player, table)}"

    def player(self, token: str, table: str | None) -> str:
        """The player of a token, which must be valid for this table."""
        player, scope = self.read(token)
        if scope not in (EVERYWHERE, table):
            raise OtherTable
        return player

    def guest(self, token: str) -> str | None:
        """The guest of any token of ours, personal links included; None if it is not ours."""
        try:
            return guest_behind(self.read(token)[0])
        except BadToken:
            return None

    def _read(self, token: str) -> tuple[str, str]:
        """The player and the scope of a token; raise BadToken if we did not make it."""
        if len(token) > LONGEST_TOKEN:
            raise BadToken
        player, _, rest = token.partition(".")
        scope, _, signature = rest.partition(".")
        for key in (self._key, *self._old):
            wanted = _signature(key, player, scope)
            if hmac.compare_digest(wanted.encode(), signature.encode()):
                return player, scope
        raise BadToken

    def renewed(self, token: str) -> str | None:
        """The token signed with the newest key, if it was signed with an old one."""
        if not self._old:
            return None
        fresh = self.token(*self.read(token))
        return None if fresh == token else fresh

    def table_id(self, player: str, key: str) -> str:
        """The id of the table that this player opens with this key: always the same."""
        seed = hmac.digest(self._key, f"table|{player}|{key}".encode(), "sha256")
        return codes.table_id(lambda _: seed)


def _signature(key: bytes, player: str, scope: str) -> str:
    digest = hmac.digest(key, f"guest|{player}|{scope}".encode(), "sha256")
    return urlsafe_b64encode(digest[:SIGNATURE_BYTES]).decode()
