"""Recorded matches that must replay and be written in exactly the same way."""

from pathlib import Path

import pytest

from perudo.engine.match import Phase
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import write_text
from perudo.records.replay import read_record, replayed
from perudo.records.writing import record_of
from testkit.golden import SEPARATOR, event_line
from testkit.matches import ALL

GOLDEN = Path(__file__).parent
FILES = [f"{key}-{number}.txt" for key in ALL for number in (1, 2, 3)]


def parts_of(name: str) -> tuple[str, list[str]]:
    """Return the record and the lines of its events."""
    text = (GOLDEN / name).read_bytes().decode("utf-8")
    record, separator, events = text.partition(f"\n{SEPARATOR}\n")
    assert separator
    return record + "\n", events.splitlines()


def test_there_are_fifteen_golden_matches() -> None:
    assert sorted(path.name for path in GOLDEN.glob("*.txt")) == sorted(FILES)
    assert len(FILES) == 15


@pytest.mark.parametrize("name", FILES)
def test_replay_gives_the_recorded_events(name: str) -> None:
    text, expected = parts_of(name)
    match, events = replayed(read_record(text.encode()))
    assert [event_line(event) for event in events] == expected
    assert match.phase is Phase.OVER
    assert expected[-1] == f"MatchWon seat={match.winner}"


@pytest.mark.parametrize("name", FILES)
def test_writing_gives_the_same_record(name: str) -> None:
    text, _ = parts_of(name)
    record = read_record(text.encode())
    assert write_text(record) == text
    assert write_text(read_jsonl(write_jsonl(record))) == text
    assert write_text(record_of(record.names, replayed(record)[1])) == text


def test_golden_matches_cover_every_kind_of_event() -> None:
    kinds = {line.partition(" ")[0] for name in FILES for line in parts_of(name)[1]}
    assert kinds == {
        *("MatchStarted", "StarterRolled", "StarterChosen", "Dealt", "BidMade", "Called"),
        *("Showdown", "DieLost", "DieRegained", "SeatOut", "NextRound", "MatchWon"),
    }
