"""A real server process for tests and measurements, and guests that talk to it."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes
from types import TracebackType
from typing import Any, Self

import httpx
import psutil

from testkit.live.sandbox import hash_chain

START_SECONDS = 60.0
STOP_SECONDS = 10.0
UNLIMITED = ("TABLES_PER_HOUR", "WRONG_CODES_PER_MINUTE", "CONNECTIONS_PER_ADDRESS")
TRUSTED = ssl.create_default_context()
"""Read once: for each client it would take longer than most requests."""
JSON = {"content-type": "application/json"}
"""Every POST needs it, even without a body."""


def reserved_port() -> tuple[int, socket.socket]:
    """Bind a free port for a server that starts later, or again and again.

    While the socket is open, nobody else on this machine is given the port. The server gets it all
    the same, since both of them set this option and only the server listens; not so outside Linux.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    port = int(reserved.getsockname()[1])
    if sys.platform != "linux":
        reserved.close()
    return port, reserved


class Serving:
    """``perudo serve`` in its own process, on a free port that it keeps across restarts.

    It has no limits unless flags or environment set them: tests send more than people do.
    """

    def __init__(
        self,
        database: str,
        *flags: str,
        environment: Mapping[str, str] | None = None,
        wrapped_in: tuple[str, ...] = (),
    ) -> None:
        self.database = database
        self._flags, self._wrap = flags, wrapped_in
        self._environment = {
            **os.environ,
            **{f"PERUDO_{name}": "0" for name in UNLIMITED},
            "LANG": "en_US.UTF-8",
            **(environment or {}),
        }
        # Reserved, so that nobody else has it when the server starts again.
        self.port, self._reserved = reserved_port()
        self.log = Path(tempfile.mkstemp(prefix="perudo-serve-", suffix=".log")[1])
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def process(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process

    def start(self) -> Self:
        limits = ("--requests-per-second", "0", "--guests-per-minute", "0")
        command = [sys.executable, "-m", "perudo.cli.main", "serve", "--lang", "en", *limits]
        command += ["--port", str(self.port), "--database", self.database, *self._flags]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*self._wrap, *command],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self._environment,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()  # printed when the socket listens
        if "http://" not in line:
            raise AssertionError(f"no server: {line!r} {self.log.read_text()[-2000:]}")
        assert f"http://127.0.0.1:{self.port} " in line
        try:
            self.wait_until_ready()
        except httpx.HTTPError:
            self.kill()  # nobody else knows of it
            raise
        return self

    def wait_until_ready(self) -> None:
        # The connection waits in the socket's queue until a process takes it.
        ready = httpx.get(f"{self.url}/readyz", timeout=START_SECONDS, verify=TRUSTED)
        ready.raise_for_status()

    def kill(self) -> None:
        """Kill the process and its workers, as with ``kill -9``."""
        self._signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> int:
        """Stop the server as an operator would; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _ended(self) -> int:
        try:
            status = self.process.wait(STOP_SECONDS)
        finally:
            assert self.process.stdout is not None
            self.process.stdout.close()
        return status

    def cpu_seconds(self) -> float:
        """Return the processor time of the server and its workers so far."""
        parent = psutil.Process(self.process.pid)
        times = [p.cpu_times() for p in (parent, *parent.children(recursive=True))]
        return sum(t.user + t.system for t in times)

    def memory_bytes(self) -> int:
        parent = psutil.Process(self.process.pid)
        return sum(p.memory_info().rss for p in (parent, *parent.children(recursive=True)))

    def __enter__(self) -> Self:
        return self if self._process is not None else self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self.log.unlink(missing_ok=True)
        self._reserved.close()


class Guest:
    """A guest with its own token."""

    def __init__(self, url: str, token: str | None = None, **headers: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=20, headers=headers, verify=TRUSTED)
        self.token = token
        self.chain: list[str] = []
        if token is None:
            self.token = self.client.post("/api/guests", headers=JSON).json()["token"]
        self.client.cookies.clear()
        self.client.headers["authorization"] = f"Bearer {self.token}"

    def post(self, path: str, **body: object) -> httpx.Response:
        return self.client.post(path, json=body)

    def open(self, **body: object) -> dict[str, Any]:
        answer = self.post("/api/tables", **body)
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def ask(self, table: str, what: str, **body: object) -> dict[str, Any]:
        """Send a request that must be granted."""
        answer = self.post(f"/api/tables/{table}/{what}", **body)
        assert answer.status_code == 200, answer.text
        granted: dict[str, Any] = answer.json()
        return granted

    def refused(self, table: str, what: str, **body: object) -> tuple[int, dict[str, Any]]:
        """Send a request that must be refused; return the status and the refusal."""
        answer = self.post(f"/api/tables/{table}/{what}", **body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["refusal"]

    def look(self, table: str) -> dict[str, Any]:
        answer = self.client.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def new_pledge(self, secret: bytes = b"") -> str:
        """Make a new hash chain and return its public end."""
        self.chain = hash_chain(secret or token_bytes(32))
        return self.chain[0]

    def give_link(self, table: str) -> dict[str, Any]:
        """Reveal the link for the round that is being gathered for, as a client does."""
        view = self.look(table)
        gathering = view["gathering"]
        pledge = gathering["pledges"][view["seat"]]
        link = self.chain[self.chain.index(pledge) + 1]
        return self.ask(table, "link", round=gathering["round"], link=link)

    def act(self, table: str, action: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Take an action at the table as it is now; by default the lowest legal one."""
        view = self.look(table)
        return self.ask(table, "act", version=view["version"], **(action or least(view)))

    def follow(self, table: str, after: int | None = None) -> Generator[dict[str, Any], None, None]:
        """Yield the seat's stream line by line, until the caller stops."""
        query = {} if after is None else {"after": str(after)}
        path = f"/api/tables/{table}/stream.ndjson"
        with self.client.stream("GET", path, params=query, timeout=None) as answer:
            assert answer.status_code == 200
            for line in answer.iter_lines():
                if line:
                    yield json.loads(line)

    def close(self) -> None:
        self.client.close()


def least(view: Mapping[str, Any]) -> dict[str, object]:
    """Return the lowest legal bid in this view, or dudo if there is none."""
    limits = view["game"]["legal"]["bids"]
    assert limits is not None, "it is not this seat's turn"
    bids = [(lim[0], face) for face, lim in enumerate(limits, 1) if lim is not None]
    return {"bid": min(bids)} if bids else {"call": "dudo"}


class Follower(threading.Thread):
    """Reads a stream in the background; ``until`` waits for expected lines."""

    def __init__(self, guest: Guest, table: str, after: int | None = None) -> None:
        super().__init__(daemon=True)
        self.lines: list[dict[str, Any]] = []
        self._guest, self._table, self._after = guest, table, after
        self._news = threading.Condition()
        self.ended = False
        self.start()
        self.until(lambda lines: bool(lines) or after is not None)

    def run(self) -> None:
        with suppress(httpx.HTTPError):
            for line in self._guest.follow(self._table, self._after):
                with self._news:
                    self.lines.append(line)
                    self._news.notify_all()
        with self._news:
            self.ended = True
            self._news.notify_all()

    def until(self, enough: Any, seconds: float = 20.0) -> list[dict[str, Any]]:
        with self._news:
            assert self._news.wait_for(lambda: enough(self.lines) or self.ended, seconds)
            return list(self.lines)

    def events(self) -> list[dict[str, Any]]:
        return [event for line in self.lines for event in line.get("events", ())]

    def until_event(self, kind: str, seconds: float = 20.0) -> dict[str, Any]:
        self.until(lambda _: any(e["event"] == kind for e in self.events()), seconds)
        return next(e for e in self.events() if e["event"] == kind)
