"""Setting up a table: the chosen settings are those of the opened table."""

import re
from typing import Any

import httpx
import pytest
import segno
from playwright.sync_api import Browser, Locator, Page, expect

from perudo.engine.edition import OPTIONS, POINTS, Presence, name_of, point_of
from perudo.engine.editions import EDITIONS
from perudo.web.qr import QUIET, qr_svg
from testkit.serving import Serving
from testkit.web.people import LOOKS, Person, violations
from testkit.web.states import SIZES

FIRST = ("#name", "[name=colour]", "#edition", "[name=seats]", "[name=bots]", "[type=submit]")
"""What most people need."""


def unfold(page: Page) -> None:
    for fold in page.locator("details:not([open]) > summary").all()[::-1]:
        fold.click()


def box_facts(page: Page, key: str) -> Locator:
    return page.locator(f".box-facts[data-box={key}]")


def choose(page: Page, **choices: object) -> None:
    unfold(page)
    for name, value in choices.items():
        if name == "edition":
            page.locator("#edition").select_option(str(value))
        else:
            page.locator(f"[name={name}][value='{value}']").check()


def set_house_rules(page: Page, **rules: str) -> None:
    unfold(page)
    for point, value in rules.items():
        page.locator(f"#house-{name_of(point)}").select_option(value)


def open_and_look(page: Page, site: Serving) -> dict[str, Any]:
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/\w{6}$"))
    seen: dict[str, Any] = page.request.get(
        f"{site.url}/api/tables/{page.url.rpartition('/')[2]}"
    ).json()
    return seen


def test_a_name_is_enough_to_open_a_table(page: Page, site: Serving) -> None:
    page.goto("/new")
    page.get_by_label("Your name").fill("Ann")
    seen = open_and_look(page, site)
    settings = seen["settings"]
    assert settings["edition"] == "asmodee-2009"
    assert (settings["options"], settings["house"]) == (["calza", "visible-dice"], {})
    assert (settings["seats"], settings["dice"], settings["turn_seconds"]) == (4, 5, None)
    assert (settings["pause_ms"], settings["listed"]) == (20_000, False)
    assert seen["seat"] == 0
    assert seen["chairs"][0]["name"] == "Ann"
    assert seen["chairs"][1:] == [None, None, None]


def test_a_table_with_everything_chosen(page: Page, site: Serving) -> None:
    page.goto("/new")
    page.get_by_label("Your name").fill("Bea")
    choose(page, colour="purple", edition="asmodee-2009", seats=6, bots=3, level="hard")
    choose(page, clock=120, look=60_000)
    page.get_by_label("List it among the open tables").check()
    facts = box_facts(page, "asmodee-2009")
    facts.get_by_label("calza").check()
    facts.get_by_label("lost dice in full view").check()
    set_house_rules(page, raising="any-face", calza_barred="palifico", words="menteur")
    choose(page, dice=3)
    seen = open_and_look(page, site)
    settings = seen["settings"]
    assert settings["edition"] == "asmodee-2009"
    assert sorted(settings["options"]) == ["calza", "visible-dice"]
    assert settings["house"] == {
        "raising": "any-face", "calza-barred": "palifico", "words": "menteur"
    }  # fmt: skip
    assert (settings["seats"], settings["dice"], settings["turn_seconds"]) == (6, 3, 120)
    assert (settings["pause_ms"], settings["listed"]) == (60_000, True)
    chairs = seen["chairs"]
    assert (chairs[0]["name"], chairs[0]["colour"]) == ("Bea", "purple")
    assert [chair and chair["level"] for chair in chairs] == [None, *["hard"] * 3, None, None]


@pytest.mark.parametrize("key", EDITIONS)
def test_each_box_offers_its_own_options_and_opens_with_them(
    page: Page, site: Serving, key: str
) -> None:
    page.goto(f"/new?edition={key}")
    page.get_by_label("Your name").fill("Cy")
    assert page.locator("#edition").input_value() == key
    unfold(page)
    offered = [o for o in OPTIONS if getattr(EDITIONS[key], point_of(o)) is Presence.OPTIONAL]
    enabled = page.locator("[name=option]:not(:disabled)")
    assert [box.get_attribute("value") for box in enabled.all()] == offered
    assert all(box.is_checked() for box in enabled.all())
    settings = open_and_look(page, site)["settings"]
    assert (settings["edition"], settings["options"]) == (key, offered)


def test_another_box_swaps_what_is_shown_without_a_reload(page: Page) -> None:
    page.goto("/new")
    page.evaluate("window.same = true")
    unfold(page)
    first = page.locator("#house-raising option").first
    expect(first).to_contain_text("as in the box: more dice of the same face")
    choose(page, edition="menteur")
    for key in EDITIONS:
        expect(box_facts(page, key)).to_be_visible(visible=key == "menteur")
    expect(box_facts(page, "menteur")).to_contain_text("more dice, a higher face, or both")
    assert page.locator("[name=option]:not(:disabled)").count() == 0
    expect(first).to_contain_text("as in the box: more dice, a higher face, or both")
    expect(page.locator("#house-calza-callers option").first).to_have_text("as in the box")
    assert page.evaluate("window.same") is True


def test_options_of_another_box_are_not_sent(page: Page, site: Serving) -> None:
    page.goto("/new?edition=asmodee-2024")
    page.get_by_label("Your name").fill("Di")
    choose(page, edition="menteur")  # has no options; those of the other box are checked
    assert open_and_look(page, site)["settings"]["options"] == []


def test_contradictions_are_shown_while_choosing(page: Page, site: Serving) -> None:
    page.goto("/new?edition=asmodee-2024")
    page.get_by_label("Your name").fill("Eve")
    unfold(page)
    calza = box_facts(page, "asmodee-2024").get_by_label("occhio di bue")
    calza.uncheck()
    told = page.locator("[data-problem]")
    set_house_rules(page, calza_callers="next-only")
    words = (
        "The house rule “Who may call calza” has no effect without "
        "“Calza (the bid is exactly right)”."
    )
    expect(told).to_have_text(words)
    expect(page.locator("#house-calza-callers")).to_have_attribute("aria-invalid", "true")
    # Asking all the same leads to the rule, and nothing is lost.
    page.locator("[data-more] summary").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#house-calza-callers")).to_be_focused()
    expect(told).to_have_text(words)
    assert page.url == f"{site.url}/new?edition=asmodee-2024"
    assert page.get_by_label("Your name").input_value() == "Eve"
    calza.check()
    expect(told).to_be_empty()
    assert page.locator("[aria-invalid=true]").count() == 0
    set_house_rules(page, calza="on")
    expect(told).to_contain_text(
        "“Calza (the bid is exactly right)” is given as an option and as a house rule"
    )
    page.get_by_role("button", name="All as in the box").click()
    expect(told).to_be_empty()
    seen = open_and_look(page, site)
    assert ("calza" in seen["settings"]["options"], seen["settings"]["house"]) == (True, {})


def test_the_api_names_rules_as_commands_do(site: Serving) -> None:
    refusal = httpx.post(
        f"{site.url}/api/tables", json={"house": {"calza-callers": "next-only"}}
    ).json()["refusal"]
    assert (refusal["asked"], refusal["allowed"]) == ("calza-callers", ["calza"])
    assert "calza-callers" in refusal["text"]


def test_other_refusals_are_shown_unchanged(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("Your name").fill("Flo")
    page.locator("[name=seats]:checked").evaluate("seat => seat.value = 9")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-problem]")).to_contain_text("not 9")


def test_an_invalid_name_shows_the_servers_refusal(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("Your name").fill("Ann, Bo")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-problem]")).to_contain_text("no comma")
    expect(page.get_by_label("Your name")).to_be_focused()


def test_bots_leave_a_chair_for_the_host(page: Page) -> None:
    page.goto("/new")
    choose(page, seats=6, bots=5)
    friends = page.locator("[data-friends-left]:visible")
    expect(friends).to_have_text("No chair is left for a friend.")
    expect(page.locator("[data-chair=bot]:visible")).to_have_count(5)
    choose(page, seats=3)
    assert page.locator("[name=bots]:checked").get_attribute("value") == "2"
    assert page.locator("[name=bots]:not(:disabled)").count() == 3
    choose(page, bots=1)
    expect(friends).to_have_text("1 chair waits for a friend.")
    expect(page.locator("[data-chair=friend]:visible")).to_have_count(1)


def test_choices_are_remembered(page: Page, site: Serving) -> None:
    page.goto("/new")
    page.get_by_label("Your name").fill("Flo")
    choose(page, colour="green", edition="weekend", seats=5, bots=2, level="easy", clock=86_400)
    box_facts(page, "weekend").get_by_label("calza").uncheck()
    set_house_rules(page, first_starter="toucan")
    before = open_and_look(page, site)["settings"]
    page.goto("/new")
    assert page.get_by_label("Your name").input_value() == "Flo"
    seen = open_and_look(page, site)
    assert seen["settings"] == before
    assert (before["options"], before["house"]) == ([], {"first-starter": "toucan"})
    assert seen["chairs"][0]["colour"] == "green"
    assert [chair and chair["level"] for chair in seen["chairs"][1:3]] == ["easy", "easy"]
    page.goto("/new?edition=menteur")
    assert page.locator("#edition").input_value() == "menteur"
    assert page.locator("#house-first-starter").input_value() == ""


def test_without_scripts_the_page_is_readable(browser: Browser, site: Serving) -> None:
    context = browser.new_context(base_url=site.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto("/new?edition=weekend")
    unfold(page)
    expect(box_facts(page, "weekend")).to_be_visible()
    expect(box_facts(page, "menteur")).to_be_hidden()
    assert "You need JavaScript to play." in page.locator("noscript").inner_html()
    assert page.locator("[data-house]").count() == len(POINTS)
    context.close()


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], look: str
) -> None:
    person = Person(browser, site.url, size=size, color_scheme=look).go_to("/new")
    page = person.page
    choose(page, seats=5, bots=2)
    box_facts(page, "asmodee-2009").get_by_label("calza").uncheck()
    set_house_rules(page, calza_callers="next-only")
    page.wait_for_selector("[aria-invalid=true]")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    person.close()


def test_the_focused_field_is_not_hidden_by_the_bar(browser: Browser, site: Serving) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 700})
    page.goto(f"{site.url}/new")
    page.locator("#name").focus()
    bar = page.locator(".open-bar").bounding_box()
    assert bar is not None
    for _ in range(8):
        page.keyboard.press("Tab")
        box = page.locator(":focus").bounding_box()
        assert box is not None
        assert box["y"] < bar["y"]
    page.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_what_most_people_need_is_in_one_screen(
    browser: Browser, site: Serving, size: dict[str, int]
) -> None:
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    page.goto(f"{site.url}/new")
    bar = page.locator(".open-bar").bounding_box()
    assert bar is not None
    for part in FIRST:
        for one in page.locator(f"{part}:visible").all():
            box = one.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= (size["height"] if "submit" in part else bar["y"]), (
                part
            )
    assert page.locator("details[open]").count() == 0
    page.close()


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/t/K7PMWX", "https://perudo.example/t/ABC234"]
)
def test_the_qr_code_matches_the_library(url: str) -> None:
    svg = str(qr_svg(url))
    matrix = segno.make_qr(url, error="m").matrix
    size = len(matrix) + 2 * QUIET
    assert f'viewBox="0 0 {size} {size}"' in svg
    drawn = [[0] * size for _ in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", svg):
        for dark in range(int(x), int(x) + int(length)):
            drawn[int(y)][dark] = 1
    inside = [row[QUIET:-QUIET] for row in drawn[QUIET:-QUIET]]
    assert inside == [list(row) for row in matrix]
    assert sum(map(sum, drawn)) == sum(map(sum, inside))
    assert "style" not in svg
