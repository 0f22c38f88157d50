"""Opening tables and guessing codes, at a server that counts both."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest

from testkit.server.gate import refused
from testkit.server.held import held_server
from testkit.serving import Guest, Serving

LIMITS = {"PERUDO_TABLES_PER_HOUR": "3", "PERUDO_WRONG_CODES_PER_MINUTE": "4"}


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    file = tmp_path_factory.mktemp("counting") / "tables.db"
    with Serving(f"sqlite:///{file}", environment=LIMITS) as serving:
        yield serving


_addresses = count(1)


@pytest.fixture
def home() -> dict[str, str]:
    """The header by which a proxy on this machine names a new address, with no requests so far."""
    return {"x-forwarded-for": f"203.0.113.{next(_addresses)}"}


def test_tables_of_one_guest_are_limited(counting: Serving, home: dict[str, str]) -> None:
    ann, bob = Guest(counting.url, **home), Guest(counting.url, **home)
    first = ann.open(name="Ann", key="first")
    for _ in range(2):
        ann.open(name="Ann")
    answer = ann.post("/api/tables", name="Ann")
    refusal = refused(answer, 429, "too-many-tables")
    assert int(answer.headers["retry-after"]) == refusal["wait"] > 1_000
    assert refusal["most"] == 3
    assert "20 minutes" in refusal["text"]
    for hand in range(6):
        assert ann.post(f"/api/tables?hand={hand}", name="Ann").status_code == 429
    bob.open(name="Bob")
    assert ann.open(name="Ann", key="first") == first, "sent again it opens nothing"


def test_new_guests_share_the_table_limit_of_their_address(
    counting: Serving, home: dict[str, str]
) -> None:
    statuses = [
        httpx.post(f"{counting.url}/api/tables", json={"name": "Ann"}, headers=home).status_code
        for _ in range(20)
    ]
    assert statuses == [201] * 15 + [429] * 5


def wrong(number: int) -> str:
    return f"AAAAA{'BCDEFGH'[number]}"


@pytest.mark.parametrize("path", ["/api/tables/{}", "/t/{}", "/api/tables/{}/record", "/hot/{}"])
def test_wrong_codes_are_counted_and_right_ones_are_not(
    counting: Serving, home: dict[str, str], path: str
) -> None:
    ann = Guest(counting.url, **home)
    opened = ann.open(name="Ann", seats=2)
    with httpx.Client(base_url=counting.url, headers=home) as client:
        for _ in range(10):
            assert client.get(path.format(opened["code"])).status_code in (200, 303, 409)
            assert client.get(path.format("nonsense")).status_code == 404
        for number in range(4):
            assert client.get(path.format(wrong(number))).status_code == 404
        answer = client.get(path.format(wrong(5)))
        refusal = refused(answer, 429, "too-many-codes")
        assert 1 <= int(answer.headers["retry-after"]) == refusal["wait"] <= 15
        right = client.get(path.format(opened["code"]))
        refused(right, 429, "too-many-codes")
        assert client.get(path.format(opened["table"])).status_code in (200, 303, 409)
    assert ann.look(opened["table"])["seat"] == 0


def test_right_and_wrong_codes_are_refused_alike_after_too_many(tmp_path: Path) -> None:
    """This holds for malformed requests too. The clock stands still meanwhile, since the refusal
    says how many seconds are left to wait."""
    with (
        held_server(tmp_path, wrong_codes_per_minute=4) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        code = Guest(server.url).open(name="Ann", seats=2)["code"]
        for number in range(5):
            client.get(f"/api/tables/{wrong(number)}")
        for body in ({}, {"name": "Bob"}):
            one, other = (
                client.post(f"/api/tables/{name}/sit", json=body) for name in (code, wrong(6))
            )
            assert (one.status_code, one.json()) == (other.status_code, other.json())


def test_malformed_requests_do_not_reveal_whether_a_code_exists(
    counting: Serving, home: dict[str, str]
) -> None:
    code = Guest(counting.url, **home).open(name="Ann", seats=2)["code"]
    answers = [
        httpx.post(f"{counting.url}/api/tables/{name}/act", json={}, headers=home)
        for name in (code, wrong(1))
    ]
    assert answers[0].status_code == 422
    assert answers[0].json() == answers[1].json()
