"""``perudo odds``, for people at a real table."""

import json
from itertools import product

import pytest

from perudo.i18n.languages import LANGUAGES
from testkit.commands import Run
from testkit.precision import DOUBLE_PRECISION


def brute_force(cup: tuple[int, ...], hidden: int, quantity: int, face: int) -> tuple[float, float]:
    """Count all throws of the hidden dice, with Pacos as jokers."""
    counts = [
        sum(die in (1, face) for die in (*cup, *others))
        for others in product(range(1, 7), repeat=hidden)
    ]
    holds = sum(count >= quantity for count in counts)
    exact = sum(count == quantity for count in counts)
    return holds / len(counts), exact / len(counts)


@pytest.mark.parametrize(("bid", "quantity", "face"), [("4x3", 4, 3), ("2x6", 2, 6), ("2xP", 2, 1)])
def test_odds_are_those_of_brute_force(run: Run, bid: str, quantity: int, face: int) -> None:
    result = run("odds", "--dice", "1,3,3", "--table", "7", "--bid", bid, "--json")
    told = json.loads(result.out)
    holds, exact = brute_force((1, 3, 3), 4, quantity, face)
    assert told["bid"] == [quantity, face]
    assert (told["holds"], told["exact"]) == pytest.approx((holds, exact), abs=DOUBLE_PRECISION)


def test_odds_in_words_of_a_table(run: Run) -> None:
    assert run("odds", "--dice", "1,3,3,5,6", "--table", "21", "--bid", "6x3").out.splitlines() == [
        "6 threes: you have 3 of them. Still needed: 3; hidden dice: 16.",
        "There are at least as many: 94 %, about 9 times in 10.",
        "There are exactly as many: 11 %, about 1 time in 10.",
    ]


def test_dice_and_bids_are_understood_as_people_type_them(run: Run) -> None:
    forms = ("1,3,3,5,6", "13356", "P 3 3 5 6", "a3356")
    told = {
        run("odds", "--dice", dice, "--table", "21", "--bid", bid).out
        for dice in forms
        for bid in ("6x3", "6 threes", "6 3")
    }
    assert len(told) == 1


def test_certain_and_impossible_bids(run: Run) -> None:
    certain = run("odds", "--dice", "33", "--table", "4", "--bid", "2x3").out
    assert "There are at least as many: always." in certain
    assert "always" not in run("odds", "--dice", "33", "--table", "4", "--bid", "3x3").out
    assert run("odds", "--dice", "33", "--table", "4", "--bid", "5x3").out.count("never") == 2


def test_pacos_are_no_jokers_in_a_palifico_round(run: Run) -> None:
    words = ("odds", "--dice", "1,3", "--table", "3", "--bid", "2x3", "--json")
    assert json.loads(run(*words).out)["holds"] == 1.0
    alone = json.loads(run(*words, "--palifico").out)["holds"]
    assert alone == pytest.approx(1 / 6, abs=DOUBLE_PRECISION)


def test_every_face_without_a_bid(run: Run) -> None:
    lines = run("odds", "--dice", "P2446", "--table", "12").out.splitlines()
    assert lines[0] == "Your dice: P 2 4 4 6"
    assert lines[3] == " fours  4: 94 %, 5: 74 %, 6: 43 %, 7: 17 %"
    assert lines[6] == " Pacos  2: 72 %, 3: 33 %, 4: 10 %"
    listed = run("odds", "--dice", "P2446", "--table", "12", "--json").out
    faces = [json.loads(line) for line in listed.splitlines()]
    assert [row["face"] for row in faces] == [2, 3, 4, 5, 6, 1]
    assert all(len(row["holds"]) == 12 for row in faces)


@pytest.mark.parametrize(
    "words",
    [
        ("--dice", "7", "--table", "5"),
        ("--dice", "", "--table", "5"),
        ("--dice", "123456", "--table", "10"),
        ("--dice", "1,2", "--table", "1"),
        ("--dice", "1,2", "--table", "31"),
        ("--dice", "1,2", "--table", "²"),
        ("--dice", "1,2", "--table", "5", "--bid", "dudo"),
        ("--dice", "1,2", "--table", "5", "--bid", "0x3"),
        ("--dice", "1,2", "--table", "5", "--bid", "3x7"),
        ("--dice", "1,2", "--table", "5", "--edition", "menteur", "--palifico", "--bid", "?"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_is_refused_with_a_line(run: Run, words: tuple[str, ...], lang: str) -> None:
    result = run("odds", *words, "--lang", lang)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("perudo: ")
