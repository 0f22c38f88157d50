"""Invalid or hostile requests always get a typed refusal, never a 500."""

import json
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from perudo.server.request_refusals import RequestReason
from testkit.server.gate import ACTS, LARGEST, MALFORMED, SECURITY, refused
from testkit.server.seated import Sitting, as_refusal
from testkit.serving import JSON, Guest, Serving

PROVOKED = {
    RequestReason.NOT_FOUND: "test_unknown_paths_and_methods_are_refused",
    RequestReason.WRONG_METHOD: "test_unknown_paths_and_methods_are_refused",
    RequestReason.MALFORMED: "test_malformed_bodies_are_refused",
    RequestReason.NOT_JSON: "test_body_with_another_content_type_is_refused",
    RequestReason.TOO_LARGE: "test_too_large_body_is_refused",
    RequestReason.HEADERS_TOO_LARGE: "test_connections",
    RequestReason.TOO_SLOW: "test_connections",
    RequestReason.TOO_MANY: "test_too_many_requests_at_once_are_refused_with_retry_after",
    RequestReason.TOO_MANY_STREAMS: "test_api_streams",
    RequestReason.TOO_MANY_CONNECTIONS: "test_connections",
    RequestReason.TOO_MANY_TABLES: "test_quotas",
    RequestReason.TOO_MANY_CODES: "test_quotas",
    RequestReason.FOREIGN_PAGE: "test_origin",
    RequestReason.BAD_TOKEN: "test_api_identity",
    RequestReason.OTHER_TABLE: "test_api_identity",
    RequestReason.BANNED: "test_bans",
    RequestReason.METRICS_CLOSED: "test_metrics_closed",
    RequestReason.NO_RECORD: "test_api_playing",
    RequestReason.NO_ANALYSIS: "test_analysis",
    RequestReason.STORAGE_AWAY: "test_api_operations",
    RequestReason.STORAGE_FULL: "test_api_operations",
    RequestReason.TABLE_UNREADABLE: "test_set_aside",
    RequestReason.PUSH_OFF: "test_push",
    RequestReason.NO_PUSH_SERVICE: "test_push",
}
"""Where each reason is provoked."""


def test_every_reason_is_provoked_somewhere() -> None:
    assert set(PROVOKED) == set(RequestReason)
    here = Path(__file__).parent
    for reason, where in PROVOKED.items():
        file = Path(__file__) if where in globals() else here / f"{where}.py"
        asserted = f'"{reason.value}"'
        assert asserted in file.read_text(encoding="utf-8"), reason


@pytest.fixture
def client(server: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20, verify=False) as made:  # noqa: S501
        yield made


def test_too_large_body_is_refused(client: httpx.Client) -> None:
    body = json.dumps({"name": "x" * LARGEST}).encode()
    assert refused(client.post("/api/tables", content=body, headers=JSON), 413, "too-large")[
        "most"
    ] == LARGEST  # fmt: skip
    chunks = (body[at : at + 1000] for at in range(0, len(body), 1000))
    refused(client.post("/api/tables", content=chunks, headers=JSON), 413, "too-large")
    refused(client.post("/nowhere", content=body, headers=JSON), 413, "too-large")
    assert client.get("/healthz").status_code == 200


def test_body_of_the_largest_size_is_accepted(client: httpx.Client) -> None:
    body = json.dumps({"name": "Ann"}).encode()
    full = body + b" " * (LARGEST - len(body))
    assert client.post("/api/tables", content=full, headers=JSON).status_code == 201
    assert client.post("/api/tables", content=iter([full]), headers=JSON).status_code == 201
    refused(client.post("/api/tables", content=full + b" ", headers=JSON), 413, "too-large")
    refused(client.post("/api/tables", content=iter([full, b" "]), headers=JSON), 413, "too-large")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_lengths_do_not_evade_the_limit(server: Serving, order: tuple[int, int]) -> None:
    lengths = ("Transfer-Encoding: chunked", "Content-Length: 2")
    head = [
        "POST /api/tables HTTP/1.1",
        "Host: x",
        "Content-Type: application/json",
        "Connection: close",
        *(lengths[i] for i in order),
    ]
    body = json.dumps({"name": "x" * LARGEST}).encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall("\r\n".join([*head, "", ""]).encode())
        raw.sendall(b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body))
        status = raw.makefile("rb").readline().split()[1]
    assert status in (b"400", b"413")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "json"])
def test_body_with_another_content_type_is_refused(client: httpx.Client, kind: str) -> None:
    """A form on another site could send these from a player's browser."""
    headers = {"content-type": kind} if kind else {}
    answer = client.post("/api/tables", content=b'{"name": "Ann"}', headers=headers)
    refused(answer, 415, "not-json")


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED)
def test_malformed_bodies_are_refused(client: httpx.Client, body: bytes) -> None:
    refusal = refused(client.post("/api/tables", content=body, headers=JSON), 422, "malformed")
    assert len(refusal["text"]) < 1000
    assert refusal.get("asked"), "it names the field, or the fault"


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_invalid_actions_are_refused(server: Serving, act: dict[str, Any]) -> None:
    with Sitting(server, toucan=0) as sitting:
        body = {"version": sitting.version, **act}
        before = len(sitting.log())
        answer = sitting.people[0].post(f"/api/tables/{sitting.table}/act", **body)
        refused(answer, 422, "malformed")
        assert len(sitting.log()) == before


def test_unknown_paths_and_methods_are_refused(client: httpx.Client, server: Serving) -> None:
    for path in ("/nowhere", "/api", "/api/tables/x/y/z", "/t/../etc/passwd", "/static/../gate.py",
                 "/static/%2e%2e/gate.py", "/docs", "/redoc", "/.env", "/%00"):  # fmt: skip
        refused(client.get(path), 404, "not-found")
    table = Guest(server.url).open()["table"]
    for method, path in (
        ("PUT", "/api/tables"),
        ("DELETE", f"/api/tables/{table}"),
        ("GET", f"/api/tables/{table}/act"),
        ("POST", f"/api/tables/{table}"),
        ("PATCH", "/api/guests"),
        ("POST", "/metrics"),
        ("TRACE", "/healthz"),
    ):
        answer = client.request(method, path, headers=JSON)
        refused(answer, 405, "wrong-method")
        assert answer.headers["allow"]


@pytest.mark.parametrize(
    "name",
    [
        "%00" * 12,
        "abcdefghijk%00",
        "..",
        "%2e%2e%2f",
        "x" * 3000,
        "ſſſſſſ",
        "%ff%fe",
        "'; --",
        "１２",
    ],
)
def test_impossible_table_names_are_not_found(client: httpx.Client, name: str) -> None:
    for path in (f"/api/tables/{name}/record", f"/api/tables/{name}/stream"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert as_refusal(answer)["reason"] in ("no-such-table", "not-found")
        assert len(answer.content) < 1000


def test_every_kind_of_answer_has_security_headers(server: Serving, client: httpx.Client) -> None:
    opened = Guest(server.url).open(name="Ann")
    table = f"/api/tables/{opened['table']}"
    answers = [
        client.get("/healthz"),
        client.get("/metrics"),
        client.get("/fair"),
        client.get("/static/match-check.js"),
        client.get("/openapi.json"),
        client.get("/nowhere"),
        client.get("/api/tables/"),
        client.put("/api/tables"),
        client.post("/api/tables", content=b"{", headers=JSON),
        client.post("/api/tables", content=b" " * (LARGEST + 1), headers=JSON),
        client.get(table),
        client.get(table, headers={"authorization": "Bearer x"}),
        client.get(f"{table}/record"),
        client.get(opened["personal_link"]),
        client.get("/seat/x"),
    ]
    for path in ("stream", "stream.ndjson"):
        with client.stream("GET", f"{table}/{path}") as streaming:
            answers.append(streaming)
    assert {answer.status_code for answer in answers} >= {200, 303, 401, 404, 405, 409, 413, 422}
    for answer in answers:
        for name, value in SECURITY.items():
            assert answer.headers[name] == value, answer.url
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "object-src 'none'" in policy
        assert "server" not in answer.headers


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    file = tmp_path_factory.mktemp("strict") / "tables.db"
    limits = ("--requests-per-second", "5", "--guests-per-minute", "3")
    with Serving(f"sqlite:///{file}", *limits) as serving:
        yield serving


MANY = 600
"""More requests than a busy machine, which may take a while for some, lets through at this rate."""
_addresses = count(1)


@pytest.fixture
def home() -> dict[str, str]:
    """The header by which a proxy on this machine names a new address, with no requests so far."""
    return {"x-forwarded-for": f"203.0.113.{next(_addresses)}"}


def first_refused(client: httpx.Client, path: str, **headers: str) -> httpx.Response:
    for _ in range(MANY):
        answer = client.get(path, headers=headers)
        if answer.status_code == 429:
            return answer
    raise AssertionError(f"{MANY} requests at once, and none refused")


def test_too_many_requests_at_once_are_refused_with_retry_after(
    strict: Serving, home: dict[str, str]
) -> None:
    guest = Guest(strict.url, **home)
    answer = first_refused(guest.client, "/api/tables")
    refused(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) >= 1
    other = httpx.get(f"{strict.url}/api/tables", headers=home)
    assert other.status_code == 200, "another guest is not limited"


def test_new_guests_of_one_address_are_limited(strict: Serving, home: dict[str, str]) -> None:
    with httpx.Client(base_url=strict.url, headers=home, verify=False) as client:  # noqa: S501
        answers = []
        for _ in range(8):
            client.cookies.clear()
            answers.append(client.post("/api/tables", json={"name": "Ann"}))
    assert answers[-1].status_code == 429
    refused(answers[-1], 429, "too-many")
    assert "retry-after" in answers[-1].headers


@pytest.mark.parametrize(
    ("header", "path"),
    [("cookie: perudo_guest=forged{}", "/api/tables"), ("authorization: Bearer x{}", "/healthz")],
)
def test_new_guests_share_the_limit_of_their_address(
    strict: Serving, home: dict[str, str], header: str, path: str
) -> None:
    """A household shares an address, so an address has a higher limit than a guest, but has one."""
    name, _, value = header.partition(": ")
    with httpx.Client(base_url=strict.url, headers=home, verify=False) as client:  # noqa: S501
        statuses = set()
        for number in range(MANY):
            statuses.add(client.get(path, headers={name: value.format(number)}).status_code)
            if 429 in statuses:
                break
    assert 429 in statuses


@pytest.mark.parametrize(
    "header", ["cookie: perudo_guest=forged{}", "authorization: Bearer x{}.-.y"]
)
def test_invalid_tokens_share_the_limit_of_their_address(
    strict: Serving, home: dict[str, str], header: str
) -> None:
    """Such requests are counted by address, and do not use up the limit of a real guest."""
    name, _, value = header.partition(": ")
    guest = Guest(strict.url, **home)
    with httpx.Client(base_url=strict.url, headers=home) as client:
        for number in range(MANY):
            answer = client.get("/healthz", headers={name: value.format(number)})
            if answer.status_code == 429:
                break
    refused(answer, 429, "too-many")
    assert guest.client.get("/healthz").status_code == 200
