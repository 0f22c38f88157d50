"""Clocks and hearings over HTTP. Nothing here sleeps: streams tell when something has happened."""

from pathlib import Path
from typing import Any

from testkit.server.held import held_server
from testkit.server.seated import Json, Sitting, as_refusal
from testkit.serving import Follower, Serving

CALZA: dict[str, Any] = {"edition": "asmodee-2009", "options": ["calza"]}


def claim(sitting: Sitting, seat: int, answers: tuple[int, int]) -> Json:
    return sitting.people[seat].act(sitting.table, {"call": "calza", "answers": answers})


def kinds(line: Json) -> list[str]:
    return [event["event"] for event in line["events"]]


def test_a_turn_out_of_time_is_played_by_a_bot_and_the_seat_comes_back(server: Serving) -> None:
    """Two tables at once, since the shortest turn is five seconds; they allow different misses.

    Where seat 0 comes back, a bot that takes its time is next, and nobody else is out of time.
    """
    settings: dict[str, Any] = {"turn_seconds": 5, "standin": "easy"}
    with (
        Sitting(server, 3, started=False, misses=1, pace_ms=10_000, **settings) as hard,
        Sitting(server, misses=2, toucan=0, **settings) as kind,
    ):
        hard.people[1].ask(hard.table, "stand")
        hard.people[0].ask(hard.table, "bots", level="easy", seat=1)
        hard.people[0].ask(hard.table, "start", toucan=0)
        followers = [Follower(sitting.people[-1], sitting.table, 0) for sitting in (hard, kind)]
        deadline = followers[0].until_event("clock-started")["deadline"]
        assert followers[0].until_event("timed-out") == {
            "event": "timed-out",
            "seat": 0,
            "misses": 1,
            "level": "easy",
        }
        line = next(line for line in followers[0].lines if "timed-out" in kinds(line))
        assert line["at"] >= deadline
        assert kinds(line)[:4] == ["timed-out", "bot-took-over", "host-changed", "bid-made"]
        assert hard.people[0].look(hard.table)["chairs"][0]["held"] is True
        assert hard.people[0].ask(hard.table, "back")["events"] == [
            {"event": "came-back", "seat": 0}
        ]
        chair = hard.people[0].look(hard.table)["chairs"][0]
        assert (chair["held"], chair["level"]) == (False, None)
        assert hard.people[0].look(hard.table)["host"] == 2

        followers[1].until_event("timed-out")
        line = next(line for line in followers[1].lines if "timed-out" in kinds(line))
        assert kinds(line)[:2] == ["timed-out", "bid-made"]
        assert "bot-took-over" not in kinds(line)


def test_a_turn_has_a_deadline_that_all_are_told(server: Serving) -> None:
    with Sitting(server, turn_seconds=60, toucan=0) as sitting:
        seen = sitting.onlooker.look(sitting.table)
        told = sitting.people[0].act(sitting.table)
        assert told["events"][-1] == {
            "event": "clock-started",
            "seat": 1,
            "deadline": told["at"] + 60_000,
        }
        assert seen["deadline"] < told["events"][-1]["deadline"]


def test_a_claim_is_private_until_the_hearing_closes(server: Serving) -> None:
    with Sitting(server, 3, hearing_ms=5_000, **CALZA) as sitting:
        answers = sitting.bid()
        turn = sitting.turn
        claimant, bidder = (turn + 1) % 3, (turn + 2) % 3
        version = sitting.version
        streams = {seat: Follower(sitting.people[seat], sitting.table) for seat in range(3)}
        onlooker = Follower(sitting.onlooker, sitting.table)
        told = claim(sitting, claimant, answers)
        assert kinds(told) == ["calza-claimed"]
        assert told["events"][0]["seat"] == claimant
        assert sitting.people[claimant].look(sitting.table)["claimed"] is True
        for other in (sitting.people[turn], sitting.people[bidder], sitting.onlooker):
            seen = other.look(sitting.table)
            assert seen["claimed"] is False
            assert seen["deadline"] is None
        # If the next frame on the stream is a later one, the claim itself was not sent.
        sitting.people[bidder].ask(sitting.table, "chat", text="now")
        for listener in (streams[turn], streams[bidder], onlooker):
            listener.until_event("said")
            assert [kinds(line) for line in listener.lines[1:]] == [["said"]]
        streams[claimant].until_event("said")
        assert [kinds(line) for line in streams[claimant].lines[1:]] == [
            ["calza-claimed"],
            ["said"],
        ]
        assert version < sitting.version


def test_A9_a_move_of_the_next_player_within_the_hearing_wins(server: Serving) -> None:
    with Sitting(server, 3, hearing_ms=5_000, **CALZA) as sitting:
        answers = sitting.bid()
        turn = sitting.turn
        claimant = (turn + 1) % 3
        stream = Follower(sitting.people[claimant], sitting.table)
        claim(sitting, claimant, answers)
        version = sitting.version
        sitting.bid()
        closed = stream.until_event("hearing-closed")
        assert closed == {
            "event": "hearing-closed",
            "bid": list(answers),
            "claims": [claimant],
            "heard": turn,
            "unmade": None,
        }
        assert kinds(stream.lines[-1])[:2] == ["hearing-closed", "bid-made"]
        assert sitting.people[claimant].look(sitting.table)["claimed"] is False
        # The refusal of a claim after the move says which move came first.
        answer = sitting.people[(claimant + 1) % 3].post(
            f"/api/tables/{sitting.table}/act", call="calza", answers=answers, version=version
        )
        refusal = as_refusal(answer)
        assert (answer.status_code, refusal["reason"]) == (409, "superseded")
        assert (refusal["by"]["event"], refusal["by"]["seat"]) == ("bid-made", turn)


def test_a_claim_on_another_bid_than_the_last_is_superseded(server: Serving) -> None:
    with Sitting(server, 3, hearing_ms=5_000, **CALZA) as sitting:
        first = sitting.bid()
        sitting.bid()
        answer = sitting.after(1).post(
            f"/api/tables/{sitting.table}/act",
            call="calza",
            answers=first,
            version=sitting.version,
        )
        assert as_refusal(answer)["reason"] == "superseded"


def test_A8_of_two_claims_the_first_clockwise_counts_whoever_came_first(tmp_path: Path) -> None:
    """The hearing ends when both have claimed, however slow this test is."""
    with held_server(tmp_path) as server:
        tables = [Sitting(server, 4, hearing_ms=400, **CALZA) for _ in range(2)]
        streams, wanted = [], []
        for sitting, order in zip(tables, ((2, 3), (3, 2)), strict=True):
            bidder = sitting.turn
            answers = sitting.bid()
            for step in order:
                claim(sitting, (bidder + step) % 4, answers)
            streams.append(Follower(sitting.people[bidder], sitting.table))
            wanted.append((bidder + 2) % 4)
        server.clock.passes(400)
        for stream, first in zip(streams, wanted, strict=True):
            closed = stream.until_event("hearing-closed")
            assert closed["heard"] == first
            assert sorted(closed["claims"]) == sorted({first, (first + 1) % 4})
            called = stream.until_event("called")
            assert (called["seat"], called["call"]) == (first, "calza")
        for sitting in tables:
            sitting.close()


def test_the_next_player_comes_before_claims_out_of_turn(server: Serving) -> None:
    """Calza in turn closes the hearing: clockwise from the bidder nobody is nearer (A8)."""
    with Sitting(server, 3, hearing_ms=5_000, **CALZA) as sitting:
        answers = sitting.bid()
        turn = sitting.turn
        claim(sitting, (turn + 1) % 3, answers)
        told = claim(sitting, turn, answers)
        closed = next(e for e in told["events"] if e["event"] == "hearing-closed")
        assert closed["heard"] == turn
        assert sorted(closed["claims"]) == sorted([turn, (turn + 1) % 3])
