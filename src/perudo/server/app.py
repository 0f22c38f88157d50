"""Puts a server process together: storage, tables, clockwork, and the HTTP interface."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from secrets import token_bytes
from types import FrameType
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from perudo import __version__
from perudo.engine.house import SetupProblem
from perudo.engine.refusals import Refused
from perudo.server import codes, logs, metrics, pages
from perudo.server.answers import AnyRefusal, refused
from perudo.server.api import lobby, operations, playing, watching
from perudo.server.clock import SharedClock
from perudo.server.config import Config
from perudo.server.context import Context
from perudo.server.gate import Gate
from perudo.server.housekeeping import Housekeeping
from perudo.server.identity import Identity
from perudo.server.limits import Rate
from perudo.server.pulse import Pulse
from perudo.server.refusals import RequestReason, RequestRefusal, RequestRefused
from perudo.server.room import Room
from perudo.server.storage import StorageAway, StorageFull, Store
from perudo.server.tables import Tables
from perudo.server.timers import Timers
from perudo.server.wakeup import Lookout, Wakeup
from perudo.table.live.outside import SystemOutside
from perudo.table.live.refusals import TableRefused
from perudo.table.live.state import LiveTable

log = structlog.get_logger()


def make_app(config: Config, random_bytes: codes.Bytes = token_bytes) -> FastAPI:
    """The application of one server process. Its parts start and stop with its lifespan."""
    worker = f"{os.getpid()}-{random_bytes(3).hex()}"
    logs.set_up(config.log_level, worker)
    app = FastAPI(
        title="Perudo",
        version=__version__,
        description="Live tables of Perudo. docs/live-tables.md has the whole story.",
        lifespan=partial(_lifespan, config=config, random_bytes=random_bytes, worker=worker),
        docs_url=None,
        redoc_url=None,
    )
    for router in (lobby.router, playing.router, watching.router, operations.router, pages.router):
        app.include_router(router)
    _answer_errors(app)
    rate = Rate(config.requests_per_second, 3 * config.requests_per_second)
    app.add_middleware(Gate, rate=rate, shown=partial(logs.shows, config.log_level))
    return app


@asynccontextmanager
async def _lifespan(
    app: FastAPI, *, config: Config, random_bytes: codes.Bytes, worker: str
) -> AsyncIterator[None]:
    store = Store(config.database)
    store.migrate()
    clock = SharedClock(store.now)
    outside = SystemOutside(clock.now, random_bytes)
    tables = Tables(store, outside, random_bytes, shared=config.shared)
    identity = Identity(store.setting("key", lambda: random_bytes(32).hex()), random_bytes)
    guests = Rate(config.guests_per_minute / 60, config.guests_per_minute)
    context = Context(config, tables, identity, guests.admits)
    app.state.context = context
    pulse = Pulse(tables, clock, worker)
    timers = Timers(tables, pulse.awake)
    jobs: list[Callable[[], Any]] = [pulse.run, timers.run, Housekeeping(tables, config).run]
    wakeup = Wakeup(tables, config.redis) if config.redis else None
    if config.shared:
        jobs.append(Lookout(tables).run)
    if wakeup is not None:
        jobs.append(wakeup.run)
    _end_streams_on_signal(app)
    await pulse.beat()
    working = [asyncio.create_task(job()) for job in jobs]
    log.info("started", database=config.database.partition(":")[0], redis=bool(config.redis))
    try:
        yield
    finally:
        stop_streams(app)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        await tables.close()
        if wakeup is not None:
            await wakeup.close()
        store.close()
        log.info("stopped")


def _end_streams_on_signal(app: FastAPI) -> None:
    """uvicorn waits for open responses before it lets the application know that it stops."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.getsignal(number)

        def stop(sig: int, frame: FrameType | None, before: Any = before) -> None:
            loop.call_soon_threadsafe(stop_streams, app)
            if callable(before):
                before(sig, frame)

        signal.signal(number, stop)


def stop_streams(app: FastAPI) -> None:
    """End every open stream, so that stopping waits for nobody; they come back elsewhere."""
    context: Context | None = getattr(app.state, "context", None)
    if context is None:
        return
    context.stopping = True
    for room in context.tables.rooms.values():
        for listener in room.listeners:
            listener.end()


def _answer_errors(app: FastAPI) -> None:
    """Every refusal, whoever raised it, becomes the same kind of answer."""

    @app.exception_handler(Refused)
    @app.exception_handler(TableRefused)
    @app.exception_handler(RequestRefused)
    async def on_refused(
        request: Request, error: Refused | TableRefused | RequestRefused
    ) -> Response:
        metrics.REFUSALS.labels(error.refusal.reason.value).inc()
        return _refused(request, error.refusal)

    @app.exception_handler(SetupProblem)
    async def on_setup(request: Request, problem: SetupProblem) -> Response:
        return _refused(request, problem)

    @app.exception_handler(RequestValidationError)
    async def on_malformed(request: Request, error: RequestValidationError) -> Response:
        return _refused(request, RequestRefusal(RequestReason.MALFORMED, _where(error)))

    @app.exception_handler(StorageAway)
    async def on_away(request: Request, error: StorageAway) -> Response:
        log.warning("storage-away", cause=str(error)[:200])
        return _refused(request, RequestRefusal(RequestReason.STORAGE_AWAY))

    @app.exception_handler(StorageFull)
    async def on_full(request: Request, error: StorageFull) -> Response:
        log.error("storage-full", cause=str(error)[:200])
        return _refused(request, RequestRefusal(RequestReason.STORAGE_FULL))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        reason = {404: RequestReason.NOT_FOUND, 405: RequestReason.WRONG_METHOD}.get(
            error.status_code, RequestReason.MALFORMED
        )
        answer = _refused(request, RequestRefusal(reason))
        answer.headers.update(error.headers or {})
        return answer


def _refused(request: Request, refusal: AnyRefusal) -> Response:
    return refused(request, refusal, _table_of(request))


def _table_of(request: Request) -> LiveTable | None:
    """The table that the request was about, as far as it is at hand."""
    name = str(request.path_params.get("table", ""))
    tables: Tables = request.app.state.context.tables
    room: Room | None = tables.rooms.get(name)
    if room is None and len(name) != codes.TABLE_ID:
        code = codes.read_code(name)
        room = next((r for r in tables.rooms.values() if r.table.code == code), None)
    return None if room is None else room.table


def _where(error: RequestValidationError) -> str:
    """``body.version: Field required; ...``: where, and what is wrong there."""
    problems = (
        f"{'.'.join(str(part)[:40] for part in problem['loc'])}: {problem['msg']}"
        for problem in error.errors()[:3]
    )
    return "; ".join(problems)[:400]
