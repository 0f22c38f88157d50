"""Keys and versions protect from requests that come twice, too late or too soon."""

from typing import Any

import httpx
import pytest

from testkit.server.seated import Sitting, as_refusal, stored
from testkit.serving import Guest, Serving


def post(guest: Guest, sitting: Sitting, what: str, **body: object) -> httpx.Response:
    return guest.post(f"/api/tables/{sitting.table}/{what}", **body)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("chat", {"text": "¡Hola!"}),
        ("react", {"reaction": "doubt"}),
        ("pledge", {"pledge": "ab" * 32}),
        ("mute", {"seat": 1}),
        ("act", {"bid": [2, 3]}),
        ("resign", {}),
    ],
)
def test_a_key_sent_again_gets_the_same_bytes_and_is_done_once(
    server: Serving, what: str, body: dict[str, Any]
) -> None:
    with Sitting(server, 3, toucan=0) as sitting:
        if what == "act":
            body = {**body, "version": sitting.version}
        first = post(sitting.people[0], sitting, what, key="K-1", **body)
        assert first.status_code == 200
        entries = len(sitting.log())
        post(sitting.people[2], sitting, "chat", text="meanwhile")
        again = post(sitting.people[0], sitting, what, key="K-1", **body)
        assert (again.status_code, again.content) == (200, first.content)
        assert len(sitting.log()) == entries + 1


def test_a_key_is_remembered_when_its_entry_is_no_longer_in_memory(server: Serving) -> None:
    with Sitting(server, started=False) as sitting:
        ann = sitting.people[0]
        first = post(ann, sitting, "chat", text="first", key="k")
        for number in range(120):
            post(ann, sitting, "chat", text=str(number))
        assert post(ann, sitting, "chat", text="first", key="k").content == first.content


def test_a_key_for_another_request_is_refused(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        ann = sitting.people[0]
        version = sitting.version
        post(ann, sitting, "act", bid=[2, 3], version=version, key="k")
        others: list[tuple[str, dict[str, Any]]] = [
            ("act", {"bid": [3, 3], "version": version}),
            ("act", {"bid": [2, 3], "version": version - 1}),
            ("chat", {"text": "2 3"}),
            ("resign", {}),
        ]
        for what, body in others:
            answer = post(ann, sitting, what, key="k", **body)
            assert (answer.status_code, as_refusal(answer)["reason"]) == (422, "key-reused"), what


def test_a_key_whose_request_was_refused_is_free_again(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        bob, version = sitting.people[1], sitting.version
        assert post(bob, sitting, "act", bid=[9, 3], version=version, key="k").status_code == 409
        sitting.bid()
        body = {"bid": [9, 3], "version": sitting.version, "key": "k"}
        assert post(bob, sitting, "act", **body).status_code == 200


def test_two_players_may_use_the_same_key(server: Serving) -> None:
    with Sitting(server) as sitting:
        for guest in sitting.people:
            assert post(guest, sitting, "chat", text="hi", key="same").status_code == 200
        said = [event["seat"] for event in sitting.log() if event["event"] == "said"]
        assert said == [0, 1]


def test_opening_twice_with_a_key_opens_one_table(server: Serving) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    body = {"name": "Ann", "seats": 3, "key": "tonight"}
    first, again = ann.post("/api/tables", **body), ann.post("/api/tables", **body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert len([e for e in stored(server, first.json()["table"]) if e["event"] == "sat"]) == 1
    assert bob.post("/api/tables", **body).json()["table"] != first.json()["table"]


@pytest.mark.parametrize(
    "change", [{"seats": 4}, {"name": "Anna"}, {"name": None}, {"pledge": "ab" * 32}]
)
def test_opening_another_table_with_a_key_is_refused(
    server: Serving, change: dict[str, Any]
) -> None:
    ann = Guest(server.url)
    body = {"name": "Ann", "seats": 3, "key": "tonight"}
    ann.post("/api/tables", **body)
    answer = ann.post("/api/tables", **{**body, **change})
    assert (answer.status_code, as_refusal(answer)["reason"]) == (422, "key-reused")


def test_sitting_down_twice_with_a_key_takes_one_chair(server: Serving) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    table = ann.open(name="Ann")["table"]
    path = f"/api/tables/{table}/sit"
    first, again = (bob.post(path, name="Bob", key="k") for _ in range(2))
    assert first.content == again.content
    assert [chair and chair["name"] for chair in ann.look(table)["chairs"]][:3] == [
        "Ann",
        "Bob",
        None,
    ]


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "ä", "a\n", 7])
def test_invalid_keys_are_refused(server: Serving, key: object) -> None:
    answer = Guest(server.url).post("/api/tables", key=key)
    assert (answer.status_code, as_refusal(answer)["reason"]) == (422, "malformed")
    assert "body.key" in as_refusal(answer)["text"]


def test_move_on_an_outdated_version_is_stale(server: Serving) -> None:
    with Sitting(server, 3, toucan=0) as sitting:
        seen = sitting.version
        sitting.bid()
        for version in (seen, 1, 0):
            answer = post(sitting.people[1], sitting, "act", call="dudo", version=version)
            assert (answer.status_code, as_refusal(answer)["reason"]) == (409, "stale")
            assert answer.json()["version"] == seen + 1
        assert post(
            sitting.people[1], sitting, "act", call="dudo", version=seen + 1
        ).status_code == 200  # fmt: skip


def test_talk_does_not_make_a_move_stale(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        ann, bob = sitting.people
        seen = sitting.version
        post(bob, sitting, "chat", text="well?")
        post(bob, sitting, "react", reaction="gasp")
        post(bob, sitting, "seed", seed="s")
        post(ann, sitting, "mute", seat=1)
        assert post(ann, sitting, "act", bid=[2, 3], version=seen).status_code == 200


def test_version_ahead_of_the_table_is_refused(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        for version in (sitting.version + 1, 2**53):
            answer = post(sitting.people[0], sitting, "act", bid=[2, 3], version=version)
            assert (answer.status_code, as_refusal(answer)["reason"]) == (409, "version-ahead")


def test_of_two_simultaneous_moves_one_is_committed(server: Serving) -> None:
    """The same seat on two devices sends different bids for the same version."""
    with Sitting(server, toucan=0) as sitting:
        ann, version = sitting.people[0], sitting.version
        answers = [
            post(ann, sitting, "act", bid=[n, 3], version=version, key=f"k{n}") for n in (1, 2)
        ]
        assert [answer.status_code for answer in answers] == [200, 409]
        assert as_refusal(answers[1])["by"]["bid"] == [1, 3]
