"""A server's time is steady and never goes back, even when the machine's clock is set."""

import json
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import httpx
import pytest

from perudo.server import clock as clocks
from perudo.server.clock import AFTER_PULSE_MS, GAP_MS, SharedClock, shared_clock
from perudo.server.storage import Store
from testkit.server.seated import Sitting
from testkit.server.stepped_clock import SteppedClock
from testkit.services import Missing, absent
from testkit.serving import Follower, Guest, Serving

NOW = 1_790_000_000_000
HOUR = 3_600_000


class World:
    """A monotonic clock, a database's clock that can be set, and pulses."""

    def __init__(self) -> None:
        self.steady = 5_000
        self.database = NOW
        self.pulse: int | None = None
        self.took = 0
        """How long the database takes to answer."""
        self.next_takes: list[tuple[int, int]] = []
        """How long its next answers take instead, there and back."""

    def passes(self, ms: int) -> None:
        self.steady += ms
        self.database += ms

    def now(self) -> int:
        there, back = self.next_takes.pop(0) if self.next_takes else (self.took, self.took)
        self.passes(there)
        answer = self.database
        self.passes(back)
        return answer

    def last_pulse(self) -> int | None:
        return self.pulse

    def clock(self) -> SharedClock:
        return SharedClock(self.now, self.last_pulse)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(clocks, "steady_ms", lambda: made.steady)
    return made


@pytest.mark.parametrize("jump", [-HOUR, HOUR, -2_500, 70 * 24 * HOUR])
def test_setting_the_database_clock_changes_nothing(world: World, jump: int) -> None:
    clock = world.clock()
    world.passes(10_000)
    world.database += jump
    for _ in range(5):
        clock.look()
        assert clock.now() == NOW + world.steady - 5_000
        world.passes(1_000)
    world.database -= jump  # and set right again
    clock.look()
    assert clock.now() == NOW + world.steady - 5_000


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
@pytest.mark.parametrize("takes", [(0, 1_500), (1_500, 0)])
def test_a_jump_that_a_slow_answer_shows_changes_nothing(
    world: World, jump: int, takes: tuple[int, int]
) -> None:
    """What is not known of the jump must not pass for drift later."""
    clock = world.clock()
    world.passes(10_000)
    world.database += jump
    world.next_takes = [takes, takes]
    for _ in range(5):
        clock.look()
        assert clock.now() == NOW + world.steady - 5_000
        world.passes(1_000)


def test_drift_is_followed(world: World) -> None:
    clock = world.clock()
    for _ in range(100):
        world.passes(1_000)
        world.database += 3  # this machine's steady clock is slow
        clock.look()
    assert clock.now() == world.database
    world.database -= 700  # less than a jump: it waits until the others have come as far
    clock.look()
    before = clock.now()
    assert before == world.database + 700
    world.passes(400)
    assert clock.now() == before
    world.passes(400)
    assert clock.now() == world.database == before + 100


def test_it_never_goes_back_and_stays_near_the_database(world: World) -> None:
    random, clock = Random(5), world.clock()
    seen = [clock.now()]
    for _ in range(2_000):
        world.took = random.choice((0, 1, 5, 200))
        world.passes(random.randrange(1_500))
        world.database += random.choice((0, 0, 0, 1, -1, 40, -40))
        if random.random() < 0.7:
            clock.look()
        seen.append(clock.now())
    assert all(before <= after for before, after in pairwise(seen))
    world.took = 0
    world.passes(2_000)
    clock.look()
    assert clock.now() == world.database


def test_an_uncertain_answer_changes_nothing(world: World) -> None:
    clock = world.clock()
    world.took = 4_000  # the database took eight seconds; when it looked at its clock is unknown
    clock.look()
    assert clock.now() == world.database


def test_suspended_process_catches_up_with_the_others(world: World) -> None:
    """As in a paused virtual machine: neither of its clocks has counted the pause."""
    clock = world.clock()
    world.database += HOUR
    world.pulse = world.database - 300
    clock.look()
    assert clock.now() == world.pulse


def test_the_time_begins_where_the_last_server_left_it(store: Store) -> None:
    ahead = store.now() + HOUR
    store.pulse("one", ahead)
    clock = shared_clock(store, shared=False)
    # It may have written entries after its last pulse: none of them may be in the future.
    assert ahead + AFTER_PULSE_MS <= clock.now() < ahead + 60_000
    clock.look()
    assert ahead + AFTER_PULSE_MS <= clock.now() < ahead + 60_000


def test_a_server_takes_its_time_from_those_that_are_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running servers ignored a jump of the database's clock; a new one must agree with them."""
    theirs = store.now() - HOUR
    store.pulse("one", theirs)
    real, asked = store.last_pulse, []

    def pulse_meanwhile() -> int | None:
        asked.append(1)
        if len(asked) == 3:
            store.pulse("one", theirs + 1_000)
        return real()

    monkeypatch.setattr(store, "last_pulse", pulse_meanwhile)
    monkeypatch.setattr(clocks, "OTHERS_SECONDS", 60)  # it surely comes, however slowly
    clock = shared_clock(store, shared=True)
    assert theirs + 1_000 <= clock.now() < theirs + 60_000


def test_downtime_passes_when_no_server_is_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "OTHERS_SECONDS", 0.1)
    store.pulse("one", store.now() - HOUR)
    before = store.now()
    assert before <= shared_clock(store, shared=True).now() < before + HOUR / 2
    assert GAP_MS < HOUR


@pytest.fixture
def stepped(tmp_path: Path) -> Iterator[SteppedClock]:
    try:
        made = SteppedClock(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    except Missing as missing:
        absent(missing)
    with made.server:
        yield made


@pytest.mark.parametrize("shift", ["-1h", "+1h"])
def test_turns_last_as_long_when_the_clock_of_the_machine_is_set(
    stepped: SteppedClock, shift: str
) -> None:
    """Set back, a turn would end an hour late; set ahead, everybody's would be over, or an hour
    longer. A busy machine may add seconds to a turn, but never an hour."""
    server = stepped.server
    began = time.monotonic()  # before the turn does, however long sitting down takes
    with Sitting(server, turn_seconds=5, misses=100, toucan=0) as sitting:
        stepped.set(shift)
        stream = Follower(sitting.onlooker, sitting.table, 0)
        deadline = stream.until_event("clock-started")["deadline"]
        _until_noticed(server)
        stream.until_event("timed-out", 60)
        assert time.monotonic() - began > 4.5
        stepped.set("+0")
        stream.until(lambda lines: sum(_has(line, "timed-out") for line in lines) >= 2, 60)
    # A third one may have come while nobody looked.
    first, second, *_ = (line["at"] for line in stream.lines if _has(line, "timed-out"))
    assert deadline <= first < deadline + 60_000
    assert 5_000 <= second - first < 65_000


def _has(line: dict[str, object], kind: str) -> bool:
    events = line.get("events", [])
    assert isinstance(events, list)
    return any(event["event"] == kind for event in events)


def _until_noticed(server: Serving) -> None:
    """Keep the server busy with requests until it has noticed the jump of the clock."""
    for _ in range(10_000):
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
        if any(line["event"] == "clock-jumped" for line in lines):
            return
        httpx.get(f"{server.url}/healthz")
    raise AssertionError("the clock was not set")


def test_a_start_with_a_clock_that_went_back_goes_on(stepped: SteppedClock) -> None:
    server = stepped.server
    guest = Guest(server.url)
    opened = guest.open(name="Ann")
    first = next(guest.follow(opened["table"], 0))["at"]
    server.kill()  # all of it: the wrapper would not hand a signal on
    stepped.set("-1h")
    server.start()
    said = guest.ask(opened["table"], "chat", text="hi")
    assert first <= said["at"] < first + HOUR
