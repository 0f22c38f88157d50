"""Background tasks that fail are reported, restarted, and shown in /readyz."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import structlog
from structlog.testing import capture_logs

from perudo.server import timers as timing
from perudo.server import watch
from perudo.server.app import make_app
from perudo.server.config import Config
from perudo.server.housekeeping import Housekeeping
from perudo.server.pulse import Pulse
from perudo.server.storage import StorageAway, Store
from perudo.server.tables import Tables
from perudo.server.timers import Timers
from perudo.server.watch import RoundMade, Watch
from perudo.table.live.outside import SystemOutside
from testkit.server.appends import opening
from testkit.threads import run_apart


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(watch, "LONGEST_PAUSE", 0.004)


@pytest.fixture(autouse=True)
def _new_loggers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A logger keeps the settings that it was first used with: those of a server in an earlier
    test, which ``capture_logs`` does not change."""
    for module in (watch, timing):
        monkeypatch.setattr(module, "log", structlog.get_logger())


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while True:
            found = holds()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0)


def test_a_task_that_fails_is_down_until_it_has_made_a_round_again() -> None:
    async def scenario() -> None:
        mended = asyncio.Event()
        runs: list[int] = []

        async def fragile(round_made: RoundMade) -> None:
            runs.append(1)
            if mended.is_set():
                round_made()
                await asyncio.Event().wait()
            raise RuntimeError("broken")

        tasks = Watch()
        tasks.start("fragile", fragile, 60)
        assert tasks.down() == []
        with capture_logs() as logs:
            await until(lambda: len(runs) == 6)
            assert tasks.down() == ["fragile"]
        mended.set()
        await until(lambda: tasks.down() == [])
        await tasks.stop()
        assert {line["event"] for line in logs} == {"task-failed"}
        assert all(line["exc_info"] and line["task"] == "fragile" for line in logs)
        pauses = [line["again_in"] for line in logs]
        assert pauses[:5] == [0.001, 0.002, 0.004, 0.004, 0.004]

    run_apart(scenario())


def test_a_task_that_ends_is_started_again() -> None:
    async def scenario() -> None:
        runs: list[int] = []

        async def short(round_made: RoundMade) -> None:
            runs.append(1)

        tasks = Watch()
        tasks.start("short", short, 60)
        await until(lambda: len(runs) > 2)
        assert tasks.down() == ["short"]
        await tasks.stop()

    run_apart(scenario())


def test_a_task_that_stands_still_is_down() -> None:
    async def scenario() -> None:
        async def stuck(round_made: RoundMade) -> None:
            await asyncio.Event().wait()

        tasks = Watch()
        tasks.start("stuck", stuck, 0.01)
        await until(lambda: tasks.down() == ["stuck"])
        await tasks.stop()

    run_apart(scenario())


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = make_app(Config(database=f"sqlite:///{folder / 'tables.db'}"))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://perudo") as client:
            yield client


@pytest.mark.parametrize(
    ("part", "method", "name"),
    [(Timers, "look", "timers"), (Pulse, "beat", "pulse"), (Housekeeping, "touch", "housekeeping")],
)
def test_a_task_that_is_down_shows_in_readyz(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: type, method: str, name: str
) -> None:
    monkeypatch.setattr("perudo.server.housekeeping.BEAT_SECONDS", 0.001)
    monkeypatch.setattr("perudo.server.timers.LOOK_SECONDS", 0.001)
    monkeypatch.setattr("perudo.server.pulse.BEAT_SECONDS", 0.001)

    async def broken(_self: object) -> None:
        raise RuntimeError("broken")

    async def scenario() -> None:
        async with served(tmp_path) as client:

            async def ready(status: int) -> bool:
                return (await client.get("/readyz")).status_code == status

            assert await ready(200)
            with monkeypatch.context() as patched:
                patched.setattr(part, method, broken)
                await until(lambda: ready(503))
                answer = await client.get("/readyz")
                assert answer.json() == {"ready": False, "why": "tasks-down", "tasks": [name]}
                assert (await client.get("/healthz")).status_code == 200
            await until(lambda: ready(200))

    run_apart(scenario())


def test_a_database_that_is_away_does_not_bring_a_task_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perudo.server.timers.LOOK_SECONDS", 0.001)
    looks: list[int] = []

    async def away(_self: object) -> None:
        looks.append(1)
        raise StorageAway

    async def scenario() -> None:
        monkeypatch.setattr(Timers, "look", away)
        async with served(tmp_path) as client:
            await until(lambda: len(looks) > 3)
            assert (await client.get("/readyz")).status_code == 200

    run_apart(scenario())


def test_failing_timer_is_reported_once_and_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []

    async def submit(_self: Tables, table: str, _player: str | None, _command: object) -> None:
        rung.append(table)
        if table == "bad":
            raise RuntimeError("broken")

    async def awake() -> None:
        pass

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        store.migrate()
        store.append([opening("bad", due=1), opening("good", due=2)])
        tables = Tables(store, SystemOutside(lambda: 1_000), bytes, shared=False)
        monkeypatch.setattr(Tables, "submit", submit)
        timers = Timers(tables, awake)
        with capture_logs() as logs:
            for _ in range(3):
                await timers.look()
        assert [line["event"] for line in logs] == ["timer-failed"]
        assert rung == ["bad", "good", "good", "good"]
        await tables.close()
        store.close()

    run_apart(scenario())
