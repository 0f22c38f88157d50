"""Odds compared with brute force over all cups, and properties of all odds."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, count_face, cup_of
from perudo.engine.position import between_rounds
from perudo.engine.view import view_for
from perudo.odds.chances import AT_LEAST, EXACTLY, at_least, exactly
from perudo.odds.odds import Odds
from testkit.matches import ALL, cups, dealt, rules_of, say, with_palifico


@pytest.mark.plain
@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("palifico", [False, True])
@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (1, 2, 1), (2, 2), (3, 0, 1, 1)])
def test_odds_equal_the_enumeration_of_all_cups(
    key: str, palifico: bool, dice: tuple[int, ...]
) -> None:
    """Count every bid over all cups of the others, for every cup of seat 0."""
    rules = with_palifico(key)
    if palifico:
        dice = (1, *dice[1:])  # a palifico has one die
    for own in {cup_of(throw) for throw in product(FACES, repeat=dice[0])}:
        start = between_rounds(rules, dice, palifico=palifico)
        # Only the viewer's cup matters to the odds, so the others may hold anything.
        texts = ["".join("P" if f == 1 else str(f) for f in own) or "-"]
        texts += ["6" * left or "-" for left in dice[1:]]
        match = dealt(start, *texts)
        view = view_for(match, 0)
        odds = Odds(view)
        assert odds.hidden == sum(dice[1:])
        throws = list(product(FACES, repeat=odds.hidden))
        for face in FACES:
            counts = [count_face((own, throw), face, jokers=not palifico) for throw in throws]
            for quantity in range(1, sum(dice) + 2):
                bid = Bid(quantity, face)
                holds = Fraction(sum(count >= quantity for count in counts), len(counts))
                exact = Fraction(sum(count == quantity for count in counts), len(counts))
                assert odds.holds(bid) == pytest.approx(float(holds), abs=1e-15)
                assert odds.exact(bid) == pytest.approx(float(exact), abs=1e-15)


@pytest.mark.plain
@given(st.sampled_from([1, 2]), st.integers(0, 30), st.integers(-3, 33))
@settings(max_examples=300)
def test_chances_are_probabilities(hits: int, n: int, k: int) -> None:
    assert 0 <= at_least(hits, n, k + 1) <= at_least(hits, n, k) <= 1
    assert at_least(hits, n, k) - at_least(hits, n, k + 1) == pytest.approx(
        exactly(hits, n, k), abs=1e-12
    )
    assert sum(EXACTLY[hits][n]) == pytest.approx(1)
    assert AT_LEAST[hits][n][0] == 1
    if n < 30:
        assert at_least(hits, n + 1, k) >= at_least(hits, n, k)
    assert at_least(2, n, k) >= at_least(1, n, k)


def test_odds_use_remembered_dice_if_lost_dice_are_hidden() -> None:
    """Everybody saw who lost a die, even if the dice are hidden (C12)."""
    match = dealt(between_rounds(rules_of("asmodee-2024"), (5, 5, 5)), "22222", "33333", "44444")
    match, _ = say(match, "9x5", "dudo")
    match = dealt(match, *("2222" if seat == 0 else "55555" for seat in range(3)))
    view = view_for(match, 1)
    assert view.dice == (None, 5, None)
    odds = Odds(view)
    assert odds.dice == (4, 5, 5)
    assert odds.hidden == 9


def test_odds_of_an_onlooker_treat_all_dice_as_hidden() -> None:
    match = dealt(between_rounds(rules_of("asmodee-2024"), (5, 5)), "PPPPP", "PPPPP")
    match, _ = say(match, "3x2")
    odds = Odds(view_for(match, None))
    assert odds.hidden == 10
    standing = odds.standing()
    assert standing is not None
    assert standing.holds == at_least(2, 10, 3)
    assert odds.legal() == []


def test_legal_lists_the_odds_of_every_legal_bid() -> None:
    match = dealt(between_rounds(rules_of("asmodee-2009"), (5, 5)), "P2345", "66666")
    match, _ = say(match, "4x4")
    odds = Odds(view_for(match, 1))
    listed = odds.legal()
    assert {entry.bid for entry in listed} == set(view_for(match, 1).legal.bids or ())
    for entry in listed:
        assert 0 <= entry.exact <= entry.holds <= 1
    assert cups("66666")[0].count(6) == odds.own[6]
    assert Odds(view_for(match, 0)).standing() == Odds(view_for(match, 0)).of(Bid(4, 4))
