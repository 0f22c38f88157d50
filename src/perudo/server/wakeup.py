"""Notify other processes of new entries through Redis.

Messages only say where to look: the entries are in the log. A lost message costs a second, since
every process also polls the tables that it has listeners for.
"""

import asyncio
from contextlib import suppress

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from perudo.server.room import CommittedEntry, Room
from perudo.server.storage import StorageAway
from perudo.server.tables import Tables
from perudo.server.threads import in_thread
from perudo.server.watch import RoundMade

CHANNEL = "perudo:entries"
LOOK_SECONDS = 1.0
RETRY_SECONDS = 1.0
RENEW_MS = 20_000
"""How often the number of onlookers is noted anew; older ones are of processes that are gone."""
QUIET_SECONDS = 5.0
"""How often the listening task reports that it is alive."""

log = structlog.get_logger()


class Lookout:
    """Polls for entries and onlookers of other processes, at tables with listeners."""

    def __init__(self, tables: Tables, worker: str) -> None:
        self._tables, self._worker = tables, worker
        self._noted: dict[str, tuple[int, int]] = {}
        """The onlookers that this process has noted, and when."""

    async def run(self, round_made: RoundMade) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(StorageAway):
                await self.look()
            round_made()

    async def look(self) -> None:
        watched = [table for table, room in self._tables.rooms.items() if room.listeners]
        if not watched and not self._noted:
            return
        heads = await in_thread(self._tables.store.heads, watched)
        for table, seq in heads.items():
            await self._tables.catch_up_to(table, seq)
        await self._count(watched)

    async def _count(self, watched: list[str]) -> None:
        """Tell the other processes who watches here, and read who watches there."""
        rooms, store, now = self._tables.rooms, self._tables.store, self._tables.outside.now
        own = {table: rooms[table].own_onlookers for table in watched if table in rooms}
        known = {t: people for t, (people, at) in self._noted.items() if now - at < RENEW_MS}
        news = {
            table: people
            for table, people in {**dict.fromkeys(self._noted, 0), **own}.items()
            if known.get(table, 0) != people or (people and table not in known)
        }
        if news:
            await in_thread(store.watchers.note, self._worker, news, now)
            self._noted.update({table: (people, now) for table, people in news.items()})
            self._noted = {t: noted for t, noted in self._noted.items() if noted[0]}
        there = await in_thread(store.watchers.elsewhere, self._worker, watched, now - 2 * RENEW_MS)
        for table in watched:
            if table in rooms:
                rooms[table].count_others(there.get(table, 0))


class Wakeup:
    def __init__(self, tables: Tables, url: str) -> None:
        self._tables = tables
        self._redis = Redis.from_url(url, socket_connect_timeout=2)
        self._outbox: dict[str, int] = {}
        self._filled = asyncio.Event()
        tables.on_commit.append(self._note)

    def _note(self, room: Room, _committed: CommittedEntry) -> None:
        self._outbox[room.table.id] = room.table.seq
        self._filled.set()

    async def run(self, round_made: RoundMade) -> None:
        async with asyncio.TaskGroup() as both:  # if one fails, the other is cancelled
            both.create_task(self._send())
            both.create_task(self._listen(round_made))

    async def _send(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            news, self._outbox = self._outbox, {}
            try:
                async with self._redis.pipeline(transaction=False) as pipe:
                    for table, seq in news.items():
                        pipe.publish(CHANNEL, f"{table}:{seq}")
                    await pipe.execute()
            except (RedisError, OSError) as error:
                # Dropped: the other processes poll the log themselves.
                log.warning("redis-away", doing="send", cause=type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, round_made: RoundMade) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    while True:
                        message = await pubsub.get_message(timeout=QUIET_SECONDS)
                        if message is not None and message["type"] == "message":
                            await self._received(message["data"])
                        round_made()
            except (RedisError, OSError) as error:
                log.warning("redis-away", doing="listen", cause=type(error).__name__)
            round_made()  # alive without Redis too: only latency depends on it
            await asyncio.sleep(RETRY_SECONDS)

    async def _received(self, data: bytes) -> None:
        table, _, seq = data.decode(errors="replace").partition(":")
        if seq.isascii() and seq.isdigit():
            await self._tables.catch_up_to(table, int(seq))

    async def close(self) -> None:
        await self._redis.aclose()
