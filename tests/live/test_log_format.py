"""Log entries have a format number: older formats are read, newer ones refused clearly."""

import json
from pathlib import Path

import pytest

from perudo.records.proof import verify
from perudo.table.live.events import MatchOpened, Said
from perudo.table.live.fold import LogEntry, fold
from perudo.table.live.log import FORMAT, UPGRADES, UnreadableEntry, read_events, write_events
from perudo.table.live.matches import logged_matches
from perudo.table.live.settings import Settings
from testkit.live.sandbox import Sandbox


def older_log() -> list[LogEntry]:
    """Read a match under way, written in the first format.

    It has seeds that nobody pledged, and an entry without events, from a second “ready”.
    """
    lines = (Path(__file__).parent / "format-1.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [LogEntry(row["seq"], row["at"], read_events(row["body"])) for row in rows]


def test_every_older_format_has_its_upgrade() -> None:
    assert set(UPGRADES) == set(range(1, FORMAT))


def test_an_older_log_is_read_and_its_dice_are_proven_by_their_own_version() -> None:
    log = older_log()
    (opened,) = [e for entry in log for e in entry.events if isinstance(e, MatchOpened)]
    assert opened.proof == 1
    (match,) = logged_matches("abc", log)
    record = match.record()
    assert record.proof == 1
    assert any(noted.fair and "luck-1" in noted.fair.seeds for noted in record.rounds)
    assert all(check.ok for check in verify(record))


def test_a_match_of_an_older_log_goes_on() -> None:
    box = Sandbox(Settings())
    box.log = older_log()
    box.table = fold(box.log)
    assert box.table.match is not None
    box.now = box.log[-1].at
    past = len(box.table.match.score.past)
    while box.table.match.winner is None and len(box.table.match.score.past) == past:
        box.tick()
    assert fold(box.log) == box.table
    (match,) = logged_matches("abc", box.log)
    assert all(check.ok for check in verify(match.record()))


def test_an_entry_of_a_newer_program_is_refused_with_both_formats() -> None:
    entry = json.loads(write_events((Said(0, "hello"),)))
    entry["format"] = FORMAT + 1
    with pytest.raises(UnreadableEntry, match=f"format {FORMAT + 1} .* up to {FORMAT}"):
        read_events(json.dumps(entry))


@pytest.mark.parametrize(
    "body",
    ["", "{", "null", "7", "[1]", "{}", '{"format":2}', '{"format":"2","events":[]}',
     '{"format":0,"events":[]}', '{"format":2,"events":[{"event":"earthquake"}]}',
     '[{"event":"sat"}]'],
)  # fmt: skip
def test_damaged_entry_is_unreadable(body: str) -> None:
    with pytest.raises(UnreadableEntry):
        read_events(body)
