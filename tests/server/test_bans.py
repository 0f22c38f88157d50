"""Guests and addresses that the operator has banned."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from perudo.server.bans import Bans, address_from
from perudo.server.storage.operating import Ban
from testkit.commands import Run
from testkit.server.operators import eventually, id_of
from testkit.server.seated import Sitting, as_refusal
from testkit.services import Postgres
from testkit.serving import Follower, Guest, Serving


@pytest.fixture(params=["sqlite", "postgresql"])
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Serving]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/tables.db"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.new_database()
    with Serving(url) as serving:
        yield serving


@pytest.fixture
def admin(run: Run, own_server: Serving) -> Callable[..., str]:
    def call(*words: str) -> str:
        result = run("admin", *words, "--database", own_server.database)
        assert (result.status, result.err) == (0, "")
        return result.out

    return call


def test_banned_guest_may_only_watch(own_server: Serving, admin: Callable[..., str]) -> None:
    with Sitting(own_server, toucan=0) as sitting:
        ann, bob = sitting.people
        table, follower = sitting.table, Follower(bob, sitting.table)
        admin("ban", id_of(bob), "--for", "3", "--why", "called everybody names")
        follower.until(lambda _: False)  # its stream ends as soon as the server has noticed
        assert follower.ended
        for what, body in (
            ("chat", {"text": "hi"}),
            ("act", {"bid": [9, 9], "version": 1}),
            ("sit", {"name": "B"}),
            ("resign", {}),
            ("chat?hand=2", {"text": "hi"}),
        ):
            status, refusal = bob.refused(table, what, **body)
            assert (status, refusal["reason"], refusal["clause"]) == (403, "banned", "T16")
            assert "called everybody names" in refusal["text"]
            assert refusal["until"] > 0
        for path in ("/api/tables", "/api/guests"):
            assert as_refusal(bob.post(path))["reason"] == "banned"
        texts = {
            bob.client.post("/api/guests", json={}, headers={"accept-language": lang}).json()[
                "refusal"
            ]["text"]
            for lang in ("en", "es", "fr", "it", "nl")
        }
        assert len(texts) == 5
        seen = bob.look(table)
        assert (seen["seat"], seen["game"]["cup"]) == (None, None)
        ann.ask(table, "chat", text="still here")
        admin("unban", id_of(bob))
        eventually(lambda: bob.look(table)["seat"] == 1)
        bob.ask(table, "chat", text="sorry")


def test_ban_made_while_the_server_is_down_applies(
    own_server: Serving, admin: Callable[..., str]
) -> None:
    guest = Guest(own_server.url)
    own_server.stop()
    admin("ban", id_of(guest))
    own_server.start()
    guest = Guest(own_server.url, guest.token)
    assert as_refusal(guest.post("/api/tables"))["reason"] == "banned"
    assert "until" not in as_refusal(guest.post("/api/tables"))


def test_an_address_can_be_banned(own_server: Serving, admin: Callable[..., str]) -> None:
    """Behind a trusted proxy, the address is the one that the proxy names."""
    admin("ban", "203.0.113.7/24")
    elsewhere = Guest(own_server.url)
    near = {"x-forwarded-for": "203.0.113.200"}

    def from_there() -> httpx.Response:
        return httpx.post(f"{own_server.url}/api/guests", headers=near, json={})

    eventually(lambda: from_there().status_code == 403)
    assert as_refusal(from_there())["reason"] == "banned"
    elsewhere.open(name="Ann", seats=2)
    admin("unban", "203.0.113.0/24")
    eventually(lambda: from_there().status_code == 201)


V4, V6 = address_from("::ffff:192.0.2.1"), address_from("2001:db8::1")


def test_addresses_are_recognised_in_every_notation() -> None:
    assert str(V4) == "192.0.2.1"
    assert str(address_from("fe80::1%eth0")) == "fe80::1"
    assert address_from("no address") is None


@pytest.mark.parametrize("many", [0, 3])
def test_bans_end_at_their_time(many: int) -> None:
    now = 0
    others = [Ban(f"other-{n}", 0, None, "") for n in range(many)]
    bans = Bans(lambda: now, [*others, Ban("g", 0, 10, ""), Ban("2001:db8::/32", 0, 20, "")])
    assert bans.on("g", None) is not None
    assert bans.on("g~3", V4) is not None
    assert bans.on("h", V4) is None
    assert bans.on(None, V6) is not None
    assert bans.on(None, None) is None
    now = 10
    assert bans.on("g", None) is None
    assert bans.on("g", V6) is not None
    now = 20
    assert bans.on("g", V6) is None
