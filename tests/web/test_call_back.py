"""A player is called back: title, icon, notification, and the push message as a device shows it."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from testkit.browsers import with_windows
from testkit.serving import Guest, Serving
from testkit.web.people import Person

HIDE = """
window.hides = false;
Object.defineProperty(document, "hidden", { get: () => window.hides });
window.asked = 0;
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = () => { window.asked += 1; return ask(); };
"""
"""Playwright keeps every page in front, so a script says when it is hidden. It also counts how
often permission is asked for."""
COUNT = """wanted => {
  navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => {
    window.shown = all.map((one) => `${one.title} | ${one.data.table}`);
  });
  return window.shown?.length === wanted;
}"""


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    with with_windows(browser) as whole:
        yield whole


@pytest.fixture
def away(browser: Browser, site: Serving) -> Iterator[tuple[Person, Guest, str]]:
    """Ann's page at a table with Ben, who opens; it allows notifications."""
    host, ben = Guest(site.url), Guest(site.url)
    code = host.open(name="Ann", seats=2)["code"]
    ann = Person(browser, site.url, token=host.token, permissions=["notifications"])
    ann.context.add_init_script(HIDE)
    ann.go_to(f"/t/{code}")
    ann.page.wait_for_selector("[data-call-me]:not([hidden])")
    ann.page.wait_for_selector("#table[data-turn]")  # the stream is there, and tells who sits down
    ann.until("navigator.serviceWorker.controller !== null")
    yield ann, ben, code
    # Private windows have no push service, as the console says.
    ann.wrong[:] = [words for words in ann.wrong if "Push API in incognito" not in words]
    ann.close()


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """hidden => {
            window.hides = hidden;
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def shown(page: Page, wanted: int) -> list[str]:
    """Wait for so many notifications of this site; return their titles and tables."""
    page.evaluate("window.shown = undefined")
    # Asked at every frame, the browser would have no time left to show one.
    page.wait_for_function(COUNT, arg=wanted, polling=200)
    return list(page.evaluate("window.shown"))


def test_title_and_icon_call_and_fall_silent(away: tuple[Person, Guest, str]) -> None:
    ann, ben, code = away
    page = ann.page
    title = page.title()
    hide(page, True)
    ben.ask(code, "sit", name="Ben")
    ann.until("document.title.startsWith('Ben sits down. · ')")
    assert page.get_attribute("link[rel=icon]", "href") == "/static/icon-call.svg"
    hide(page, False)
    assert page.title() == title
    assert page.get_attribute("link[rel=icon]", "href") == "/static/icon.svg"
    page.select_option("#toucan", label="Ben")
    page.click("#start-match")
    ann.wait_for_text("#lift")
    assert page.title() == title
    ben.act(code)
    ann.until("document.title.startsWith('Your turn. · ')")
    assert page.get_attribute("link[rel=icon]", "href") == "/static/icon.svg"  # it is in front
    ann.press("#bid")
    assert page.title() == title
    assert shown(page, 0) == []
    assert page.evaluate("window.asked") == 0


def test_notifications_come_after_a_press_and_only_while_the_page_is_hidden(
    away: tuple[Person, Guest, str],
) -> None:
    ann, ben, code = away
    page = ann.page
    assert page.evaluate("window.asked") == 0
    page.click("[data-call-me] button")
    page.wait_for_selector("[data-call-me] .hint:not(:empty)")
    assert page.evaluate("window.asked") == 1
    assert page.inner_text("[data-call-me] button") == "Do not call me any more"
    ben.ask(code, "sit", name="Ben")
    ann.until("document.querySelectorAll('.seat[data-person]').length === 2")
    assert shown(page, 0) == []
    page.select_option("#toucan", label="Ben")
    page.click("#start-match")
    ann.wait_for_text("#lift")
    hide(page, True)
    ben.act(code)
    assert shown(page, 1) == [f"Your turn. | {code}"]
    hide(page, False)
    ann.until("document.title.startsWith('Your turn. · ')")
    assert shown(page, 0) == []
    page.click("[data-call-me] button")
    assert page.inner_text("[data-call-me] button") == "Call me when it is my turn"
    ann.press("#bid")
    hide(page, True)
    ben.act(code, {"call": "dudo"})
    ann.until("document.querySelector('.scene') !== null")
    assert shown(page, 0) == []


def test_the_service_worker_shows_a_push_unless_the_table_is_in_sight(
    away: tuple[Person, Guest, str],
) -> None:
    ann, _, code = away
    page = ann.page
    session = ann.context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda seen: registered.extend(one["registrationId"] for one in seen["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(1_000):  # the browser tells of its workers once the page has gone on
        page.evaluate("() => new Promise(requestAnimationFrame)")
        if registered:
            break
    assert registered

    def deliver(table: str) -> None:
        message = {"title": "It is your turn", "body": "Ben waits for you.", "table": table}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": ann.address,
                "registrationId": registered[-1],
                "data": json.dumps(message),
            },
        )

    deliver(code)  # its page is in front
    deliver("OTHER2")
    assert shown(page, 1) == ["It is your turn | OTHER2"]
