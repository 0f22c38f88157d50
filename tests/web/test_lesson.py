"""The lesson: its answers against an independent statement of the rules, and by keyboard."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.i18n.languages import LANGUAGES
from perudo.server.site.lesson_deals import deal_lesson, taught_rules
from perudo.web.lesson_page import END, STEPS, lesson_page
from perudo.web.lesson_scenes import Lesson
from perudo.web.reader import Reader
from testkit.matches import ALL
from testkit.serving import Serving
from testkit.web.people import LOOKS, PHONE, Person, violations

SEEDS = 150
FACES = {"Paco": 1, "two": 2, "three": 3, "four": 4, "five": 5, "sixe": 6, "six": 6}
ONE_AXIS, RISING = {"asmodee-2009"}, {"menteur"}


def counting(cups: tuple[Cup, ...], face: int, *, jokers: bool = True) -> int:
    dice = [die for cup in cups for die in cup]
    return sum(die == face or (jokers and die == 1) for die in dice)


def follows(box: str, old: Bid, new: Bid) -> bool:
    """C8, C9 and the second line of the table of differences, as one would read them aloud."""
    if new.face == 1:
        return new.quantity * 2 >= old.quantity if old.face != 1 else new.quantity > old.quantity
    if old.face == 1:
        return new.quantity > 2 * old.quantity
    more, higher = new.quantity > old.quantity, new.face > old.face
    same_number, same_face = new.quantity == old.quantity, new.face == old.face
    if box in ONE_AXIS:
        return (more and same_face) or (higher and same_number)
    if box in RISING:
        return (more and (same_face or higher)) or (higher and same_number)
    return more or (higher and same_number)


def lessons(box: str) -> Iterator[Lesson]:
    for seed in range(SEEDS):
        yield deal_lesson(taught_rules(box), Random(seed))


@pytest.mark.parametrize("box", ALL)
def test_counts_match_the_dice(box: str) -> None:
    for lesson in lessons(box):
        for showdown in (lesson.guess, lesson.jokers, lesson.dudo):
            assert showdown.cups is not None
            assert showdown.found == counting(showdown.cups, showdown.bid.face)
        assert lesson.guess.cups == lesson.jokers.cups
        assert lesson.guess.found in lesson.guesses
        true = lesson.dudo.found >= lesson.dudo.bid.quantity
        assert lesson.dudo.loser == (0 if true else lesson.dudo.bidder)


@pytest.mark.parametrize("box", ALL)
def test_bids_to_choose_from_follow_the_box(box: str) -> None:
    for lesson in lessons(box):
        for scene in (lesson.raising, lesson.to_pacos, lesson.from_pacos):
            for tried in scene.tries:
                assert (tried.refusal is None) is follows(box, scene.standing, tried.bid), tried
        to, back = lesson.to_pacos, lesson.from_pacos
        assert min(to.legal).quantity == -(-to.standing.quantity // 2)
        assert min(back.legal).quantity == 2 * back.standing.quantity + 1


@pytest.mark.parametrize("box", ALL)
def test_palifico_and_calza_follow_the_box(box: str) -> None:
    exact = 0
    for lesson in lessons(box):
        last, calza = lesson.palifico, lesson.calza
        assert last is not None
        assert last.showdown.cups is not None
        face = last.showdown.bid.face
        assert len(last.showdown.cups[0]) == 1
        assert last.showdown.found == counting(last.showdown.cups, face, jokers=False)
        assert last.with_jokers == counting(last.showdown.cups, face) > last.showdown.found
        for tried in last.turn.tries:
            may = tried.bid.face == face and tried.bid.quantity > last.turn.standing.quantity
            assert (tried.refusal is None) is may
        assert (calza is None) is (box == "menteur")
        if calza is not None:
            assert calza.cups is not None
            right = counting(calza.cups, calza.bid.face) == calza.bid.quantity
            assert (calza.gainer, calza.loser) == ((0, None) if right else (None, 0))
            exact += right
    assert box == "menteur" or SEEDS / 4 < exact < SEEDS * 3 / 4


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", ALL)
def test_every_step_can_be_worded(box: str, lang: str) -> None:
    for step in (*STEPS, END, "nonsense"):
        html = lesson_page(Reader(lang), deal_lesson(taught_rules(box), Random(step)), step).html
        assert len(re.findall(r'data-step="\w+" [^>]*(?<!hidden)>', html)) == 1
        assert ("step-calza" in html) is (box != "menteur")


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "reduced_motion": "no-preference"}


def current(page: Page) -> Locator:
    return page.locator("[data-step]:visible")


def reach(page: Page, target: Locator) -> None:
    """Reach it with the Tab key."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def press(page: Page, target: Locator) -> None:
    reach(page, target)
    page.keyboard.press("Enter")


def go_on(page: Page) -> None:
    before = current(page).get_attribute("data-step")
    press(page, current(page).locator(".next.main"))
    expect(page.locator(f"#step-{before}")).to_be_hidden()
    expect(current(page).locator("h2")).to_be_focused()


def bid_of(text: str) -> Bid:
    found = re.search(r"(\d+) ([A-Za-z]+?)s?(?: [✓✗])?$", text.strip())
    assert found is not None, text
    return Bid(int(found[1]), FACES[found[2]])


def standing(step: Locator, which: int = -1) -> Bid:
    return bid_of(step.locator(".bubble").nth(which).inner_text())


def face_in(text: str) -> int:
    word = re.search(r"(two|three|four|five|sixe)s", text)
    assert word is not None, text
    return FACES[word[1]]


def dice_shown(step: Locator) -> list[int]:
    return [int(d.get_attribute("data-die") or 0) for d in step.locator("[data-die]:visible").all()]


def feedback(question: Locator) -> Locator:
    return question.locator("[data-feedback]")


def choose(page: Page, question: Locator, label: str) -> None:
    visible = question.locator("button:visible")
    press(page, visible.filter(has_text=re.compile(f"^{re.escape(label)}$")).first)


def tap_and_check(page: Page, step: Locator, faces: set[int]) -> None:
    for die in step.locator("button[data-die]").all():
        if int(die.get_attribute("data-die") or 0) in faces:
            reach(page, die)
            page.keyboard.press("Space")
            expect(die).to_have_attribute("aria-pressed", "true")
    press(page, step.locator("[data-check]"))


@pytest.mark.parametrize("box", ["asmodee-2009", "menteur"])
def test_the_whole_lesson_by_keyboard(page: Page, site: Serving, box: str) -> None:
    page.goto(f"{site.url}/learn?edition={box}")
    step = current(page)

    assert step.get_by_role("img").count() == 0
    choose(page, step, "Lift your cup")
    assert step.get_by_role("img").count() == 5
    expect(feedback(step)).to_contain_text("Only you can see these dice")
    go_on(page)

    assert step.get_by_role("img").count() == 5, "only one's own dice are to be heard"
    face = face_in(step.locator("legend").inner_text())
    choose(page, step, step.locator("[data-answer]").nth(2).inner_text())
    dice = dice_shown(step)
    assert len(dice) == 15
    found = sum(die in (1, face) for die in dice)
    expect(feedback(step)).to_contain_text(f"On the table: {found} ")
    assert step.locator(".lit").count() == found
    go_on(page)

    assert dice_shown(step) == dice
    face = face_in(step.locator(".legend").inner_text())
    tap_and_check(page, step, {1, face})
    found = sum(die in (1, face) for die in dice)
    expect(feedback(step)).to_contain_text(f"That is all of them. On the table: {found} ")
    go_on(page)

    old = standing(step)
    bids = [answer.inner_text() for answer in step.locator("[data-answer]").all()]
    choose(page, step, next(b for b in bids if follows(box, old, bid_of(b))))
    expect(feedback(step)).to_contain_text("Yes:")
    go_on(page)

    first, second = step.locator("[data-question]").all()
    choose(page, first, str(-(-standing(step, 0).quantity // 2)))
    expect(feedback(first)).to_contain_text("rounded up")
    choose(page, second, str(2 * standing(step).quantity + 1))
    expect(feedback(second)).to_contain_text("plus one")
    go_on(page)

    bid = standing(step)
    first, second = step.locator("[data-question]").all()
    assert len(dice_shown(step)) == 5
    choose(page, first, "Menteur!" if box == "menteur" else "Dudo!")
    found = sum(die in (1, bid.face) for die in dice_shown(step))
    holds = "The bid holds." if found >= bid.quantity else "The bid does not hold."
    expect(feedback(first)).to_contain_text(holds)
    choose(page, second, "You" if found >= bid.quantity else "Inti")
    expect(feedback(second)).to_have_class(re.compile("good"))
    go_on(page)

    old = standing(step)
    first, second = step.locator("[data-question]").all()
    choose(page, first, step.locator("[data-done]").inner_text())
    chosen = bid_of(step.locator("[data-done]").inner_text())
    assert chosen.face == old.face
    assert chosen.quantity > old.quantity
    tap_and_check(page, step, {old.face})
    dice = dice_shown(step)
    expect(feedback(second)).to_contain_text(f"On the table: {dice.count(old.face)} ")
    expect(feedback(second)).to_contain_text(f"been {dice.count(old.face) + dice.count(1)}.")
    go_on(page)

    if box != "menteur":
        bid = standing(step)
        choose(page, step, "Calza!")
        found = sum(die in (1, bid.face) for die in dice_shown(step))
        outcome = "You take back a lost die." if found == bid.quantity else "You lose a die."
        expect(feedback(step)).to_contain_text(outcome)
        go_on(page)

    assert step.get_attribute("data-step") == END
    assert ("This one does not." in step.inner_text()) is (box == "menteur")
    expect(step.locator("[data-play-now]")).to_have_attribute("href", "/")
    page.go_back()
    expect(step).to_have_attribute("data-step", "palifico" if box == "menteur" else "calza")


def test_a_wrong_answer_is_explained(page: Page, site: Serving) -> None:
    page.goto(f"{site.url}/learn?edition=asmodee-2009&step=raising")
    step = current(page)
    old = standing(step)
    bids = [answer.inner_text() for answer in step.locator("[data-answer]").all()]
    for wrong in [b for b in bids if not follows("asmodee-2009", old, bid_of(b))]:
        choose(page, step, wrong)
        expect(feedback(step)).to_contain_text(re.compile(r"\w\.$"))  # a sentence, no clause
    assert step.locator(".next.main").count() == 0
    page.goto(f"{site.url}/learn?edition=asmodee-2009&step=pacos")
    choose(page, step, step.locator("[data-answer]").first.inner_text())
    expect(feedback(step).first).to_contain_text("at least half, rounded up")
    page.goto(f"{site.url}/learn?step=palifico")
    choose(page, step, step.locator("[data-done]").inner_text())
    tap_and_check(page, step, {1})
    expect(feedback(step).nth(1)).to_contain_text("not jokers now")
    expect(feedback(step).nth(1)).to_contain_text("still missing")
    press(page, step.locator("[data-show]"))
    expect(feedback(step).nth(1)).to_be_focused()
    assert step.locator(".lit[data-counts]").count() == step.locator("[data-counts]").count()
    press(page, step.locator(".next.main"))


def test_every_visit_has_other_dice(page: Page, site: Serving) -> None:
    seen = set()
    for _ in range(5):
        page.goto(f"{site.url}/learn?step=jokers")
        seen.add(tuple(dice_shown(current(page))))
    assert len(seen) > 1
    before = tuple(dice_shown(current(page)))
    with page.expect_navigation():
        current(page).get_by_role("link", name="New dice").click()
    assert current(page).get_attribute("data-step") == "jokers"
    assert tuple(dice_shown(current(page))) != before


def test_an_unknown_box_is_refused_with_the_known_ones(page: Page, site: Serving) -> None:
    answer = page.goto(f"{site.url}/learn?edition=monopoly")
    assert answer is not None
    assert answer.status >= 400
    expect(page.locator("main")).to_contain_text("asmodee-2024")


@pytest.mark.parametrize(("size", "look"), LOOKS, ids=["phone-light", "desktop-dark"])
def test_axe_finds_nothing(
    browser: Browser, site: Serving, size: dict[str, int], look: str
) -> None:
    person = Person(browser, site.url, size=size, color_scheme=look)
    page = person.page
    for name in ("cup", "jokers", "pacos", "dudo", "palifico", "calza", "end"):
        person.go_to(f"/learn?step={name}")
        step = current(page)
        for question in step.locator("[data-question]:not([data-tapping])").all():
            for wrong in question.locator("[data-answer=bad]:not([data-done])").all():
                wrong.click()
            question.locator("[data-done]").first.click()
        for question in step.locator("[data-tapping]").all():
            step.locator("button[data-die]:not([data-counts])").first.click()
            question.locator("[data-check]").click()
        assert violations(page) == [], name
    person.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_a_small_phone(browser: Browser, site: Serving, lang: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(f"{site.url}/learn?lang={lang}")
    for attribute in ("data-step", "data-question", "data-show", "data-dice"):
        page.locator(f"[{attribute}]").evaluate_all("all => all.forEach(e => e.hidden = false)")
    page.locator("details").evaluate_all("all => all.forEach(e => e.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.close()
