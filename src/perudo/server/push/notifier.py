"""Call players whose pages are closed, off the event loop: play never waits for a push service."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from threading import Thread
from typing import Final

import orjson
import structlog

from perudo.engine.errors import InvalidValue
from perudo.server import metrics
from perudo.server.push.calls import Call, calls_after
from perudo.server.push.encryption import Recipient, encrypt
from perudo.server.push.sending import Delivery, deliver
from perudo.server.push.vapid import Vapid
from perudo.server.room import CommittedEntry, Room
from perudo.server.storage.subscriptions import Subscription
from perudo.server.tables import Tables
from perudo.server.watch import RoundMade
from perudo.web.push_text import sat_text, turn_text

AT_ONCE: Final = 4
"""Messages that are sent at the same time."""
MOST_WAITING: Final = 1_000
"""Calls that wait to be sent. Beyond that the oldest are dropped: newer ones matter more."""
LOOK_SECONDS: Final = 5.0
LONGEST_MS: Final = 24 * 60 * 60 * 1000
"""How long a push service keeps a message for a device that is off."""

log = structlog.get_logger()


class Notifier:
    """Sends calls after entries that this process committed, so that each is sent once."""

    def __init__(
        self,
        tables: Tables,
        vapid: Vapid,
        random_bytes: Callable[[int], bytes],
        *,
        loopback: bool,
    ) -> None:
        self._tables, self._vapid, self._bytes = tables, vapid, random_bytes
        self._loopback = loopback
        self._waiting: asyncio.Queue[Call] = asyncio.Queue(MOST_WAITING)
        self._free = asyncio.Semaphore(AT_ONCE)
        tables.on_commit.append(self._note)

    def _note(self, room: Room, committed: CommittedEntry) -> None:
        for call in calls_after(committed.entry, committed.table):
            # Whoever has a page open is called by that page; other processes' pages we cannot see,
            # and the device itself drops a call for a table that it shows.
            if not self._tables.shared and room.has_page(call.guest):
                continue
            if self._waiting.full():
                self._waiting.get_nowait()
                metrics.PUSHES.labels("dropped").inc()
            self._waiting.put_nowait(call)

    async def run(self, round_made: RoundMade) -> None:
        while True:
            round_made()
            try:
                call = await asyncio.wait_for(self._waiting.get(), LOOK_SECONDS)
            except TimeoutError:
                continue
            await self._free.acquire()
            loop = asyncio.get_running_loop()
            # A thread of its own that nobody joins: a slow service must not hold up a restart.
            Thread(target=self._call, args=(call, loop), name="push", daemon=True).start()

    def _call(self, call: Call, loop: asyncio.AbstractEventLoop) -> None:
        """Send a call to all devices of its guest. Blocks."""
        try:
            for device in self._tables.store.subscriptions.of(call.guest):
                self._send(call, device)
        except Exception as error:
            # Not the text of the error, which may hold an address of somebody's device.
            log.warning("push-failed", cause=type(error).__name__)
        finally:
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._free.release)

    def _send(self, call: Call, device: Subscription) -> None:
        done = self._delivered(call, device)
        metrics.PUSHES.labels(done.value).inc()
        stored = self._tables.store.subscriptions
        if done is Delivery.GONE:
            stored.remove(device.endpoint)
        else:
            stored.note(device.endpoint, failed=done is Delivery.FAILED)

    def _delivered(self, call: Call, device: Subscription) -> Delivery:
        try:
            recipient = Recipient(device.p256dh, device.auth)
        except InvalidValue:
            return Delivery.GONE  # checked when it was stored
        body = encrypt(message_for(call, device.lang), recipient, self._bytes)
        left = LONGEST_MS if call.until is None else call.until - self._tables.outside.now
        headers = {
            "authorization": self._vapid.header(device.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(max(0, min(left, LONGEST_MS)) // 1000),
            "urgency": "normal",
            # A newer call of the same table replaces one that still waits.
            "topic": blake2b(call.code.encode(), digest_size=12).hexdigest(),
        }
        return deliver(device.endpoint, body, headers, loopback=self._loopback)


def message_for(call: Call, lang: str) -> bytes:
    """The message that the service worker shows (``static/sw.js``)."""
    text = sat_text(lang, call.sitter) if call.sitter else turn_text(lang, list(call.others))
    return orjson.dumps({**text._asdict(), "table": call.code})
