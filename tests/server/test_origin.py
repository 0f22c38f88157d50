"""Another site's page cannot make a reader's browser change anything here."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from testkit.server.gate import refused
from testkit.server.seated import as_refusal
from testkit.serving import JSON, Guest, Serving


@pytest.fixture
def browser(server: Serving) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20) as client:
        client.post("/api/guests", headers=JSON)
        yield client


FORM = {"content-type": "application/x-www-form-urlencoded"}
FOREIGN = {
    "a form": {**FORM, "origin": "https://evil.example"},
    "a form in a browser that names no origin": FORM,
    "a form without a type": {},
    "a sandboxed frame": {**FORM, "origin": "null"},
    "a form as plain text": {"content-type": "text/plain"},
    "a script": {"origin": "https://evil.example"},
    "a neighbour": {**JSON, "origin": "https://evil.127.0.0.1.example", "host": "127.0.0.1"},
    "another port": {**JSON, "origin": "http://127.0.0.1:1"},
    "said by the browser": {**JSON, "sec-fetch-site": "cross-site"},
    "another name of the same site": {**JSON, "sec-fetch-site": "same-site"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
def test_an_empty_post_of_another_site_replaces_no_guest(
    browser: httpx.Client, headers: dict[str, str]
) -> None:
    answer = browser.post("/api/guests", headers=headers)
    reason = as_refusal(answer)["reason"]
    assert (answer.status_code, reason) in ((403, "foreign-page"), (415, "not-json"))
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["act", "start", "chat", "sit", "resign"])
def test_cross_site_requests_change_nothing(server: Serving, path: str) -> None:
    """This holds for the fast path of actions too."""
    ann = Guest(server.url)
    table = ann.open(name="Ann", seats=2)["table"]
    answer = ann.client.post(
        f"/api/tables/{table}/{path}", json={}, headers={"origin": "https://evil.example"}
    )
    refusal = refused(answer, 403, "foreign-page")
    assert refusal["asked"] == "https://evil.example"
    assert "public_url" in refusal["text"]


@pytest.mark.parametrize("lang", ["en", "es", "fr", "it", "nl"])
def test_the_refusal_is_told_in_the_readers_language(browser: httpx.Client, lang: str) -> None:
    headers = {**JSON, "origin": "https://evil.example", "accept-language": lang}
    text = refused(browser.post("/api/guests", headers=headers), 403, "foreign-page")["text"]
    assert "evil.example" in text
    assert text.startswith(
        {"en": "This", "es": "Esto", "fr": "Cela", "it": "Questo"}.get(lang, "Dit")
    )


def test_our_own_pages_and_programs_are_let_in(server: Serving, browser: httpx.Client) -> None:
    own = f"http://127.0.0.1:{server.port}"
    for headers in (
        {},
        {"origin": own},
        {"origin": own.upper()},
        {"origin": own, "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        # Behind a proxy that changes Host, the browser still says that it is the same site.
        {"origin": "https://play.example", "sec-fetch-site": "same-origin"},
        {"origin": "https://play.example", "x-forwarded-host": "play.example"},
        {"origin": "https://play.example:443", "host": "play.example"},
        {"origin": "http://[::1]:8000", "host": "[::1]:8000"},
    ):
        answer = browser.post("/api/guests", headers={**JSON, **headers})
        assert answer.status_code == 201, headers
    assert browser.get("/api/tables", headers={"origin": "https://evil.example"}).status_code == 200


def test_the_address_that_people_use_may_be_configured(tmp_path: Path) -> None:
    flags = ("--public-url", "http://Play.example:8080/")
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}", *flags) as server:
        path, own = f"{server.url}/api/guests", {"origin": "http://play.example:8080"}
        assert httpx.post(path, headers={**JSON, **own}).status_code == 201
        other = {"origin": "http://play.example:8081"}
        assert httpx.post(path, headers={**JSON, **other}).status_code == 403
