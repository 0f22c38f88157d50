"""``perudo replay`` and ``perudo convert``."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from testkit.commands import Run

EXAMPLE = """\
perudo 1
edition: asmodee-2009
options: calza
seats: Ana, Bea, Carl, Dan, Eve
starter: random @Ana

1. P2446 P3445 PP235 22366 P3455 | 4x4 6x4 4xP 9x5 dudo
2. ? | 3x2 4x2 calza@Carl =4
"""


def test_replay_tells_the_match_round_by_round(run: Run, record_file: Callable[[str], str]) -> None:
    result = run("replay", record_file(EXAMPLE))
    assert result.status == 0
    for line in (
        "Carl: 4 Pacos",
        "Eve: Dudo!",
        "On the table: 9 fives (4 and 5 Pacos).",
        "The bid holds.",
        "Eve loses a die.",
        "— Round 2. Eve opens.",
        "Carl: Calza!",
        "Every action is legal. The match is not over.",
    ):
        assert line in result.out


def test_replay_names_the_line_the_action_the_clause_and_what_was_legal(
    run: Run, record_file: Callable[[str], str]
) -> None:
    file = record_file(EXAMPLE.replace("6x4 4xP 9x5", "6x4 2xP 9x5"))
    result = run("replay", file)
    assert result.status == 1
    assert "line 7: 2xP:" in result.err
    assert "[C8]" in result.err
    assert (
        "Legal: fours 7–25 · fives, sixes 6 · Pacos 3–25 · dudo · calza (Ana, Carl, Dan, Eve)."
        in (result.err)
    )


def test_replay_json_gives_the_events_and_the_refusal(
    run: Run, record_file: Callable[[str], str]
) -> None:
    good = [
        json.loads(line)
        for line in run("replay", record_file(EXAMPLE), "--json").out.split("\n")
        if line
    ]
    assert good[0]["event"] == "match-started"
    assert {"event": "bid-made", "seat": 2, "bid": [4, 1]} in good
    assert {"event": "die-lost", "seat": 4} in good
    bad = run("replay", record_file(EXAMPLE.replace("4x2 calza", "3x2 calza")), "--json")
    assert bad.status == 1
    last = json.loads(bad.out.strip().split("\n")[-1])
    assert (last["event"], last["line"], last["action"], last["clause"]) == (
        "refused",
        8,
        "3x2",
        "A2",
    )
    assert last["legal"]["bids"]["2"] == [4, 25]
    assert last["legal"]["bids"]["6"] == [3, 3]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "perudo 1"),
        ("hello", "perudo 1"),
        ("perudo 1\nedition: chess\nseats: A, B", "asmodee-2024"),
        ("perudo 1\nedition: menteur\noptions: calza\nseats: A, B", "--house calza=on"),
        ("perudo 1\nedition: menteur\nseats: A", "2 to 6"),
        ("perudo 1\nedition: menteur\nseats: A, B\n1. ? | 3x2 dudo =1", "who starts"),
    ],
)
def test_a_record_that_cannot_be_read_says_why(
    run: Run, record_file: Callable[[str], str], text: str, told: str
) -> None:
    result = run("replay", record_file(text))
    assert result.status == 1
    assert "line " in result.err
    assert told in result.err


def test_a_missing_file_is_a_clear_line(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.txt"), str(tmp_path), "nul\0byte"):
        result = run("replay", name)
        assert result.status == 2
        assert "Cannot read" in result.err


def test_convert_there_and_back(run: Run, record_file: Callable[[str], str]) -> None:
    text = run("convert", record_file(EXAMPLE), "--to", "text").out
    jsonl = run("convert", record_file(text), "--to", "jsonl").out
    assert len(jsonl.splitlines()) == 4
    assert run("convert", record_file(jsonl), "--to", "text").out == text
