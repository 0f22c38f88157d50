"""What the site answers to a browser: pages, and refusals as pages."""

import json
import re
from typing import Any

import httpx
import pytest

from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from testkit.serving import Guest, Serving

PLAIN = ("/", "/new", "/editions", "/learn", "/cup", "/hot", "/fair", "/away")
HTML = {"accept": "text/html"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PLAIN)
def test_every_page_speaks_the_readers_language(server: Serving, path: str, lang: str) -> None:
    page = httpx.get(server.url + path, headers={"accept-language": lang})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}"' in page.text
    assert Tongue(lang, "asmodee-2024").say("Settings") in page.text


@pytest.mark.parametrize("path", PLAIN)
def test_a_page_runs_only_what_it_carries(server: Serving, path: str) -> None:
    page = httpx.get(server.url + path)
    policy = page.headers.get_list("content-security-policy")
    assert len(policy) == 1
    assert "unsafe" not in policy[0]
    assert "default-src 'self'" in policy[0]
    assert page.text.count("<script") == page.text.count("<script type=")
    assert "style=" not in page.text.replace("data-style=", "")
    assert page.headers["x-content-type-options"] == "nosniff"


def test_the_link_for_friends_leads_to_the_table(server: Serving) -> None:
    opened = Guest(server.url).open(name="Ann")
    friend = httpx.get(opened["link"], headers=HTML)
    assert friend.status_code == 200
    assert opened["code"] in friend.text
    assert friend.headers["cache-control"] == "no-store"


def test_a_browser_gets_a_refusal_as_a_page_and_a_program_as_json(server: Serving) -> None:
    gone = httpx.get(f"{server.url}/t/NOSUCH", headers={**HTML, "accept-language": "fr"})
    assert gone.status_code == 404
    assert gone.headers["content-type"].startswith("text/html")
    assert "[T1]" not in gone.text  # rules are for those who ask why
    assert "NOSUCH" in gone.text
    program = httpx.get(f"{server.url}/t/NOSUCH")
    assert program.json()["refusal"]["reason"] == "no-such-table"
    nowhere = httpx.get(f"{server.url}/nowhere", headers=HTML)
    assert (nowhere.status_code, "[T11]" in nowhere.text) == (404, False)


def test_user_text_is_escaped_on_every_page(server: Serving) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    host = Guest(server.url)
    opened = host.open(name=nasty[:40], seats=2, listed=True)
    host.ask(opened["table"], "chat", text=nasty)
    for path in ("/", f"/t/{opened['code']}", f"/t/{opened['code']}/pieces", f"/t/{nasty}"):
        answer = host.client.get(path, headers=HTML)
        assert "<img" not in answer.text.replace(r"\u003cimg", "")


def test_pages_are_compressed(server: Serving) -> None:
    # Not home: that shows tables of other tests, which may change between two looks.
    page = f"{server.url}/editions"
    raw = httpx.get(page, headers={"accept-encoding": "identity"})
    packed = httpx.get(page, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(raw.content) / 2
    assert packed.text == raw.text


def test_a_language_that_was_chosen_stays(server: Serving) -> None:
    with httpx.Client(base_url=server.url, headers={"accept-language": "en"}) as browser:
        browser.get("/?lang=nl")
        assert '<html lang="nl"' in browser.get("/").text
        refused = browser.post("/api/tables", json={"edition": "nope"}).json()["refusal"]
        assert (
            refused["text"]
            == httpx.post(f"{server.url}/api/tables?lang=nl", json={"edition": "nope"}).json()[
                "refusal"
            ]["text"]
        )


def first_frame(guest: Guest, path: str, **headers: str) -> dict[str, Any]:
    """What a page's stream begins with."""
    with guest.client.stream("GET", path, headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                frame: dict[str, Any] = json.loads(line.removeprefix("data: "))
                return frame
    raise AssertionError("no frame")


def test_a_new_page_gets_only_what_has_changed_since_it_was_made(server: Serving) -> None:
    ann, ben = Guest(server.url), Guest(server.url)
    code = ann.open(name="Ann", seats=2)["code"]
    page = ann.client.get(f"/t/{code}", headers=HTML).text
    shown = re.findall(r'data-shown="([0-9a-f.]+)"', page)[0]
    everything = first_frame(ann, f"/t/{code}/live")["html"]
    assert len(everything) == len(shown.split("."))
    same = first_frame(ann, f"/t/{code}/live?shown={shown}")["html"]
    assert len(same) < len(everything) / 2
    ben.ask(code, "sit", name="Ben")
    news = first_frame(ann, f"/t/{code}/live?shown={shown}")["html"]
    assert "Ben" in news["seats"]
    assert set(news) >= set(same)


def test_a_browser_that_reconnects_by_itself_gets_the_whole_page(server: Serving) -> None:
    """It repeats the address of the first stream, though its page has changed since."""
    ann = Guest(server.url)
    code = ann.open(name="Ann", seats=2)["code"]
    page = ann.client.get(f"/t/{code}", headers=HTML).text
    shown = re.findall(r'data-shown="([0-9a-f.]+)"', page)[0]
    again = {"last-event-id": "1"}
    assert len(first_frame(ann, f"/t/{code}/live?shown={shown}", **again)["html"]) == len(
        shown.split(".")
    )
    for forged in ("...", "x" * 200, shown[::-1]):
        assert first_frame(ann, f"/t/{code}/live?shown={forged}")["html"]
    assert ann.client.get(f"/t/{code}/live?shown={'x' * 201}").status_code == 422
