"""Play through the sample configurations of nginx and Caddy, each run for real."""

import gzip
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from perudo.server.api.watching import MOST_OWN_STREAMS
from testkit.deploy.proxies import GUESTS, NAME, Nginx, Proxy
from testkit.serving import Guest, Serving, least

_sources = count(2)


def source() -> str:
    """Return an address that no other test uses, since limits are counted by address."""
    return f"127.0.7.{next(_sources)}"


class Visitor:
    """A guest with an address and a token, connected through the proxy."""

    def __init__(self, proxy: Proxy, token: str | None = None) -> None:
        self.client = proxy.client(source())
        if token is None:
            token = self.client.post("/api/guests", json={}).json()["token"]
        self.client.cookies.clear()
        self.client.headers["authorization"] = f"Bearer {token}"

    def ask(self, path: str, **body: object) -> dict[str, Any]:
        answer = self.client.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        granted: dict[str, Any] = answer.json()
        return granted

    def look(self, table: str) -> dict[str, Any]:
        answer = self.client.get(f"/api/tables/{table}")
        seen: dict[str, Any] = answer.json()
        return seen


@pytest.fixture
def two(proxy: Proxy) -> Iterator[tuple[Visitor, Visitor, str]]:
    """Two people at a table, in a match."""
    host, other = Visitor(proxy), Visitor(proxy)
    table = host.ask("/api/tables", name="Ann", seats=2, dice=2, pause_ms=0)["table"]
    other.ask(f"/api/tables/{table}/sit", name="Bea")
    host.ask(f"/api/tables/{table}/start")
    yield host, other, table
    host.client.close()
    other.client.close()


def act(two: tuple[Visitor, Visitor, str]) -> dict[str, Any]:
    host, other, table = two
    turn = host.look(table)["game"]["turn"]
    who = (host, other)[turn]
    seen = who.look(table)
    return who.ask(f"/api/tables/{table}/act", version=seen["version"], **least(seen))


def test_pages_come_through_whole_and_for_this_site_only(proxy: Proxy) -> None:
    with proxy.client(source()) as client:
        page = client.get("/", headers={"accept": "text/html"})
        assert page.status_code == 200
        assert "Bid boldly" in page.text
        assert page.headers["strict-transport-security"].startswith("max-age=")
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert client.get("/healthz").json() == {"health": "up"}
        head = client.head("/healthz")
        assert head.content == b""


def test_cookies_are_secure_and_links_lead_back_through_the_proxy(proxy: Proxy) -> None:
    with proxy.client(source()) as client:
        answer = client.post("/api/tables", json={"name": "Ann", "seats": 2})
    cookie = answer.headers["set-cookie"]
    assert "perudo_guest=" in cookie
    assert "secure" in cookie.lower()
    assert "httponly" in cookie.lower()
    opened = answer.json()
    assert opened["link"].startswith(f"{proxy.url}/t/")
    assert opened["personal_link"].startswith(f"{proxy.url}/seat/")


def test_an_action_reaches_the_other_seats_stream_at_once(
    two: tuple[Visitor, Visitor, str],
) -> None:
    """The stream stays open, so the proxy did not buffer it until its end."""
    host, _, table = two
    path = f"/api/tables/{table}/stream"
    for form, begin in (("", "data: "), (".ndjson", "")):
        with host.client.stream("GET", path + form) as stream:
            assert stream.status_code == 200
            assert "content-encoding" not in stream.headers
            lines = (line for line in stream.iter_lines() if line.startswith(begin + "{"))
            assert "table" in json.loads(next(lines).removeprefix(begin))
            acted = act(two)
            told = json.loads(next(lines).removeprefix(begin))
            assert told["version"] == acted["version"]


def test_the_server_notices_when_a_reader_disconnects(two: tuple[Visitor, Visitor, str]) -> None:
    """Otherwise people would seem present for ever, and use up the limit of streams."""
    host, _, table = two
    path = f"/api/tables/{table}/stream"
    with ExitStack() as opened:
        for _ in range(MOST_OWN_STREAMS):
            answer = opened.enter_context(host.client.stream("GET", path))
            assert answer.status_code == 200
        assert host.client.get(path).status_code == 429
    asked = 0
    while not _let_in(host, path):
        asked += 1
        assert asked < 500, "the server still counts the closed streams"


def _let_in(host: Visitor, path: str) -> bool:
    with host.client.stream("GET", path) as stream:
        return stream.status_code == 200


def test_limits_are_kept_by_the_visitors_own_address(proxy: Proxy) -> None:
    """Forged headers change nothing."""
    here, there = source(), source()
    with proxy.client(here) as client:
        forged = [
            {"x-forwarded-for": f"203.0.113.{number}", "forwarded": f"for=203.0.113.{number}"}
            for number in range(3 * GUESTS)
        ]
        answers = [client.post("/api/guests", json={}, headers=headers) for headers in forged]
        client.cookies.clear()
    statuses = []
    with proxy.client(here) as client:
        for headers in forged:
            statuses.append(client.post("/api/guests", json={}, headers=headers).status_code)
            client.cookies.clear()
    assert answers[0].status_code == 201
    assert statuses[-1] == 429, "a forged header changed the address"
    with proxy.client(there) as client:
        assert client.post("/api/guests", json={}).status_code == 201, (
            "all visitors share one limit"
        )


def test_a_forged_scheme_or_host_is_not_believed(proxy: Proxy) -> None:
    with proxy.client(source()) as client:
        answer = client.post(
            "/api/tables",
            json={"name": "Ann", "seats": 2},
            headers={"x-forwarded-proto": "http", "x-forwarded-host": "evil.example"},
        )
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.json()["link"].startswith(proxy.url)


def test_large_bodies_are_refused(proxy: Proxy) -> None:
    with proxy.client(source()) as client:
        answer = client.post("/api/tables", json={"name": "x" * 40_000})
    assert answer.status_code == 413


def test_large_headers_are_refused_before_the_server_sees_them(proxy: Proxy) -> None:
    with proxy.connect() as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nhost: %b\r\n" % f"{NAME}:{proxy.port}".encode())
        line.sendall(b"cookie: perudo_guest=" + b"x" * 60_000 + b"\r\n\r\n")
        status = line.recv(100).split(b" ")[1]
    assert status in (b"400", b"431")


def test_metrics_are_not_for_strangers(proxy: Proxy, server: Serving) -> None:
    with proxy.client(source()) as client:
        answer = client.get("/metrics")
    assert answer.status_code == 404
    assert "perudo_" not in answer.text


def test_the_proxy_compresses_only_records(proxy: Proxy) -> None:
    host = Visitor(proxy)
    opened = host.ask("/api/tables", name="Ann", seats=4, dice=2, pause_ms=0, pace_ms=0)
    table = opened["table"]
    host.ask(f"/api/tables/{table}/start", fill="easy")
    while (seen := host.look(table))["on"]:
        if seen["game"]["turn"] == 0:
            host.ask(f"/api/tables/{table}/act", version=seen["version"], **least(seen))
    for form in ("text", "jsonl"):
        path = f"/api/tables/{table}/record?form={form}"
        with host.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            raw = b"".join(answer.iter_raw())
            assert answer.headers["content-encoding"] == "gzip"
        assert "perudo" in gzip.decompress(raw).decode().lower()
    looked = host.client.get(f"/api/tables/{table}", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in looked.headers
    host.client.close()


def test_personal_links_are_not_logged(
    proxy: Proxy, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """This holds even while the server is away and every request is an error."""
    file = tmp_path_factory.mktemp("links") / "tables.db"
    with Serving(f"sqlite:///{file}") as own, type(proxy)(own.port) as front:
        opened = Guest(own.url).open(name="Ann", seats=2)
        secret = opened["personal_link"].rpartition("/")[2]
        with front.client() as client:
            assert client.get(f"/seat/{secret}").status_code == 303
            own.kill()
            assert client.get(f"/seat/{secret}").status_code == 502
        assert secret not in front.logged()


def test_plain_http_is_sent_to_https_and_other_names_are_not_answered(server: Serving) -> None:
    """nginx only: Caddy does both itself where it manages the certificates."""
    with Nginx(server.port) as front:
        moved = httpx.get(f"http://127.0.0.1:{front.plain_port}/new?x=1", headers={"host": NAME})
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/new?x=1")
        with socket.create_connection(("127.0.0.1", front.port)) as line:
            context = front.trust
            context.check_hostname = False
            with pytest.raises(OSError, match=r"(?i)unrecognized"):
                context.wrap_socket(line, server_hostname="evil.example")


def test_pages_wait_while_the_server_restarts(
    proxy: Proxy, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An open table recovers, and so do an action and a new page requested meanwhile."""
    file = tmp_path_factory.mktemp("restart") / "tables.db"
    with Serving(f"sqlite:///{file}") as own, type(proxy)(own.port) as front:
        context = browser.new_context(
            ignore_https_errors=True, base_url=front.url, locale="en-GB", service_workers="block"
        )
        try:
            page = context.new_page()
            page.goto("/")
            page.get_by_role("button", name="Open a table").or_(
                page.get_by_role("link", name="Open a table")
            ).first.click()
            page.fill("#name", "Ann")
            page.get_by_role("button", name="Open the table").click()
            page.wait_for_selector("#start-match")
            own.stop()
            asked = context.new_page()
            answer = asked.goto("/editions")
            assert answer is not None
            assert answer.status == 502
            expect(asked.get_by_text("The server is away for a moment.")).to_be_visible()
            page.fill("#say-text", "Anybody there?")
            with page.expect_response(lambda answer: answer.status == 502):
                page.press("#say-text", "Enter")
            own.start()
            expect(page.locator("#talk")).to_contain_text("Anybody there?")
            expect(asked.get_by_role("heading", level=1)).to_have_text("The five boxes compared")
        finally:
            context.close()
