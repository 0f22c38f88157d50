"""Devices of guests that want to be called by a push service."""

from typing import Final, NamedTuple

from sqlalchemy import delete, select, update

from perudo.server.storage.database import Database
from perudo.server.storage.driver_errors import translated_errors
from perudo.server.storage.schema import subscriptions

MOST_DEVICES: Final = 5
"""Devices of one guest. A further one takes the place of the oldest."""
MOST_FAILURES: Final = 10
"""After so many failures in a row a device is forgotten."""


class Subscription(NamedTuple):
    endpoint: str
    """Where its push service takes messages; nobody else has the same."""
    guest: str
    p256dh: str
    auth: str
    lang: str
    made_at: int


_COLUMNS = tuple(subscriptions.c[name] for name in Subscription._fields)


class Subscriptions:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, new: Subscription) -> None:
        """Store a device, or renew it. It belongs to the guest who came last."""
        values = {**new._asdict(), "failures": 0}
        row = self._database.insert(subscriptions).values(values)
        changed = {name: value for name, value in values.items() if name != "endpoint"}
        kept = (
            select(subscriptions.c.endpoint)
            .where(subscriptions.c.guest == new.guest)
            .order_by(subscriptions.c.made_at.desc(), subscriptions.c.endpoint)
            .limit(MOST_DEVICES)
        )
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(row.on_conflict_do_update(subscriptions.primary_key, set_=changed))
            known = connection.execute(kept).scalars().all()
            of_guest = subscriptions.c.guest == new.guest
            surplus = subscriptions.c.endpoint.not_in(known)
            connection.execute(delete(subscriptions).where(of_guest, surplus))

    def of(self, guest: str) -> list[Subscription]:
        query = select(*_COLUMNS).where(subscriptions.c.guest == guest)
        with translated_errors(), self._database.reading.connect() as connection:
            return [Subscription._make(row) for row in connection.execute(query)]

    def remove(self, endpoint: str, guest: str | None = None) -> None:
        """Forget a device; with a guest only if it is theirs."""
        unwanted = delete(subscriptions).where(subscriptions.c.endpoint == endpoint)
        if guest is not None:
            unwanted = unwanted.where(subscriptions.c.guest == guest)
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(unwanted)

    def remove_all(self, guest: str) -> None:
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.guest == guest))

    def remove_before(self, at: int) -> None:
        """Forget devices that were not renewed since then."""
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.made_at < at))

    def note(self, endpoint: str, *, failed: bool) -> None:
        """Note how a delivery went; forget the device after too many failures in a row."""
        this = subscriptions.c.endpoint == endpoint
        count = subscriptions.c.failures + 1 if failed else 0
        with translated_errors(), self._database.writing.begin() as connection:
            connection.execute(update(subscriptions).where(this).values(failures=count))
            worn = subscriptions.c.failures >= MOST_FAILURES
            connection.execute(delete(subscriptions).where(this, worn))
