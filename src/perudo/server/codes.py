"""Random ids of tables and players, and short codes to join a table."""

from collections.abc import Callable

Bytes = Callable[[int], bytes]
"""A source of random bytes."""

_ID_SIGNS = "0123456789abcdefghijkmnpqrstuvwx"
_ID_SET = frozenset(_ID_SIGNS)
_CODE_SIGNS = "ABCDEFGHJKLMNPRSTUVWXYZ2345679"
"""Without 0, O, Q, 1, I and 8, which are easily confused."""
TABLE_ID, PLAYER_ID, CODE = 12, 20, 6


def table_id(source: Bytes) -> str:
    return _random_text(source, _ID_SIGNS, TABLE_ID)


def player_id(source: Bytes) -> str:
    return _random_text(source, _ID_SIGNS, PLAYER_ID)


def join_code(source: Bytes) -> str:
    return _random_text(source, _CODE_SIGNS, CODE)


def is_table_id(text: str) -> bool:
    return len(text) == TABLE_ID and set(text) <= _ID_SET


def is_player_id(text: str) -> bool:
    return len(text) == PLAYER_ID and set(text) <= _ID_SET


def read_code(text: str) -> str:
    """Read a code as people type it: case, spaces and dashes do not matter."""
    return text.replace("-", "").replace(" ", "").upper()


def _random_text(source: Bytes, signs: str, length: int) -> str:
    limit = 256 - 256 % len(signs)
    drawn = ""
    while len(drawn) < length:
        drawn += "".join(signs[byte % len(signs)] for byte in source(length) if byte < limit)
    return drawn[:length]
