"""Take the screenshots for the documents: a real server, four people, one match.

    make screens

The dice differ each time; the pages and the actions on them do not.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from testkit.browsers import chromium
from testkit.serving import Serving
from testkit.web.people import DESKTOP, PHONE, Person, play_to_the_end
from testkit.web.replaying import judged
from testkit.web.states import Course
from tools.palette import with_palette

FOLDER = Path(__file__).parents[1] / "docs" / "screens"
MOST_BYTES = 150_000
MOST_IN_ALL = 2_000_000
HIGH = 5
"""A bid of this many dice or more is doubted."""
FIRST_BID = (2, 4)


def take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    path = FOLDER / f"{name}.png"
    reader = page.context.browser.new_page()  # type: ignore[union-attr]
    path.write_bytes(with_palette(reader, page.screenshot(animations="disabled")))
    reader.close()
    size = path.stat().st_size
    sys.stderr.write(f"{path.name}: {size / 1000:.0f} kB\n")
    if size > MOST_BYTES:
        raise SystemExit(f"{path.name} is too heavy for a document: {size} bytes")


@contextmanager
def visitor(browser: Browser, url: str, path: str, **options: Any) -> Iterator[Page]:
    person = Person(browser, url, **options).go_to(path)
    yield person.page
    person.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Serving(f"sqlite:///{folder}/tables.db") as serving,
        chromium() as browser,
    ):
        url = serving.url
        ana = Person(browser, url, size=DESKTOP)
        ben = Person(browser, url, size=PHONE)
        cleo = Person(browser, url, size=PHONE, color_scheme="dark")
        dov = Person(browser, url, size=DESKTOP, color_scheme="dark")
        code = open_table(ana)
        sit_down(ana, code, {"Ben": ben, "Cleo": cleo, "Dov": dov}, browser)
        people = [ana, ben, cleo, dov]
        play(people)
        replay(browser, url, code)
        for person in people:
            person.close()
        alone(browser, url)
        passed_around(browser, url)
        coached(browser, url)
        analysed(browser, serving)
        practised(browser, url)
    total = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    if total > MOST_IN_ALL:
        raise SystemExit(f"{total} bytes of pictures are too many")


def open_table(ana: Person) -> str:
    """Set up a table on Ana's page and return its code."""
    page = ana.go_to("/new").page
    page.fill("#name", "Ana")
    for fold in page.locator("details > summary").all():
        fold.click()
    page.check("[name=listed]", force=True)
    page.check("[name=look][value='60000']", force=True)
    page.click(".open-bar [type=submit]")
    return ana.wait_for_text(".code")


def sit_down(ana: Person, code: str, friends: dict[str, Person], browser: Browser) -> None:
    for number, (name, friend) in enumerate(friends.items(), 2):
        friend.go_to(f"/t/{code}").sit_down(name)
        ana.until("n => document.querySelectorAll('.seat[data-person]').length === n", number)
        if number == 3:
            take(ana.page, "lobby-desktop")
            for kind, size in (("phone", PHONE), ("desktop", DESKTOP)):
                with visitor(browser, ana.address, "/", size=size) as page:
                    page.wait_for_selector("[data-open-tables] a")
                    take(page, f"home-{kind}")
    ana.page.click("#start-match")
    for person in [ana, *friends.values()]:
        person.wait_for_text("#lift")


def play(people: list[Person]) -> None:
    """Play a match; take everybody's page at their own turn, and the showdown."""
    names = ["table-desktop", "table-phone", "table-phone-dark", "table-desktop-dark"]
    missing = dict(zip(names, people, strict=True))
    say(people[2], "That is brave.")
    while missing:
        person = whose_turn(people)
        page = person.page
        if not page.query_selector("#dudo"):
            pick(page, *FIRST_BID)
        name = next((name for name, who in missing.items() if who is person), None)
        if name is not None and page.query_selector("#dudo"):
            del missing[name]
            take(page, name)
        person.press("#bid")
    whose_turn(people).press("#dudo")
    for person in people:
        person.wait_for_text(".scene .verdict")
    take(people[1].page, "showdown-phone")
    take(people[3].page, "showdown-desktop-dark")
    play_to_the_end(people, doubts_what_is_high)


def whose_turn(people: list[Person]) -> Person:
    """Wait until all pages show the same, and return the person in turn."""
    version = people[0].page.get_attribute("#table", "data-version")
    for person in people:
        person.until("v => document.querySelector('#table').dataset.version >= v", version)
    seat = people[0].page.get_attribute(".seat.turn", "data-seat")
    person = people[int(seat or 0)]
    person.wait_for_text("#picker")
    return person


def pick(page: Page, quantity: int, face: int) -> None:
    page.check(f"[name=face][value='{face}']", force=True)
    page.fill("#quantity", str(quantity))


def say(person: Person, text: str) -> None:
    person.page.click("#to-side")
    person.page.fill("#say-text", text)
    person.page.press("#say-text", "Enter")
    person.until("text => document.querySelector('#talk').textContent.includes(text)", text)
    person.page.keyboard.press("Escape")


def doubts_what_is_high(page: Page) -> str:
    standing = page.query_selector("#centre .count")
    high = standing is not None and int(standing.inner_text()) >= HIGH
    return "#dudo" if high and page.query_selector("#dudo") else "#bid"


def replay(browser: Browser, url: str, code: str) -> None:
    for kind, size in (("phone", PHONE), ("desktop", DESKTOP)):
        with visitor(browser, url, f"/t/{code}/replay", size=size) as page:
            for _ in range(3):
                page.click("[data-do=round]")
            page.wait_for_selector("[data-now]:not(:empty)")
            while not page.query_selector("[data-count]:not(:empty)"):
                page.click("[data-do=on]")
            take(page, f"replay-{kind}")


def alone(browser: Browser, url: str) -> None:
    """Take the pages that need only one person."""
    with visitor(browser, url, "/new", size=PHONE) as page:
        page.fill("#name", "Ana")
        take(page, "setup-phone")
    with visitor(browser, url, "/learn?step=raising", size=PHONE) as page:
        take(page, "lesson-phone")
    with visitor(browser, url, "/editions", size=DESKTOP) as page:
        take(page, "editions-desktop")
    with visitor(browser, url, "/cup", size=PHONE) as page:
        page.click("[data-act=shake]")
        page.click("[data-act=peek]")
        page.wait_for_selector("[data-thrown] .die")
        take(page, "cup-phone")


def passed_around(browser: Browser, url: str) -> None:
    with visitor(browser, url, "/hot", size=PHONE) as page:
        page.select_option("#people-count", "3")
        for number, name in enumerate(("Ana", "Ben", "Cleo")):
            page.fill(f"#name-{number}", name)
        page.click("#begin")
        page.click("#take")
        page.wait_for_selector("#picker")
        pick(page, *FIRST_BID)
        page.click("#bid")
        page.wait_for_selector("#take")
        page.wait_for_selector(".said.standing")
        take(page, "hot-seat-phone")


def coached(browser: Browser, url: str) -> None:
    """Take a hint at the table and the odds of a bid."""
    course = Course(url, 4, turn_seconds=None, coach=True)
    token = course.host.token
    for state in course.states():
        if state.name == "answer":
            break
    path = f"/t/{course.code}"
    with visitor(browser, url, path, size=PHONE, token=token) as page:
        show_hint(page, "#hint")
        take(page, "hint-phone")
    with visitor(browser, url, path, size=DESKTOP, token=token, color_scheme="dark") as page:
        show_hint(page, "#odds")
        take(page, "odds-desktop-dark")
    course.close()


def show_hint(page: Page, button: str) -> None:
    page.wait_for_selector("#hand.up")
    page.click(button)
    page.wait_for_selector("#coach [data-lines] p")


def analysed(browser: Browser, serving: Serving) -> None:
    """Take the chances of a match, and one of its mistakes."""
    match = judged(serving, edition="asmodee-2009", options=["calza"], seats=4)
    path = f"/t/{match.code}/analysis"
    with visitor(browser, serving.url, path, size=DESKTOP) as page:
        page.wait_for_selector(".chart")
        take(page, "analysis-desktop")
    with visitor(browser, serving.url, path, size=PHONE, color_scheme="dark") as page:
        page.click("[data-go-by='1']")
        take(page, "analysis-phone-dark")


def practised(browser: Browser, url: str) -> None:
    with visitor(browser, url, "/practice?theme=last-two", size=PHONE) as page:
        take(page, "practice-phone")
        page.click("#dudo, #bid")
        page.wait_for_selector("[data-feedback]:not([hidden])")
        take(page, "practice-answer-phone")


if __name__ == "__main__":
    main()
