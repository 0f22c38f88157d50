"""Corrupted records, and checks that hold for any file."""

import json
from random import Random
from typing import Any

from perudo.engine.fold import fold
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text, write_text
from perudo.records.problems import RecordProblem
from perudo.records.record import Record, StarterRolls
from perudo.records.replay import read_record, replayed
from testkit.random_play import Luck, pick


def problem_of(data: bytes) -> RecordProblem | None:
    """Return what is wrong with the file, or None if it replays to its end."""
    try:
        record = read_record(data)
        match, events = replayed(record)
    except RecordProblem as problem:
        return problem
    assert fold(events) == match
    assert read_jsonl(write_jsonl(record)) == record
    # The text form cannot express an empty list of roll-offs.
    if record.starter != StarterRolls(()):
        assert read_text(write_text(record)) == record
    return None


def assert_replays_or_names_line(data: bytes) -> None:
    """Check that any input either replays or gives a problem with a valid line."""
    problem = problem_of(data)
    if problem is not None:
        # ``splitlines`` breaks lines at more characters than any other way.
        assert 1 <= problem.line <= len(data.decode(errors="replace").splitlines()) + 1
        assert str(problem)
        assert repr(problem)


WORDS = (
    *("perudo", "1", "edition:", "options:", "house:", "seats:", "dice:", "starter:", "menteur"),
    *("weekend", "parker-1994", "calza", "palifico", "raising=one-axis", "calza=on", "Ana,", "@1"),
    *("@Ana", "@", "random", "toucan", "rolls", "/", "1.", "2.", "3", "?", "-", "|", "P2345"),
    *("6", "1x2", "2xP", "3×4", "31x2", "0x3", "4x9", "dudo", "dudo@2", "calza@3", "=0", "=3"),
    *("#", "", ":", ",", "\n", "99999999999", "٣", "\ufeff", "\x00", "\x85", "\u2028", "🎲"),
)


GLUES = ("", " ", " ", "\n", "\n", ":", "|", ",", '"')


def scrambled(text: str, seed: int) -> bytes:
    """Drop, double, swap or replace a few parts of the text, or cut off everything after one.

    A part is a character, a word, a line, or what lies between other separators.
    """
    luck = Random(seed).random
    glue = pick(GLUES, luck)
    parts = text.split(glue) if glue else list(text)
    for _ in range(pick((1, 1, 2, 4), luck)):
        place, other = int(luck() * len(parts)), int(luck() * len(parts))
        kind = pick(("drop", "double", "swap", "replace", "replace", "cut"), luck)
        if kind == "double":
            parts.insert(other, parts[place])
        elif kind == "swap":
            parts[place], parts[other] = parts[other], parts[place]
        elif kind == "drop" and len(parts) > 1:
            del parts[place]
        elif kind == "cut" and place:
            del parts[place:]
        else:
            parts[place] = pick(WORDS, luck)
    return glue.join(parts).encode()


def nested(depth: int) -> list[Any]:
    inside: list[Any] = []
    for _ in range(depth):
        inside = [inside]
    return inside


NAN, INFINITY = float("nan"), float("inf")

JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 5, 6, 7, 9999, 10000, 10**30, -(10**30), 0.0, 1.0, 1.5),
    *(NAN, INFINITY, -INFINITY, 1e308, "", "1", "dudo", "calza", "random", "rolled", "toucan"),
    *("weekend", "\ud800", "\n", "\u2028", "x" * 5000, [], [[]], [None], [1, 2], [[1], [2]]),
    *([["a"]], {}, {"bid": [1, 2]}, {"call": "dudo"}, {"call": []}, {"seat": 0}, nested(50)),
    {"bid": [1, 2], "call": "dudo", "seat": 0},
)


KEYS = ("perudo", "edition", "options", "house", "seats", "dice", "starter", "seat", "rolls")


MORE_KEYS = ("round", "cups", "actions", "found", "bid", "call", "raising", "", "\n", "zzz")


def boxes_in(value: Any) -> list[Any]:
    """Return every list and object inside a value, including itself."""
    items = list(value.values() if isinstance(value, dict) else value)
    inner = [box for item in items if isinstance(item, dict | list) for box in boxes_in(item)]
    return [value, *inner]


def swap_value(lines: list[Any], luck: Luck) -> None:
    """Replace a random value of the record by junk, drop it, or add one."""
    box = pick(boxes_in(lines), luck)
    junk = json.loads(json.dumps(pick(JUNK, luck)))
    places = list(box) if isinstance(box, dict) else list(range(len(box)))
    kind = pick(("put", "put", "put", "drop", "add"), luck)
    if kind == "add" or not places:
        if isinstance(box, dict):
            box[pick(KEYS + MORE_KEYS, luck)] = junk
        else:
            box.append(junk)
        return
    place = pick(places, luck)
    if kind == "drop":
        del box[place]
    else:
        box[place] = junk


def assert_both_forms_round_trip(record: Record) -> None:
    text, lines = write_text(record), write_jsonl(record)
    assert read_text(text) == record
    assert read_jsonl(lines) == record
    assert read_record(text.encode()) == record
    assert read_record(lines.encode()) == record
    assert write_text(read_jsonl(write_jsonl(read_text(text)))) == text
    assert write_jsonl(read_text(write_text(read_jsonl(lines)))) == lines
