"""A match over HTTP: acts, calls, talk, resigning, rematches, records."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from testkit.commands import Run
from testkit.server.seated import Sitting
from testkit.serving import Guest, Serving


def kinds(answer: dict[str, object]) -> list[str]:
    events = answer["events"]
    assert isinstance(events, list)
    return [event["event"] for event in events]


def test_a_bid_and_a_dudo_are_settled_by_the_dice_on_the_table(server: Serving) -> None:
    with Sitting(server, 2, toucan=0) as sitting:
        cups = [guest.look(sitting.table)["game"]["cup"] for guest in sitting.people]
        assert [len(cup) for cup in cups] == [5, 5]
        told = sitting.people[0].act(sitting.table, {"bid": [3, 4]})
        assert told["events"][0] == {"event": "bid-made", "seat": 0, "bid": [3, 4]}
        told = sitting.people[1].act(sitting.table, {"call": "dudo"})
        showdown = next(e for e in told["events"] if e["event"] == "showdown")
        count = sum(die in (1, 4) for cup in cups for die in cup)
        assert showdown["cups"] == cups
        assert showdown["found"] == count
        lost = next(e for e in told["events"] if e["event"] == "die-lost")
        assert lost["seat"] == (1 if count >= 3 else 0)


def test_calza_in_turn_is_settled_at_once(server: Serving) -> None:
    settings: dict[str, Any] = {"edition": "asmodee-2009", "options": ["calza"]}
    with Sitting(server, 3, **settings) as sitting:
        quantity, face = sitting.bid()
        call = {"call": "calza", "answers": [quantity, face]}
        told = kinds(sitting.mover.act(sitting.table, call))
        assert told[:2] == ["called", "showdown"]
        assert "hearing-closed" not in told


def test_calza_out_of_turn_without_a_hearing_is_settled_at_once(server: Serving) -> None:
    settings: dict[str, Any] = {"edition": "asmodee-2009", "options": ["calza"], "hearing_ms": 0}
    with Sitting(server, 3, **settings) as sitting:
        answers = sitting.bid()
        told = sitting.after(1).act(sitting.table, {"call": "calza", "answers": answers})
        assert kinds(told)[:3] == ["calza-claimed", "hearing-closed", "called"]


def test_illegal_action_is_refused_with_the_clause_and_what_would_work(
    server: Serving,
) -> None:
    with Sitting(server, 2, toucan=0) as sitting:
        ann, bob = sitting.people
        version = sitting.version
        status, refusal = bob.refused(sitting.table, "act", bid=[2, 3], version=version)
        assert (status, refusal["reason"], refusal["clause"]) == (409, "not-your-turn", "C2")
        assert "Ann" in refusal["text"]
        ann.act(sitting.table, {"bid": [4, 5]})
        _, refusal = bob.refused(sitting.table, "act", bid=[3, 5], version=sitting.version)
        assert (refusal["reason"], refusal["least"]) == ("too-few", 5)
        _, refusal = bob.refused(sitting.table, "act", bid=[11, 5], version=sitting.version)
        assert (refusal["reason"], refusal["clause"], refusal["most"]) == ("above-box", "S9", 10)
        _, refusal = bob.refused(sitting.table, "act", bid=[5, 7], version=sitting.version)
        assert refusal["reason"] == "no-such-face"
        call = {"call": "calza", "answers": [4, 5]}
        _, refusal = bob.refused(sitting.table, "act", version=sitting.version, **call)
        assert (refusal["reason"], refusal["clause"]) == ("calza-not-played", "I5")


def test_refusal_of_a_low_bid_names_the_lowest_bid_on_that_face(server: Serving) -> None:
    with Sitting(server, 2, toucan=0) as sitting:
        sitting.people[0].act(sitting.table, {"bid": [4, 5]})
        _, refusal = sitting.people[1].refused(
            sitting.table, "act", bid=[3, 5], version=sitting.version
        )
        assert refusal["text"] == "Too few: the lowest bid on fives is 5. [I2]"


def test_a_match_to_its_end_and_its_record_in_both_forms(
    server: Serving, run: Run, tmp_path: Path
) -> None:
    with Sitting(server, 3, dice=2, started=False) as sitting:
        ann, bob, _ = sitting.people
        bob.ask(sitting.table, "pledge", pledge=bob.new_pledge())
        ann.ask(sitting.table, "start")
        path = f"/api/tables/{sitting.table}/record"
        early = sitting.onlooker.client.get(path)
        assert (early.status_code, early.json()["refusal"]["reason"]) == (409, "no-record")
        seen = sitting.play_to_the_end()
        assert seen["on"] is False
        assert seen["game"]["phase"] == "over"
        assert seen["winner"] == seen["game"]["winner"]
        for form, media in (("text", "text/plain"), ("jsonl", "application/x-ndjson")):
            answer = sitting.onlooker.client.get(path, params={"form": form})
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(media)
            file = tmp_path / f"match.{form}"
            file.write_bytes(answer.content)
            checked = run("verify", str(file))
            assert (checked.status, checked.err) == (0, "")
            assert "Every die that was revealed follows" in checked.out
        assert sitting.onlooker.client.get(path).text == (tmp_path / "match.text").read_text()


def test_record_of_an_unknown_match_is_refused(server: Serving) -> None:
    with Sitting(server, 2, dice=1) as sitting:
        sitting.play_to_the_end()
        path = f"/api/tables/{sitting.table}/record"
        assert sitting.onlooker.client.get(path, params={"match": 1}).status_code == 200
        answer = sitting.onlooker.client.get(path, params={"match": 2})
        assert (answer.status_code, answer.json()["refusal"]["reason"]) == (409, "no-record")
        for wrong in ({"match": "0"}, {"form": "pdf"}):
            assert sitting.onlooker.client.get(path, params=wrong).status_code == 422


def test_resigning_with_two_players_gives_the_match_to_the_other(server: Serving) -> None:
    with Sitting(server, 2) as sitting:
        told = sitting.people[1].ask(sitting.table, "resign")
        assert {"event": "won-by-resignation", "seat": 0} in told["events"]
        assert "revealed" in kinds(told)
        seen = sitting.onlooker.look(sitting.table)
        assert (seen["on"], seen["winner"], seen["resigned_to"]) == (False, 0, True)
        _, refusal = sitting.people[0].refused(
            sitting.table, "act", bid=[1, 2], version=sitting.version
        )
        assert refusal["reason"] == "match-ended"


def test_resigning_among_several_leaves_a_bot_that_plays_on(server: Serving) -> None:
    with Sitting(server, 3, toucan=0, pace_ms=0, standin="easy") as sitting:
        ann = sitting.people[0]
        follower = ann.follow(sitting.table, sitting.version)
        told = ann.ask(sitting.table, "resign")
        assert told["events"][0] == {"event": "host-changed", "seat": 1}
        assert told["events"][1] == {"event": "resigned", "seat": 0, "level": "easy"}
        assert kinds(next(follower)) == kinds(told)
        played = next(follower)["events"][0]
        assert (played["event"], played["seat"]) == ("bid-made", 0)
        seen = ann.look(sitting.table)
        assert (seen["on"], seen["host"], seen["chairs"][0]["resigned"]) == (True, 1, True)
        assert ann.refused(sitting.table, "resign")[1]["reason"] == "resigned"
        assert ann.refused(sitting.table, "back")[1]["reason"] == "resigned"
        follower.close()


def test_a_rematch_with_everybody_in_their_chairs_has_a_record_of_its_own(
    server: Serving,
) -> None:
    with Sitting(server, 2, dice=1) as sitting:
        sitting.play_to_the_end()
        sitting.people[0].ask(sitting.table, "rematch")
        seen = sitting.onlooker.look(sitting.table)
        assert (seen["on"], seen["winner"], seen["game"]) == (False, None, None)
        assert [chair["name"] for chair in seen["chairs"]] == ["Ann", "Bob"]
        sitting.people[0].ask(sitting.table, "start")
        assert sitting.onlooker.look(sitting.table)["match"] == 2
        sitting.play_to_the_end()
        path = f"/api/tables/{sitting.table}/record"
        first, second = (
            sitting.onlooker.client.get(path, params={"match": n}).text for n in (1, 2)
        )
        assert first != second
        assert sitting.onlooker.client.get(path).text == second


def test_after_a_showdown_all_who_are_ready_need_not_wait(server: Serving) -> None:
    with Sitting(server, 2, pause_ms=60_000) as sitting:
        sitting.bid()
        told = sitting.mover.act(sitting.table, {"call": "dudo"})
        assert kinds(told)[-1] == "paused"
        assert kinds(sitting.people[0].ask(sitting.table, "ready")) == ["seat-ready"]
        assert "dealt" in kinds(sitting.people[1].ask(sitting.table, "ready"))


def test_chat_and_reactions_reach_everybody(server: Serving) -> None:
    with Sitting(server, 2) as sitting:
        stream = sitting.onlooker.follow(sitting.table, sitting.version)
        sitting.people[1].ask(sitting.table, "chat", text="  ¡Hola,\n  amigos! <b>  ")
        sitting.people[0].ask(sitting.table, "react", reaction="gasp")
        said = {"event": "said", "seat": 1, "text": "¡Hola, amigos! <b>"}
        assert next(stream)["events"] == [said]
        assert next(stream)["events"] == [{"event": "reacted", "seat": 0, "reaction": "gasp"}]
        stream.close()


def test_whom_the_host_mutes_is_silent_until_allowed_again(server: Serving) -> None:
    with Sitting(server, 2) as sitting:
        ann, bob = sitting.people
        ann.ask(sitting.table, "mute", seat=1)
        assert bob.look(sitting.table)["chairs"][1]["muted"] is True
        for what, body in (("chat", {"text": "hi"}), ("react", {"reaction": "laugh"})):
            assert bob.refused(sitting.table, what, **body)[1]["reason"] == "muted"
        assert sitting.turn in (0, 1)
        ann.ask(sitting.table, "chat", text="quiet, please")
        ann.ask(sitting.table, "mute", seat=1, muted=False)
        bob.ask(sitting.table, "chat", text="thanks")


def test_a_pledged_link_goes_into_the_next_dice_and_comes_out_with_them(server: Serving) -> None:
    with Sitting(server, 2, started=False) as sitting:
        ann, bob = sitting.people
        pledge = bob.new_pledge()
        told = bob.ask(sitting.table, "pledge", pledge=pledge)
        assert told["events"] == [{"event": "seat-pledged", "seat": 1, "pledge": pledge}]
        assert [chair["pledge"] for chair in ann.look(sitting.table)["chairs"]] == ["", pledge]
        started = ann.ask(sitting.table, "start")
        assert kinds(started)[-1] == "gathering"
        told = bob.give_link(sitting.table)
        assert "dealt" in kinds(told)
        sitting.bid()
        told = sitting.mover.act(sitting.table, {"call": "dudo"})
        revealed = next(e for e in told["events"] if e["event"] == "revealed")
        assert revealed["seeds"] == ["", bob.chain[1]]


@pytest.mark.parametrize(
    "what", ["act", "stand", "pledge", "link", "ready", "back", "resign", "chat"]
)
def test_onlookers_and_strangers_cannot_act(server: Serving, what: str) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "act": {"bid": [1, 2], "version": 1},
        "pledge": {"pledge": "ab" * 32},
        "link": {"round": 1, "link": "ab" * 32},
        "chat": {"text": "x"},
    }
    body = bodies.get(what, {})
    with Sitting(server) as sitting:
        url = f"{server.url}/api/tables/{sitting.table}/{what}"
        asked = sitting.onlooker.refused(sitting.table, what, **body)
        assert (asked[0], asked[1]["reason"]) == (403, "not-seated")
        answer = httpx.post(url, json=body)
        assert (answer.status_code, answer.json()["refusal"]["reason"]) == (403, "not-seated")


def test_bots_alone_play_a_match_to_its_end(server: Serving) -> None:
    host = Guest(server.url)
    table = host.open(seats=3, dice=2, pace_ms=0, pause_ms=0)["table"]
    host.ask(table, "start", fill="easy")
    for line in host.follow(table, 1):
        if "match-won" in kinds(line):
            break
    seen = host.look(table)
    assert (seen["on"], seen["winner"] in (0, 1, 2)) == (False, True)
    host.close()
