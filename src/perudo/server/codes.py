"""Names that are drawn by lot: ids of tables and players, and short codes to join by."""

from collections.abc import Callable

Bytes = Callable[[int], bytes]
"""A source of random bytes."""

_ID_SIGNS = "0123456789abcdefghijkmnpqrstuvwx"
_ID_SET = frozenset(_ID_SIGNS)
_CODE_SIGNS = "ABCDEFGHJKLMNPRSTUVWXYZ2345679"
"""Without 0, O, Q, 1, I and 8, which look like others when read aloud or from a scrap of paper."""
TABLE_ID, PLAYER_ID, CODE = 12, 20, 6


def table_id(source: Bytes) -> str:
    return _drawn(source, _ID_SIGNS, TABLE_ID)


def player_id(source: Bytes) -> str:
    return _drawn(source, _ID_SIGNS, PLAYER_ID)


def join_code(source: Bytes) -> str:
    return _drawn(source, _CODE_SIGNS, CODE)


def is_table_id(text: str) -> bool:
    return len(text) == TABLE_ID and set(text) <= _ID_SET


def is_player_id(text: str) -> bool:
    return len(text) == PLAYER_ID and set(text) <= _ID_SET


def read_code(text: str) -> str:
    """A code as people type it: small letters, spaces and dashes do not matter."""
    return text.replace("-", "").replace(" ", "").upper()


def _drawn(source: Bytes, signs: str, length: int) -> str:
    limit = 256 - 256 % len(signs)
    drawn = ""
    while len(drawn) < length:
        drawn += "".join(signs[byte % len(signs)] for byte in source(length) if byte < limit)
    return drawn[:length]
