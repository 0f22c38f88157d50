"""The coach in a browser: hints at the table, a judged match, and practice, in five languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from perudo.coach.practice import Theme, positions
from perudo.i18n.languages import LANGUAGES
from testkit.serving import Guest, Serving
from testkit.web.people import PHONE, Person, violations
from testkit.web.replaying import Played, judged
from testkit.web.translated import check, left_in_english

OPEN_ALL = "document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })"
CALM = {"pace_ms": 0, "pause_ms": 60_000, "hearing_ms": 0}


class Coached:
    """A table with a coach for two people, at which Ana answers a bid of Ben's."""

    def __init__(self, site: Serving) -> None:
        self.ana, self.ben = Guest(site.url), Guest(site.url)
        opened = self.ana.open(name="Ana", seats=2, coach=True, options=["calza"], **CALM)
        self.code = opened["code"]
        self.ben.ask(self.code, "sit", name="Ben")
        self.ana.ask(self.code, "start")
        self.to_ana()

    def to_ana(self) -> None:
        while (game := self.ana.look(self.code)["game"])["turn"] != 0 or not game["bids"]:
            (self.ana, self.ben)[game["turn"]].act(self.code)


@pytest.fixture
def table(site: Serving) -> Iterator[Coached]:
    made = Coached(site)
    yield made
    made.ana.close()
    made.ben.close()


def test_a_hint_is_for_the_player_in_turn_with_the_cup_up(
    browser: Browser, site: Serving, table: Coached
) -> None:
    ana = Person(browser, site.url, size=PHONE, token=table.ana.token).go_to(f"/t/{table.code}")
    ben = Person(browser, site.url, size=PHONE, token=table.ben.token).go_to(f"/t/{table.code}")
    onlooker = Person(browser, site.url).go_to(f"/t/{table.code}")
    coach, said = ana.page.locator("#coach"), ana.page.locator("#coach [data-lines] p")
    # What the stream brings at first is there, and told.
    ana.page.wait_for_selector("#table[data-turn=yes] #hand.up")
    ana.page.click("#lift")
    ana.page.keyboard.press("h")
    expect(said).to_have_text(["Look at your dice first: the hint would give them away."])
    ana.page.click("#lift")
    expect(coach).to_be_hidden()
    ana.page.keyboard.press("h")
    expect(said.first).to_be_visible()
    hint = " ".join(said.all_inner_texts())
    assert "Best:" in hint
    expect(ana.page.locator("#ticker .sr").last).to_have_text(hint)
    assert violations(ana.page) == []
    ana.page.click("#coach button")
    expect(coach).to_be_hidden()
    ana.page.click("#odds")
    expect(said.nth(1)).to_contain_text("There are at least as many:")
    for other in (ben, onlooker):
        expect(other.page.locator(".coach-mark")).to_have_count(1)
        expect(other.page.locator("#hint, #odds")).to_have_count(0)
        expect(other.page.locator("#coach")).to_be_hidden()
        assert hint not in other.page.content()
    ana.press("#bid")
    expect(coach).to_be_hidden()
    expect(ben.page.locator("#hint")).to_have_count(1)
    assert not [url for url in (*ben.requests, *onlooker.requests) if "/hint" in url]
    for person in (ana, ben, onlooker):
        person.close()


def test_hints_are_whole_in_every_language(browser: Browser, site: Serving, table: Coached) -> None:
    for lang in LANGUAGES:
        ana = Person(browser, site.url, locale=lang, token=table.ana.token)
        ana.go_to(f"/t/{table.code}").page.wait_for_selector("#hand.up")
        for button in ("#hint", "#odds"):
            ana.page.click(button)
            expect(ana.page.locator("#coach [data-lines] p").first).to_be_visible()
            assert left_in_english(ana.page, lang) == [], lang
        check(ana, lang, "hint")
        ana.close()


def test_the_coach_is_turned_on_where_a_table_is_opened(browser: Browser, site: Serving) -> None:
    person = Person(browser, site.url, size=PHONE).go_to("/new")
    page = person.page
    page.fill("#name", "Ana")
    page.locator("details", has=page.locator("[name=clock]")).locator("summary").click()
    page.check("[name=clock][value='60']", force=True)
    assert page.is_disabled("[name=coach]")
    page.check("[name=clock][value='']", force=True)
    page.check("[name=coach]", force=True)
    page.click(".open-bar [type=submit]")
    page.wait_for_selector(".coach-mark")
    expect(page.locator(".lobby .coached")).to_contain_text("The coach is on")
    person.go_to("/").page.click("[data-play]")
    # Bots may have ended the first round by now, and then it is nobody's turn.
    page.wait_for_selector("#hand [data-round]")
    page.wait_for_selector(".coach-mark")
    person.close()


def test_on_a_shared_device_the_curtain_hides_the_hint(browser: Browser, site: Serving) -> None:
    person = Person(browser, site.url, size=PHONE).go_to("/hot")
    page = person.page
    page.check("[name=coach]", force=True)
    page.click("#begin")
    # What the stream brings at first covers a hand, and hides the hint.
    page.wait_for_selector("#table[data-turn]")
    page.click("#take")
    page.click("#lift")
    page.click("#hint")
    expect(page.locator("#coach [data-lines] p").first).to_be_visible()
    page.click("#draw-curtain")
    expect(page.locator("#coach")).to_be_hidden()
    expect(page.locator("#hint")).to_have_count(0)
    person.close()


@pytest.fixture(scope="module")
def match(site: Serving) -> Played:
    return judged(site, edition="asmodee-2009", options=["calza"], seats=4)


def test_a_judged_match_can_be_walked_through(
    browser: Browser, site: Serving, match: Played
) -> None:
    person = Person(browser, site.url, size=PHONE).go_to(f"/t/{match.code}/replay")
    page = person.page
    page.click("a[href*='/analysis']")
    page.wait_for_selector("[data-stepper]:not([hidden])")
    assert violations(page) == []
    wrong = page.locator("[data-wrong]").count()
    page.click("[data-go-by='1']")
    expect(page.locator("[data-where]")).to_have_text(f"Mistake 1 of {wrong}")
    here = page.locator("[data-here]")
    expect(here.locator(".outlooks")).to_be_in_viewport()
    expect(here.locator(".outlooks")).to_contain_text("the champion's choice")
    assert page.evaluate("document.activeElement.closest('[data-here]') !== null")
    page.click("[data-go-by='-1']")
    expect(page.locator("[data-where]")).to_have_text(f"Mistake {wrong} of {wrong}")
    assert violations(page) == []
    link = here.locator(".foot a")
    moment = (link.get_attribute("href") or "").partition("#")[2]
    link.click()
    page.wait_for_selector(f"[data-stage][data-key={moment}]")
    person.close()


def test_an_address_opens_its_decision(browser: Browser, site: Serving, match: Played) -> None:
    path = f"/t/{match.code}/analysis?match=1#r2s2"
    person = Person(browser, site.url, size=PHONE).go_to(path)
    expect(person.page.locator("#r2s2 .outlooks")).to_be_visible()
    person.close()


def test_a_judged_match_is_whole_in_every_language(
    browser: Browser, site: Serving, match: Played
) -> None:
    for lang in LANGUAGES:
        person = Person(browser, site.url, locale=lang)
        person.go_to(f"/t/{match.code}/analysis?seat=0")
        person.page.evaluate(OPEN_ALL)
        check(person, lang, "analysis")
        person.close()


def test_practice_explains_and_remembers(browser: Browser, site: Serving) -> None:
    person = Person(browser, site.url, size=PHONE).go_to("/practice")
    page = person.page
    assert violations(page) == []
    keys = [position.key for position in positions(Theme.LAST_TWO)]
    card = page.locator("[data-practice=last-two]")
    card.locator("[data-next]").click()
    page.wait_for_selector(f"[data-position={keys[0]}]")
    assert violations(page) == []
    page.click("#dudo, #bid")
    answer = page.locator("[data-feedback]")
    expect(answer).to_be_focused()
    expect(answer.locator(".outlooks")).to_contain_text("your choice")
    expect(page.locator("#picker")).to_be_hidden()
    assert violations(page) == []
    answer.locator("[data-next]").click()
    page.wait_for_selector(f"[data-position={keys[1]}]")
    person.go_to("/practice/daily")
    page.locator("#dudo, #bid, #calza").first.click()
    expect(answer).to_be_focused()
    person.go_to("/practice")
    expect(card.locator("[data-score]")).to_contain_text("done, points lost on average:")
    expect(page.locator("[data-daily-score]")).to_contain_text("Days in a row: 1.")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("[data-forget]")
    expect(card.locator("[data-score]")).to_have_text(f"0 of {len(keys)} done")
    person.close()


def test_explanations_are_whole_in_every_language(browser: Browser, site: Serving) -> None:
    for lang in LANGUAGES:
        person = Person(browser, site.url, locale=lang).go_to("/practice?theme=calza")
        person.page.locator("#dudo, #calza").first.click()
        expect(person.page.locator("[data-feedback]")).to_be_focused()
        check(person, lang, "practice")
        person.close()
