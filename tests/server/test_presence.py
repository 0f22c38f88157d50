"""Who is at a table: by a stream, by one that has just ended, or by requests now and then."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from perudo.server import presence
from perudo.server.presence import Presence
from testkit.server.seated import Sitting
from testkit.serving import Serving
from testkit.threads import run_apart

AT_ONCE, NEVER = 0.0, 3_600.0

Changes = asyncio.Queue[str]
Times = Callable[[float, float], None]


def watched(play: Callable[[Presence, Changes], Awaitable[None]]) -> None:
    """Play with a presence whose changes are put in a queue."""

    async def run() -> None:
        changes: Changes = asyncio.Queue()
        async with asyncio.timeout(20):
            await play(Presence(changes.put_nowait), changes)
        assert changes.empty()

    run_apart(run())


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    """Set the grace after a stream has ended, and how long a request lasts."""

    def set_times(grace: float, polling: float) -> None:
        monkeypatch.setattr(presence, "GRACE_SECONDS", grace)
        monkeypatch.setattr(presence, "POLLING_SECONDS", polling)

    return set_times


def test_a_page_that_reloads_stays(times: Times) -> None:
    async def play(here: Presence, changes: Changes) -> None:
        here.join("ann")
        assert await changes.get() == "ann"
        here.leave("ann")
        assert (here.has_page("ann"), here.is_here("ann")) == (True, True)
        here.join("ann")
        here.join("ann")  # a second tab
        here.leave("ann")
        assert (here.has_page("ann"), here.is_here("ann")) == (True, True)

    times(NEVER, NEVER)
    watched(play)


def test_a_page_that_is_closed_is_away_whatever_it_still_sent(times: Times) -> None:
    async def play(here: Presence, changes: Changes) -> None:
        here.ask("ann")
        assert await changes.get() == "ann"
        here.join("ann")
        here.ask("ann")
        here.leave("ann")
        here.ask("ann")
        assert here.is_here("ann")
        assert await changes.get() == "ann"
        assert (here.has_page("ann"), here.is_here("ann")) == (False, False)

    times(AT_ONCE, NEVER)
    watched(play)


def test_a_program_that_polls_is_here_until_it_stops(times: Times) -> None:
    async def play(here: Presence, changes: Changes) -> None:
        here.ask("bot")
        here.ask("bot")
        assert (here.has_page("bot"), here.is_here("bot")) == (False, True)
        assert [await changes.get(), await changes.get()] == ["bot", "bot"]
        assert not here.is_here("bot")
        here.ask("bot")
        assert [await changes.get(), await changes.get()] == ["bot", "bot"]

    times(NEVER, AT_ONCE)
    watched(play)


def test_pages_show_who_is_away_as_the_server_decides_it(server: Serving) -> None:
    """Somebody without a stream who has just asked is there: a page must not offer what is
    refused."""
    with Sitting(server, toucan=1) as sitting:
        ann, bob = sitting.people
        bob.look(sitting.table)
        assert 'class="seat p1 turn"' in ann.client.get(f"/t/{sitting.code}").text
        _, refusal = ann.refused(sitting.table, "standin", seat=1)
        assert refusal["reason"] == "not-away"
