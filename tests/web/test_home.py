"""The home page and the comparison of the boxes, in a real browser."""

import re
from html import unescape
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from perudo.bots.roster import COMPANY, USUAL_COMPANY
from perudo.engine.edition import POINTS
from perudo.engine.editions import EDITIONS
from perudo.engine.house import governs
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.web.company import SPEEDS, USUAL_SPEED
from perudo.wording.rule_text import box_text, point_text, rule_cited
from testkit.serving import Guest, Serving
from testkit.web.clock import stop_clock
from testkit.web.people import LOOKS, Person, violations

SIZES = ((320, 640), (1280, 800))


def table_of(page: Page, site: Serving) -> dict[str, object]:
    """The table that the page has gone to, as this browser may see it."""
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    code = page.url.rpartition("/")[2]
    answer = page.request.get(f"{site.url}/api/tables/{code}")
    assert answer.ok
    seen: dict[str, object] = answer.json()
    return seen


def test_play_now_starts_a_match_at_one_click(page: Page, site: Serving) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    seen = table_of(page, site)
    settings, game = seen["settings"], seen["game"]
    assert isinstance(settings, dict)
    assert isinstance(game, dict)
    assert settings["edition"] == "asmodee-2009"
    assert sorted(settings["options"]) == ["calza", "visible-dice"]
    assert (settings["seats"], settings["pause_ms"], settings["pace_ms"]) == (4, 30_000, 1_200)
    assert seen["seat"] == 0
    assert len(game["cup"]) == 5
    chairs = seen["chairs"]
    assert isinstance(chairs, list)
    assert chairs[0]["name"] == "Player"
    assert [chair["level"] for chair in chairs[1:]] == [c for c in COMPANY if c in USUAL_COMPANY]


def test_the_company_is_chosen_and_remembered(page: Page, site: Serving) -> None:
    page.goto("/")
    page.get_by_text("Choose your company").click()
    assert page.locator("[name=who]").count() == len(COMPANY)
    page.get_by_role("checkbox", name="Inti").check(force=True)
    expect(page.locator("[name=many]:checked")).to_have_value("4")
    for name in ("Killa", "Wayra", "Tika"):
        page.get_by_role("checkbox", name=name).uncheck(force=True)
    expect(page.get_by_role("checkbox", name="Inti")).to_be_disabled()  # somebody must sit there
    expect(page.locator(".company-faces .face:visible")).to_have_count(1)
    page.get_by_label("2", exact=True).check(force=True)
    expect(page.get_by_role("checkbox", name="Sami")).to_be_checked()
    page.get_by_label("quick").check(force=True)
    page.reload()
    page.get_by_role("button", name="Play now").click()  # one press is enough from now on
    seen = table_of(page, site)
    settings, chairs = seen["settings"], seen["chairs"]
    assert isinstance(settings, dict)
    assert isinstance(chairs, list)
    assert [chair["name"] for chair in chairs[1:]] == ["Sami", "Inti"]
    assert [chair["level"] for chair in chairs[1:]] == ["beginner", "reader"]
    assert (settings["pace_ms"], settings["pause_ms"]) == SPEEDS["quick"]


def test_five_at_most_sit_down(page: Page, site: Serving) -> None:
    page.goto("/")
    page.get_by_text("Choose your company").click()
    page.get_by_label("5", exact=True).check(force=True)
    expect(page.locator("[name=who]:checked")).to_have_count(5)
    expect(page.locator("[name=who]:not(:checked)").first).to_be_disabled()
    page.get_by_role("button", name="Play with them").click()
    chairs = table_of(page, site)["chairs"]
    assert isinstance(chairs, list)
    assert len(chairs) == 6


@pytest.mark.parametrize("kept", ["", "nobody", "liar,liar", ",".join(COMPANY)])
def test_a_spoilt_choice_does_no_harm(page: Page, kept: str) -> None:
    page.goto("/")
    page.evaluate("kept => localStorage.setItem('perudo-company', kept)", kept)
    page.evaluate("() => localStorage.setItem('perudo-speed', 'warp')")
    page.reload()
    wanted = {"liar,liar": 1, ",".join(COMPANY): 5}.get(kept, len(USUAL_COMPANY))
    expect(page.locator("[name=who]:checked")).to_have_count(wanted)
    expect(page.locator("[name=speed]:checked")).to_have_value(USUAL_SPEED)


def test_play_now_remembers_the_name(page: Page, site: Serving) -> None:
    page.goto("/")
    page.evaluate("localStorage.setItem('perudo-name', 'Zoë')")
    page.get_by_role("button", name="Play now").click()
    chairs = table_of(page, site)["chairs"]
    assert isinstance(chairs, list)
    assert chairs[0]["name"] == "Zoë"


def test_play_now_shows_a_refusal(page: Page) -> None:
    refusal = {"refusal": {"reason": "name-not-allowed", "clause": "T1", "text": "No, because."}}
    page.route("**/api/tables", lambda route: route.fulfill(status=422, json=refusal))
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").filter(has_text="No, because.")).to_be_visible()
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))


COUNT_ASKED = """
  window.asked = window.answered = 0;
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const counts = given[0] === "/api/tables";
    if (counts) window.asked += 1;
    const answer = await ask(...given);
    await answer.clone().text();
    if (counts) window.answered += 1;
    return answer;
  };
"""
"""Counts in the page itself, as the clock that the test holds does not wait for the network."""


def test_a_proxy_that_names_a_date_to_come_back_is_not_asked_without_a_pause(page: Page) -> None:
    busy = {"refusal": {"reason": "too-many", "clause": "T12", "text": "Not now."}}
    later = {"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}
    page.add_init_script(COUNT_ASKED)
    page.clock.install()
    page.route("**/api/tables", lambda route: route.fulfill(status=503, headers=later, json=busy))
    page.goto("/")
    stop_clock(page)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_function("() => window.answered === 1")
    waited = 0
    while page.evaluate("() => window.asked") == 1:
        page.clock.run_for(100)
        waited += 100
    assert 700 <= waited < 15_000


@pytest.mark.parametrize("written", ["{code}", " {lower} ", "{half}", "{link}"])
def test_a_code_is_accepted_as_people_type_it(page: Page, site: Serving, written: str) -> None:
    opened = Guest(site.url).open(name="Ann")
    code = opened["code"]
    text = written.format(
        code=code, lower=code.lower(), half=f"{code[:3]}-{code[3:]}", link=opened["link"]
    )
    page.goto("/")
    page.get_by_label("The six characters that a friend gave you").fill(text)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"{site.url}/t/{code}")


def test_an_unknown_code_is_refused_in_place(page: Page, site: Serving) -> None:
    page.goto("/?lang=fr")
    page.locator("#code").fill("zzzzzz")
    page.locator("#code").press("Enter")
    told = page.request.get(f"{site.url}/api/tables/ZZZZZZ?lang=fr").json()["refusal"]["text"]
    expect(page.locator("[data-join-problem]")).to_have_text(told.removesuffix(" [T1]"))
    expect(page.locator("#code")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#code")).to_be_focused()
    assert page.url.rstrip("/").endswith("?lang=fr")


def test_the_list_of_open_tables_refreshes(page: Page, site: Serving) -> None:
    page.clock.install()
    page.goto("/")
    listed = page.locator("[data-open-tables]")
    host = Guest(site.url)
    opened = host.open(
        name="Inti <b>", edition="weekend", listed=True, seats=3, turn_seconds=120,
        options=["calza"], house={"raising": "one-axis"},
    )  # fmt: skip
    page.clock.run_for(5_000)
    entry = listed.locator(f"[href='/t/{opened['code']}']")
    expect(entry).to_contain_text("Inti <b>")
    for fact in ("Week End Games", "calza", "house rules", "2 free chairs", "2 minutes a turn"):
        expect(entry).to_contain_text(fact)
    entry.focus()
    Guest(site.url).ask(opened["table"], "sit", name="Bo")
    page.clock.run_for(5_000)
    expect(entry).to_contain_text("1 free chair")
    expect(entry).to_contain_text("Bo")
    expect(entry).to_be_focused()
    host.ask(opened["table"], "start", fill="easy")
    page.clock.run_for(5_000)
    # From now on it can be watched.
    expect(listed.locator(f".watch-title + .tables [href='/t/{opened['code']}']")).to_have_count(1)
    expect(entry).to_have_count(1)


def test_open_tables_are_in_the_page_from_the_start(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path}/tables.db") as site:
        _none_then_one(site)


def _none_then_one(site: Serving) -> None:
    hidden = Guest(site.url).open(name="Ann")
    html = unescape(httpx.get(site.url).text)
    assert hidden["code"] not in html
    assert "No table is open to everybody right now." in html
    shown = Guest(site.url).open(name="Ann", listed=True)
    html = unescape(httpx.get(site.url).text)
    assert f'href="/t/{shown["code"]}"' in html
    assert "4 free chairs" not in html
    assert "3 free chairs" in html
    assert "No table is open to everybody right now." not in html


def test_every_page_is_linked(page: Page) -> None:
    page.goto("/")
    for path in ("/new", "/hot", "/cup", "/learn", "/editions", "/fair"):
        assert page.locator(f"main a[href='{path}']").count() > 0, path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_boxes_compared_say_what_the_engine_plays(site: Serving, lang: str) -> None:
    html = unescape(httpx.get(f"{site.url}/editions?lang={lang}").text)
    t = Tongue(lang, COMMON_WORDS)
    for key, box in EDITIONS.items():
        name = box_text(t, box.words)
        assert name[1:] in html
        assert f'href="/new?edition={key}"' in html
    rows = dict(re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', html, re.DOTALL))
    assert len(rows) == len(POINTS)
    for point in POINTS:
        cells = re.findall(r"<td.*?</td>", rows[point_text(t, point)], re.DOTALL)
        assert len(cells) == len(EDITIONS)
        for cell, box in zip(cells, EDITIONS.values(), strict=True):
            if governs(box, point):
                for said in filter(None, rule_cited(t, box, point)):
                    assert f">{said.text}<" in cell
                    assert not said.clause or f"<small>{said.clause}</small>" in cell
            else:
                assert 'class="nothing"' in cell


def test_no_book_is_credited_with_what_we_decided(page: Page) -> None:
    """S20: who reveals last, a toucan that nobody saw, the starter after a right calza in W."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/editions")
    for matter, said, clause in (
        ("Who starts the match", "drawn at random if nobody knows", "S20"),
        ("Who starts the match", "only tied players roll again", "S1"),
        ("Lifting the cups", "the bidder last", "S20"),
        ("Who starts after calza", "the caller if nobody lost one", "S4"),
        ("Who may call calza", "not the bidder either", "S5"),
    ):
        row = page.locator(".by-box tr").filter(has=page.get_by_role("rowheader", name=matter))
        ours = row.locator("span").filter(has_text=said).locator("xpath=following-sibling::*[1]")
        assert set(ours.all_inner_texts()) == {clause}, said


def test_unusual_rules_are_marked(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/editions")
    raising = page.locator(".by-box tr").filter(has_text="Raising a bid on plain faces")
    marked = [cell.locator(".unusual").count() for cell in raising.locator("td").all()]
    assert marked == [0, 1, 0, 1, 0]
    assert raising.locator("small").all_inner_texts() == ["P2", "A2", "I2", "M2", "W2, S11"]
    expect(page.locator(".by-rule")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".by-box")).to_be_hidden()
    expect(page.locator(".by-rule > section")).to_have_count(len(POINTS))


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
@pytest.mark.parametrize("path", ["/", "/editions", "/nowhere"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, path: str, size: dict[str, int], look: str
) -> None:
    Guest(site.url).open(name="Ann", listed=True, turn_seconds=30)
    person = Person(browser, site.url, size=size, color_scheme=look).go_to(path)
    if path == "/":
        person.page.click(".company > summary")
    assert violations(person.page) == []
    person.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_fit_a_small_phone_in_every_language(
    browser: Browser, site: Serving, lang: str
) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    for path in ("/", "/new", "/editions", "/nowhere"):
        page.goto(f"{site.url}{path}?lang={lang}")
        assert page.evaluate("document.documentElement.lang") == lang
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    page.close()
