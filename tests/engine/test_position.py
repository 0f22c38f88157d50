"""Positions in mid-match: what they hold, and which ones are rejected."""

import pytest

from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupFault, SetupProblem, rules_with_palifico, table_rules
from perudo.engine.match import Phase
from perudo.engine.play import NO_ACTIONS, legal_actions
from perudo.engine.position import between_rounds
from testkit.matches import dealt, say

WEEKEND = table_rules("weekend")


def test_a_position_waits_for_the_cups_of_its_round() -> None:
    match = between_rounds(WEEKEND, (3, 0, 1), starter=2, palifico=True, been_palifico=(0,))
    assert (match.phase, match.dice, match.playing) == (Phase.ROLLING, (3, 0, 1), (0, 2))
    score = match.score
    assert (score.starter, score.palifico, score.been_palifico) == (2, 2, frozenset({0, 2}))
    assert dealt(match, "223", "-", "5").round is not None


def test_a_calza_gives_back_no_more_than_was_lost() -> None:
    rules = table_rules("weekend", ["calza"])
    match = dealt(between_rounds(rules, (2, 1), starting_dice=2), "22", "3")
    assert say(match, "1x3", "calza")[0].dice == (2, 2)
    match = dealt(between_rounds(rules, (1, 2), starting_dice=2), "2", "33")
    assert say(match, "2x3", "calza")[0].dice == (1, 2)


@pytest.mark.parametrize(
    ("key", "dice", "asked", "problem"),
    [
        ("weekend", (6, 1), {}, SetupFault.DICE),
        ("weekend", (3, 1), {"starting_dice": 2}, SetupFault.DICE),
        ("weekend", (1, 1), {"starting_dice": 6}, SetupFault.DICE),
        ("weekend", (1,), {}, SetupFault.SEATS),
        ("weekend", (1, 0), {}, SetupFault.NO_ROUND),
        ("weekend", (1, 0, 1), {"starter": 1}, SetupFault.NO_ROUND),
        ("weekend", (1, 1), {"starter": 2}, SetupFault.NO_ROUND),
        ("weekend", (2, 1), {"palifico": True}, SetupFault.PALIFICO_DICE),
        ("asmodee-2024", (1, 1), {"palifico": True}, SetupFault.PALIFICO_NOT_PLAYED),
    ],
)
def test_an_impossible_position_is_rejected(
    key: str, dice: tuple[int, ...], asked: dict[str, int], problem: SetupFault
) -> None:
    with pytest.raises(SetupProblem) as caught:
        between_rounds(table_rules(key), dice, **asked)  # type: ignore[arg-type]
    assert caught.value.fault is problem


@pytest.mark.parametrize("key", EDITIONS)
def test_a_palifico_round_switches_palifico_on(key: str) -> None:
    rules = rules_with_palifico(key)
    assert rules.plays_palifico
    assert between_rounds(rules, (1, 1), palifico=True).score.palifico == 0
    assert rules_with_palifico("asmodee-2024", ["palifico"]) == rules_with_palifico("asmodee-2024")
    assert not rules_with_palifico(key, house={"palifico": "off"}).plays_palifico


def test_legal_actions_have_a_readable_repr() -> None:
    match = dealt(between_rounds(WEEKEND, (1, 3), palifico=True), "2", "333")
    match = say(match, "9x6")[0]
    assert repr(legal_actions(match, 1)) == "<Legal: sixes 10, dudo>"
    assert repr(legal_actions(match, 1).bids) == "<BidSpace: sixes 10>"
    assert repr(NO_ACTIONS) == "<Legal: nothing>"
    full = say(match, "10x6")[0]
    assert repr(legal_actions(full, 0).bids) == "<BidSpace: nothing>"
