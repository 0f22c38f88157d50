"""Cup mode in a real browser."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from perudo.i18n.languages import LANGUAGES
from perudo.web import assets
from testkit.serving import Serving
from testkit.web.people import LOOKS, PHONE, Person, violations

THROWS = 60_000
FAR_OUT = 40.0
"""Chi-square with five degrees of freedom goes beyond this once in ten million times."""


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "reduced_motion": "no-preference"}


@pytest.fixture
def page(page: Page) -> Page:
    page.goto("/cup")
    return page


def button(page: Page, name: str) -> Locator:
    return page.locator(f'[data-act="{name}"]')


def dice(page: Page) -> list[str]:
    return [str(d.get_attribute("aria-label")) for d in page.locator("[data-thrown] .die").all()]


def kept(page: Page) -> dict[str, Any]:
    state: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('perudo-cup')"))
    return state


def peek(page: Page) -> list[str]:
    button(page, "peek").click()
    seen = dice(page)
    button(page, "peek").click()
    expect(page.locator("[data-thrown] .die")).to_have_count(0)
    return seen


def next_round(page: Page) -> None:
    button(page, "next").click()
    page.locator('[data-sure="next"] [value="yes"]').click()
    expect(button(page, "shake")).to_be_visible()


def fact(page: Page, name: str) -> str:
    return page.locator(f"[data-{name}]").inner_text()


def test_there_is_one_shake_in_each_round(page: Page) -> None:
    button(page, "shake").click()
    expect(button(page, "shake")).to_be_hidden()
    first = peek(page)
    assert len(first) == 5
    page.reload()
    assert dice(page) == []
    expect(button(page, "shake")).to_be_hidden()
    assert peek(page) == first
    button(page, "next").click()
    page.locator('[data-sure="next"] [value="no"]').click()
    assert (fact(page, "round"), peek(page)) == ("1", first)
    next_round(page)
    assert (fact(page, "round"), dice(page)) == ("2", [])
    page.reload()
    assert fact(page, "round") == "2"
    expect(button(page, "shake")).to_be_visible()


def test_revealed_dice_stay_visible(page: Page) -> None:
    button(page, "shake").click()
    mine = peek(page)
    button(page, "reveal").click()
    assert dice(page) == mine
    expect(page.locator("[data-status]")).to_have_text(f"Your dice: {', '.join(mine)}")
    page.reload()
    assert dice(page) == mine
    expect(button(page, "reveal")).to_be_hidden()
    expect(page.locator(".lid")).to_be_hidden()


def test_dice_are_lost_and_won_back(page: Page) -> None:
    expect(button(page, "regain")).to_be_disabled()
    button(page, "shake").click()
    expect(button(page, "lose")).to_be_hidden()
    button(page, "reveal").click()
    for left in (4, 3, 2, 1):
        button(page, "lose").click()
        assert fact(page, "count") == str(left)
    assert len(dice(page)) == 5, "what lies there is what was thrown"
    next_round(page)
    expect(page.locator("[data-last]")).to_be_visible()
    button(page, "shake").click()
    assert len(peek(page)) == 1
    button(page, "reveal").click()
    button(page, "lose").click()
    next_round(page)
    expect(button(page, "shake")).to_be_disabled()
    expect(page.locator('[data-advice="out"]')).to_be_visible()
    button(page, "regain").click()
    button(page, "regain").click()
    page.reload()
    assert fact(page, "count") == "2"
    expect(page.locator("[data-last]")).to_be_hidden()
    button(page, "again").click()
    page.locator('[data-sure="again"] [value="yes"]').click()
    expect(page.locator("[data-count]")).to_have_text("5")  # when the dialog has closed
    assert fact(page, "round") == "1"


def fall_to_one_die(page: Page) -> None:
    """From the cups up, with any number of dice."""
    while fact(page, "count") != "1":
        button(page, "lose").click()


def test_only_the_first_round_with_the_last_die_has_no_jokers(page: Page) -> None:
    said = page.locator("[data-last]")
    button(page, "shake").click()
    button(page, "reveal").click()
    fall_to_one_die(page)
    expect(said).to_be_hidden()
    next_round(page)
    expect(said).to_be_visible()
    page.reload()
    expect(said).to_be_visible()
    button(page, "shake").click()
    expect(said).to_be_visible()
    button(page, "reveal").click()
    next_round(page)
    expect(said).to_be_hidden()
    button(page, "shake").click()
    expect(said).to_be_hidden()
    # With a die won back and lost again there is such a round once more.
    button(page, "reveal").click()
    button(page, "regain").click()
    next_round(page)
    expect(said).to_be_hidden()
    button(page, "shake").click()
    button(page, "reveal").click()
    button(page, "lose").click()
    next_round(page)
    expect(said).to_be_visible()


def test_a_die_taken_away_before_the_shake_counts_for_this_round(page: Page) -> None:
    """The player went to the next round before removing the lost die."""
    button(page, "shake").click()
    button(page, "reveal").click()
    next_round(page)
    fall_to_one_die(page)
    said = page.locator("[data-last]")
    expect(said).to_be_visible()
    # A slip of the finger and its undoing change nothing.
    button(page, "lose").click()
    button(page, "regain").click()
    expect(said).to_be_visible()
    button(page, "shake").click()
    button(page, "reveal").click()
    next_round(page)
    expect(said).to_be_hidden()


def test_covered_dice_are_not_in_the_page(page: Page) -> None:
    button(page, "shake").click()
    assert dice(page) == []
    assert page.get_by_role("img").count() == 0
    expect(page.locator("[data-status]")).to_have_text("Shaken. Lift the cup to look.")
    faces = [("Paco" if face == 1 else str(face)) for face in kept(page)["thrown"]]
    box = page.locator("[data-scene]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7)
    page.mouse.down()
    assert dice(page) == faces
    assert page.get_by_role("img").count() == 5
    page.mouse.up()
    expect(page.locator("[data-thrown] .die")).to_have_count(0)
    button(page, "peek").focus()
    page.keyboard.press("Space")
    expect(button(page, "peek")).to_have_attribute("aria-pressed", "true")
    assert dice(page) == faces
    # Whoever turns to another page leaves the dice covered.
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert dice(page) == []
    expect(page.locator("[data-lid]")).to_be_visible()


def test_it_works_by_keyboard_alone(page: Page) -> None:
    button(page, "shake").focus()
    page.keyboard.press("Enter")
    expect(button(page, "peek")).to_be_focused()
    page.keyboard.press("Enter")
    assert len(dice(page)) == 5
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(button(page, "next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-sure="next"] [value="no"]')).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(button(page, "shake")).to_be_focused()
    assert fact(page, "round") == "2"


def test_the_colour_is_remembered(page: Page) -> None:
    page.get_by_role("radio", name="green").check(force=True)
    expect(page.locator(".giant.c-green")).to_be_visible()
    page.reload()
    expect(page.locator(".giant.c-green")).to_be_visible()
    expect(page.locator(".giant.c-red")).to_be_hidden()
    expect(page.get_by_role("radio", name="green")).to_be_checked()


def test_it_works_offline_once_loaded(page: Page) -> None:
    page.context.set_offline(True)
    button(page, "shake").click()
    assert len(peek(page)) == 5
    next_round(page)
    button(page, "shake").click()
    assert fact(page, "round") == "2"


def test_all_faces_come_equally_often(page: Page) -> None:
    source = assets.script("throwing").text
    thrown = page.evaluate(f"() => {{ {source}; return throwDice({THROWS}); }}")
    found = Counter(thrown)
    assert set(found) == {1, 2, 3, 4, 5, 6}
    fair = THROWS / 6
    assert sum((n - fair) ** 2 / fair for n in found.values()) < FAR_OUT


def test_a_byte_that_would_favour_a_face_is_thrown_away(page: Page) -> None:
    source = assets.script("throwing").text
    thrown = page.evaluate(
        f"""() => {{
          const bytes = [252, 255, 251, 253, 0, 6];
          const crypto = {{ getRandomValues: (into) => (into[0] = bytes.shift()) }};
          {source};
          return [throwDie(), throwDie(), throwDie()];
        }}"""
    )
    assert thrown == [6, 1, 1]


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], look: str
) -> None:
    person = Person(browser, site.url, size=size, color_scheme=look).go_to("/cup")
    for act in ("", "shake", "peek", "reveal", "lose", "next"):
        if act:
            button(person.page, act).click()
        assert violations(person.page) == [], act
    person.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_a_small_phone(browser: Browser, site: Serving, lang: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(f"{site.url}/cup?lang={lang}")
    for act in ("shake", "peek", "reveal", "lose"):
        button(page, act).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, act
    context.close()
