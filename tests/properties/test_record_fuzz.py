"""Reading any file either gives a match or names the line that is wrong."""

import json
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from perudo.records.jsonl import write_jsonl
from perudo.records.notation import write_text
from perudo.records.writing import record_of
from testkit.random_play import Played, pick
from testkit.records import (
    assert_replays_or_names_line,
    scrambled,
    swap_value,
)
from testkit.strategies import SEEDS, beginnings

SEATS = ("Ana", "Jean Luc", "3", "🎲", "Eva", "Finn")
UNSEEN = (0.0, 0.4)
PLAYED = beginnings(UNSEEN)


def text_of(play: Played) -> str:
    return write_text(record_of(SEATS[: play.setup.seats], play.events))


def lines_of(play: Played) -> str:
    return write_jsonl(record_of(SEATS[: play.setup.seats], play.events))


@settings(max_examples=500)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf")
@example(b"\x00")
@example(b"{")
@example(b"{}")
@example(b"[]")
@example(b"{\n")
@example(b"perudo 1")
@example(b"perudo 1\r\r\n")
@example(b'{"perudo":' + b"[" * 2000 + b"]" * 2000 + b"}")
@example(b'{"perudo":' + b"9" * 5000 + b"}")
@example(b'{"perudo":' + b"9" * 4000 + b"}")
@example(b'{"perudo":1e999}')
def test_any_bytes_are_read_or_rejected_by_line(data: bytes) -> None:
    assert_replays_or_names_line(data)


HEAD = "perudo 1\nedition: menteur\nseats: A, B\nstarter: @A\n"
STARTS = (
    *("", "perudo 1\n", "perudo 1\nedition: ", "perudo 1\nedition: menteur\nseats: "),
    *(HEAD, HEAD + "1. ", HEAD + "1. ? | ", HEAD + "1. ? | 1x2 ", HEAD + "1. ? | 1x2 dudo =1\n2. "),
    *("{", '{"perudo":1,', '{"perudo":1,"edition":"menteur","seats":["A","B"]}\n{"starter":'),
)


@settings(max_examples=500)
@given(st.sampled_from(STARTS), st.text(max_size=100))
def test_any_text_is_read_or_rejected_by_line(start: str, text: str) -> None:
    assert_replays_or_names_line((start + text).encode(errors="surrogatepass"))


@settings(max_examples=500)
@given(PLAYED, SEEDS)
def test_scrambled_text_records_are_read_or_rejected(play: Played, seed: int) -> None:
    assert_replays_or_names_line(scrambled(text_of(play), seed))


@settings(max_examples=500)
@given(PLAYED, SEEDS)
def test_scrambled_json_records_are_read_or_rejected(play: Played, seed: int) -> None:
    assert_replays_or_names_line(scrambled(lines_of(play), seed))


@settings(max_examples=300)
@given(PLAYED, SEEDS)
def test_records_with_a_changed_byte_are_read_or_rejected(play: Played, seed: int) -> None:
    luck = Random(seed).random
    data = bytearray(pick((text_of, lines_of), luck)(play).encode())
    data[int(luck() * len(data))] = int(luck() * 256)
    assert_replays_or_names_line(bytes(data))


# JSON that is JSON, but not a record


@settings(max_examples=500)
@given(PLAYED, SEEDS)
def test_json_records_with_replaced_values_are_read_or_rejected(play: Played, seed: int) -> None:
    luck = Random(seed).random
    lines = [json.loads(line) for line in lines_of(play).splitlines()]
    for _ in range(pick((1, 1, 2, 3), luck)):
        swap_value(lines, luck)
    assert_replays_or_names_line("\n".join(map(json.dumps, lines)).encode())
