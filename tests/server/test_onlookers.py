"""Onlookers over HTTP: they are counted, and players get nothing of what they say."""

import httpx

from testkit.server.seated import Sitting
from testkit.services import Postgres
from testkit.serving import Follower, Guest, Serving


def test_players_get_no_byte_of_the_onlookers_talk(server: Serving) -> None:
    with Sitting(server) as sitting:
        olga, ann = Guest(server.url), sitting.people[0]
        beside, seated = Follower(olga, sitting.table), Follower(ann, sitting.table)
        version = ann.look(sitting.table)["version"]
        olga.ask(sitting.table, "remark", name="Olga", text="a secret bluff")
        heard = beside.until_event("remarked")
        assert heard == {"event": "remarked", "name": "Olga", "text": "a secret bluff"}
        assert ann.look(sitting.table)["version"] == version
        sitting.bid()
        seated.until_event("bid-made")
        pages = [guest.client.get(f"/t/{sitting.code}").text for guest in (ann, olga)]
        assert ["a secret bluff" in page for page in pages] == [False, True]
        assert "secret" not in str(seated.lines)
        assert ann.look(sitting.table)["remarks"] == []
        ann.ask(sitting.table, "resign")
        assert ann.look(sitting.table)["remarks"] == [{"name": "Olga", "text": "a secret bluff"}]


def test_a_stranger_who_speaks_becomes_a_guest(server: Serving) -> None:
    with Sitting(server) as sitting:
        answer = httpx.post(
            f"{server.url}/api/tables/{sitting.table}/remark", json={"name": "Olga", "text": "hm"}
        )
        assert answer.status_code == 200
        assert "perudo_guest" in answer.cookies


def test_the_page_counts_who_watches(server: Serving) -> None:
    with Sitting(server) as sitting:
        ann = sitting.people[0]
        olga, otto = Guest(server.url), Guest(server.url)
        for guest in (olga, otto, olga):
            Follower(guest, sitting.table)
        assert "2 people are watching" in ann.client.get(f"/t/{sitting.code}").text


def test_onlookers_of_all_processes_are_counted(postgres: Postgres) -> None:
    """Streams land on either process; the page of a player shows the sum before long."""
    with Serving(postgres.new_database(), "--workers", "2") as server, Sitting(server) as sitting:
        for _ in range(5):
            Follower(Guest(server.url), sitting.table)
        ann = sitting.people[0]
        with ann.client.stream("GET", f"/t/{sitting.code}/live", timeout=20) as stream:
            assert any("5 people are watching" in line for line in stream.iter_lines())
