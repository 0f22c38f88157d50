"""The docs site builds without a warning, holds together, and fetches nothing from elsewhere."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Route, expect

from testkit import ROOT

LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""What a browser fetches by itself, by tag."""


class Links(HTMLParser):
    """What a built page loads, where it leads, and which places it has to be led to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        canonical = given.get("rel") in ("canonical", "next", "prev")
        if tag in LOADED and LOADED[tag] in given and not canonical:
            self.loads.append(given[LOADED[tag]])
        if tag == "a" and "href" in given:
            self.leads.append(given["href"])
        self.ids |= {given[name] for name in ("id", "name") if name in given}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, env=quiet)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[Path, Links]:
    html = {page: page.read_text(encoding="utf-8") for page in built.rglob("*.html")}
    made = {page: Links(text) for page, text in html.items() if 'content="mkdocs' in text}
    assert len(made) > 50
    return made


def is_elsewhere(address: str) -> bool:
    return re.match(r"(https?:)?//", address) is not None


def test_pages_load_no_external_assets(built: Path, pages: dict[Path, Links]) -> None:
    for page, links in pages.items():
        assert links.loads, page
        assert not list(filter(is_elsewhere, links.loads)), page
    for style in built.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", text), style


def test_internal_links_and_anchors_are_valid(built: Path, pages: dict[Path, Links]) -> None:
    for page, links in pages.items():
        if page.name == "404.html":
            continue  # it is shown at any address
        for address in (*links.loads, *links.leads):
            if is_elsewhere(address) or address.startswith(("data:", "mailto:")):
                continue
            path, _, place = address.partition("#")
            target = (page.parent / unquote(path.partition("?")[0])).resolve() if path else page
            assert target.exists(), f"{page.relative_to(built)}: {address}"
            if place and target in pages:
                assert unquote(place) in pages[target].ids, f"{page.relative_to(built)}: {address}"


def test_file_maps_link_every_module(built: Path) -> None:
    rooms = "".join(page.read_text(encoding="utf-8") for page in (built / "rooms").glob("*.html"))
    for path in (ROOT / "src" / "perudo").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        module = module.removesuffix(".__init__")
        if module.count(".") > 1 and "migrations" not in module:
            assert f'#{module}"' in rooms, module


def test_search_works_without_network(browser: Browser, served: str) -> None:
    asked: list[str] = []

    def inside_only(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.startswith(served):
            route.continue_()
        else:
            route.abort()

    page = browser.new_page()
    page.route("**/*", inside_only)
    page.goto(f"{served}/index.html")
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Search").fill("palifico")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.close()
    assert asked
    assert all(url.startswith((served, "blob:")) for url in asked)


@pytest.fixture(scope="module")
def served(built: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_search_index_covers_every_page(built: Path, pages: dict[Path, Links]) -> None:
    index = json.loads((built / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    for page in pages:
        where = str(page.relative_to(built))
        assert where in found or where == "404.html" or (where == "index.html" and "" in found)
