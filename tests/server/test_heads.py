"""HEAD answers like GET without the body, and private answers are never cached."""

import httpx
import pytest

from testkit.server.seated import Sitting
from testkit.serving import Follower, Serving

PATHS = (
    "/mine",
    *("/", "/new", "/editions", "/learn", "/cup", "/hot", "/fair", "/away", "/open-tables"),
    *("/healthz", "/readyz", "/metrics", "/openapi.json", "/api/tables", "/manifest.webmanifest"),
    *("/static/fair.js", "/static/icon.svg", "/static/card.png", "/sw.js", "/nowhere", "/t/NOSUCH"),
    *("/api/tables/{table}", "/t/{table}", "/t/{code}", "/api/tables/{table}/record", "/seat/x"),
)
VARYING = ("date", "content-length", "content-encoding", "content-security-policy")


@pytest.mark.parametrize("path", PATHS)
def test_head_is_get_without_the_body(server: Serving, path: str) -> None:
    with Sitting(server) as sitting, httpx.Client(base_url=server.url) as client:
        address = path.format(table=sitting.table, code=sitting.code)
        head, get = client.head(address), client.get(address)
        assert head.status_code == get.status_code
        assert head.content == b""
        assert set(head.headers) == set(get.headers)
        for name, value in get.headers.items():
            assert head.headers[name] == value or name in VARYING, name
        assert client.get("/healthz").status_code == 200, "the connection can still be used"


@pytest.mark.parametrize(
    "path", ["/api/tables/{}/stream", "/api/tables/{}/stream.ndjson", "/t/{}/live"]
)
def test_head_of_a_stream_opens_no_stream(server: Serving, path: str) -> None:
    with Sitting(server) as sitting:
        guest = sitting.people[0]
        for _ in range(20):  # more than one seat may have open
            head = guest.client.head(path.format(sitting.table))
            assert (head.status_code, head.content) == (200, b"")
        with guest.client.stream("GET", path.format(sitting.table)) as stream:
            assert head.headers["content-type"] == stream.headers["content-type"]
        follower = Follower(guest, sitting.table)
        sitting.bid()
        follower.until_event("bid-made")


def test_refusal_of_a_method_names_the_allowed_ones(server: Serving) -> None:
    assert httpx.put(f"{server.url}/healthz").headers["allow"] == "GET, HEAD"
    assert httpx.head(f"{server.url}/api/guests").headers["allow"] == "POST"


def test_private_answers_are_not_cached(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        guest, table = sitting.people[0], f"/api/tables/{sitting.table}"
        answers = [
            guest.client.get(table),
            guest.client.get(f"{table}/record"),
            guest.client.get("/api/tables"),
            guest.client.get("/nowhere"),
            guest.client.get(f"/t/{sitting.table}"),
            guest.client.get(f"/t/{sitting.table}/pieces"),
            guest.client.get("/healthz"),
            guest.client.get("/seat/x"),
            guest.post("/api/guests"),
            guest.post(f"{table}/act", bid=[1, 2], version=sitting.version),
            guest.post(f"{table}/act", bid=[1, 2], version=0),
            guest.post(f"{table}/chat", text="hello"),
            guest.post("/api/tables", name="Ann"),
            guest.client.post(table, content=b"x"),
        ]
    for answer in answers:
        assert answer.headers.get_list("cache-control") == ["no-store"], answer.url


def test_static_files_may_be_cached(server: Serving) -> None:
    for path in ("/static/icon.svg", "/manifest.webmanifest"):
        assert httpx.get(server.url + path).headers["cache-control"] == "max-age=3600"
    for path in ("/sw.js", "/static/proof.js"):
        assert httpx.get(server.url + path).headers["cache-control"] == "no-cache"
