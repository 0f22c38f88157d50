"""For whoever runs the server: health, readiness, metrics, and a database that goes away."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from perudo.server.request_refusals import RULE_OF, RequestReason
from testkit.server.metrics import metric
from testkit.server.seated import Sitting, as_refusal
from testkit.services import Postgres
from testkit.serving import Follower, Guest, Serving


@pytest.fixture(scope="module")
def on_postgres(postgres: Postgres) -> Iterator[Serving]:
    with Serving(postgres.new_database()) as serving:
        yield serving


def test_health_and_readiness(server: Serving) -> None:
    with httpx.Client(base_url=server.url, verify=False) as client:  # noqa: S501
        assert client.get("/healthz").json() == {"health": "up"}
        assert client.get("/readyz").json() == {"ready": True}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Serving]:
    """A server that only this test uses, so that it can count what happens."""
    with Serving(f"sqlite:///{tmp_path}/tables.db") as serving:
        yield serving


def test_metrics_count_answers_entries_refusals_and_streams(own_server: Serving) -> None:
    server = own_server
    guest = Guest(server.url)
    before = guest.client.get("/metrics").text
    with Sitting(server) as sitting:
        follower = Follower(guest, sitting.table)
        sitting.onlooker.refused(sitting.table, "chat", text="hi")
        answer = guest.client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        after = answer.text
        assert follower.lines
        assert metric(after, "perudo_streams ") >= 1
        assert metric(after, "perudo_entries_total") - metric(before, "perudo_entries_total") == 3
        refused = 'perudo_refusals_total{reason="not-seated"}'
        assert metric(after, refused) >= 1
        route = 'route="/api/tables/{table}/start",status="200"'
        assert metric(after, f"perudo_answers_total{{{route}}}") >= 1
        assert "perudo_answer_seconds_bucket{" in after
        assert "perudo_rooms" in after
        for private in (sitting.table, sitting.code, "Ann", str(guest.token)):
            assert private not in after


def test_paths_that_do_not_exist_make_no_new_metrics(server: Serving) -> None:
    with httpx.Client(base_url=server.url, verify=False) as client:  # noqa: S501
        for number in range(3):
            client.get(f"/nowhere/{number}")
            client.request(f"X{number}", "/healthz")
        text = client.get("/metrics").text
    assert "nowhere" not in text


def refused(answer: httpx.Response, status: int, reason: str) -> None:
    refusal = as_refusal(answer)
    assert (answer.status_code, refusal["reason"]) == (status, reason)
    assert refusal["clause"] == RULE_OF[RequestReason(reason)]


def test_a_database_that_is_away_loses_nothing(on_postgres: Serving, postgres: Postgres) -> None:
    with Sitting(on_postgres, toucan=0) as sitting:
        ann = sitting.people[0]
        path = f"/api/tables/{sitting.table}/act"
        body = {"bid": [2, 3], "version": sitting.version, "key": "k"}
        postgres.stop("immediate")
        try:
            ready = ann.client.get("/readyz")
            assert ready.status_code == 503
            assert ann.client.get("/healthz").status_code == 200
            answer = ann.post(path, **body)
            refused(answer, 503, "storage-away")
            assert "retry-after" in answer.headers
            assert answer.json()["version"] == body["version"]
        finally:
            postgres.start()
        assert ann.client.get("/readyz").json() == {"ready": True}
        answer = ann.post(path, **body)
        assert answer.status_code == 200
        assert answer.json()["version"] == sitting.version
        assert ann.post(path, **body).content == answer.content
        assert sitting.people[1].look(sitting.table)["game"]["bids"] == [[0, 2, 3]]


def test_a_full_disk_says_so_and_takes_nothing(on_postgres: Serving) -> None:
    with Sitting(on_postgres) as sitting:
        ann, before = sitting.people[0], sitting.version
        with psycopg.connect(on_postgres.database, autocommit=True) as connection:
            connection.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                "RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$"
            )
            connection.execute(
                "CREATE TRIGGER full_disk BEFORE INSERT ON entries "
                "FOR EACH ROW EXECUTE FUNCTION full_disk()"
            )
            answer = ann.post(f"/api/tables/{sitting.table}/chat", text="hi", key="k")
            refused(answer, 507, "storage-full")
            connection.execute("DROP TRIGGER full_disk ON entries")
        assert sitting.version == before
        assert ann.post(f"/api/tables/{sitting.table}/chat", text="hi", key="k").status_code == 200


@pytest.mark.parametrize("name", ["abcdefghijk%00", "%00" * 6, "%00" * 12, "ABC%00EF"])
def test_no_name_of_a_table_troubles_postgresql(on_postgres: Serving, name: str) -> None:
    answer = httpx.get(f"{on_postgres.url}/api/tables/{name}")
    assert answer.status_code == 404
    assert as_refusal(answer)["reason"] == "no-such-table"


@pytest.mark.parametrize(
    "body", [{"name": "A\x00n"}, {"name": "Ann", "pledge": "\x00"}, {"house": {"\x00": "\x00"}}]
)
def test_no_text_troubles_postgresql(on_postgres: Serving, body: dict[str, object]) -> None:
    answer = Guest(on_postgres.url).post("/api/tables", **body)
    assert answer.status_code == 422
    as_refusal(answer)
