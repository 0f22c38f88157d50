"""A new key for the guests' tokens, while the server runs."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from perudo.server.identity import BadToken, Identity
from testkit.commands import Run
from testkit.server.operators import eventually
from testkit.server.seated import Sitting
from testkit.serving import Follower, Guest, Serving


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Serving]:
    with Serving(f"sqlite:///{tmp_path}/tables.db") as serving:
        yield serving


def rotate(run: Run, server: Serving, *words: str) -> None:
    result = run("admin", "rotate-key", *words, "--database", server.database)
    assert (result.status, result.err) == (0, "")


def new_token(guest: Guest) -> str:
    token: str = guest.client.post("/api/guests", json={}).json()["token"]
    guest.client.cookies.clear()
    return token


def test_guests_keep_their_seats_and_get_new_tokens(run: Run, own_server: Serving) -> None:
    with Sitting(own_server) as sitting:
        ann, table = sitting.people[0], sitting.table
        rotate(run, own_server, "--keep-old", "2")
        eventually(lambda: new_token(ann) != ann.token)
        assert ann.look(table)["seat"] == 0
        fresh = Guest(own_server.url, new_token(ann))
        assert fresh.look(table)["seat"] == 0
        # A browser has its token in a cookie, and any request brings it the new one.
        page = httpx.get(
            f"{own_server.url}/t/{table}", headers={"cookie": f"perudo_guest={ann.token}"}
        )
        assert page.cookies["perudo_guest"] == fresh.token
        again = httpx.get(
            f"{own_server.url}/t/{table}", headers={"cookie": f"perudo_guest={fresh.token}"}
        )
        assert "perudo_guest" not in again.cookies
        rotate(run, own_server, "--now")
        eventually(lambda: fresh.client.get(f"/api/tables/{table}").status_code == 401)
        assert ann.client.get(f"/api/tables/{table}").status_code == 401
    own_server.stop()
    own_server.start()
    old = Guest(own_server.url, fresh.token)
    assert old.client.get(f"/api/tables/{table}").status_code == 401


def test_a_key_that_leaked_ends_streams_too(run: Run, own_server: Serving) -> None:
    with Sitting(own_server) as sitting:
        follower = Follower(sitting.people[0], sitting.table)
        rotate(run, own_server, "--now")
        follower.until(lambda _: False)
        assert follower.ended


def test_an_old_key_expires() -> None:
    identity = Identity("first", bytes)
    token = identity.token("g", "t")
    assert identity.renewed(token) is None
    identity.use("second", ["first"])
    assert identity.player(token, "t") == "g"
    fresh = identity.renewed(token)
    assert fresh == identity.token("g", "t") != token
    identity.use("second")
    with pytest.raises(BadToken):
        identity.player(token, "t")
    assert identity.player(fresh, "t") == "g"
