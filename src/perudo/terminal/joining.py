"""Sit down at a live table, on a seat that was kept or on a new one, or watch it."""

from collections.abc import Awaitable
from typing import Final
from urllib.parse import urlsplit

import httpx

from perudo.client import AsyncTable, NotPerudo, Refused, SeatKey
from perudo.client.seat import server_address
from perudo.terminal.kept_seats import KeptSeats

FIRST_PATIENCE: Final = 5.0
"""Seconds before an address counts as wrong; who sits is more patient."""
PATIENCE: Final = 600.0


def table_address(address: str, code: str | None) -> tuple[str, str] | None:
    """The server and the code, from both or from a table's link; None if they are not there."""
    parts = urlsplit(address if "//" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return None
    if code is None:
        code = parts.path.rstrip("/").rpartition("/")[2]
    return (server_address(address), code) if code else None


async def sit_down(
    address: str, code: str, name: str | None, ask_name: str, lang: str, seats: KeptSeats
) -> AsyncTable:
    """Take the kept seat again, if there is one; otherwise a new one, under ``ask_name``."""
    key = seats.find(address, code, name)
    if key is not None and await _is_mine(key, lang):
        return await _patient(key, lang)
    folder = seats.folder / "dice"
    joined = await _tried(
        AsyncTable.join(address, code, ask_name, folder=folder, lang=lang, patience=FIRST_PATIENCE)
    )
    await joined.close()
    state = joined.state
    assert state is not None
    seats.keep(joined.key, state.code, ask_name)
    return await _patient(joined.key, lang)


async def watch(address: str, code: str, lang: str) -> AsyncTable:
    table = await _tried(AsyncTable.watch(address, code, lang=lang, patience=FIRST_PATIENCE))
    await table.close()
    return await _patient(table.key, lang)


async def _is_mine(key: SeatKey, lang: str) -> bool:
    """Whether the seat is still there: its player may have been sent away since."""
    try:
        table = await _tried(AsyncTable.again(key, lang=lang, patience=FIRST_PATIENCE))
    except Refused:
        return False
    await table.close()
    return table.state is not None and table.state.seat is not None


async def _patient(key: SeatKey, lang: str) -> AsyncTable:
    return await AsyncTable.again(key, lang=lang, patience=PATIENCE)


async def _tried(joining: Awaitable[AsyncTable]) -> AsyncTable:
    try:
        return await joining
    except httpx.InvalidURL as error:
        raise NotPerudo(str(error)) from None
