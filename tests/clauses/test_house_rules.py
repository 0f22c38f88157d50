"""House rules: every rule on which the boxes differ is a rule point, and a table may mix them."""

from itertools import product

import pytest

from perudo.engine import chance
from perudo.engine.actions import CALZA, DUDO
from perudo.engine.edition import OPTIONS, POINT_TYPES, POINTS, Edition, Presence, name_of
from perudo.engine.editions import EDITIONS, clause_for, differences, own_clauses
from perudo.engine.events import Choice, NextRound
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.house import (
    SetupFault,
    SetupProblem,
    edition_named,
    governs,
    house_rules_of,
    options_of,
    table_rules,
)
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import view_for
from testkit.matches import ALL, refusal_of, rules_of, say, started
from testkit.rounds import callers, palifico_story, played, ranges, table, why

OFFERED = {
    "parker-1994": ("calza",),
    "asmodee-2009": ("calza", "visible-dice"),
    "asmodee-2024": ("calza", "palifico", "visible-dice"),
    "menteur": (),
    "weekend": ("calza",),
}
ALWAYS_ON = [(key, "palifico") for key in ALL if key != "asmodee-2024"]
NOT_OFFERED = [
    (key, option)
    for key, option in product(ALL, OPTIONS)
    if option not in OFFERED[key] and (key, option) not in ALWAYS_ON
]


def problem_of(key: str, *options: str, **house: str) -> SetupProblem:
    with pytest.raises(SetupProblem) as raised:
        rules_of(key, *options, **house)
    return raised.value


@pytest.mark.parametrize("key", ALL)
def test_a_table_without_options_plays_its_box(key: str) -> None:
    rules = table_rules(key)
    assert rules == EDITIONS[key] == edition_named(key)
    assert (differences(rules), options_of(rules), house_rules_of(rules)) == ({}, (), {})


@pytest.mark.parametrize("key", ALL)
def test_each_box_offers_its_options(key: str) -> None:
    rules = table_rules(key, OFFERED[key])
    assert options_of(rules) == OFFERED[key]
    assert house_rules_of(rules) == {}
    assert {o for o in OPTIONS if (key, o) not in NOT_OFFERED} == {
        *OFFERED[key],
        *(o for k, o in ALWAYS_ON if k == key),
    }


@pytest.mark.parametrize(("key", "option"), NOT_OFFERED)
def test_an_option_that_the_box_does_not_offer_is_rejected(key: str, option: str) -> None:
    asked = problem_of(key, option)
    assert asked == SetupProblem(SetupFault.OPTION_NOT_OFFERED, option, key, OFFERED[key])


@pytest.mark.parametrize(("key", "option"), NOT_OFFERED)
def test_a_rule_not_offered_may_be_set_as_a_house_rule(key: str, option: str) -> None:
    rules = table_rules(key, house={option: "on"})
    assert options_of(rules) == ()
    assert house_rules_of(rules) == {option: "on"}
    assert rules.plays_calza is (option == "calza")
    assert rules.shows_lost_dice is (option == "visible-dice")


@pytest.mark.parametrize(("key", "option"), ALWAYS_ON)
def test_palifico_is_not_an_option_if_it_is_always_on(key: str, option: str) -> None:
    asked = problem_of(key, option)
    assert asked == SetupProblem(SetupFault.OPTION_ALWAYS_ON, option, key, OFFERED[key])


def test_unknown_names_are_rejected() -> None:
    assert problem_of("parker-1995") == SetupProblem(
        SetupFault.UNKNOWN_EDITION, "parker-1995", allowed=ALL
    )
    assert problem_of("weekend", "raising") == SetupProblem(
        SetupFault.UNKNOWN_OPTION, "raising", "weekend", ("calza",)
    )
    names = tuple(name_of(point) for point in POINTS)
    assert len(names) == 14
    for point in ("no-such-point", "key", "plays-calza"):
        with pytest.raises(SetupProblem) as raised:
            table_rules("weekend", house={point: "on"})
        assert raised.value == SetupProblem(SetupFault.UNKNOWN_POINT, point, allowed=names)


@pytest.mark.parametrize("value", ["", "sideways", "ANY_FACE", "any_face"])
def test_unknown_values_are_rejected(value: str) -> None:
    assert problem_of("weekend", raising=value) == SetupProblem(
        SetupFault.UNKNOWN_VALUE, value, "raising", ("any-face", "one-axis", "rising-face")
    )


@pytest.mark.parametrize("point", OPTIONS)
def test_a_house_rule_cannot_be_optional(point: str) -> None:
    assert problem_of("asmodee-2024", **{point: "optional"}) == SetupProblem(
        SetupFault.UNKNOWN_VALUE, "optional", point, ("off", "on")
    )


@pytest.mark.parametrize(
    ("key", "house", "needed"),
    [
        ("parker-1994", {"calza_callers": "any-other"}, "calza"),
        ("parker-1994", {"calza_barred": "last-two"}, "calza"),
        ("asmodee-2009", {"calza_starter": "loser"}, "calza"),
        ("asmodee-2009", {"calza_ties": "first-heard"}, "calza"),
        ("menteur", {"calza_against_move": "first-heard"}, "calza"),
        ("asmodee-2024", {"palifico_again": "once"}, "palifico"),
        ("asmodee-2024", {"veterans": "free"}, "palifico"),
        ("weekend", {"palifico": "off", "veterans": "free"}, "palifico"),
        ("weekend", {"calza": "off", "calza_callers": "any-other"}, "calza"),
    ],
)
def test_a_house_rule_about_a_rule_not_played_is_rejected(
    key: str, house: dict[str, str], needed: str
) -> None:
    point = name_of(list(house)[-1])
    assert problem_of(key, **house) == SetupProblem(
        SetupFault.NOTHING_TO_GOVERN, point, key, (needed,)
    )
    # With the rule in play, by option or by house rule, the point has an effect.
    assert house_rules_of(rules_of(key, **{**house, needed: "on"}))[point] == house[list(house)[-1]]


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("point", POINTS)
def test_any_value_of_any_point_can_be_set_and_read_back(key: str, point: str) -> None:
    for value in POINT_TYPES[point]:
        if value is Presence.OPTIONAL:
            continue
        house = {"calza": "on", "palifico": "on", name_of(point): value.value}
        rules = table_rules(key, house=house)
        assert getattr(rules, point) is value
        again = table_rules(rules.key, options_of(rules), house_rules_of(rules))
        assert again == rules
        match, _ = say(table(rules, "22 33 44"), "1x2", "dudo")
        assert match.dice == (2, 1, 2)


def test_options_and_house_rules_are_listed_separately() -> None:
    rules = table_rules(
        "asmodee-2024", ["visible-dice", "calza"], {"raising": "one-axis", "palifico": "off"}
    )
    assert options_of(rules) == ("calza", "visible-dice")
    assert house_rules_of(rules) == {"raising": "one-axis", "palifico": "off"}
    # Setting the box's own value changes nothing and is not listed.
    assert house_rules_of(rules_of("weekend", raising="any-face")) == {}
    # An option set as a house rule is the option.
    assert rules_of("weekend", calza="on") == rules_of("weekend", "calza")


@pytest.mark.parametrize(
    ("rules", "point", "clause"),
    [
        (rules_of("weekend"), "raising", "W2"),
        (rules_of("weekend", raising="one-axis"), "raising", "A2"),
        (rules_of("weekend", raising="rising-face"), "raising", "M2"),
        (rules_of("menteur", raising="any-face"), "raising", "P2"),
        (rules_of("menteur", first_starter="toucan"), "first_starter", "I1"),
        (rules_of("menteur", first_starter="highest-sum"), "first_starter", "W1"),
        (rules_of("asmodee-2024"), "calza", "I5"),
        (rules_of("asmodee-2024", "calza"), "calza", "I5"),
        (rules_of("menteur", calza="on"), "calza", "P6"),
        (rules_of("menteur"), "calza", "?"),
        (rules_of("menteur", visible_dice="on"), "visible_dice", "A10"),
        (rules_of("menteur", calza="on", calza_barred="palifico"), "calza_barred", "?"),
        (rules_of("parker-1994", "calza"), "calza_ties", "S17"),
        (rules_of("menteur", calza="on"), "calza_ties", "A8"),
        (rules_of("parker-1994", "calza", calza_ties="first-heard"), "calza_ties", "?"),
        (
            rules_of("asmodee-2009", "calza", calza_against_move="first-heard"),
            "calza_against_move",
            "I12",
        ),
        (rules_of("menteur", words="weekend"), "words", "?"),
    ],
)
def test_a_house_rule_is_named_by_the_box_it_comes_from(
    rules: Edition, point: str, clause: str
) -> None:
    assert clause_for(rules, point, "?") == clause


def test_refusals_name_the_box_of_the_house_rule() -> None:
    match = table(rules_of("menteur", calza="on"), "22 33 44", "1x2")
    assert refusal_of(match, "calza", 0) == Refusal(Reason.CALZA_OWN_BID, "A5")
    assert callers(match) == (1, 2)

    match = table(rules_of("menteur", calza="on", calza_callers="next-only"), "22 33 44", "1x2")
    assert why(refusal_of(match, "calza", 2)) == (Reason.CALZA_OUT_OF_TURN, "W5")

    match = table(rules_of("weekend", "calza", calza_callers="not-next"), "22 33 44", "1x2")
    assert why(refusal_of(match, "calza", 1)) == (Reason.CALZA_BY_NEXT, "P6")

    match = table(rules_of("parker-1994", raising="one-axis"), "22 33 44", "5x4")
    assert why(refusal_of(match, "6x5")) == (Reason.ONE_AXIS, "A2")
    assert ranges(match) == "3-15xP 6-15x4 5x5 5x6"

    match, _ = chance.start_match(Setup(rules_of("parker-1994", first_starter="random"), 2))
    with pytest.raises(IllegalAction) as raised:
        chance.name_starter(match, 0, Choice.TOUCAN)
    assert raised.value.refusal == Refusal(Reason.STARTER_CHOICE_NOT_ALLOWED, "A1")


@pytest.mark.parametrize("key", [key for key in ALL if key != "parker-1994"])
def test_veterans_may_be_free_in_other_editions(key: str) -> None:
    rules = rules_of(key, palifico="on", veterans="free")
    match = table(rules, "2 333 4 55", "1x4 2x4", palifico=True)
    assert ranges(match) == "3-20xP 3-20x2 3-20x3 3-20x4 2-20x5 2-20x6"
    assert why(refusal_of(match, "2x4")) == (Reason.TOO_FEW, "P5")


def test_veterans_may_be_bound_in_parker() -> None:
    match = table(rules_of("parker-1994", veterans="bound"), "2 333 4 55", "1x4 2x4", palifico=True)
    assert ranges(match) == "3-20x4"
    assert why(refusal_of(match, "3x5")) == (Reason.FACE_BOUND, "P3")


def test_palifico_may_be_left_out() -> None:
    rules = rules_of("weekend", palifico="off")
    assert played(rules, "22 333", "4x6 dudo").next_round == NextRound(0, None)
    assert house_rules_of(rules) == {"palifico": "off"}


def test_palifico_again_may_be_as_in_another_box() -> None:
    once = rules_of("asmodee-2009", "calza", palifico_again="once")
    assert palifico_story(once, "2x3 calza@0")[-1] == NextRound(0, None)
    each_time = rules_of("parker-1994", "calza", palifico_again="each-time")
    assert palifico_story(each_time, "2x3 calza@0")[-1] == NextRound(0, 0)


@pytest.mark.parametrize(
    ("barred", "in_palifico", "last_two", "palifico_of_two"),
    [
        ("never", None, None, None),
        ("palifico", Reason.CALZA_IN_PALIFICO, None, Reason.CALZA_IN_PALIFICO),
        ("last-two", None, Reason.CALZA_LAST_TWO, Reason.CALZA_LAST_TWO),
        (
            "palifico-and-last-two",
            Reason.CALZA_IN_PALIFICO,
            Reason.CALZA_LAST_TWO,
            Reason.CALZA_IN_PALIFICO,
        ),
    ],
)
@pytest.mark.parametrize("key", ["asmodee-2009", "asmodee-2024", "menteur", "weekend"])
def test_calza_may_be_barred_in_four_ways(
    key: str,
    barred: str,
    in_palifico: Reason | None,
    last_two: Reason | None,
    palifico_of_two: Reason | None,
) -> None:
    rules = rules_of(key, calza="on", palifico="on", calza_barred=barred)

    def refusal_to_the_next(shaken: str, palifico: bool = False) -> Refusal | None:
        return refusal_of(table(rules, shaken, "1x2", palifico=palifico), "calza")

    def by_i6(reason: Reason | None) -> Refusal | None:
        return None if reason is None else Refusal(reason, "I6")

    assert refusal_to_the_next("22 33 44") is None
    assert refusal_to_the_next("2 33 44", palifico=True) == by_i6(in_palifico)
    assert refusal_to_the_next("22 33") == by_i6(last_two)
    assert refusal_to_the_next("2 33", palifico=True) == by_i6(palifico_of_two)


def test_whose_claim_counts_may_be_a_house_rule() -> None:
    rules = rules_of("parker-1994", "calza", calza_ties="first-heard")
    match = table(rules, "22 33 44 55", "1x2")
    assert winning_claim(match, [Claim(3, CALZA), Claim(2, CALZA)]) == Claim(3, CALZA)
    assert winning_claim(match, [Claim(2, CALZA), Claim(3, CALZA)]) == Claim(2, CALZA)
    rules = rules_of("weekend", "calza", calza_callers="any-other", calza_against_move="move-wins")
    match = table(rules, "22 33 44", "1x2")
    assert winning_claim(match, [Claim(2, CALZA), Claim(1, DUDO)]) == Claim(1, DUDO)
    assert winning_claim(match, [Claim(2, CALZA), Claim(0, CALZA)]) == Claim(2, CALZA)


def test_cups_may_be_lifted_as_in_another_box() -> None:
    rules = rules_of("menteur", reveal="from-caller")
    assert played(rules, "22 33 44", "1x2 dudo").showdown.steps == ((2,), (0,), (1,))
    rules = rules_of("menteur", reveal="one-by-one")
    assert played(rules, "22 33 44", "1x2 2x2 dudo").showdown.steps == ((2,), (0,), (1,))
    rules = rules_of("parker-1994", reveal="at-once")
    assert played(rules, "22 33 44", "1x2 dudo").showdown.steps == ((0, 1, 2),)


def test_lost_dice_may_be_visible_in_any_edition() -> None:
    rules = rules_of("weekend", visible_dice="on")
    assert view_for(started(rules, 2), None).dice == (5, 5)
    rules = rules_of("asmodee-2009", visible_dice="off")
    assert view_for(started(rules, 2), None).dice == (None, None)
    assert house_rules_of(rules) == {"visible-dice": "off"}


def test_a_problem_names_the_value_and_what_is_allowed() -> None:
    problem = problem_of("weekend", raising="up")
    for expected in ("unknown-value", "'up'", "raising", "any-face", "one-axis", "rising-face"):
        assert expected in str(problem)


def test_an_option_and_a_house_rule_on_the_same_point_are_rejected() -> None:
    with pytest.raises(SetupProblem) as raised:
        table_rules("weekend", ["calza"], {"calza": "off"})
    assert raised.value.fault is SetupFault.OPTION_AND_HOUSE


def test_a_point_governs_only_if_the_box_has_its_rule() -> None:
    assert not governs(EDITIONS["menteur"], "calza_starter"), "no calza in this box"
    assert not governs(EDITIONS["menteur"], "palifico_again"), "no die ever comes back"
    assert governs(EDITIONS["weekend"], "calza_starter")
    for point in ("calza_ties", "calza_against_move"):
        assert not governs(EDITIONS["weekend"], point), "one player alone may call"
        assert governs(EDITIONS["parker-1994"], point)
    assert all(governs(box, "raising") for box in EDITIONS.values())


def test_a_box_has_its_own_clauses_if_its_book_speaks() -> None:
    assert own_clauses(EDITIONS["menteur"], "calza_starter") == ()
    for key, letter in zip(ALL, "PAIMW", strict=True):
        own = {clause for point in POINTS for clause in own_clauses(EDITIONS[key], point)}
        assert own
        assert all(clause[0] in (letter, "C", "S") for clause in own)
