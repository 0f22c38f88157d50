"""A server in this process, on a real socket, whose clock stands still until the test moves it.

Nothing runs out while a busy machine is slow, however short the times of its tables are.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import NamedTuple

import httpx
import pytest
import uvicorn

from perudo.server.app import make_app, stop_streams, with_gate
from perudo.server.config import Config
from perudo.server.limits import Quotas
from perudo.server.serve import listen

NOW = 1_790_000_000_000
NEVER = 1_000_000.0


class HeldClock:
    def __init__(self) -> None:
        self._now = NOW

    def look(self) -> None:
        """Do nothing: this clock follows no other."""

    def now(self) -> int:
        return self._now

    def passes(self, ms: int) -> None:
        """Let time pass; much at once would look like downtime, and be credited."""
        assert ms <= 2_000
        self._now += ms


class Held(NamedTuple):
    url: str
    database: str
    clock: HeldClock


@contextmanager
def held_server(
    folder: Path,
    random_bytes: Callable[[int], bytes] = token_bytes,
    *,
    public_url: str = "",
    wrong_codes_per_minute: int = 0,
) -> Iterator[Held]:
    """Run a server with a new database in this folder, and no limits unless they are given."""
    config = Config(
        port=0,
        database=f"sqlite:///{folder}/tables.db",
        requests_per_second=0,
        guests_per_minute=0,
        tables_per_hour=0,
        wrong_codes_per_minute=wrong_codes_per_minute,
        public_url=public_url,
    )
    clock = HeldClock()

    def quotas(config: Config) -> Quotas:
        return Quotas(config, lambda: clock.now() / 1000)

    with pytest.MonkeyPatch.context() as patched:
        # Neither do quiet streams get a beat, nor does anybody leave who asks for nothing.
        patched.setattr("perudo.server.housekeeping.BEAT_SECONDS", NEVER)
        patched.setattr("perudo.server.app.CHORES_SECONDS", NEVER)
        patched.setattr("perudo.server.presence.POLLING_SECONDS", NEVER)
        patched.setattr("perudo.server.app.Quotas", quotas)
        app = make_app(config, random_bytes, clock)
        options = uvicorn.Config(
            with_gate(app, config), log_config=None, date_header=False, lifespan="on"
        )
        server = uvicorn.Server(options)
        sock = listen(config)
        thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{sock.getsockname()[1]}"
        httpx.get(f"{url}/readyz", timeout=20).raise_for_status()
        try:
            yield Held(url, config.database, clock)
        finally:
            stop_streams(app)
            server.should_exit = True
            thread.join(10)
