"""How a page reacts to servers that cheat with the dice, and to another device's pledge."""

import json
from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route, expect

from perudo.records import fair_dice
from perudo.records.jsonl import read_jsonl
from perudo.records.proof import verify
from testkit.serving import Serving
from testkit.web.duelling import Duel, Lines, check_result, round_range, rounds_of
from testkit.web.held_answers import hold_answers, let_answers_go

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


def with_other_secret(record: Lines, number: int) -> None:
    """A record that fits together, with a round thrown from a secret that was chosen afterwards."""
    noted = rounds_of(record)[number - 1]
    secret = bytes(range(32))
    seeds, label = noted["fair"]["seeds"], record[0]["fair"]
    counts = [len(cup) for cup in noted["cups"]]
    noted["fair"] |= {"secret": secret.hex(), "commitment": fair_dice.commitment(secret)}
    noted["cups"] = [list(cup) for cup in fair_dice.cups(secret, label, number, seeds, counts)]


def cheat(page: Page, change: Callable[[Lines], None]) -> None:
    """Let the server give out changed records from now on."""

    def answer(route: Route) -> None:
        record = [json.loads(line) for line in route.fetch().text().splitlines()]
        change(record)
        body = "\n".join(map(json.dumps, record))
        route.fulfill(body=body, content_type="application/x-ndjson")

    page.route("**/record?*form=jsonl", answer)


def result_with(browser: Browser, site: Serving, change: Callable[[Lines], None]) -> str:
    duel = Duel(browser, site)
    cheat(duel.ana.page, change)
    duel.open_page()
    duel.start()
    duel.play_on()
    line = check_result(duel.ana.page)
    duel.ana.close()
    return line


def test_a_secret_chosen_afterwards_is_caught(browser: Browser, site: Serving) -> None:
    """The record is consistent; only the device's own notes reveal the other secret."""

    def change(record: Lines) -> None:
        with_other_secret(record, 2)
        text = "\n".join(map(json.dumps, record))
        assert all(check.ok for check in verify(read_jsonl(text)))

    line = result_with(browser, site, change)
    assert line == (
        "These dice are not proven fair. "
        "Round 2: the server's secret is not the one it pledged to you."
    )


def test_a_record_of_the_old_proof_version_fails(browser: Browser, site: Serving) -> None:
    """In version 1 nothing binds the seeds."""

    def change(record: Lines) -> None:
        del record[0]["proof"]
        record[0].pop("bots", None)
        for noted in rounds_of(record):
            noted.pop("pledges", None)

    line = result_with(browser, site, change)
    assert line.startswith(
        "These dice are not proven fair. "
        "The record leaves out what the players' devices had fixed. Round 1:"
    )


def test_the_record_of_another_match_fails(browser: Browser, site: Serving) -> None:
    def change(record: Lines) -> None:
        record[0]["fair"] = "k3v9x2/1"

    line = result_with(browser, site, change)
    assert line.startswith("These dice are not proven fair.")
    assert "The server gave the record of another match." in line


def test_a_link_that_was_given_cannot_be_denied(browser: Browser, site: Serving) -> None:
    def change(record: Lines) -> None:
        noted = rounds_of(record)[-1]
        noted["fair"]["seeds"][0] = "-"
        number, secret = noted["round"], bytes.fromhex(noted["fair"]["secret"])
        counts = [len(cup) for cup in noted["cups"]]
        cups = fair_dice.cups(secret, record[0]["fair"], number, noted["fair"]["seeds"], counts)
        noted["cups"] = [list(cup) for cup in cups]

    line = result_with(browser, site, change)
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
    duel.open_page()
    duel.start()
    expect(duel.ana.page.locator("#own-part")).to_contain_text("since round 1")
    duel.wait_until_noted()  # the new pledge no longer shows that the link has come
    assert (len(duel.links), len(duel.pledges)) == (1, 1)
    with duel.ana.page.expect_request("**/pledge"):
        duel.ana.page.evaluate(GATHERS_AGAIN, "00" * 32)
    duel.ana.page.reload()
    expect(duel.ana.page.locator("#own-part")).to_contain_text("since round 1")
    assert len(duel.links) == 1
    assert len(set(duel.pledges)) == 2
    duel.play_on()
    links = [sent["link"] for sent in duel.links]
    assert len(links) == len(set(links))
    duel.ana.close()


def test_another_devices_pledge_is_told_of_even_if_the_own_answer_comes_later(
    browser: Browser, site: Serving
) -> None:
    duel = Duel(browser, site)
    page = duel.ana.page
    hold_answers(page, "/pledge")
    duel.open_page()
    duel.api.ask(duel.code, "pledge", pledge="ab" * 32)
    expect(page.locator("#own-part")).to_contain_text("Another device takes part")
    let_answers_go(page)
    expect(page.locator("#own-part")).to_contain_text("Another device takes part")
    duel.ana.close()


def test_another_devices_pledge_is_left_alone_and_gets_no_link(
    browser: Browser, site: Serving
) -> None:
    """Whoever can pledge for one's seat, another device or a server that cheats, is left alone and
    named in the end."""
    duel = Duel(browser, site)
    duel.open_page()
    duel.api.ask(duel.code, "pledge", pledge="ab" * 32)
    expect(duel.ana.page.locator("#own-part")).to_contain_text("Another device takes part")
    duel.start()
    assert duel.links == []
    # The other one did not reveal, so its pledge is gone, and the page takes part again.
    expect(duel.ana.page.locator("#own-part")).to_contain_text("from the next round on")
    duel.play_on()
    line = check_result(duel.ana.page)
    assert f"in these rounds: {round_range(2, duel.record())}." in line
    assert "In round 1 another device took part for your seat." in line
    assert "Round 1: Ana did not reveal (withheld)." in line
    duel.ana.close()
