"""Open tables over HTTP, seat four people at each, and start their matches."""

import asyncio
from typing import Any

import orjson

from benchmarks.load.client import Failed, Opened
from benchmarks.load.game import SEATS, Game
from benchmarks.load.wire import Asker, post
from perudo.engine.dice import BOX_DICE

AT_ONCE = 16
EDITION = "asmodee-2009"


async def open_tables(
    host: str, port: int, tables: int, *, calza: bool, dice: int = BOX_DICE
) -> list[Opened]:
    loop = asyncio.get_running_loop()
    numbers = iter(range(tables))
    opened: list[Opened] = []

    async def work() -> None:
        _, asker = await loop.create_connection(lambda: Asker(_broken), host, port)
        for _ in numbers:
            opened.append(await _open(asker, dice, calza=calza))  # noqa: PERF401
        asker.close()

    await asyncio.gather(*(work() for _ in range(min(AT_ONCE, tables))))
    return opened


async def _open(asker: Asker, dice: int, *, calza: bool) -> Opened:
    options = ["calza"] if calza else []
    settings = {"edition": EDITION, "options": options, "seats": SEATS, "dice": dice}
    host = await _ask(asker, "/api/tables", {**settings, "pause_ms": 0, "name": "Rosa"})
    table, tokens = host["table"], [host["token"]]
    for name in ("Tupac", "Nina", "Mateo"):
        sat = await _ask(asker, f"/api/tables/{table}/sit", {"name": name})
        tokens.append(sat["token"])
    await _ask(asker, f"/api/tables/{table}/start", {}, tokens[0])
    return Opened(table, tuple(tokens), Game(calza=calza))


async def _ask(asker: Asker, path: str, body: dict[str, object], token: str = "") -> dict[str, Any]:
    status, answer = await asker.ask(post(path, orjson.dumps(body), token))
    if status not in (200, 201):
        raise Failed(f"{path} was answered {status}: {answer.decode()[:300]}")
    granted: dict[str, Any] = orjson.loads(answer)
    return granted


def _broken(why: str) -> None:
    raise Failed(why)
