"""Lost answers, dead servers and servers of another kind: nothing is lost, nothing done twice."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from perudo.client import NotPerudo, Refused, SeatKey, ServerAway, Table
from perudo.client.seat import Manner, TableSeat
from perudo.client.steps import Answer, LineDown, NextLine, Pause, Request, Step, Steps
from perudo.engine.actions import DUDO
from perudo.records.replay import read_record, replayed
from testkit.serving import Serving

QUICK: dict[str, Any] = {"seats": 2, "dice": 2, "pause_ms": 0, "pace_ms": 0}


def send_over_a_bad_line(steps: Steps[Any], lost: int) -> tuple[list[Request], Any]:
    """Carry out the steps at the real server, but lose the first answers on the way back."""
    sent: list[Request] = []
    step: Step = next(steps)
    with httpx.Client() as http:
        while True:
            try:
                if not isinstance(step, Request):
                    assert isinstance(step, Pause)
                    step = steps.send(None)
                    continue
                sent.append(step)
                got = http.request(step.method, step.url, json=step.body, headers=step.headers)
                if len(sent) <= lost:
                    step = steps.throw(LineDown("lost"))
                else:
                    step = steps.send(Answer(got.status_code, got.headers, got.content))
            except StopIteration as end:
                return sent, end.value


def test_an_action_whose_answer_was_lost_is_done_once(server: Serving) -> None:
    with Table.open(server.url, "Ann", **QUICK) as table:
        steps = table._seat.send_steps("chat", {"text": "only once"})
        sent, answer = send_over_a_bad_line(steps, lost=2)
        assert len(sent) == 3
        assert sent[0] == sent[1] == sent[2]
        assert [event["text"] for event in answer["events"]] == ["only once"]
        assert [said["text"] for said in table.look().json["talk"]] == ["only once"]


def test_a_match_goes_on_after_the_server_was_killed(serving: Serving) -> None:
    with Table.open(serving.url, "Ann", **QUICK) as table:
        updates = table.follow()
        next(updates)
        table.start(fill="easy")
        bids = kills = 0
        for update in updates:
            bids += sum(event["event"] == "bid-made" for event in update.events)
            if update.table.winner is not None:
                break
            if update.table.my_turn:
                assert update.table.game is not None
                legal = update.table.game.legal
                starting = None
                if kills < 2:
                    kills += 1
                    serving.kill()
                    starting = threading.Thread(target=serving.start)
                    starting.start()
                # Sent while no server is there, and again until there is one.
                table.act(DUDO if legal.dudo else next(legal.actions()))
                if starting is not None:
                    starting.join()
        assert kills == 2
        match, _ = replayed(read_record(table.record()))
        assert sum(len(played.bids) for played in match.score.past) == bids
        assert table.check().ok


def test_a_server_that_stays_away_ends_the_patience() -> None:
    with pytest.raises(ServerAway) as away:
        Table.join("http://127.0.0.1:9", "ABCDEF", "Ann", patience=0.5)
    assert "no answer for 0.5 seconds" in str(away.value)


def test_unknown_codes_are_refused(server: Serving) -> None:
    with pytest.raises(Refused) as refusal:
        Table.join(server.url, "ZZZZZZ", "Ann")
    assert refusal.value.reason == "no-such-table"


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "", "x" * 99])
def test_a_server_cannot_name_files_elsewhere(name: str, tmp_path: Path) -> None:
    with pytest.raises(NotPerudo):
        TableSeat(SeatKey("http://127.0.0.1:9", name, None, tmp_path / "seat"), Manner())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        "<html>",
        "3",
        "{}",
        '{"version": "x", "events": []}',
        '{"version": 2, "events": 3}',
        '{"version": 2, "events": [{"event": "dealt"}]}',
        '{"version": 2, "events": [{}]}',
    ],
)
def test_lines_that_no_perudo_server_sends_are_reported(server: Serving, line: str) -> None:
    with Table.open(server.url, "Ann", **QUICK) as table:
        steps = table._seat.follow_steps()
        step: Any = next(steps)
        with httpx.Client() as http:
            while not isinstance(step, NextLine):
                if isinstance(step, Request):
                    got = http.request(step.method, step.url, json=step.body, headers=step.headers)
                    step = steps.send(Answer(got.status_code, got.headers, got.content))
                else:
                    step = steps.send(Answer(200, {}, b""))
        with pytest.raises(NotPerudo):
            steps.send(line)


@contextmanager
def other_server(status: int, content: bytes) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "content"),
    [(200, b"<html>"), (404, b"nothing"), (404, b'{"refusal": 3}'), (200, b'{"table": 3}')],
)
def test_what_is_no_perudo_server_is_said_so(status: int, content: bytes) -> None:
    with other_server(status, content) as url, pytest.raises(NotPerudo):
        Table.watch(url, "ABCDEF")
