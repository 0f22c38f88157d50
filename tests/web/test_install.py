"""The installed site, and its offline page."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from perudo.i18n.languages import LANGUAGES
from testkit.serving import Serving
from testkit.web.people import LOOKS, Person, violations

READY = """async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) =>
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
}"""
KEPT_LANGUAGE = """async () => {
  const kept = await (await caches.open("perudo-away")).match("/away", { ignoreVary: true });
  return kept ? kept.headers.get("content-language") : null;
}"""
# Playwright's wait_for_function takes any promise for a yes, so the page itself waits.
WAIT_FOR_KEPT_LANGUAGE = f"""async (lang) => {{
  while (await ({KEPT_LANGUAGE})() !== lang) await new Promise(requestAnimationFrame);
}}"""
ALL_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      found.push(new URL(request.url).pathname);
    }
  }
  return found;
}"""


@pytest.fixture
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server of this test's own, because it is stopped."""
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('away')}/tables.db") as serving:
        yield serving


@pytest.fixture
def device() -> dict[str, Any]:
    return {"service_workers": "allow"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manifest_names_icons_that_exist(site: Serving, lang: str) -> None:
    answer = httpx.get(f"{site.url}/manifest.webmanifest?lang={lang}")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["name"], manifest["lang"]) == ("Perudo", lang)
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == (
        "standalone", "/", "/"
    )  # fmt: skip
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        drawn = httpx.get(site.url + icon["src"])
        assert drawn.status_code == 200, icon
        assert drawn.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            side = int.from_bytes(drawn.content[16:20], "big")
            assert icon["sizes"] == f"{side}x{side}"


def test_the_service_worker_is_not_cached(site: Serving) -> None:
    answer = httpx.get(f"{site.url}/sw.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")


def test_pages_link_their_manifest(context: BrowserContext, site: Serving) -> None:
    page = context.new_page()
    page.goto(f"{site.url}/?lang=it")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    assert link == "/manifest.webmanifest?lang=it"


def away(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("The server is away for a moment")


def test_the_offline_page_is_shown_until_the_server_is_back(
    context: BrowserContext, serving: Serving
) -> None:
    page = context.new_page()
    page.goto(serving.url)
    page.evaluate(READY)
    serving.kill()
    page.goto(f"{serving.url}/editions")
    away(page)
    expect(page.get_by_role("status")).to_have_text("No answer yet. Trying again in a moment.")
    assert page.url == f"{serving.url}/editions"
    page.reload()
    away(page)
    serving.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("The five boxes compared")
    assert page.url == f"{serving.url}/editions"


def test_the_offline_page_is_in_the_readers_language(
    context: BrowserContext, serving: Serving
) -> None:
    page = context.new_page()
    page.goto(serving.url)
    page.evaluate(READY)
    assert page.evaluate(KEPT_LANGUAGE) == "en"
    page.goto(f"{serving.url}/editions?lang=nl")
    page.evaluate(WAIT_FOR_KEPT_LANGUAGE, "nl")
    serving.kill()
    page.goto(f"{serving.url}/new")
    assert page.evaluate("document.documentElement.lang") == "nl"
    expect(page.locator("[data-away]")).to_be_visible()


def test_only_the_offline_page_is_cached(context: BrowserContext, site: Serving) -> None:
    page = context.new_page()
    page.goto(site.url)
    page.evaluate(READY)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.goto(f"{site.url}/new")
    page.evaluate("fetch('/api/tables').then((answer) => answer.json())")
    assert page.evaluate(ALL_KEPT) == ["/away"]


def test_a_gateway_error_shows_the_offline_page(context: BrowserContext, site: Serving) -> None:
    """If a gateway answers 502 or 504, the reader sees our page, not the gateway's."""
    page = context.new_page()
    page.goto(site.url)
    page.evaluate(READY)
    context.route("**/editions", lambda route: route.fulfill(status=502, body="bad gateway"))
    context.route("**/healthz", lambda route: route.abort())
    page.goto(f"{site.url}/editions")
    away(page)


def test_the_away_page_itself_leads_home(context: BrowserContext, site: Serving) -> None:
    page = context.new_page()
    page.goto(f"{site.url}/away")
    page.wait_for_url(f"{site.url}/")


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], look: str
) -> None:
    person = Person(browser, site.url, size=size, color_scheme=look)
    page = person.page
    page.route("**/healthz", lambda route: route.abort())
    person.go_to("/away")
    expect(page.get_by_role("status")).to_have_text("No answer yet. Trying again in a moment.")
    assert violations(page) == []
    person.close()
