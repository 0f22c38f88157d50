"""Supervise background tasks: a task that fails is reported and started again.

While a task is down, or has not completed a round for too long, the process is not ready.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until a failed task is started again, doubled each time."""

RoundMade = Callable[[], None]
"""Called by a task after each round, to show that it is alive."""
Run = Callable[[RoundMade], Awaitable[None]]

log = structlog.get_logger()


class _Task:
    def __init__(self, name: str, run: Run, within: float) -> None:
        self.name, self.within = name, within
        self._run = run
        self.failed = False
        self.round_at = time.monotonic()
        self._pause = FIRST_PAUSE

    def _round_made(self) -> None:
        self.failed, self.round_at, self._pause = False, time.monotonic(), FIRST_PAUSE

    async def keep_running(self) -> None:
        while True:
            try:
                await self._run(self._round_made)
                log.error("task-ended", task=self.name, again_in=self._pause)
            except Exception:
                log.exception("task-failed", task=self.name, again_in=self._pause)
            self.failed = True
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)


class Watch:
    def __init__(self) -> None:
        self._tasks: list[_Task] = []
        self._running: list[asyncio.Task[None]] = []

    def start(self, name: str, run: Run, within: float) -> None:
        """Keep a task running. It must complete a round ``within`` this many seconds."""
        task = _Task(name, run, within)
        self._tasks.append(task)
        self._running.append(asyncio.create_task(task.keep_running(), name=name))

    def down(self) -> list[str]:
        """The tasks that do not work now."""
        now = time.monotonic()
        return [t.name for t in self._tasks if t.failed or now - t.round_at > t.within]

    async def stop(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
