"""Streams over HTTP: form, resuming, limits, and the end of the server."""

import json
import signal
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path

import httpx
import pytest

from testkit.server.seated import Json, RawStream, Sitting, as_refusal, sse
from testkit.serving import Follower, Guest, Serving


def test_server_sent_events_have_an_id_data_and_a_retry_time(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        version = sitting.version
        with closing(sse(sitting.people[1], sitting.table)) as stream:  # type: ignore[type-var]
            assert next(stream) == {"retry": 1000}
            first = next(stream)
            assert first["id"] == version
            assert first["data"]["version"] == version
            assert first["data"]["table"] == sitting.people[1].look(sitting.table)
            sitting.bid()
            second = next(stream)
        assert (second["id"], second["data"]["version"]) == (version + 1, version + 1)
        assert second["data"]["events"][0]["event"] == "bid-made"
        assert set(second["data"]) == {"version", "at", "events"}


def test_a_stream_resumes_exactly_where_it_was_left(server: Serving) -> None:
    with Sitting(server, 2, dice=2) as sitting:
        bob = sitting.people[1]
        live = Follower(bob, sitting.table, 0)
        end = sitting.play_to_the_end()["version"]
        whole = live.until(lambda lines: bool(lines) and lines[-1]["version"] == end)
        assert [line["version"] for line in whole] == list(range(1, end + 1))
        for last in (0, 1, end // 2, end - 1):
            missed = whole[last:]
            with closing(sse(bob, sitting.table, last)) as stream:  # type: ignore[type-var]
                assert next(stream) == {"retry": 1000}
                blocks = list(islice(stream, len(missed)))
            assert [block["id"] for block in blocks] == [line["version"] for line in missed]
            assert [block["data"] for block in blocks] == missed
            lines = bob.follow(sitting.table, last)
            assert list(islice(lines, len(missed))) == missed


def test_up_to_date_stream_waits_for_new_events(server: Serving) -> None:
    with Sitting(server) as sitting:
        version = sitting.version
        with closing(sse(sitting.onlooker, sitting.table, version)) as stream:  # type: ignore[type-var]
            assert next(stream) == {"retry": 1000}
            sitting.bid()
            assert next(stream)["id"] == version + 1


@pytest.mark.parametrize("last", ["999999", "x", "-3", "1.5", ""])
def test_stream_with_an_unknown_version_begins_with_the_whole_table(
    server: Serving, last: str
) -> None:
    with (
        Sitting(server) as sitting,
        closing(sse(sitting.onlooker, sitting.table, last)) as stream,  # type: ignore[type-var]
    ):
        assert next(stream) == {"retry": 1000}
        assert next(stream)["data"]["table"] == sitting.onlooker.look(sitting.table)


def test_stream_resumes_from_before_the_entries_in_memory(server: Serving) -> None:
    with Sitting(server, toucan=0) as sitting:
        ann, bob = sitting.people
        live = Follower(bob, sitting.table, 0)
        for number in range(130):
            ann.ask(sitting.table, "chat", text=str(number))
        end = sitting.version
        whole = live.until(lambda lines: bool(lines) and lines[-1]["version"] == end)
        assert len(whole) == end > 130
        assert list(islice(bob.follow(sitting.table, 1), end - 1)) == whole[1:]
        stream = bob.follow(sitting.table, 1)
        list(islice(stream, end - 1))
        sitting.bid()
        assert next(stream)["version"] == end + 1


def test_an_onlooker_who_sits_down_gets_a_cup_on_the_same_stream(server: Serving) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    table = ann.open(name="Ann", seats=2)["table"]
    stream = bob.follow(table)
    assert next(stream)["table"]["seat"] is None
    bob.ask(table, "sit", name="Bob")
    ann.ask(table, "start")
    assert next(stream)["events"][0]["event"] == "sat"
    dealt = next(e for e in next(stream)["events"] if e["event"] == "dealt")
    assert dealt["cups"] == [None, bob.look(table)["game"]["cup"]]


def test_ndjson_is_one_object_a_line(server: Serving) -> None:
    with Sitting(server) as sitting:
        path = f"/api/tables/{sitting.table}/stream.ndjson"
        with sitting.onlooker.client.stream("GET", path, params={"after": 0}) as answer:
            assert answer.headers["content-type"] == "application/x-ndjson; charset=utf-8"
            assert answer.headers["cache-control"] == "no-store"
            lines = list(islice(answer.iter_lines(), 3))
        assert [json.loads(line)["version"] for line in lines] == [1, 2, 3]
        for wrong in ("-1", "x", str(2**53 + 1)):
            answer = sitting.onlooker.client.get(path, params={"after": wrong})
            assert (answer.status_code, as_refusal(answer)["reason"]) == (422, "malformed")


def test_stream_of_an_unknown_table_is_refused(server: Serving) -> None:
    for path in ("stream", "stream.ndjson"):
        answer = httpx.get(f"{server.url}/api/tables/nowhere/{path}")
        assert (answer.status_code, as_refusal(answer)["reason"]) == (404, "no-such-table")


def test_streams_of_one_player_are_limited(server: Serving) -> None:
    with Sitting(server) as sitting, ExitStack() as stack:
        headers = {"authorization": f"Bearer {sitting.people[0].token}"}
        streams = [
            stack.enter_context(closing(RawStream(server, sitting.table, headers)))
            for _ in range(8)
        ]
        assert [stream.status for stream in streams] == [200] * 8
        answer = sitting.people[0].client.get(f"/api/tables/{sitting.table}/stream")
        assert (answer.status_code, as_refusal(answer)["reason"]) == (429, "too-many-streams")
        assert as_refusal(answer)["most"] == 8
        assert "retry-after" in answer.headers
        assert next(sitting.people[1].follow(sitting.table))["table"]["seat"] == 1
        streams[0].close()
        follower = _when_there_is_room(sitting)
        assert follower["table"]["seat"] == 0


def _when_there_is_room(sitting: Sitting) -> Json:
    """Retry until a stream is accepted: the server needs a moment to notice closed connections."""
    for _ in range(200):
        path = f"/api/tables/{sitting.table}/stream.ndjson"
        with sitting.people[0].client.stream("GET", path) as answer:
            if answer.status_code == 200:
                line: Json = json.loads(next(answer.iter_lines()))
                return line
            answer.read()
    raise AssertionError("a closed stream still counts")


def test_onlookers_cannot_crowd_the_players_out(server: Serving) -> None:
    with Sitting(server) as sitting, ExitStack() as stack:
        statuses = [
            stack.enter_context(closing(RawStream(server, sitting.table))).status for _ in range(70)
        ]
        assert 429 in statuses
        assert next(sitting.people[0].follow(sitting.table))["table"]["seat"] == 0


def test_stopping_ends_all_streams_at_once(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server, ExitStack() as stack:
        sitting = stack.enter_context(Sitting(server))
        streams = [
            stack.enter_context(closing(RawStream(server, sitting.table))) for _ in range(50)
        ]
        assert server.stop() in (0, -signal.SIGTERM)
        for stream in streams:
            # Ended, not broken off, as they are when a stop has waited for them in vain.
            assert stream.rest().endswith(b"0\r\n\r\n")
        log = server.log.read_text()
        assert json.loads(log.splitlines()[-1])["event"] == "stopped"
        assert "Traceback" not in log
