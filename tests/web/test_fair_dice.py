"""Pages take part in the dice: they pledge, reveal, take notes, and check after the match."""

import re

from playwright.sync_api import Browser, Route, expect

from testkit.serving import Serving
from testkit.web.clock import stop_clock
from testkit.web.duelling import (
    CHECKED,
    Duel,
    check_result,
    fetch_record,
    round_range,
    rounds_of,
    seeds_of,
)
from testkit.web.held_answers import hold_answers
from testkit.web.people import PHONE, Person, play_to_the_end


def test_two_pages_and_a_bot_take_part_and_say_so(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url).go_to("/new")
    ana.page.fill("[name=name]", "Ana")
    # A bot that calls calza would take away what somebody is about to press.
    calza = "[name=option][value=calza]:not(:disabled)"
    for choice in (
        *("[name=seats][value='3']", "[name=bots][value='1']", "[name=dice][value='2']"),
        calza,
    ):
        ana.page.evaluate("choice => document.querySelector(choice).click()", choice)
    ana.page.click("[type=submit]")
    ana.wait_for_text("#start-match")
    code = ana.page.url.rpartition("/")[2]
    ben = Person(browser, site.url, size=PHONE).go_to(f"/t/{code}")
    ben.sit_down("Ben")
    expect(ben.page.locator("#own-part")).to_have_text(
        "Your device takes part in the dice from the next round on."
    )
    ana.until("document.querySelectorAll('.seat[data-person]').length === 2")
    ana.page.click("#start-match")
    for person in (ana, ben):
        person.wait_for_text("#lift")
        expect(person.page.locator("#own-part")).to_have_text(
            "Your device has taken part in the dice since round 1."
        )
    play_to_the_end([ana, ben])
    record = fetch_record(site, code)
    bots = record[0]["bots"]
    assert (record[0]["proof"], len(bots)) == (2, 1)
    for noted in rounds_of(record):
        given = [bool(seed) for seed in noted["fair"]["seeds"]]
        assert given == [seat not in bots for seat in range(3)]
    dice = sum(len(cup) for noted in rounds_of(record) for cup in noted["cups"])
    rounds = len(rounds_of(record))
    for person in (ana, ben):
        assert check_result(person.page) == (
            f"This device checked all {dice} dice of {rounds} rounds: nobody could choose them."
        )
        person.close()


def test_a_match_at_one_click_has_its_own_link_in_the_first_dice(
    browser: Browser, site: Serving
) -> None:
    """The page that starts the match reveals before it goes on to the table."""
    ana = Person(browser, site.url).go_to("/")
    ana.page.click("[data-play]")
    ana.wait_for_text("#lift")
    code = ana.page.url.rpartition("/")[2]
    expect(ana.page.locator("#own-part")).to_have_text(
        "Your device has taken part in the dice since round 1."
    )
    chairs = ana.page.request.get(f"{site.url}/api/tables/{code}").json()["chairs"]
    assert [bool(chair["pledge"]) for chair in chairs] == [True, False, False, False]
    ana.page.on("dialog", lambda dialog: dialog.accept())
    ana.page.click("#people form[data-post=resign] button")
    ana.close()


def test_a_hot_seat_device_takes_part_with_one_hand(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url, size=PHONE).go_to("/hot")
    ana.page.click("#begin")
    ana.page.wait_for_url("**/hot/*")
    page = ana.page
    while not page.query_selector("#again"):
        if page.query_selector("#next"):
            page.click("#next")
            page.wait_for_selector("#next", state="detached")
        else:
            page.click("#take")
            page.wait_for_selector("#picker")
            ana.press("#dudo" if page.query_selector("#dudo") else "#bid")
        page.wait_for_selector("#take, #next, #again")
    assert re.fullmatch(CHECKED, check_result(page))
    record = fetch_record(site, page.url.rpartition("/")[2])
    assert all(seed for seed in seeds_of(record, 0))
    ana.close()


def test_a_reload_in_the_middle_goes_on_with_the_same_chain(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site)
    duel.open_page()
    duel.start()
    duel.ana.page.reload()
    duel.play_on()
    assert re.fullmatch(CHECKED, check_result(duel.ana.page))
    assert len(duel.pledges) == 1
    duel.ana.close()


def test_two_tabs_of_one_browser_are_one_device(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.open_page()
    second = duel.ana.new_page()
    duel.listen(second)
    duel.open_page(second)
    duel.start()
    duel.play_on()
    for page in (duel.ana.page, second):
        assert re.fullmatch(CHECKED, check_result(page))
    assert len(duel.pledges) == 1
    record = duel.record()
    assert sorted({sent["link"] for sent in duel.links}) == sorted(seeds_of(record, 0))
    duel.ana.close()


def test_another_device_takes_over_and_the_first_one_says_so(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site, dice=3)
    duel.open_page()
    duel.start()
    phone = Person(browser, site.url, size=PHONE)
    phone.page.goto(duel.link)
    expect(phone.page.locator("#own-part")).to_contain_text("from the next round on")
    expect(duel.ana.page.locator("#own-part")).to_contain_text("Another device takes part")
    duel.play_on()
    line = check_result(duel.ana.page)
    assert line.startswith("This device checked all")
    assert "It took part itself in these rounds: 1. There nobody could choose them." in line
    assert "From round 2 on another device took part for your seat." in line
    assert (
        f"It took part itself in these rounds: {round_range(2, duel.record())}. There"
        in check_result(phone.page)
    )
    assert len(duel.pledges) == 1, "devices must not take turns to replace each other"
    duel.ana.close()
    phone.close()


NO_STORAGE = """
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
  }
"""


def test_a_browser_without_storage_takes_part_from_memory(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.ana.context.add_init_script(NO_STORAGE)
    duel.open_page()
    duel.start()
    duel.play_on()
    assert re.fullmatch(CHECKED, check_result(duel.ana.page))
    duel.ana.close()


def test_the_page_shows_that_it_waits_for_links(browser: Browser, site: Serving) -> None:
    """Only when it takes a while, and told once."""
    duel = Duel(browser, site)
    duel.ana.context.add_init_script(
        "new MutationObserver(() => document.querySelector('.shaking') && (window.shaken = true))"
        ".observe(document, { subtree: true, attributeFilter: ['class'] });"
    )
    page = duel.ana.page
    page.clock.install()
    duel.open_page()
    stop_clock(page)  # however long it takes here, her link comes at once
    duel.start()
    expect(page.locator("#own-part")).to_contain_text("since round 1")
    duel.ana.wait_for_text("#lift")
    page.clock.run_for(1_000)
    assert page.evaluate("() => window.shaken === undefined")
    page.clock.resume()
    # Ben pledges, and does not reveal.
    duel.ben.ask(duel.code, "pledge", pledge="ab" * 32)
    duel.end_round()
    duel.next_round()
    duel.ana.until("window.shaken")
    told = page.locator("#ticker").get_by_text("The cups are being shaken.")
    expect(told).to_have_count(1)
    duel.wait_until_dealt()
    page.wait_for_selector("#table:not(.shaking)")
    expect(told).to_have_count(1)
    duel.play_on()
    line = check_result(page)
    assert re.match(CHECKED, line)
    assert "Round 2: Ben did not reveal (withheld)." in line
    duel.ana.close()


def test_a_page_that_slept_is_reported_and_pledges_again(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site, dice=3)
    duel.open_page()
    duel.start()
    duel.wait_until_noted()
    # A page that is left lives on for a moment, in which it could still reveal.
    duel.ana.context.set_offline(True)
    duel.ana.page.goto("about:blank")
    duel.end_round()
    duel.next_round(link=False)
    duel.wait_until_dealt()  # the link is waited for no longer
    assert duel.seen["chairs"][0]["pledge"] == ""
    duel.ana.context.set_offline(False)
    duel.open_page()
    duel.play_on()
    record = duel.record()
    assert seeds_of(record, 0)[1] == "-"
    line = check_result(duel.ana.page)
    assert line.startswith("This device checked all")
    assert f"in these rounds: 1, {round_range(3, record)}." in line
    assert "Round 2: your device did not reveal in time." in line
    assert "Round 3: Ana took part with a new device or a new number." in line
    duel.ana.requests.clear()
    duel.ana.close()


def test_a_link_that_came_too_late_is_not_counted(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site, dice=3)
    duel.open_page()
    duel.start()
    page, own = duel.ana.page, duel.ana.page.locator("#own-part")
    expect(own).to_contain_text("since round 1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/link", hold)
    with page.expect_request("**/link"):
        duel.end_round()
    duel.next_round(link=False)
    duel.wait_until_dealt()
    page.wait_for_selector("#hand [data-round='1-2']")
    held.pop().continue_()
    expect(own).to_contain_text("from the next round on")
    duel.ana.close()


def test_a_link_counts_though_its_answer_was_lost(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.open_page()
    hold_answers(duel.ana.page, "/link")
    duel.start()
    own = duel.ana.page.locator("#own-part")
    expect(own).to_contain_text("since round 1")
    duel.ana.page.reload()
    expect(own).to_contain_text("since round 1")
    duel.ana.close()


TOO_SOON = """
  new MutationObserver(() => {
    const shows = document.querySelector("#table.counting") !== null;
    if (shows) window.counted = document.querySelector("#table").dataset.version;
    const told = document.querySelector("#checked, #actions .after")?.children.length > 0;
    if (shows && told) window.tooSoon = true;
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
"""


def test_the_result_is_hidden_while_cups_go_up(browser: Browser, site: Serving) -> None:
    """Also when the showdown before was cut short."""
    duel = Duel(browser, site, reduced_motion="no-preference")
    duel.ana.context.add_init_script(TOO_SOON)
    duel.open_page()
    duel.start()
    duel.play_on()
    duel.ana.until("last => window.counted === last", str(duel.seen["version"]))
    assert re.fullmatch(CHECKED, check_result(duel.ana.page))
    assert duel.ana.page.evaluate("() => window.tooSoon === undefined")
    duel.ana.close()


def test_after_a_rematch_the_same_chain_goes_on(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site, dice=1)
    duel.open_page()
    duel.start()
    duel.play_on()
    check_result(duel.ana.page)
    duel.api.ask(duel.code, "rematch")
    expect(duel.ana.page.locator("#checked")).to_be_empty()
    duel.start()
    duel.play_on()
    assert check_result(duel.ana.page).startswith(
        "This device checked all 2 dice of the only round"
    )
    assert seeds_of(fetch_record(site, duel.code, 2), 0) == [duel.links[-1]["link"]]
    assert len(duel.pledges) == 1
    duel.ana.close()


def test_the_replay_on_the_same_device_compares_too(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.open_page()
    duel.start()
    duel.play_on()
    line = check_result(duel.ana.page)
    stranger = Person(browser, site.url)
    for person, told in ((duel.ana, line), (stranger, "Every die that was revealed follows")):
        person.go_to(f"/t/{duel.code}/replay#check")
        expect(person.page.locator("[data-fair-status]")).to_contain_text(told)
        person.close()
