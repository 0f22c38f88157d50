"""At the wire: what a seat and an onlooker receive does not depend on the dice of the others.

The same match is served twice by the same secrets, clock and requests. Only one thing differs: the
seed that seat 2 gives. It is chosen so that seat 0 throws the same dice both times while the others
throw other ones. Until the showdown every byte that seat 0 and an onlooker get must be the same.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
import uvicorn

from perudo.records import fair
from perudo.server.app import make_app, stop_streams, with_gate
from perudo.server.config import Config
from perudo.server.serve import listen
from perudo.server.storage import Store
from perudo.table.live.events import Pledged
from perudo.table.live.log import read_events

NOW = 1_790_000_000_000
SEATS, DICE = 3, 3


class StoppedClock:
    def look(self) -> None:
        pass

    def now(self) -> int:
        return NOW


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Store]]:
    """A server on a real socket whose time stands still and whose chance repeats."""
    config = Config(
        port=0,
        database=f"sqlite:///{folder}/tables.db",
        requests_per_second=0,
        guests_per_minute=0,
        public_url="http://perudo.example",
    )
    app = make_app(config, Random(7).randbytes, StoppedClock())
    options = uvicorn.Config(
        with_gate(app, config), log_config=None, date_header=False, lifespan="on"
    )
    server = uvicorn.Server(options)
    sock = listen(config)
    thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
    thread.start()
    store = Store(config.database)
    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    httpx.get(f"{url}/readyz", timeout=20).raise_for_status()
    try:
        yield url, store
    finally:
        stop_streams(app)
        server.should_exit = True
        thread.join(10)
        store.close()


class Wire:
    """Somebody whose every received byte is kept."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=10)
        self.client.headers["host"] = "perudo.example"
        self.token = self.client.post("/api/guests").json()["token"]
        self.client.cookies.clear()
        self.client.headers["authorization"] = f"Bearer {self.token}"
        self.received: list[bytes] = []

    def _keep(self, answer: httpx.Response) -> httpx.Response:
        head = [f"{name}: {value}".encode() for name, value in sorted(answer.headers.items())]
        self.received += [str(answer.status_code).encode(), *head, answer.content]
        self.client.cookies.clear()
        return answer

    def get(self, path: str) -> httpx.Response:
        return self._keep(self.client.get(path))

    def post(self, path: str, **body: object) -> httpx.Response:
        return self._keep(self.client.post(path, json=body))


class Listening:
    """A stream, kept as bytes."""

    def __init__(self, wire: Wire, path: str) -> None:
        self.got = b""
        self._news = threading.Condition()
        thread = threading.Thread(target=self._read, args=(wire, path), daemon=True)
        thread.start()
        self.wait_for(b"version")

    def _read(self, wire: Wire, path: str) -> None:
        try:
            with wire.client.stream("GET", path, timeout=None) as answer:
                for chunk in answer.iter_raw():
                    with self._news:
                        self.got += chunk
                        self._news.notify_all()
        except httpx.HTTPError:
            return

    def wait_for(self, piece: bytes) -> bytes:
        with self._news:
            assert self._news.wait_for(lambda: piece in self.got, 10), self.got
            return self.got


class Run:
    """What was received until the call, what after it, and what the tables hold."""

    def __init__(self, folder: Path, last_seed: str) -> None:
        with served(folder) as (url, store):
            people = [Wire(url) for _ in range(SEATS)]
            onlooker = Wire(url)
            opened = people[0].post(
                "/api/tables", name="Ann", seats=SEATS, dice=DICE, options=["calza"], seed="aa",
                listed=True, turn_seconds=60,
            )  # fmt: skip
            self.table = opened.json()["table"]
            path = f"/api/tables/{self.table}"
            people[1].post(f"{path}/sit", name="Bea", seed="bb")
            people[2].post(f"{path}/sit", name="Carl", seed=last_seed)
            streams = [
                Listening(people[0], f"{path}/stream"),
                Listening(people[0], f"{path}/stream.ndjson"),
                Listening(onlooker, f"{path}/stream"),
                Listening(onlooker, f"{path}/stream.ndjson?after=1"),
                Listening(people[0], f"/t/{self.table}/live"),
                Listening(onlooker, f"/t/{self.table}/live?lang=fr"),
            ]
            people[0].post(f"{path}/start", toucan=0)
            first = store.entries(self.table)[0]
            self.secret = next(
                bytes.fromhex(e.secret) for e in read_events(first.body) if isinstance(e, Pledged)
            )
            watching = (people[0], onlooker)
            bids = [[1, 2], [2, 2], [2, 5], [3, 5], [3, 6]]
            for number, bid in enumerate(bids):
                version = len(store.entries(self.table))
                for wire in watching:
                    wire.get(path)
                    wire.get(f"/t/{self.table}")
                    wire.get(f"/t/{self.table}/pieces")
                    wire.post(f"{path}/act", bid=[1, 2], version=version - 1)
                    wire.post(f"{path}/act", call="calza", answers=[9, 6], version=version)
                    wire.get(f"{path}/record")
                    wire.get("/api/tables")
                people[number % SEATS].post(
                    f"{path}/act", bid=bid, version=version, key=f"k{number}"
                )
            people[1].post(f"{path}/chat", text="well?")
            for stream in streams:
                stream.wait_for(b"well?")
            self.before = [b"\n".join(wire.received) for wire in watching]
            self.before += [stream.got for stream in streams]
            version = len(store.entries(self.table))
            people[2].post(f"{path}/act", call="dudo", version=version)
            self.after = [stream.wait_for(b"showdown") for stream in streams]


def test_until_the_showdown_other_dice_change_no_byte(tmp_path: Path) -> None:
    one = Run(tmp_path / "one", "cc")

    def cups(seed: str) -> tuple[tuple[int, ...], ...]:
        seeds = ("aa", "bb", seed)
        return fair.cups(one.secret, f"{one.table}/1", 1, seeds, (DICE,) * SEATS)

    here = cups("cc")
    seed = next(
        f"c{number}"
        for number in range(100_000)
        if cups(f"c{number}")[0] == here[0]
        and cups(f"c{number}")[1] != here[1]
        and cups(f"c{number}")[2] != here[2]
    )
    other = Run(tmp_path / "other", seed)
    assert (one.table, one.secret) == (other.table, other.secret)
    for mine, theirs in zip(one.before, other.before, strict=True):
        assert mine == theirs
    # The test can tell: once the cups are up, the two matches are seen to differ.
    for mine, theirs in zip(one.after, other.after, strict=True):
        assert mine != theirs


def test_the_check_would_notice_a_die_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a leak put in, the two runs differ before the showdown."""
    monkeypatch.setattr("perudo.table.live.audience.redact", lambda event, _seat: event)
    with pytest.raises(AssertionError):
        test_until_the_showdown_other_dice_change_no_byte(tmp_path)
