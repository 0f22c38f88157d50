"""Analyses of finished matches: who gets them, what they cost, and how heavy their page is."""

import asyncio
import gzip
import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import perudo
from perudo.coach.advice import SHOWN
from perudo.records.record import Record
from perudo.records.replay import read_record
from perudo.server import analyses
from perudo.server.analyses import MOST_WAITING, PER_MINUTE, Analyses
from perudo.server.analyst import analysis_of
from perudo.server.limits import Rate
from perudo.server.request_refusals import RequestReason, RequestRefused
from perudo.web.analysis_wait import wait_page
from perudo.web.reader import Reader
from testkit.server.seated import Sitting, as_refusal
from testkit.serving import Guest, Serving
from testkit.threads import run_apart
from testkit.web.replaying import Played, judged

MOST_BYTES = 60_000


@pytest.fixture(scope="module")
def match(server: Serving) -> Played:
    return judged(server, edition="asmodee-2009", options=["calza"], seats=4)


def duel(seed: int) -> Record:
    """A short match of two bots."""
    game = perudo.play_match(["easy", "easy"], seed=seed, edition="asmodee-2009", dice=2)
    return read_record(game.record().encode())


def page_of(match: Played, query: str = "") -> httpx.Response:
    return match.host.client.get(f"/t/{match.code}/analysis{query}")


def test_every_decision_of_every_round_is_on_the_page(match: Played) -> None:
    answer = page_of(match)
    assert answer.status_code == 200
    record = read_record(match.record().encode())
    for number, noted in enumerate(record.rounds, 1):
        assert f'id="round-{number}"' in answer.text
        for place in range(len(noted.actions)):
            # The first moment of a round is its deal.
            assert f'id="r{number}s{place + 2}"' in answer.text
    links = set(re.findall(r'/replay\?match=1#(r\d+s\d+)"', answer.text))
    replay = match.host.client.get(f"/t/{match.code}/replay").text
    assert links <= set(re.findall(r'<li id="(r\d+s\d+)"', replay))
    assert len(links) >= sum(len(noted.actions) for noted in record.rounds)


def test_one_seat_gets_its_own_decisions_explained(match: Played) -> None:
    everybody, own = page_of(match).text, page_of(match, "?match=1&seat=1").text
    assert 0 < own.count('class="outlooks"') < everybody.count('class="outlooks"')
    assert own.count('class="lessons"') == 1


def test_the_page_is_light(match: Played) -> None:
    page = page_of(match)
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < MOST_BYTES
    assert len(gzip.compress(page.content)) < MOST_BYTES / 2


def test_it_is_for_matches_that_are_over(server: Serving, match: Played) -> None:
    with Sitting(server) as running:
        path = f"/t/{running.code}/analysis"
        assert as_refusal(running.people[0].client.get(path))["reason"] == "no-record"
    for query, status in (
        ("?match=2", 409),
        ("?seat=5", 404),
        ("?seat=9", 422),
        ("?match=0", 422),
        ("?seat=x", 422),
    ):
        assert page_of(match, query).status_code == status, query


def test_strangers_with_the_link_may_look_as_at_a_replay(server: Serving, match: Played) -> None:
    stranger = Guest(server.url)
    assert stranger.client.get(f"/t/{match.code}/analysis").status_code == 200
    assert stranger.client.get("/t/NOSUCH/analysis").status_code == 404


def test_links_lead_there_from_the_replay_and_from_the_end_of_the_match(match: Played) -> None:
    for path in (f"/t/{match.code}", f"/t/{match.code}/replay"):
        assert f"/t/{match.code}/analysis?match=1" in match.host.client.get(path).text


def test_the_analyst_keeps_what_pages_show() -> None:
    record = duel(1)
    for one in analysis_of(record).decisions:
        assert len(one.advice.outlooks) <= SHOWN + 2
        assert one.advice.of(one.action).action == one.action


JUDGED: Any = "judged"
"""What the fake analyst answers, in the place of an analysis."""


def fake(code: str) -> tuple[str, ...]:
    """An analyst that does this instead of judging."""
    return (sys.executable, "-c", f"import sys, pickle; sys.stdin.buffer.read(); {code}")


def answering(noted: Path) -> tuple[str, ...]:
    """An analyst that notes that it was asked, and answers at once."""
    return fake(f"open({str(noted)!r}, 'a').write('x'); pickle.dump('judged', sys.stdout.buffer)")


@pytest.fixture(scope="module")
def record() -> Record:
    return duel(1)


def test_a_match_is_judged_once_for_all_who_ask(record: Record, tmp_path: Path) -> None:
    async def ask() -> None:
        made = Analyses(answering(tmp_path / "asked"))
        asked = [made.analysis("t", 1, record, "home") for _ in range(20)]
        assert await asyncio.gather(*asked) == [JUDGED] * 20
        assert await made.analysis("t", 1, record, "home") == JUDGED
        await made.close()

    run_apart(ask())
    assert (tmp_path / "asked").read_text() == "x"


def test_a_log_that_was_rewritten_is_judged_again(record: Record, tmp_path: Path) -> None:
    async def ask() -> None:
        made = Analyses(answering(tmp_path / "asked"))
        await made.analysis("t", 1, record, "home")
        await made.analysis("t", 1, duel(2), "home")
        made.forget("t")
        await made.analysis("t", 1, record, "home")
        await made.close()

    run_apart(ask())
    assert (tmp_path / "asked").read_text() == "xxx"


def test_who_waits_long_is_told_to_come_back(
    record: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def ask() -> None:
        made = Analyses(answering(tmp_path / "asked"))
        monkeypatch.setattr(analyses, "PATIENCE_SECONDS", 0)
        assert await made.analysis("t", 1, record, "home") is None
        monkeypatch.setattr(analyses, "PATIENCE_SECONDS", 60)
        assert await made.analysis("t", 1, record, "home") == JUDGED
        await made.close()

    run_apart(ask())
    assert (tmp_path / "asked").read_text() == "x"


def refused_reason(error: pytest.ExceptionInfo[RequestRefused]) -> RequestReason:
    return error.value.refusal.reason


def test_the_page_for_those_who_wait_comes_back_by_itself() -> None:
    page = wait_page(Reader("nl"), "ABC234", 2).html
    assert '<meta http-equiv="refresh" content="3">' in page
    assert "/t/ABC234/replay?match=2" in page


def test_a_flood_of_matches_is_refused_and_the_rest_is_served(record: Record) -> None:
    async def ask() -> None:
        never = Analyses((sys.executable, "-c", "import sys; sys.stdin.read()"))
        waiting = [
            asyncio.create_task(never.analysis("t", number, record, f"home {number}"))
            for number in range(MOST_WAITING)
        ]
        await asyncio.sleep(0)  # so that all of them have asked
        with pytest.raises(RequestRefused) as refused:
            await never.analysis("u", 1, record, "another home")
        assert refused_reason(refused) is RequestReason.TOO_MANY
        for task in waiting:
            task.cancel()
        await never.close()

    run_apart(ask())


def test_one_address_cannot_have_an_archive_judged(
    record: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # All within one moment: a busy machine takes seconds to judge so many.
    held = partial(Rate, clock=lambda: 0.0)
    monkeypatch.setattr(analyses, "Rate", held)

    async def ask() -> None:
        made = Analyses(answering(tmp_path / "asked"))
        for number in range(PER_MINUTE):
            await made.analysis("t", number, record, "home")
        with pytest.raises(RequestRefused) as refused:
            await made.analysis("t", PER_MINUTE, record, "home")
        assert refused_reason(refused) is RequestReason.TOO_MANY
        assert await made.analysis("t", 0, record, "home") == JUDGED
        assert await made.analysis("t", PER_MINUTE, record, "elsewhere") == JUDGED
        await made.close()

    run_apart(ask())


@pytest.mark.parametrize("trouble", ["sys.exit(3)", "pass", "raise ValueError('no')"])
def test_a_match_that_cannot_be_judged_is_refused_and_tried_again(
    record: Record, trouble: str
) -> None:
    async def ask() -> None:
        made = Analyses(fake(trouble))
        for _ in range(2):
            with pytest.raises(RequestRefused) as refused:
                await made.analysis("t", 1, record, "home")
            assert refused_reason(refused).value == "no-analysis"
        await made.close()

    run_apart(ask())


def test_a_match_that_takes_too_long_is_given_up(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        monkeypatch.setattr(analyses, "LONGEST_SECONDS", 0.05)
        made = Analyses((sys.executable, "-c", "import signal; signal.pause()"))
        with pytest.raises(RequestRefused) as refused:
            await made.analysis("t", 1, record, "home")
        assert refused_reason(refused) is RequestReason.NO_ANALYSIS
        await made.close()

    run_apart(ask())
