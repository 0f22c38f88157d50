"""What the host does on the page: send somebody away and let them back, let a bot fill in."""

from playwright.sync_api import Browser

from testkit.serving import Guest, Serving
from testkit.web.people import PHONE, Person, violations


def test_who_was_sent_away_comes_back_when_the_host_says_so(
    browser: Browser, site: Serving
) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    table = host.open(name="Ana", seats=3)["table"]
    ben.ask(table, "sit", name="Ben")
    ana = Person(browser, site.url, size=PHONE, token=host.token).goes_to(f"/t/{table}")
    ana.presses("text=Send Ben away")
    ana.sees("text=Ben was sent away.")
    status, refusal = ben.refused(table, "sit", name="Ben again")
    assert (status, refusal["reason"]) == (403, "sent-away")
    assert violations(ana.page) == []
    ana.presses("text=Let Ben back in")
    ben.ask(table, "sit", name="Ben")
    ana.sees("text=Send Ben away")
    ana.close()


def test_a_bot_is_offered_only_for_somebody_who_is_away(browser: Browser, site: Serving) -> None:
    host, guest = Guest(site.url), Guest(site.url)
    table = host.open(name="Ana", seats=2)["table"]
    guest.ask(table, "sit", name="Ben")
    ben = Person(browser, site.url, token=guest.token).goes_to(f"/t/{table}")
    ana = Person(browser, site.url, token=host.token).goes_to(f"/t/{table}")
    host.ask(table, "start", toucan=1)
    ben.sees("#picker")
    ana.sees("#people >> text=Ben")
    assert ana.page.query_selector("text=Let a bot play for Ben") is None
    ben.close()
    ana.presses("text=Let a bot play for Ben")
    assert host.look(table)["chairs"][1]["held"]
    ana.close()
