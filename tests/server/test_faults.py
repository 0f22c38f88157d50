"""A short sample of the fault suite; ``make faults`` runs all of it, with hundreds of tables."""

from contextlib import closing
from pathlib import Path

import pytest

from perudo.server.storage import Store
from testkit.server.crowd import Crowd
from testkit.server.ledger import Books, audited
from testkit.server.proxy import Misfortune, Proxy
from testkit.services import Postgres
from testkit.serving import Serving
from testkit.threads import run_apart

KILLS = 10
"""Most kills until two have come while somebody waited for an answer; nearly all do."""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


def test_kills_under_load_lose_nothing_that_was_acknowledged_or_shown(database: str) -> None:
    async def scenario(server: Serving, store: Store) -> None:
        books = Books(store)
        async with Crowd([server.port]) as crowd:
            await crowd.sit_down(20)
            crowd.follow()
            hit = 0
            for _ in range(KILLS):
                async with crowd.playing():
                    await crowd.moved_on(100)
                    server.kill()
                hit += bool(crowd.ledger.unanswered)
                server.start()
                await crowd.settle(sample=50)
                assert await crowd.one_more_each() == []
                assert books.check(crowd.ledger) == []
                if hit == 2:
                    break
            assert hit == 2, "too few kills came while somebody waited for an answer"
            assert await crowd.caught_up()
            assert books.check(crowd.ledger, all_heard=True) == []
            assert crowd.ledger.unexpected() == []
            assert await audited(database, server.url) == []

    with Serving(database) as server, closing(Store(database)) as store:
        run_apart(scenario(server, store))


def test_bad_network_makes_nothing_happen_twice(database: str) -> None:
    async def scenario(server: Serving, store: Store) -> None:
        async with Proxy(server.port) as proxy, Crowd([proxy.port]) as crowd:
            crowd.stubborn, crowd.hasty = True, 0.4
            await crowd.sit_down(15)
            crowd.follow([server.port])
            async with crowd.playing():
                await crowd.moved_on(150)
            await proxy.settled()
            assert await crowd.caught_up()
            assert set(proxy.met) == set(Misfortune)
            assert proxy.contradictions() == []
            assert Books(store).check(crowd.ledger, all_heard=True) == []
            assert crowd.ledger.unexpected("stale") == []
            assert crowd.ledger.reasons["stale"] >= 10
            assert await audited(database, server.url) == []

    with Serving(database) as server, closing(Store(database)) as store:
        run_apart(scenario(server, store))


def test_two_processes_race_on_the_same_tables(postgres: Postgres) -> None:
    database = postgres.new_database()

    async def scenario(one: Serving, two: Serving, store: Store) -> None:
        async with Crowd([one.port, two.port], chat=0.8) as crowd:
            await crowd.sit_down(5)
            crowd.follow(crowd.ports)
            async with crowd.playing():
                await crowd.moved_on(60)
            assert await crowd.caught_up()
            assert Books(store).check(crowd.ledger, all_heard=True) == []
            assert crowd.ledger.unexpected("stale") == []
            for server in (one, two):
                assert await audited(database, server.url) == []

    with Serving(database) as one, Serving(database) as two, closing(Store(database)) as store:
        run_apart(scenario(one, two, store))
