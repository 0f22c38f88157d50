"""The writer commits the appends of several tables together."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from perudo.server.storage import Append, Outcome, StorageAway, StorageFull, Store, Writer
from perudo.server.storage.values import StorageClosed
from perudo.server.storage.writer import LARGEST
from testkit.server.appends import opening, plain
from testkit.threads import run_apart

COMMITTED = Outcome.COMMITTED


class Gate(Store):
    """A store that records its batches, and lets none through while the gate is shut."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.batches: list[list[tuple[str, int]]] = []
        self.arrived = threading.Semaphore(0)
        self.open = threading.Event()
        self.open.set()
        self.failures: dict[str, Exception] = {}

    def append(self, batch: Sequence[Append]) -> list[Outcome]:
        self.batches.append([(append.entry.table, append.entry.seq) for append in batch])
        self.arrived.release()
        assert self.open.wait(60)
        for append in batch:
            if append.entry.table in self.failures:
                raise self.failures[append.entry.table]
        return super().append(batch)

    async def next_batch(self) -> None:
        assert await asyncio.to_thread(self.arrived.acquire, timeout=60)


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    made = Gate(f"sqlite:///{tmp_path / 'tables.db'}")
    made.migrate()
    yield made
    made.open.set()
    made.close()


def asked(writer: Writer, *appends: Append) -> list[asyncio.Task[Outcome]]:
    return [asyncio.create_task(writer.append(append)) for append in appends]


def run(work: Coroutine[Any, Any, None]) -> None:
    run_apart(asyncio.wait_for(work, 60))


async def behind_a_shut_gate(gate: Gate, writer: Writer) -> asyncio.Task[Outcome]:
    """Shut the gate on a first append, so that later ones gather behind it."""
    gate.open.clear()
    (first,) = asked(writer, opening("first"))
    await gate.next_batch()
    return first


async def gathered(tasks: Sequence[asyncio.Task[Outcome]]) -> None:
    """Let every task run, so that its append is queued."""
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)


def test_while_one_batch_is_written_the_next_gathers(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, *(opening(table) for table in "cab"))
        await gathered([first, *rest])
        gate.open.set()
        assert await asyncio.gather(first, *rest) == [COMMITTED] * 4
        await writer.close()

    run(work())
    assert gate.batches == [[("first", 1)], [("c", 1), ("a", 1), ("b", 1)]]
    assert gate.heads(["first", *"abc"]) == dict.fromkeys(["first", *"abc"], 1)


def test_an_append_alone_does_not_wait_for_others(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        for seq in range(1, 4):
            append = opening("a") if seq == 1 else plain("a", seq)
            assert await writer.append(append) is COMMITTED
            assert gate.heads("a") == {"a": seq}
        await writer.close()

    run(work())
    assert gate.batches == [[("a", 1)], [("a", 2)], [("a", 3)]]


@pytest.mark.parametrize("largest", [2, LARGEST])
def test_the_appends_of_a_table_keep_their_order_and_go_one_to_a_batch(
    gate: Gate, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perudo.server.storage.writer.LARGEST", largest)

    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        appends = [opening("a"), plain("a", 2), opening("b"), plain("a", 3), plain("b", 2)]
        rest = asked(writer, *appends)
        await gathered([first, *rest])
        gate.open.set()
        assert await asyncio.gather(*rest) == [COMMITTED] * 5
        await writer.close()

    run(work())
    assert gate.batches[1:] == [[("a", 1), ("b", 1)], [("a", 2), ("b", 2)], [("a", 3)]]


def test_a_batch_has_a_largest_size(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, *(opening(f"t{number}") for number in range(LARGEST + 5)))
        await gathered([first, *rest])
        gate.open.set()
        await asyncio.gather(*rest)
        await writer.close()

    run(work())
    assert [len(batch) for batch in gate.batches] == [1, LARGEST, 5]


def test_each_waiter_gets_its_own_result(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, opening("a"), plain("gone", 2), opening("b"))
        await gathered([first, *rest])
        gate.open.set()
        assert await asyncio.gather(*rest) == [COMMITTED, Outcome.GONE, COMMITTED]
        await writer.close()

    run(work())


@pytest.mark.parametrize("failure", [StorageAway("away"), StorageFull("full")])
def test_a_failed_batch_fails_for_all_its_waiters_and_for_nobody_else(
    gate: Gate, failure: Exception
) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, *(opening(table) for table in "abc"))
        await gathered([first, *rest])
        gate.failures["b"] = failure
        gate.open.set()
        assert await first is COMMITTED
        assert await asyncio.gather(*rest, return_exceptions=True) == [failure] * 3
        gate.failures.clear()
        assert await writer.append(opening("a")) is COMMITTED
        await writer.close()

    run(work())
    assert len(gate.batches) == 3


def test_append_that_cannot_be_written_fails_alone(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, *(opening(table) for table in "abc"))
        await gathered([first, *rest])
        gate.failures["b"] = fault = TypeError("not to be written")
        gate.open.set()
        assert await asyncio.gather(*rest, return_exceptions=True) == [COMMITTED, fault, COMMITTED]
        await writer.close()

    run(work())
    assert gate.heads("abc") == {"a": 1, "c": 1}


def test_cancelled_waiter_does_not_break_the_batch(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, *(opening(table) for table in "abc"))
        await gathered([first, *rest])
        first.cancel()
        rest[1].cancel()
        gate.open.set()
        results = await asyncio.gather(first, *rest, return_exceptions=True)
        assert [type(result) for result in results] == [
            *(asyncio.CancelledError, Outcome, asyncio.CancelledError, Outcome)
        ]
        await writer.close()

    run(work())
    assert gate.heads(["first", *"abc"]) == dict.fromkeys(["first", *"abc"], 1)


def test_closing_waits_for_pending_appends(gate: Gate) -> None:
    async def work() -> None:
        writer = Writer(gate)
        first = await behind_a_shut_gate(gate, writer)
        rest = asked(writer, opening("a"), plain("a", 2), opening("b"))
        await gathered([first, *rest])
        closing = [asyncio.create_task(writer.close()) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(StorageClosed, match="closed"):
            await writer.append(opening("late"))
        assert not any(task.done() for task in closing)
        gate.open.set()
        await asyncio.gather(*closing)
        assert gate.heads(["a", "b", "late"]) == {"a": 2, "b": 1}
        assert await asyncio.gather(*rest) == [COMMITTED] * 3
        await writer.close()

    run(work())


def test_a_writer_that_was_never_used_closes_at_once(gate: Gate) -> None:
    run(Writer(gate).close())
