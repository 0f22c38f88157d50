"""A match that is over, looked at again in a real browser: what is shown is what was played."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from perudo.engine.dice import count_face
from perudo.engine.events import (
    BidMade,
    Dealt,
    DieLost,
    DieRegained,
    MatchWon,
    SeatOut,
    Showdown,
)
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.replay import read_record, replayed
from serving import Guest, Serving

PACES = {"pace_ms": 0, "pause_ms": 0, "hearing_ms": 0}
ENDS = {"match-won", "won-by-resignation"}


class Played(NamedTuple):
    url: str
    table: str
    code: str
    host: Guest

    @property
    def path(self) -> str:
        return f"{self.url}/t/{self.code}/replay"

    def record(self, match: int = 1) -> str:
        path = f"/api/tables/{self.table}/record"
        return self.host.client.get(path, params={"match": match, "form": "jsonl"}).text


def played(site: Serving, **body: object) -> Played:
    """A match of bots, to its end."""
    host = Guest(site.url)
    opened = host.open(**PACES, **body)
    match = Played(site.url, opened["table"], opened["code"], host)
    host.ask(match.table, "start", fill="easy")
    until_over(match, 1)
    return match


def until_over(match: Played, after: int) -> None:
    for line in match.host.follow(match.table, after):
        if ENDS & {event["event"] for event in line.get("events", ())}:
            return


@pytest.fixture(scope="module")
def four(site: Serving) -> Iterator[Played]:
    """Cups go up one by one, with palifico and calza."""
    match = played(site, edition="asmodee-2024", seats=4, dice=3, options=["calza", "palifico"])
    yield match
    match.host.close()


@pytest.fixture(scope="module")
def six(site: Serving) -> Iterator[Played]:
    """The largest table; each rolls for the first turn."""
    match = played(site, edition="weekend", seats=6, dice=2)
    yield match
    match.host.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en", service_workers="block", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    assert wrong == []


STAGE = """() => ({
  now: document.querySelector("[data-now]").textContent,
  key: document.querySelector("[data-stage]").dataset.key,
  kind: document.querySelector("[data-stage]").dataset.kind,
  heading: document.querySelector("[data-round]").textContent,
  bid: document.querySelector("[data-bid] b") && [
    Number(document.querySelector("[data-bid] b").textContent),
    Number(document.querySelector("[data-bid] use").getAttribute("href").slice(2)),
  ],
  bidder: document.querySelector("[data-bidder]").textContent,
  count: document.querySelector("[data-count]").textContent,
  seats: [...document.querySelectorAll("[data-seat]")].map((seat) => ({
    cup: [...seat.querySelectorAll("[data-dice] use")].map((u) =>
      Number(u.getAttribute("href").slice(2))),
    lit: seat.querySelectorAll("[data-dice] .lit").length,
    left: seat.querySelector("[data-left]").textContent.split("●").length - 1,
    says: seat.querySelector("[data-says]").hidden ? "" :
      seat.querySelector("[data-says]").textContent,
    change: seat.querySelector("[data-change]").textContent,
    up: seat.classList.contains("up"),
    acts: seat.classList.contains("acts"),
    wins: seat.classList.contains("wins"),
  })),
})"""


def stage(page: Page) -> dict[str, Any]:
    shown: dict[str, Any] = page.evaluate(STAGE)
    return shown


STEPPING = f"""() => {{
  const stage = {STAGE};
  const moments = [stage()];
  const last = Number(document.querySelector("[data-scrub]").max);
  for (let at = 1; at <= last; at++) {{
    document.querySelector("[data-do=on]").click();
    if (Number(document.querySelector("[data-scrub]").value) !== at) throw new Error(`at ${{at}}`);
    moments.push(stage());
  }}
  return moments;
}}"""


def stepped(page: Page) -> list[dict[str, Any]]:
    """Every moment of the match, as somebody sees it who presses the button until the end."""
    moments: list[dict[str, Any]] = page.evaluate(STEPPING)
    return moments


@pytest.mark.parametrize("which", ["four", "six"])
def test_what_is_shown_is_what_was_played(
    page: Page, which: str, request: pytest.FixtureRequest
) -> None:
    match: Played = request.getfixturevalue(which)
    record = read_record(match.record().encode())
    page.goto(match.path)
    moments = stepped(page)
    _, events = replayed(record)
    last_die = Tongue("en", record.rules.words.value).word("Palifico")
    left = [record.dice] * len(record.names)
    rounds = [e for e in events if isinstance(e, Dealt)]
    for number, dealt in enumerate(rounds, 1):
        ours = [m for m in moments if m["key"].startswith(f"r{number}s")]
        following = events[events.index(dealt) + 1 :]
        theirs = following[
            : next((i for i, e in enumerate(following) if isinstance(e, Dealt)), None)
        ]
        assert dealt.cups is not None
        for moment in ours:
            assert [tuple(seat["cup"]) for seat in moment["seats"]] == list(dealt.cups)
            assert moment["heading"].startswith(f"Round {number}")
            assert (last_die in moment["heading"]) == (dealt.palifico is not None)
        assert [i for i, s in enumerate(ours[0]["seats"]) if s["acts"]] == [dealt.starter]
        bids = [e for e in theirs if isinstance(e, BidMade)]
        shown = [m for m in ours if m["kind"] == "bid"]
        assert [m["bid"] for m in shown] == [list(e.bid) for e in bids]
        assert [m["bidder"] for m in shown] == [record.names[e.seat] for e in bids]
        for moment, made in zip(shown, bids, strict=True):
            said = [i for i, seat in enumerate(moment["seats"]) if seat["says"]]
            assert said == [made.seat]
            assert not any(seat["up"] for seat in moment["seats"])
        check_showdown(ours, next(e for e in theirs if isinstance(e, Showdown)), dealt)
        for event in theirs:
            if isinstance(event, DieLost | DieRegained):
                left[event.seat] += 1 if isinstance(event, DieRegained) else -1
        settled = next(m for m in ours if m["kind"] == "settle")
        assert [seat["left"] for seat in settled["seats"]] == left
        changes = {i: seat["change"] for i, seat in enumerate(settled["seats"]) if seat["change"]}
        lost = {e.seat: "−1" for e in theirs if isinstance(e, DieLost)}
        assert changes == lost | {e.seat: "+1" for e in theirs if isinstance(e, DieRegained)}
    won = events[-1]
    assert isinstance(won, MatchWon)
    assert moments[-1]["kind"] == "won"
    assert [i for i, s in enumerate(moments[-1]["seats"]) if s["wins"]] == [won.seat]
    assert moments[-1]["now"] == f"{record.names[won.seat]} wins the match!"
    outs = [record.names[e.seat] for e in events if isinstance(e, SeatOut)]
    ranks = page.locator(".standings bdi").all_inner_texts()
    assert ranks == [record.names[won.seat], *reversed(outs)]


def check_showdown(ours: list[dict[str, Any]], showdown: Showdown, dealt: Dealt) -> None:
    """Cups go up in the order of the rules, and what counts lights up with them."""
    lifts = [m for m in ours if m["kind"] == "lift"]
    assert len(lifts) == len(showdown.steps)
    assert showdown.cups is not None
    up: list[int] = []
    for moment, step in zip(lifts, showdown.steps, strict=True):
        up += step
        assert [i for i, seat in enumerate(moment["seats"]) if seat["up"]] == sorted(up)
        jokers = dealt.palifico is None
        for i, seat in enumerate(moment["seats"]):
            cups = [showdown.cups[i]] if i in up else []
            assert seat["lit"] == count_face(cups, showdown.bid.face, jokers=jokers)
        lit = sum(seat["lit"] for seat in moment["seats"])
        assert moment["count"] == f"Counted: {lit}"
    assert lifts[-1]["count"] == f"Counted: {showdown.found}"


def test_the_story_below_has_every_moment_and_needs_no_script(
    browser: Browser, four: Played
) -> None:
    record = read_record(four.record().encode())
    context = browser.new_context(locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto(four.path)
    assert page.locator("[data-player]").is_hidden()
    assert page.locator("details.round").count() == len(record.rounds) + 1
    for number, noted in enumerate(record.rounds, 1):
        story = page.locator(f"[data-story='{number}']")
        hands = story.locator(".hands .dice").evaluate_all(
            "all => all.map(d => [...d.querySelectorAll('use')].map(u => u.getAttribute('href')))"
        )
        assert noted.cups is not None
        assert hands == [[f"#d{face}" for face in cup] for cup in noted.cups if cup]
        story.locator("summary").click()
        assert story.locator(".m-bid").count() == len(noted.actions) - 1
        assert story.locator(".m-settle").is_visible()
    assert page.locator(".m-won").count() == 1
    context.close()


def test_an_address_leads_to_its_moment_and_follows_the_player(page: Page, four: Played) -> None:
    page.goto(f"{four.path}#r2s3")
    there = stage(page)
    assert there["heading"].startswith("Round 2")
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url("**/replay?match=1#r2s2")
    page.get_by_role("button", name="One step on").click()
    assert stage(page) == there
    page.get_by_role("button", name="Next round").click()
    page.wait_for_url("**/replay?match=1#r3s1")
    page.get_by_role("button", name="To the start").click()
    page.wait_for_url("**/replay?match=1#r0s1")
    page.evaluate("location.hash = 'r2s3'")
    expect(page.locator("[data-now]")).to_have_text(there["now"])
    page.goto("about:blank")
    page.goto(f"{four.path}?match=1#no-such-moment")
    assert stage(page)["kind"] == "start"


def test_keys_play_and_step(page: Page, four: Played) -> None:
    page.goto(four.path)
    last = page.locator("[data-scrub]").get_attribute("max")
    at = page.locator("[data-scrub]")
    press = page.keyboard.press
    press("ArrowRight")
    press("ArrowRight")
    press("ArrowLeft")
    assert at.input_value() == "1"
    press("End")
    assert at.input_value() == last
    press("Home")
    assert at.input_value() == "0"
    page.locator("[data-speed]").select_option("4")
    page.evaluate("document.activeElement.blur()")
    press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(at).not_to_have_value("0")
    press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_without_shortcuts_keys_work_only_in_the_player(page: Page, four: Played) -> None:
    page.goto(four.path)
    page.evaluate("localStorage.setItem('perudo-shortcuts', 'off')")
    at = page.locator("[data-scrub]")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    assert at.input_value() == "0"
    page.get_by_role("button", name="Next round").focus()
    page.keyboard.press("ArrowRight")
    assert at.input_value() == "1"
    at.focus()
    page.keyboard.press("ArrowRight")
    assert at.input_value() == "2"
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_each_moment_is_said_once(page: Page, four: Played) -> None:
    page.goto(four.path)
    page.evaluate(
        """() => {
          window.said = [];
          const now = document.querySelector("[data-now]");
          const note = (change) =>
            change.addedNodes.forEach((node) => window.said.push(node.textContent));
          new MutationObserver((changes) => changes.forEach(note))
            .observe(now, { childList: true, characterData: true, subtree: true });
        }"""
    )
    told = [moment["now"] for moment in stepped(page)][1:]
    assert page.evaluate("window.said") == told
    lines = page.locator(".moments li").evaluate_all("all => all.map(li => li.textContent)")
    assert lines[1:] == told


def test_dice_can_be_kept_under_their_cups(page: Page, four: Played) -> None:
    page.goto(f"{four.path}#r1s1")
    dice = page.locator("[data-seat='0'] [data-dice]")
    expect(dice).to_be_visible()
    page.get_by_label("See all dice from the start").uncheck()
    expect(dice).to_be_hidden()
    while stage(page)["kind"] != "settle":
        page.get_by_role("button", name="One step on").click()
    expect(dice).to_be_visible()


def test_a_moment_is_shared(browser: Browser, four: Played) -> None:
    context = browser.new_context(
        locale="en", permissions=["clipboard-read", "clipboard-write"], service_workers="block"
    )
    page = context.new_page()
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(f"{four.path}#r1s2")
    page.get_by_role("button", name="Share this moment").click()
    expect(page.locator("[data-toast]")).to_have_text("The link to this moment is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{four.path}?match=1#r1s2"
    page.evaluate("() => { navigator.share = (what) => { window.shared = what.url; }; }")
    page.get_by_role("button", name="Share this moment").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared") == f"{four.path}?match=1#r1s2"
    context.close()


def test_the_record_to_take_home(page: Page, four: Played) -> None:
    page.goto(four.path)
    with page.expect_download() as download:
        page.get_by_role("link", name="As JSON lines").click()
    assert download.value.suggested_filename == f"perudo-{four.code}-1.jsonl"
    assert download.value.path().read_text(encoding="utf-8") == four.record()
    with page.expect_download() as download:
        page.get_by_role("link", name="As text").click()
    assert read_record(download.value.path().read_bytes()) == read_record(four.record().encode())


def test_the_dice_are_checked_in_the_page(page: Page, four: Played) -> None:
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    status = page.locator("[data-fair-status]")
    expect(status).to_contain_text("Every die that was revealed follows")
    rounds = page.locator("[data-fair-rounds] li").all_inner_texts()
    record = read_record(four.record().encode())
    assert len(rounds) == 1 + len(record.rounds)
    assert all(text.endswith(": fits") for text in rounds)


def tampered(match: Played) -> tuple[str, str]:
    """The record with one die of round 2 turned over, and whose die that is."""
    lines = [json.loads(line) for line in match.record().splitlines()]
    cups = lines[3]["cups"]
    seat = next(seat for seat, cup in enumerate(cups) if cup)
    cups[seat][0] = cups[seat][0] % 6 + 1
    return "\n".join(map(json.dumps, lines)), lines[0]["seats"][seat]


def test_a_tampered_record_is_called_not_fair(page: Page, four: Played) -> None:
    body, whose = tampered(four)

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/x-ndjson")

    page.route("**/record?*form=jsonl", answer)
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).to_contain_text("These dice are not proven fair.")
    wrong = page.locator("[data-fair-rounds] [data-ok=false]").all_inner_texts()
    assert wrong == [f"Round 2: DOES NOT FIT ({whose})"]
    expect(page.get_by_role("cell", name="DOES NOT FIT")).to_be_visible()


def test_a_record_that_does_not_come_is_said(context: BrowserContext, four: Played) -> None:
    page = context.new_page()
    page.route("**/record?*form=jsonl", lambda route: route.abort())
    page.goto(four.path)
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).to_contain_text("could not be fetched")


def test_a_match_that_is_not_over_is_refused_in_a_page(browser: Browser, site: Serving) -> None:
    host = Guest(site.url)
    opened = host.open(name="Ann", seats=2, **PACES)
    host.ask(opened["table"], "start", fill="easy")
    page = browser.new_page(locale="en")
    for address in (opened["code"], opened["table"]):
        answer = page.goto(f"{site.url}/t/{address}/replay")
        assert answer is not None
        assert answer.status == 409
        expect(page.get_by_role("heading", name="This did not work")).to_be_visible()
        assert page.locator("[data-player]").count() == 0
    page.close()
    host.close()


def test_matches_that_never_were(browser: Browser, site: Serving, four: Played) -> None:
    page = browser.new_page(locale="en")
    for path, status in (("?match=2", 409), ("?match=0", 422)):
        answer = page.goto(four.path + path)
        assert answer is not None
        assert answer.status == status
    answer = page.goto(f"{site.url}/t/000000/replay")
    assert answer is not None
    assert answer.status == 404
    page.close()


def test_a_resignation_in_the_middle_and_the_rematch(page: Page, site: Serving) -> None:
    """Both matches can be looked at; without a number it is the last one that is over."""
    ann, bob = Guest(site.url), Guest(site.url)
    opened = ann.open(name="Ann", colour="purple", seats=2, **PACES)
    match = Played(site.url, opened["table"], opened["code"], ann)
    bob.ask(match.table, "sit", name="Bob", colour="orange")
    ann.ask(match.table, "start")
    first = ann if ann.look(match.table)["game"]["turn"] == 0 else bob
    first.act(match.table)
    bob.ask(match.table, "resign")
    page.goto(f"{match.path}#r1s3")
    assert stage(page)["now"] == "Ann wins: all others have resigned."
    assert page.locator(".standings bdi").all_inner_texts() == ["Ann", "Bob"]
    uses = page.locator(".seats .cup use:last-child").evaluate_all(
        "all => all.map(use => use.getAttribute('href'))"
    )
    assert uses == ["#motif-purple", "#motif-orange"]
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("[data-fair-status]")).not_to_be_empty()
    ann.ask(match.table, "rematch")
    ann.ask(match.table, "start")
    page.goto(match.path)
    assert page.locator("[data-player]").get_attribute("data-match") == "1"
    bob.ask(match.table, "resign")
    page.goto(match.path)
    assert page.locator("[data-player]").get_attribute("data-match") == "2"
    page.get_by_role("link", name="Match 1").click()
    expect(page.locator("[data-player]")).to_have_attribute("data-match", "1")
    ann.close()
    bob.close()


def test_names_are_only_text(page: Page, site: Serving) -> None:
    ann, bob = Guest(site.url), Guest(site.url)
    name = "</script><img src=x>"
    opened = ann.open(name=name, seats=2, **PACES)
    bob.ask(opened["table"], "sit", name="<b>Bob</b>")
    ann.ask(opened["table"], "start")
    bob.ask(opened["table"], "resign")
    page.goto(f"{site.url}/t/{opened['code']}/replay")
    assert page.locator("[data-seat] bdi").all_inner_texts() == [name, "<b>Bob</b>"]
    assert page.locator("main img").count() == 0
    ann.close()
    bob.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_a_small_phone_in_every_language(browser: Browser, six: Played, lang: str) -> None:
    """At the moments with the most to show."""
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(f"{six.path}?lang={lang}")
    assert page.evaluate("document.documentElement.lang") == lang
    width = "document.documentElement.scrollWidth"
    for kind in ("roll", "call", "lift", "settle", "won"):
        facts = json.loads(page.locator("[data-replay]").text_content() or "")
        key = next(step["key"] for step in facts["steps"] if step["kind"] == kind)
        page.evaluate("key => { location.hash = key; }", key)
        page.wait_for_function("kind => document.querySelector(`[data-kind=${kind}]`)", arg=kind)
        assert page.evaluate(width) <= 320
    page.click("[data-check]")
    page.wait_for_selector("[data-fair-status][data-outcome=good]")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert page.evaluate(width) <= 320
    page.close()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {[node['target'] for node in v['nodes']][:3]}" for v in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 640), (1280, 800)], ids=["phone", "desktop"])
def test_everybody_can_use_it(
    browser: Browser, four: Played, six: Played, scheme: Any, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        locale="en",
        color_scheme=scheme,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(four.path)
    assert violations(page) == []
    page.get_by_role("button", name="Next round").click()
    while stage(page)["kind"] != "settle":
        page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="Check the dice").click()
    page.wait_for_selector("[data-outcome=good]")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert violations(page) == []
    page.goto(six.path)
    page.keyboard.press("End")
    assert stage(page)["kind"] == "won"
    assert violations(page) == []
    page.goto(f"{four.url}/fair")
    assert violations(page) == []
    page.fill("#record", tampered(four)[0])
    page.click("form button")
    page.wait_for_selector("[data-outcome=bad]")
    assert violations(page) == []
    context.close()


def test_touch_targets_are_large_enough(browser: Browser, four: Played) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(four.path)
    boxes = page.locator("main button:visible, main a.button, main select").evaluate_all(
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.width, b.height]; })"
    )
    assert boxes
    assert all(width >= 44 and height >= 44 for width, height in boxes)
    page.close()
