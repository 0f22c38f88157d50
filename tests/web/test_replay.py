"""The replay of a match in a real browser shows what was played."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

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
from perudo.i18n.tongue import Tongue
from perudo.records.replay import read_record, replayed
from testkit.web.clock import stop_clock
from testkit.web.replaying import STAGE, Played, stage

STEPPING = f"""() => {{
  const stage = {STAGE};
  document.querySelector("[data-do=first]").click();
  const moments = [stage()];
  const last = Number(document.querySelector("[data-scrub]").max);
  for (let at = 1; at <= last; at++) {{
    document.querySelector("[data-do=on]").click();
    if (Number(document.querySelector("[data-scrub]").value) !== at) throw new Error(`at ${{at}}`);
    moments.push(stage());
  }}
  return moments;
}}"""


def all_moments(page: Page) -> list[dict[str, Any]]:
    """Every moment of the match, stepping from the first to the last."""
    moments: list[dict[str, Any]] = page.evaluate(STEPPING)
    return moments


@pytest.mark.parametrize("which", ["four", "six"])
def test_the_stage_matches_the_events(
    page: Page, which: str, request: pytest.FixtureRequest
) -> None:
    match: Played = request.getfixturevalue(which)
    record = read_record(match.record().encode())
    page.goto(match.path)
    moments = all_moments(page)
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
    page.get_by_role("button", name="One step forward").click()
    assert stage(page) == there
    page.get_by_role("button", name="Next round").click()
    page.wait_for_url("**/replay?match=1#r3s1")
    page.get_by_role("button", name="To the start").click()
    page.wait_for_url("**/replay?match=1#r0s1")
    page.evaluate("location.hash = 'r2s3'")
    expect(page.locator("[data-now]")).to_have_text(there["now"])
    page.goto("about:blank")
    page.goto(f"{four.path}?match=1#no-such-moment")
    assert stage(page)["kind"] == "bid"


def test_it_starts_at_the_first_bid(page: Page, four: Played) -> None:
    page.clock.install()
    page.goto(four.path)
    assert stage(page)["kind"] == "bid"
    first = page.locator("[data-scrub]").input_value()
    kinds = [moment["kind"] for moment in all_moments(page)]
    assert kinds.index("bid") == int(first) > 0
    stop_clock(page)
    page.get_by_role("button", name="Play", exact=True).click()  # it stands at the end
    expect(page.locator("[data-scrub]")).to_have_value(first)


def test_keys_play_and_step(page: Page, four: Played) -> None:
    page.clock.install()
    page.goto(f"{four.path}#r0s1")
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
    stop_clock(page)
    press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1_000)
    expect(at).not_to_have_value("0")
    press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_without_shortcuts_keys_work_only_in_the_player(page: Page, four: Played) -> None:
    page.goto(f"{four.path}#r0s1")
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


def test_each_moment_is_announced_once(page: Page, four: Played) -> None:
    page.goto(f"{four.path}#r0s1")
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
    told = [moment["now"] for moment in all_moments(page)][1:]
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
        page.get_by_role("button", name="One step forward").click()
    expect(dice).to_be_visible()


def test_a_moment_is_shared(browser: Browser, four: Played) -> None:
    context = browser.new_context(
        locale="en", permissions=["clipboard-read", "clipboard-write"], service_workers="block"
    )
    page = context.new_page()
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(f"{four.path}#r1s2")
    page.get_by_role("button", name="Share this moment").click()
    expect(page.locator("[data-toast]")).to_have_text("Link to this moment copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{four.path}?match=1#r1s2"
    page.evaluate("() => { navigator.share = (what) => { window.shared = what.url; }; }")
    page.get_by_role("button", name="Share this moment").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared") == f"{four.path}?match=1#r1s2"
    context.close()


def test_the_record_can_be_downloaded(page: Page, four: Played) -> None:
    page.goto(four.path)
    with page.expect_download() as download:
        page.get_by_role("link", name="As JSON lines").click()
    assert download.value.suggested_filename == f"perudo-{four.code}-1.jsonl"
    assert download.value.path().read_text(encoding="utf-8") == four.record()
    with page.expect_download() as download:
        page.get_by_role("link", name="As text").click()
    assert read_record(download.value.path().read_bytes()) == read_record(four.record().encode())
