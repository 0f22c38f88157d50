"""Assemble a server process: storage, tables, timers, and the HTTP interface."""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from secrets import token_bytes
from types import FrameType
from typing import Any

import structlog
from fastapi import FastAPI, Request
from starlette.responses import Response

from perudo.server import codes, logs, site
from perudo.server.analyses import Analyses
from perudo.server.api import coaching, lobby, operations, playing, practice, push, watching
from perudo.server.bans import Bans
from perudo.server.clock import Clock, shared_clock
from perudo.server.coaching import Coaching
from perudo.server.config import LOOPBACK, OFF, Config
from perudo.server.context import Context
from perudo.server.errors import EXPECTED, answer_to
from perudo.server.fast_act import FastAct
from perudo.server.finished import FinishedMatches
from perudo.server.gate import Gate
from perudo.server.housekeeping import Housekeeping
from perudo.server.identity import Identity, new_key
from perudo.server.limits import Quotas
from perudo.server.open_lobby import OpenLobby
from perudo.server.operator_changes import OperatorChanges
from perudo.server.pulse import Pulse
from perudo.server.push.notifier import Notifier
from perudo.server.push.vapid import KEY as PUSH_KEY
from perudo.server.push.vapid import Vapid, contact_address, new_push_key
from perudo.server.storage import Store
from perudo.server.storage.operating import KEY
from perudo.server.tables import Tables
from perudo.server.timers import Timers
from perudo.server.wakeup import Lookout, Wakeup
from perudo.server.watch import Watch
from perudo.table.live.outside import SystemOutside
from perudo.version import __version__

GC_THRESHOLDS = (50_000, 50, 100)
LIVELY_SECONDS, CHORES_SECONDS = 30.0, 120.0
"""Time within which a background task must have completed a round, or the server is not ready."""

log = structlog.get_logger()


def make_app(
    config: Config, random_bytes: codes.Bytes = token_bytes, clock: Clock | None = None
) -> FastAPI:
    """Make the application of one server process. Its parts start and stop with its lifespan.

    The clock and the source of randomness are the database's and the system's unless given.
    """
    worker = f"{os.getpid()}-{random_bytes(3).hex()}"
    logs.set_up(config.log_level, worker)
    app = FastAPI(
        title="Perudo",
        version=__version__,
        description="Live tables of Perudo. docs/live-tables.md has the whole story.",
        lifespan=partial(
            _lifespan, config=config, random_bytes=random_bytes, given=clock, worker=worker
        ),
        docs_url=None,
        redoc_url=None,
    )
    api = (lobby, playing, coaching, practice, watching, push, operations)
    for router in (*(part.router for part in api), *site.ROUTERS):
        app.include_router(router)
    for kind in EXPECTED:
        app.add_exception_handler(kind, _answer_to)
    return app


def with_gate(app: FastAPI, config: Config) -> Gate:
    """Put the application behind its gate and the fast path: what the web server calls."""

    def guest(token: str) -> str | None:
        context: Context = app.state.context
        return context.identity.guest(token)

    return Gate(FastAct(app), config, guest, logs.shows(config.log_level, "debug"))


async def _answer_to(request: Request, error: Exception) -> Response:
    return answer_to(request, error)


@asynccontextmanager
async def _lifespan(
    app: FastAPI, *, config: Config, random_bytes: codes.Bytes, given: Clock | None, worker: str
) -> AsyncIterator[None]:
    store = Store(config.database)
    store.migrate()
    clock = given or shared_clock(store, shared=config.shared)
    outside = SystemOutside(clock.now, random_bytes)
    tables = Tables(store, outside, random_bytes, shared=config.shared)
    identity = Identity(store.setting(KEY, lambda: new_key(random_bytes)), random_bytes)
    watch = Watch()
    quotas = Quotas(config)
    bans = Bans(clock.now)
    finished = FinishedMatches(tables)
    analyses = Analyses()
    caches = (finished, analyses)
    changes = OperatorChanges(tables, identity, bans, caches, clock.now)
    vapid, notifier = _called_back(config, tables, random_bytes)
    lobby = OpenLobby(tables)
    coach = Coaching()
    context = Context(
        config, tables, identity, bans, quotas, watch, finished, lobby, coach, analyses, vapid
    )
    app.state.context = context
    pulse = Pulse(tables, clock, worker)
    timers = Timers(tables, pulse.awake)
    housekeeping = Housekeeping(tables, config)
    wakeup = Wakeup(tables, config.redis) if config.redis else None
    _settle_memory()
    _end_streams_on_signal(app)
    await pulse.beat()
    watch.start("pulse", pulse.run, LIVELY_SECONDS)
    watch.start("timers", timers.run, LIVELY_SECONDS)
    watch.start("housekeeping", housekeeping.run, CHORES_SECONDS)
    watch.start("open-lobby", lobby.run, LIVELY_SECONDS)
    watch.start("operator-changes", changes.run, LIVELY_SECONDS)
    if config.shared:
        watch.start("lookout", Lookout(tables, worker).run, LIVELY_SECONDS)
    if wakeup is not None:
        watch.start("wakeup", wakeup.run, LIVELY_SECONDS)
    if notifier is not None:
        watch.start("notifier", notifier.run, LIVELY_SECONDS)
    log.info("started", database=config.database.partition(":")[0], redis=bool(config.redis))
    try:
        yield
    finally:
        stop_streams(app)
        await watch.stop()
        await tables.close()
        coach.close()
        await analyses.close()
        if wakeup is not None:
            await wakeup.close()
        store.close()
        log.info("stopped")


def _called_back(
    config: Config, tables: Tables, random_bytes: codes.Bytes
) -> tuple[Vapid, Notifier] | tuple[None, None]:
    """The key for push services, made with the database, and the task that uses it."""
    if config.push == OFF:
        return None, None
    contact = contact_address(config.contact, config.public_url)
    vapid = Vapid(tables.store.setting(PUSH_KEY, new_push_key), contact)
    return vapid, Notifier(tables, vapid, random_bytes, loopback=config.push == LOOPBACK)


def _settle_memory() -> None:
    """Make garbage collection rare. Tables are many frozen values without cycles, and looking for
    cycles among them stopped the process for a tenth of a second and more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _end_streams_on_signal(app: FastAPI) -> None:
    """End streams on a signal: uvicorn waits for open responses before it stops the application."""
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
    """End every open stream, so that stopping does not wait for them; clients reconnect."""
    context: Context | None = getattr(app.state, "context", None)
    if context is None:
        return
    context.stopping = True
    for room in context.tables.rooms.values():
        for listener in room.listeners:
            listener.end()
