"""What the host can do on the page: send somebody away, readmit them, let a bot fill in."""

from playwright.sync_api import Browser

from testkit.serving import Guest, Serving
from testkit.web.people import PHONE, Person, violations


def test_the_host_can_readmit_somebody(browser: Browser, site: Serving) -> None:
    host, ben = Guest(site.url), Guest(site.url)
    table = host.open(name="Ana", seats=3)["table"]
    ben.ask(table, "sit", name="Ben")
    ana = Person(browser, site.url, size=PHONE, token=host.token).go_to(f"/t/{table}")
    ana.page.click("#to-side")
    ana.page.click("[popovertarget=powers-1]")
    assert violations(ana.page) == []
    his = Person(browser, site.url, token=ben.token).go_to(f"/t/{table}")
    his.wait_for_text("text=Waiting for Ana")
    ana.press("text=Send Ben away")
    ana.wait_for_text("text=Ben was sent away.")
    assert "sent you away" in his.wait_for_text(".sent-away")
    his.page.reload()
    assert "sent you away" in his.wait_for_text(".sent-away")
    assert his.page.query_selector("#sit") is None
    status, refusal = ben.refused(table, "sit", name="Ben again")
    assert (status, refusal["reason"]) == (403, "sent-away")
    assert violations(ana.page) == []
    ana.press("text=Let Ben back in")
    his.sit_down("Ben")
    ana.page.click("[popovertarget=powers-1]")
    ana.wait_for_text("text=Send Ben away")
    his.close()  # later: a frame that tells of it closes what is open there
    ana.close()


def test_a_bot_is_offered_only_for_somebody_who_is_away(browser: Browser, site: Serving) -> None:
    host, guest = Guest(site.url), Guest(site.url)
    table = host.open(name="Ana", seats=2)["table"]
    guest.ask(table, "sit", name="Ben")
    ben = Person(browser, site.url, token=guest.token).go_to(f"/t/{table}")
    ana = Person(browser, site.url, token=host.token).go_to(f"/t/{table}")
    host.ask(table, "start", toucan=1)
    ben.wait_for_text("#picker")
    ana.wait_for_text("#people >> text=Ben")
    assert not ana.page.is_visible("text=Let a bot play for Ben")
    ben.close()
    ana.press("#hand-over")
    assert host.look(table)["chairs"][1]["held"]
    ana.close()
