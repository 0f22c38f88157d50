"""Proofs of dice in records: writing, reading, and errors."""

import hmac
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.records.fair_dice import FairRound
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text, write_text
from perudo.records.problems import LONGEST_TOKEN, RecordFault, RecordProblem
from perudo.records.proof import verify
from perudo.records.record import NotedRound, Record
from perudo.records.replay import read_record, replayed
from perudo.records.writing import Proof, record_of
from testkit import ROOT
from testkit.fair_matches import LABEL, NAMES, SEEDS, Pledging, Unpledged, fair_record
from testkit.matches import ALL, rules_of
from testkit.random_play import Played, pick
from testkit.records import (
    assert_both_forms_round_trip,
    assert_replays_or_names_line,
    scrambled,
    swap_value,
)
from testkit.strategies import SEEDS as LUCKS
from testkit.strategies import beginnings

RECORDS = [
    fair_record(rules_of(key), seats, seats, proof=proof)
    for key in ALL
    for seats in (2, 4, 6)
    for proof in (Unpledged, Pledging)
]


@pytest.mark.parametrize(
    "record", RECORDS, ids=lambda r: f"{r.rules.key}-{len(r.names)}-v{r.proof}"
)
def test_a_proven_match_survives_both_forms(record: Record) -> None:
    assert_both_forms_round_trip(record)
    assert verify(read_text(write_text(record))) == verify(record)
    bare = tuple(replace(noted, fair=None, pledges=()) for noted in record.rounds)
    assert record_of(record.names, replayed(record)[1]) == replace(
        record, fair=None, proof=1, bots=(), rounds=bare
    )


def test_a_record_without_proof_has_no_proof_entries() -> None:
    plain = Record(rules_of("menteur"), ("A", "B"), rounds=(NotedRound(None),))
    assert "fair" not in write_text(plain) + write_jsonl(plain)


PROOFS = st.builds(
    lambda commitment, secret, seeds: FairRound(commitment.hex(), secret, tuple(seeds)),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=32, max_size=32),
    st.lists(st.from_regex(r"[0-9A-Za-z_-]{0,64}", fullmatch=True), min_size=6, max_size=6),
)


def proven(play: Played, proofs: list[FairRound | None], label: str = LABEL) -> Record:
    """The match with proofs, true or not, in some of its rounds."""
    seats = play.setup.seats
    cut = [None if p is None else replace(p, seeds=p.seeds[:seats]) for p in proofs]
    by_round = {number: proof for number, proof in enumerate(cut, 1) if proof is not None}
    revealed = Proof(label=label, version=1, rounds=by_round)
    return record_of(NAMES[:seats], play.events, proof=revealed)


@settings(max_examples=150)
@given(
    beginnings((0.0, 0.4)),
    st.lists(st.none() | PROOFS, max_size=8),
    st.from_regex(r"[0-9A-Za-z/_-]{1,100}", fullmatch=True),
)
def test_any_proof_survives_both_forms(
    play: Played, proofs: list[FairRound | None], label: str
) -> None:
    record = proven(play, proofs, label)
    assert_both_forms_round_trip(record)
    assert replayed(record) == (play.match, play.events)
    verify(record)


def some_proven(play: Played, seed: int) -> Record:
    random = Random(seed)
    proofs = [
        FairRound(
            random.randbytes(32).hex(), random.randbytes(32), tuple(random.choices(SEEDS, k=6))
        )
        for _ in range(3)
    ]
    return proven(play, [*proofs])


@settings(max_examples=300)
@given(beginnings(), LUCKS)
def test_proven_records_with_parts_scrambled(play: Played, seed: int) -> None:
    written = pick((write_text, write_jsonl), Random(seed).random)(some_proven(play, seed))
    assert_replays_or_names_line(scrambled(written, seed))
    fair_lines = [line for line in written.splitlines() if "fair" in line]
    odd = pick((*fair_lines, "fair", "fair ,", "fair: x"), Random(seed + 1).random)
    assert_replays_or_names_line((written + odd + "\n").encode())


@settings(max_examples=300)
@given(beginnings(), LUCKS)
def test_proven_records_in_json_with_values_replaced(play: Played, seed: int) -> None:
    luck = Random(seed).random
    lines = [json.loads(line) for line in write_jsonl(some_proven(play, seed)).splitlines()]
    boxes = [line["fair"] for line in lines if isinstance(line.get("fair"), dict)]
    swap_value(boxes if boxes and luck() < 0.7 else lines, luck)
    assert_replays_or_names_line("\n".join(map(json.dumps, lines)).encode())


def blocks(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"^```\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def test_the_examples_of_proven_dice_are_the_same_match_and_true() -> None:
    text, jsonl = (block for block in blocks("records.md") if "demo/1" in block)
    record = read_text(text)
    assert read_jsonl(jsonl) == record
    assert write_text(record) == text
    assert write_jsonl(record) == jsonl
    replayed(record)
    assert all(check.ok for check in verify(record))
    whole = next(block for block in blocks("fair-dice.md") if block.startswith("perudo 1"))
    assert read_text(whole) == replace(record, rounds=record.rounds[:1])


def test_the_hashes_on_the_page_are_right() -> None:
    page = "".join(blocks("fair-dice.md"))
    shown = re.findall(r'printf %s "(.*)" \| .*\n.*= ([0-9a-f]{64})', page)
    link = bytes(range(32, 64)).hex()
    assert len(shown) == 4
    for message, digest in shown:
        whole = message.replace("$LINK", link).encode()
        assert hmac.digest(bytes(range(32)), whole, "sha256").hex() == digest


HEAD = "perudo 1\nedition: menteur\nseats: A, B\nfair: k3v9x2/1\nstarter: @A\n1. 2 3 | 1x2 dudo\n"
HEX = "ab" * 32
JSON_HEAD = '{"perudo":1,"edition":"menteur","seats":["A","B"],"fair":"k3v9x2/1"}\n'


@pytest.mark.parametrize(
    ("fault", "text", "line", "token"),
    [
        (RecordFault.FAIR, f"{HEAD}fair {HEX}\n", 7, f"fair {HEX}"[:LONGEST_TOKEN]),
        (RecordFault.FAIR, f"{HEAD}fair\n", 7, "fair"),
        (RecordFault.FAIR, f"{HEAD}fair {HEX[1:]} {HEX} a,b\n", 7, HEX[1:][:LONGEST_TOKEN]),
        (RecordFault.FAIR, f"{HEAD}fair {HEX} x{HEX[1:]} a,b\n", 7, f"x{HEX[1:LONGEST_TOKEN]}"),
        (RecordFault.FAIR, f"{HEAD}fair {HEX} {HEX} a,b.\n", 7, "b."),
        (RecordFault.FAIR, f"{HEAD}fair {HEX} {HEX} a,b,c\n", 7, "a,b,c"),
        (
            RecordFault.HEADER_TWICE,
            f"{HEAD}fair {HEX} {HEX} a,b\nfair {HEX} {HEX} a,b\n",
            8,
            "fair",
        ),
        (RecordFault.HEADER_LATE, f"{HEAD}fair: k3v9x2/1\n", 7, "fair:"),
        (
            RecordFault.HEADER_MISSING,
            re.sub("fair:.*\n", "", HEAD) + f"fair {HEX} {HEX} a,b",
            6,
            "fair",
        ),
        (RecordFault.VALUE, HEAD.replace("k3v9x2/1", "k3|v"), 4, "fair: k3|v"),
        (RecordFault.ROUND, HEAD.partition("1. ")[0] + f"fair {HEX} {HEX} a,b", 6, "fair"),
        (RecordFault.VALUE, JSON_HEAD.replace('"k3v9x2/1"', "7"), 1, "fair: 7"),
        (RecordFault.VALUE, JSON_HEAD.replace("k3v9x2/1", "k3|v"), 1, "fair: k3|v"),
        (RecordFault.FAIR, JSON_HEAD + '{"round":1,"fair":7}', 2, "7"),
        (RecordFault.FAIR, JSON_HEAD + '{"round":1,"fair":{"secret":"x"}}', 2, '{"secret": "x"}'),
    ],
)
def test_a_proof_that_cannot_be_read_says_where_and_why(
    fault: RecordFault, text: str, line: int, token: str
) -> None:
    with pytest.raises(RecordProblem) as raised:
        read_record(text.encode())
    problem = raised.value
    assert (problem.fault, problem.line, problem.token) == (fault, line, token)
    assert problem.expected or fault in (RecordFault.HEADER_TWICE, RecordFault.HEADER_LATE)


BROKEN: list[Callable[[dict[str, object]], object]] = [
    lambda proof: proof.update(commitment=HEX.upper()),
    lambda proof: proof.update(secret=HEX[2:]),
    lambda proof: proof.update(seeds=["a", "b,"]),
    lambda proof: proof.update(seeds=["a"]),
    lambda proof: proof.update(seeds="ab"),
    lambda proof: proof.update(colour="red"),
    lambda proof: proof.pop("seeds"),
]


@pytest.mark.parametrize("change", BROKEN)
def test_each_part_of_a_proof_in_json_is_checked(
    change: Callable[[dict[str, object]], object],
) -> None:
    proof: dict[str, object] = {"commitment": HEX, "secret": HEX, "seeds": ["a", ""]}
    whole = read_jsonl(JSON_HEAD + json.dumps({"round": 1, "fair": proof}))
    assert whole.rounds[0].fair == FairRound(HEX, bytes.fromhex(HEX), ("a", ""))
    change(proof)
    with pytest.raises(RecordProblem) as raised:
        read_jsonl(JSON_HEAD + json.dumps({"round": 1, "fair": proof}))
    assert raised.value.fault is RecordFault.FAIR
