"""Fair dice that happen by themselves: pages pledge, reveal, keep what they were pledged, and say
at the end of the match what they found."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, Request, Route, expect

from perudo.records import fair
from perudo.records.jsonl import read_jsonl
from perudo.records.proof import verify
from serving import Guest, Serving
from web.people import PATIENCE_MS, PHONE, Person, play_to_the_end

CHECKED = r"This device checked all \d+ dice of \d+ rounds: nobody could choose them\."

Lines = list[dict[str, Any]]

STREAMS = """
  window.streams = [];
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      window.streams.push(this);
    }
  };
"""
"""Lets a test say what the page's stream brings, as a server that cheats would."""


def fetched(site: Serving, code: str, match: int = 1) -> Lines:
    query = {"form": "jsonl", "match": str(match)}
    text = httpx.get(f"{site.url}/api/tables/{code}/record", params=query).text
    assert all(check.ok for check in verify(read_jsonl(text)))
    return [json.loads(line) for line in text.splitlines()]


def rounds_of(record: Lines) -> Lines:
    return [line for line in record if "round" in line]


def seeds_of(record: Lines, seat: int) -> list[str]:
    return [noted["fair"]["seeds"][seat] for noted in rounds_of(record)]


def from_to(first: int, record: Lines) -> str:
    """The rounds from this one to the last, as the page writes them."""
    last = len(rounds_of(record))
    return str(first) if first == last else f"{first}–{last}"


def the_line(page: Page) -> str:
    """What the page says of the dice when the match is over."""
    status = page.locator("#checked [data-fair-status]")
    expect(status).not_to_have_text("", timeout=PATIENCE_MS)
    return status.inner_text()


class Duel:
    """Ana at her page against Ben, who plays over the API and takes no part in the dice. Ana opens
    every round and Ben doubts, so that the test says when a round ends."""

    def __init__(self, browser: Browser, site: Serving, dice: int = 2, **options: Any) -> None:
        self.site, self.browser = site, browser
        self.api, self.ben = Guest(site.url), Guest(site.url)
        pace = {"pace_ms": 0, "hearing_ms": 0, "pause_ms": 60_000}
        opened = self.api.open(name="Ana", seats=2, dice=dice, **pace)
        self.code, self.link = str(opened["code"]), str(opened["personal_link"])
        self.ben.ask(self.code, "sit", name="Ben")
        self.ana = Person(browser, site.url, token=self.api.token, **options)
        self.links: list[dict[str, Any]] = []
        self.pledges: list[str] = []
        self.listen(self.ana.page)

    def listen(self, page: Page) -> None:
        """Keep the links and pledges that this page sends."""

        def sent(request: Request) -> None:
            if request.method == "POST" and request.url.endswith("/link"):
                self.links.append(json.loads(request.post_data or ""))
            if request.method == "POST" and request.url.endswith("/pledge"):
                self.pledges.append(json.loads(request.post_data or "")["pledge"])

        page.on("request", sent)

    def comes(self, page: Page | None = None) -> None:
        """Ana's page opens and pledges."""
        page = page or self.ana.page
        page.goto(f"{self.site.url}/t/{self.code}")
        expect(page.locator("#own-part")).to_contain_text("from the next round on")

    def starts(self) -> None:
        self.api.ask(self.code, "start", toucan=0)
        self.until_dealt()

    @property
    def seen(self) -> dict[str, Any]:
        return self.api.look(self.code)

    def ends_round(self) -> None:
        """Whoever has the turn bids the least, and the other one doubts it."""
        players = [self.api, self.ben]
        players[self.seen["game"]["turn"]].act(self.code)
        players[self.seen["game"]["turn"]].act(self.code, {"call": "dudo"})

    def next_round(self) -> None:
        """Both have seen enough; the round is dealt when the links are there."""
        for player in (self.api, self.ben):
            if self.seen["on"]:
                player.post(f"/api/tables/{self.code}/ready")

    def until_dealt(self) -> None:
        """Until somebody has the turn, or the match is over."""
        for _ in self.ben.follow(self.code):
            seen = self.seen
            if not seen["on"] or seen["game"]["turn"] is not None:
                return

    def plays(self) -> None:
        """From the round that is on to the end of the match."""
        while self.seen["on"]:
            self.ends_round()
            self.next_round()
            self.until_dealt()

    def record(self) -> Lines:
        return fetched(self.site, self.code)


def test_two_pages_and_a_bot_take_part_and_say_so(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url).goes_to("/new")
    ana.page.fill("[name=name]", "Ana")
    for choice in ("[name=seats][value='3']", "[name=bots][value='1']", "[name=dice][value='2']"):
        ana.page.evaluate("choice => document.querySelector(choice).click()", choice)
    ana.page.click("[type=submit]")
    ana.sees("#start-match")
    code = ana.page.url.rpartition("/")[2]
    ben = Person(browser, site.url, size=PHONE).goes_to(f"/t/{code}")
    ben.sits("Ben")
    expect(ben.page.locator("#own-part")).to_have_text(
        "Your device takes part in the dice from the next round on."
    )
    ana.until("document.querySelectorAll('.seat[data-person]').length === 2")
    ana.page.click("#start-match")
    for person in (ana, ben):
        person.sees("#lift")
        expect(person.page.locator("#own-part")).to_have_text(
            "Your device has taken part in the dice since round 1."
        )
    play_to_the_end([ana, ben])
    record = fetched(site, code)
    bots = record[0]["bots"]
    assert (record[0]["proof"], len(bots)) == (2, 1)
    for noted in rounds_of(record):
        given = [bool(seed) for seed in noted["fair"]["seeds"]]
        assert given == [seat not in bots for seat in range(3)]
    dice = sum(len(cup) for noted in rounds_of(record) for cup in noted["cups"])
    rounds = len(rounds_of(record))
    for person in (ana, ben):
        assert the_line(person.page) == (
            f"This device checked all {dice} dice of {rounds} rounds: nobody could choose them."
        )
        person.close()


def test_a_match_at_one_click_has_its_own_link_in_the_first_dice(
    browser: Browser, site: Serving
) -> None:
    """The page that starts the match reveals before it goes on to the table."""
    ana = Person(browser, site.url).goes_to("/")
    ana.page.click("[data-play]")
    ana.sees("#lift")
    code = ana.page.url.rpartition("/")[2]
    expect(ana.page.locator("#own-part")).to_have_text(
        "Your device has taken part in the dice since round 1."
    )
    chairs = ana.page.request.get(f"{site.url}/api/tables/{code}").json()["chairs"]
    assert [bool(chair["pledge"]) for chair in chairs] == [True, False, False, False]
    ana.page.on("dialog", lambda dialog: dialog.accept())
    ana.page.click("#people form[data-post=resign] button")
    ana.close()


def test_one_device_for_all_takes_part_with_one_hand(browser: Browser, site: Serving) -> None:
    ana = Person(browser, site.url, size=PHONE).goes_to("/hot")
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
            ana.presses("#dudo" if page.query_selector("#dudo") else "#bid")
        page.wait_for_selector("#take, #next, #again")
    assert re.fullmatch(CHECKED, the_line(page))
    record = fetched(site, page.url.rpartition("/")[2])
    assert all(seed for seed in seeds_of(record, 0))
    ana.close()


def test_a_reload_in_the_middle_goes_on_with_the_same_chain(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site)
    duel.comes()
    duel.starts()
    duel.ana.page.reload()
    duel.plays()
    assert re.fullmatch(CHECKED, the_line(duel.ana.page))
    assert len(duel.pledges) == 1
    duel.ana.close()


def test_two_tabs_of_one_browser_are_one_device(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.comes()
    second = duel.ana.new_page()
    duel.listen(second)
    duel.comes(second)
    duel.starts()
    duel.plays()
    for page in (duel.ana.page, second):
        assert re.fullmatch(CHECKED, the_line(page))
    assert len(duel.pledges) == 1
    record = duel.record()
    assert sorted({sent["link"] for sent in duel.links}) == sorted(seeds_of(record, 0))
    duel.ana.close()


def test_another_device_takes_over_and_the_first_one_says_so(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site, dice=3)
    duel.comes()
    duel.starts()
    phone = Person(browser, site.url, size=PHONE)
    phone.page.goto(duel.link)
    expect(phone.page.locator("#own-part")).to_contain_text("from the next round on")
    expect(duel.ana.page.locator("#own-part")).to_contain_text("Another device takes part")
    duel.plays()
    line = the_line(duel.ana.page)
    assert line.startswith("This device checked all")
    assert "It took part itself in these rounds: 1. There nobody could choose them." in line
    assert "From round 2 on another device took part for your seat." in line
    assert f"It took part itself in these rounds: {from_to(2, duel.record())}. There" in the_line(
        phone.page
    )
    assert len(duel.pledges) == 1, "devices must not take turns to replace each other"
    duel.ana.close()
    phone.close()


NO_STORAGE = """
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
  }
"""


def test_a_browser_that_keeps_nothing_takes_part_from_memory(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site)
    duel.ana.context.add_init_script(NO_STORAGE)
    duel.comes()
    duel.starts()
    duel.plays()
    assert re.fullmatch(CHECKED, the_line(duel.ana.page))
    duel.ana.close()


def test_cups_are_shaken_while_somebody_is_waited_for(browser: Browser, site: Serving) -> None:
    """Only when it takes a while, and told once."""
    duel = Duel(browser, site)
    duel.ana.context.add_init_script(
        "new MutationObserver(() => document.querySelector('.shaking') && (window.shaken = true))"
        ".observe(document, { subtree: true, attributeFilter: ['class'] });"
    )
    duel.comes()
    duel.starts()
    expect(duel.ana.page.locator("#own-part")).to_contain_text("since round 1")
    assert duel.ana.page.evaluate("() => window.shaken === undefined")
    # Ben pledges, and does not reveal.
    duel.ben.ask(duel.code, "pledge", pledge="ab" * 32)
    duel.ends_round()
    duel.next_round()
    duel.ana.sees(".shaking")
    told = duel.ana.page.locator("#ticker").get_by_text("The cups are being shaken.")
    expect(told).to_have_count(1)
    duel.until_dealt()
    duel.ana.page.wait_for_selector("#table:not(.shaking)")
    expect(told).to_have_count(1)
    duel.plays()
    line = the_line(duel.ana.page)
    assert re.match(CHECKED, line)
    assert "Round 2: Ben did not reveal (withheld)." in line
    duel.ana.close()


def test_a_page_that_slept_is_told_of_and_pledges_anew(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site, dice=3)
    duel.comes()
    duel.starts()
    duel.ana.page.goto("about:blank")
    duel.ends_round()
    duel.next_round()
    duel.until_dealt()  # the link is waited for no longer
    assert duel.seen["chairs"][0]["pledge"] == ""
    duel.comes()
    duel.plays()
    record = duel.record()
    assert seeds_of(record, 0)[1] == "-"
    line = the_line(duel.ana.page)
    assert line.startswith("This device checked all")
    assert f"in these rounds: 1, {from_to(3, record)}." in line
    assert "Round 2: your device did not reveal in time." in line
    assert "Round 3: Ana took part with a new device or a new number." in line
    duel.ana.requests.clear()
    duel.ana.close()


TOO_SOON = """
  new MutationObserver(() => {
    const shows = document.querySelector("#table.counting") !== null;
    const told = document.querySelector("#checked, #actions .after")?.children.length > 0;
    if (shows && told) window.tooSoon = true;
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
"""


def test_the_end_is_not_given_away_while_cups_go_up(browser: Browser, site: Serving) -> None:
    """Also when the showdown before was cut short."""
    duel = Duel(browser, site, reduced_motion="no-preference")
    duel.ana.context.add_init_script(TOO_SOON)
    duel.comes()
    duel.starts()
    duel.plays()
    duel.ana.sees(".counting")
    assert re.fullmatch(CHECKED, the_line(duel.ana.page))
    assert duel.ana.page.evaluate("() => window.tooSoon === undefined")
    duel.ana.close()


def test_after_a_rematch_the_same_chain_goes_on(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site, dice=1)
    duel.comes()
    duel.starts()
    duel.plays()
    the_line(duel.ana.page)
    duel.api.ask(duel.code, "rematch")
    expect(duel.ana.page.locator("#checked")).to_be_empty()
    duel.starts()
    duel.plays()
    assert the_line(duel.ana.page).startswith("This device checked all 2 dice of the only round")
    assert seeds_of(fetched(site, duel.code, 2), 0) == [duel.links[-1]["link"]]
    assert len(duel.pledges) == 1
    duel.ana.close()


def test_the_replay_on_the_same_device_compares_too(browser: Browser, site: Serving) -> None:
    duel = Duel(browser, site)
    duel.comes()
    duel.starts()
    duel.plays()
    line = the_line(duel.ana.page)
    stranger = Person(browser, site.url)
    for person, told in ((duel.ana, line), (stranger, "Every die that was revealed follows")):
        person.goes_to(f"/t/{duel.code}/replay#check")
        expect(person.page.locator("[data-fair-status]")).to_contain_text(told)
        person.close()


# --- a server that cheats ------------------------------------------------------------------------


def with_other_secret(record: Lines, number: int) -> None:
    """A record that fits together, with a round thrown from a secret that was chosen afterwards."""
    noted = rounds_of(record)[number - 1]
    secret = bytes(range(32))
    seeds, label = noted["fair"]["seeds"], record[0]["fair"]
    counts = [len(cup) for cup in noted["cups"]]
    noted["fair"] |= {"secret": secret.hex(), "commitment": fair.commitment(secret)}
    noted["cups"] = [list(cup) for cup in fair.cups(secret, label, number, seeds, counts)]


def cheat(page: Page, change: Callable[[Lines], None]) -> None:
    """From now on the server gives out records that it has changed."""

    def answer(route: Route) -> None:
        record = [json.loads(line) for line in route.fetch().text().splitlines()]
        change(record)
        body = "\n".join(map(json.dumps, record))
        route.fulfill(body=body, content_type="application/x-ndjson")

    page.route("**/record?*form=jsonl", answer)


def said_of(browser: Browser, site: Serving, change: Callable[[Lines], None]) -> str:
    duel = Duel(browser, site)
    cheat(duel.ana.page, change)
    duel.comes()
    duel.starts()
    duel.plays()
    line = the_line(duel.ana.page)
    duel.ana.close()
    return line


def test_a_secret_chosen_afterwards_is_caught(browser: Browser, site: Serving) -> None:
    """The record by itself is sound; only who was pledged another secret can tell."""

    def change(record: Lines) -> None:
        with_other_secret(record, 2)
        text = "\n".join(map(json.dumps, record))
        assert all(check.ok for check in verify(read_jsonl(text)))

    line = said_of(browser, site, change)
    assert line == (
        "These dice are not proven fair. "
        "Round 2: the server's secret is not the one it pledged to you."
    )


def test_a_record_of_the_old_kind_does_not_pass(browser: Browser, site: Serving) -> None:
    """In version 1 nothing binds the seeds."""

    def change(record: Lines) -> None:
        del record[0]["proof"]
        record[0].pop("bots", None)
        for noted in rounds_of(record):
            noted.pop("pledges", None)

    line = said_of(browser, site, change)
    assert line.startswith(
        "These dice are not proven fair. "
        "The record leaves out what the players' devices had fixed. Round 1:"
    )


def test_the_record_of_another_match_does_not_pass(browser: Browser, site: Serving) -> None:
    def change(record: Lines) -> None:
        record[0]["fair"] = "k3v9x2/1"

    line = said_of(browser, site, change)
    assert line.startswith("These dice are not proven fair.")
    assert "The server gave the record of another match." in line


def test_a_link_that_was_given_cannot_be_denied(browser: Browser, site: Serving) -> None:
    def change(record: Lines) -> None:
        noted = rounds_of(record)[-1]
        noted["fair"]["seeds"][0] = "-"
        number, secret = noted["round"], bytes.fromhex(noted["fair"]["secret"])
        counts = [len(cup) for cup in noted["cups"]]
        cups = fair.cups(secret, record[0]["fair"], number, noted["fair"]["seeds"], counts)
        noted["cups"] = [list(cup) for cup in cups]

    line = said_of(browser, site, change)
    assert "your device revealed in time, but the record says that it did not." in line


GATHERS_AGAIN = """(commitment) => {
  const given = window.frames_kept.findLast((frame) => frame.fair?.gathering);
  const { fair } = given;
  const again = { ...fair, gathering: { ...fair.gathering, commitment } };
  const frame = { ...given, html: {}, say: [], after: [], events: [], fair: again };
  window.streams.at(-1).onmessage({ data: JSON.stringify(frame) });
}"""
KEEP_FRAMES = """
  window.frames_kept = [];
  const parse = JSON.parse;
  JSON.parse = (...given) => {
    const value = parse(...given);
    if (value?.fair) window.frames_kept.push(value);
    return value;
  };
"""


def test_a_gathering_that_comes_again_gets_no_link(browser: Browser, site: Serving) -> None:
    """A server that goes back and asks again, with another secret, could try dice until it likes
    them: it gets a new pledge instead."""
    duel = Duel(browser, site)
    duel.ana.context.add_init_script(STREAMS + KEEP_FRAMES)
    duel.comes()
    duel.starts()
    expect(duel.ana.page.locator("#own-part")).to_contain_text("since round 1")
    assert (len(duel.links), len(duel.pledges)) == (1, 1)
    with duel.ana.page.expect_request("**/pledge"):
        duel.ana.page.evaluate(GATHERS_AGAIN, "00" * 32)
    duel.ana.page.reload()
    expect(duel.ana.page.locator("#own-part")).to_contain_text("since round 1")
    assert len(duel.links) == 1
    assert len(set(duel.pledges)) == 2
    duel.plays()
    links = [sent["link"] for sent in duel.links]
    assert len(links) == len(set(links))
    duel.ana.close()


def test_a_foreign_pledge_is_not_fought_and_gets_no_link(browser: Browser, site: Serving) -> None:
    """Whoever can pledge for one's seat, another device or a server that cheats, is left alone and
    named in the end."""
    duel = Duel(browser, site)
    duel.comes()
    duel.api.ask(duel.code, "pledge", pledge="ab" * 32)
    expect(duel.ana.page.locator("#own-part")).to_contain_text("Another device takes part")
    duel.starts()
    assert duel.links == []
    # The other one did not reveal, so its pledge is gone, and the page takes part again.
    expect(duel.ana.page.locator("#own-part")).to_contain_text("from the next round on")
    duel.plays()
    line = the_line(duel.ana.page)
    assert f"in these rounds: {from_to(2, duel.record())}." in line
    assert "In round 1 another device took part for your seat." in line
    assert "Round 1: Ana did not reveal (withheld)." in line
    duel.ana.close()
