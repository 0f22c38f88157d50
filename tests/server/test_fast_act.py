"""The fast path of an action answers exactly like the ordinary one.

An action that names its table by id takes the fast path; by code it takes the ordinary one.
"""

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from testkit.server.gate import ACTS, LARGEST, MALFORMED, SECURITY
from testkit.server.seated import Sitting
from testkit.serving import JSON, Guest, Serving


@pytest.fixture(scope="module")
def sitting(server: Serving) -> Iterator[Sitting]:
    with Sitting(server, 3, toucan=0) as made:
        yield made


def both(sitting: Sitting, guest: Guest, body: bytes, **headers: str) -> httpx.Response:
    """Send the action on both paths, check that the answers agree, and return one."""
    short, ordinary = (
        guest.client.post(
            f"/api/tables/{name}/act?lang=nl", content=body, headers={**JSON, **headers}
        )
        for name in (sitting.table, sitting.code)
    )
    assert short.status_code == ordinary.status_code, (short.text, ordinary.text)
    ours, theirs = short.json(), ordinary.json()
    if ours.get("refusal", {}).get("reason") == "malformed":
        # The two paths parse JSON with different libraries, which word errors differently.
        for answer in (ours, theirs):
            answer["refusal"].pop("asked", None)
            answer["refusal"].pop("text")
    assert ours == theirs
    plain = [
        {
            name: value
            for name, value in answer.headers.items()
            if name not in ("date", "content-length")
        }
        for answer in (short, ordinary)
    ]
    assert plain[0] == plain[1]
    for name, value in SECURITY.items():
        assert short.headers[name] == value
    return short


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_action_is_refused_alike_on_both_paths(sitting: Sitting, body: bytes) -> None:
    answer = both(sitting, sitting.people[0], body)
    assert (answer.status_code, answer.json()["refusal"]["reason"]) == (422, "malformed")


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_nearly_valid_action_is_refused_alike_on_both_paths(
    sitting: Sitting, act: dict[str, Any]
) -> None:
    body = json.dumps({"version": sitting.version, **act}).encode()
    assert both(sitting, sitting.people[0], body).status_code == 422


@pytest.mark.parametrize(
    ("act", "status", "reason"),
    [
        ({"bid": [1, 1]}, 409, "paco-never-opens"),
        ({"bid": [99, 3]}, 409, "above-box"),
        ({"call": "dudo"}, 409, "no-bid-yet"),
        ({"bid": [1, 2], "version": 0}, 409, "stale"),
        ({"bid": [1, 2], "version": 9_999}, 409, "version-ahead"),
    ],
)
def test_refused_action_is_answered_alike_on_both_paths(
    sitting: Sitting, act: dict[str, Any], status: int, reason: str
) -> None:
    body = json.dumps({"version": sitting.version, **act}).encode()
    answer = both(sitting, sitting.people[0], body)
    assert (answer.status_code, answer.json()["refusal"]["reason"]) == (status, reason)


def test_refused_client_is_answered_alike_on_both_paths(sitting: Sitting) -> None:
    body = json.dumps({"bid": [1, 2], "version": sitting.version}).encode()
    assert both(sitting, sitting.onlooker, body).status_code == 403
    assert both(sitting, sitting.people[1], body).status_code == 409
    assert both(sitting, sitting.onlooker, body, authorization="Bearer x.-.y").status_code == 401
    large = body + b" " * LARGEST
    assert both(sitting, sitting.people[0], large).status_code == 413
    kind = {"content-type": "text/plain"}
    assert both(sitting, sitting.people[0], body, **kind).status_code == 415


def test_key_used_on_one_path_is_known_on_the_other(server: Serving) -> None:
    with Sitting(server, toucan=0) as made:
        body = {"bid": [2, 3], "version": made.version, "key": "k"}
        assert both(made, made.people[0], json.dumps(body).encode()).status_code == 200
        other = json.dumps({**body, "bid": [3, 3]}).encode()
        assert both(made, made.people[0], other).json()["refusal"]["reason"] == "key-reused"


@pytest.mark.parametrize("chunked", [False, True])
def test_client_that_disconnects_mid_request_changes_nothing(
    server: Serving, sitting: Sitting, chunked: bool
) -> None:
    before, logged = sitting.version, len(server.log.read_text())
    for name in (sitting.table, sitting.code):
        length = "Transfer-Encoding: chunked" if chunked else "Content-Length: 100"
        head = [
            f"POST /api/tables/{name}/act HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            f"Authorization: Bearer {sitting.people[0].token}",
            length,
        ]
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
            raw.sendall("\r\n".join([*head, "", '{"bid": [']).encode())
    assert sitting.version == before
    for _ in range(40):  # the server has long noticed when it has answered all these
        assert sitting.people[0].client.get("/healthz").status_code == 200
    assert "Traceback" not in server.log.read_text()[logged:]
