"""A guest finds the own matches again, and public tables to watch."""

from typing import Any

import httpx
import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.server.seated import Sitting
from testkit.serving import Guest, Serving


def matches(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guest.client.get("/api/matches").json()["matches"]
    return found


def page(guest: Guest, path: str, lang: str = "en") -> str:
    return guest.client.get(path, headers={"accept": "text/html", "accept-language": lang}).text


def test_a_match_is_listed_for_those_who_play_it_and_nobody_else(server: Serving) -> None:
    with Sitting(server) as sitting:
        ann, bob = sitting.people
        stranger = Guest(server.url)
        assert [(m["state"], m["code"]) for m in matches(ann)] == [("on", sitting.code)]
        assert matches(ann)[0]["names"] == ["Ann", "Bob"]
        assert "Your match goes on" in page(bob, "/")
        assert f"/t/{sitting.code}" in page(bob, "/mine")
        sitting.people[1].ask(sitting.table, "resign")
        (won,), (lost,) = matches(ann), matches(bob)
        assert (won["state"], won["won"], won["winner"]) == ("over", True, 0)
        assert (lost["state"], lost["won"], lost["resigned"]) == ("over", False, True)
        assert f"/t/{sitting.code}/replay?match=1" in page(ann, "/")
        assert "Your match goes on" not in page(ann, "/")
        assert matches(stranger) == []
        assert sitting.code not in page(stranger, "/mine")


def test_without_a_token_nothing_is_listed(server: Serving) -> None:
    assert httpx.get(f"{server.url}/api/matches").json() == {"matches": []}
    assert httpx.get(f"{server.url}/mine").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_statistics_count_what_was_played(server: Serving, lang: str) -> None:
    with Sitting(server, dice=1) as sitting:
        ann = sitting.people[0]
        bidder = sitting.mover
        sitting.bid()
        sitting.mover.act(sitting.table, {"call": "dudo"})
        (match,) = matches(ann)
        habits = match["habits"]
        assert match["state"] == "over"
        assert habits["rounds"] == 1
        assert (habits["bids"], habits["doubts"]) == ((1, 0) if bidder is ann else (0, 1))
        assert habits["lost_bid"] + habits["lost_doubt"] == (0 if match["won"] else 1)
        assert 'class="stats"' in page(ann, "/mine", lang)


def test_public_matches_can_be_watched_from_home(server: Serving) -> None:
    listed = Sitting(server, listed=True)
    unlisted = Sitting(server)
    running = httpx.get(f"{server.url}/api/tables/running").json()["tables"]
    codes = [table["code"] for table in running]
    assert listed.code in codes
    assert unlisted.code not in codes
    home = httpx.get(f"{server.url}/open-tables").text
    assert f"/t/{listed.code}" in home
    assert unlisted.code not in home
    listed.people[0].ask(listed.table, "resign")
    running = httpx.get(f"{server.url}/api/tables/running").json()["tables"]
    assert listed.code not in [table["code"] for table in running]
    listed.close()
    unlisted.close()
