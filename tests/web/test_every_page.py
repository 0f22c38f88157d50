"""Every page in every language: translated, within its layout, and without foreign requests."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from perudo.i18n.languages import LANGUAGES
from testkit.serving import Guest, Serving
from testkit.web.people import Person
from testkit.web.translated import check

PLAIN = (
    "/",
    "/new",
    "/editions",
    "/learn",
    "/cup",
    "/hot",
    "/fair",
    "/privacy",
    "/mine",
    "/away",
    "/practice",
    "/practice/daily",
    "/practice?theme=palifico",
    "/t/NOSUCH",
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plain_pages_are_fully_translated(browser: Browser, site: Serving, lang: str) -> None:
    person = Person(browser, site.url, locale=lang)
    person.context.route("**/healthz", lambda route: route.abort())  # else the server is back
    for path in PLAIN:
        person.go_to(path)
        check(person, lang, path)
    person.close()


class Readers:
    """The same seat, or the same onlooker, on devices in all languages."""

    def __init__(self, browser: Browser, site: Serving, token: str | None = None) -> None:
        self.people = {
            lang: Person(browser, site.url, locale=lang, token=token) for lang in LANGUAGES
        }

    def go_to(self, path: str) -> None:
        for person in self.people.values():
            person.go_to(path)

    def check(self, selector: str, where: str) -> None:
        for lang, person in self.people.items():
            person.wait_for_text(selector)
            check(person, lang, where)

    def close(self) -> None:
        for person in self.people.values():
            person.close()


# The box with the longest words; and the one that has words of its own in French.
@pytest.mark.parametrize("edition", ["asmodee-2024", "parker-1994"])
def test_a_table_is_fully_translated(browser: Browser, site: Serving, edition: str) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    settings: dict[str, Any] = {"edition": edition, "seats": 3, "dice": 1, "turn_seconds": 86_400}
    opened = host.open(
        name="Ana", options=["calza"], pause_ms=60_000, hearing_ms=0, pace_ms=0, **settings
    )
    code = opened["code"]
    strangers = Readers(browser, site)
    strangers.go_to(f"/t/{code}")
    strangers.check("#sit", "stranger")
    strangers.close()
    ben.ask(code, "sit", name="Maximiliana-Josefine")
    readers = Readers(browser, site, host.token)
    readers.go_to(f"/t/{code}")
    readers.check("#start-match", "lobby")
    host.ask(code, "start", fill="easy")
    for _ in ben.follow(code):  # the first deal waits for the links of the pages
        if ben.look(code)["game"]["turn"] is not None:
            break
    seen = set()
    while (look := host.look(code))["on"]:
        game = look["game"]
        if game["turn"] is None:
            if "showdown" not in seen:
                seen.add("showdown")
                readers.check(".scene", "showdown")
            for guest in (host, ben):
                guest.post(f"/api/tables/{code}/ready")
        elif game["turn"] == 0:
            if "turn" not in seen:
                seen.add("turn")
                readers.check("#picker", "turn")
            host.act(code, {"call": "dudo"} if game["bids"] else None)
        elif game["turn"] == 1:
            if "waiting" not in seen and 0 not in game["out"]:
                seen.add("waiting")
                readers.check(".waiting", "waiting")
            ben.act(code)
    readers.check(".after", "after")
    readers.go_to(f"/t/{code}/replay")
    readers.check(".player", "replay")
    readers.close()


@pytest.mark.parametrize("device", ["light", "dark"])
def test_pages_follow_the_devices_theme_by_default(
    browser: Browser, site: Serving, device: str
) -> None:
    person = Person(browser, site.url, color_scheme=device).go_to("/")
    page = person.page
    paper = {"light": "rgb(251, 246, 234)", "dark": "rgb(20, 26, 24)"}
    has_paper = "p => getComputedStyle(document.documentElement).backgroundColor === p"
    assert page.evaluate(has_paper, paper[device])
    for chosen, seen in (("dark", "dark"), ("light", "light"), ("auto", device)):
        page.click("[popovertarget=menu]")
        page.check(f"[name=theme][value={chosen}]", force=True)
        person.until(has_paper, paper[seen])
        page.reload()
        assert page.evaluate(has_paper, paper[seen])
    person.close()
