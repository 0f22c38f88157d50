"""``perudo verify``."""

import json
import subprocess
from collections.abc import Callable

import pytest

from perudo.records.jsonl import write_jsonl
from perudo.records.notation import write_text
from testkit.commands import Run, perudo
from testkit.fair_matches import fair_record
from testkit.matches import rules_of

SECRET = bytes(range(32)).hex()
PROMISED = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
PROOF = f"fair {PROMISED} {SECRET} alpha,,gamma\n"

# The dice of docs/fair-dice.md.
HONEST = f"""\
perudo 1
edition: asmodee-2009
seats: Ana, Bea, Carl
dice: 5
fair: demo/1
starter: random @Bea

1. P2256 PPP46 33344 | 3x3 5x3 dudo
{PROOF}2. ? | 3x4
"""

Write = Callable[[str], str]


def test_honest_dice_are_told_round_by_round(run: Run, record_file: Write) -> None:
    result = run("verify", record_file(HONEST))
    assert result.status == 0
    assert result.out.splitlines() == [
        "First turn: the lot fell on Bea.",
        f"Round 1: all dice follow from the secret promised as {PROMISED}.",
        "Round 2: not over, so its secret is not revealed yet.",
        "",
        "Every die that was revealed follows from its secret and the seeds.",
        "Compare the promises with those that you saw before each round yourself.",
    ]


def test_a_whole_match_in_either_form_and_from_standard_input(run: Run, record_file: Write) -> None:
    record = fair_record(rules_of("weekend"), 4, 3)
    for text in (write_text(record), write_jsonl(record)):
        result = run("verify", record_file(text))
        assert result.status == 0
        assert "First turn: all rolls follow from the secret of round 1." in result.out
        assert result.out.count("all dice follow") == len(record.rounds)
    piped = subprocess.run(
        perudo("verify", "-", "--lang", "en"),
        input=write_text(record).encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert piped.returncode == 0, piped.stderr
    assert b"Round 1: all dice follow" in piped.stdout


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        (
            "PPP46",
            "PPP45",
            "Round 1, Bea: the record has P P P 4 5, but the dice were P P P 4 6.",
        ),
        (
            PROMISED,
            "0" * 64,
            "Round 1: the secret is not the one promised. Promised was "
            + "0" * 64
            + f", the secret gives {PROMISED}.",
        ),
        (SECRET, "ff" + SECRET[2:], "Round 1: the secret is not the one promised."),
        ("alpha,,gamma", "alpha,x,gamma", "Round 1, Carl: the record has 3 3 3 4 4, but"),
        ("@Bea", "@Carl", "First turn: Carl is noted, but the lot fell on Bea."),
        (
            f"{PROOF}2. ? | 3x4",
            f"2. ? | 3x4 dudo =3\n{PROOF}",
            "Round 1: not proven, for its secret is missing.",
        ),
        (
            f"{PROOF}2. ? | 3x4",
            f"2. ? | 3x4 dudo =3\n{PROOF}",
            "First turn: not proven, for the secret of round 1 is missing.",
        ),
        ("2. ? | 3x4", "2. ? | 3x4 dudo =3", "Round 2: not proven, for its secret is missing."),
        (
            "2. ? | 3x4",
            f"2. ? | 3x4 dudo =3\n{PROOF}",
            "Round 2: not proven, for the record has no cups.",
        ),
    ],
)
def test_dice_that_do_not_follow_are_named(
    run: Run, record_file: Write, was: str, becomes: str, told: str
) -> None:
    assert was in HONEST
    result = run("verify", record_file(HONEST.replace(was, becomes)))
    assert result.status == 1
    assert told in result.out
    assert result.out.endswith("These dice are not proven fair.\n")
    as_json = run("verify", record_file(HONEST.replace(was, becomes)), "--json")
    assert as_json.status == 1
    assert not all(json.loads(line)["ok"] for line in as_json.out.splitlines())


def test_a_roll_for_the_first_turn_that_does_not_follow_is_named(
    run: Run, record_file: Write
) -> None:
    text = write_text(fair_record(rules_of("parker-1994"), 2, 5))
    starter = next(line for line in text.splitlines() if line.startswith("starter: rolls"))
    first, second = starter.split()[2:4]
    assert first != second, "the example should have no tie"
    beats = "P23456".index
    other = next(
        die
        for die in "P23456"
        if die != first and (beats(die) - beats(second)) * (beats(first) - beats(second)) > 0
    )
    result = run("verify", record_file(text.replace(starter, f"starter: rolls {other} {second}")))
    assert result.status == 1
    assert f"First turn, roll 1, Ana: the record has {other}, but the dice were {first}." in (
        result.out
    )


def test_a_named_starter_is_not_checked(run: Run, record_file: Write) -> None:
    result = run("verify", record_file(HONEST.replace("random @Bea", "@Bea")))
    assert result.status == 0
    assert "First turn: Bea, not left to chance." in result.out


def test_a_record_without_proof_is_told_so(run: Run, record_file: Write) -> None:
    plain = HONEST.replace(PROOF, "").replace("fair: demo/1\n", "")
    for words in ((), ("--json",)):
        result = run("verify", record_file(plain), *words)
        assert result.status == 1
        assert "This record carries no proof of its dice." in result.err
        assert "Every die" not in result.out
    assert json.loads(result.out) == {"check": "record", "why": "no-proof", "ok": False}


def test_an_illegal_record_is_reported_as_by_replay(run: Run, record_file: Write) -> None:
    for illegal in (HONEST.replace("5x3", "2x3"), HONEST.replace(PROMISED, "0"), "hello"):
        file = record_file(illegal)
        result = run("verify", file)
        assert result.status == 1
        assert result.out == ""
        assert result.err == run("replay", file).err
        lines = run("verify", file, "--json").out.splitlines()
        assert [json.loads(line)["ok"] for line in lines] == [False]


def test_json_has_every_die(run: Run, record_file: Write) -> None:
    result = run("verify", record_file(HONEST), "--json")
    assert result.status == 0
    starter, first, second = map(json.loads, result.out.splitlines())
    assert starter == {"check": "starter", "noted": 1, "recomputed": 1, "ok": True}
    assert (first["round"], first["ok"]) == (1, True)
    assert first["commitment"] == first["recomputed"] == PROMISED
    bea = {"seat": 1, "noted": [1, 1, 1, 4, 6], "recomputed": [1, 1, 1, 4, 6], "ok": True}
    assert first["seats"][1] == bea
    assert second == {"check": "round", "round": 2, "why": "not-revealed", "ok": True}
    rolled = record_file(write_text(fair_record(rules_of("parker-1994"), 2, 5)))
    starter = json.loads(run("verify", rolled, "--json").out.splitlines()[0])
    assert [cup["ok"] for cup in starter["rolls"][0]] == [True, True]
