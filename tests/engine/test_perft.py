"""The engine counts the same sequences of actions as a counter written without looking at it."""

import pytest

from perudo.engine.edition import Edition
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.perft import perft
from testkit.matches import ALL, WITH_CALZA, rules_of, with_palifico
from testkit.naive_perft import naive_perft

TABLES = (
    (1, 1),
    (5, 5),
    (1, 1, 1),
    (5, 5, 5),
    (3, 1, 2),
    (2, 0, 1, 5),
    (1, 5, 1, 1, 1),
)
EDITION_AND_CALZA = [(key, False) for key in ALL] + [(key, True) for key in WITH_CALZA]


def rules_for(key: str, *, palifico: bool, calza: bool) -> Edition:
    options = ["calza"] if calza else []
    return with_palifico(key, *options) if palifico else rules_of(key, *options)


def depth_for(key: str, dice: tuple[int, ...], *, palifico: bool, calza: bool) -> int:
    """Return how deep the naive counter can go quickly.

    In a palifico round there are few bids, unless veterans may change the face.
    """
    veterans = key == "parker-1994" and len(dice) > 2
    if palifico and not veterans:
        return 4 if len(dice) < 4 else 3
    return 3 if calza or len(dice) < 4 else 2


@pytest.mark.parametrize("dice", TABLES, ids=str)
@pytest.mark.parametrize(("key", "calza"), EDITION_AND_CALZA)
@pytest.mark.parametrize("palifico", [False, True], ids=["ordinary", "palifico"])
def test_the_engine_agrees_with_the_naive_counter(
    key: str, calza: bool, palifico: bool, dice: tuple[int, ...]
) -> None:
    if palifico:
        dice = (1, *dice[1:])  # a palifico has one die
    depth = depth_for(key, dice, palifico=palifico, calza=calza)
    rules = rules_for(key, palifico=palifico, calza=calza)
    expected = naive_perft(key, dice, depth, palifico=palifico, calza=calza)
    assert perft(rules, dice, depth, palifico=palifico) == expected


# Counts made by this engine, to notice a change. Only the first two or three of each row are
# confirmed by the naive counter, which takes too long for the rest.
KNOWN = {
    ("parker-1994", (5, 5), False): [50, 1675, 33475, 489125, 5613720, 52726380],
    ("parker-1994", (5, 5, 5), False): [75, 3805, 115795, 2589600, 45755690, 665747536],
    ("parker-1994", (1, 1, 2), True): [90, 4185, 25965, 91875, 1015378, 3455816],
    ("parker-1994", (2, 0, 1, 5), False): [100, 6700, 271325, 8105450, 191912115, 3753443475],
    ("parker-1994", (1, 5, 1, 1, 1), True): [150, 2400, 94500, 3501600, 103033080, 683202870],
    ("parker-1994", (5, 5, 5, 5, 5, 5), False): [
        150,
        15375,
        948800,
        43248575,
        1566210210,
        46975065205,
    ],
    ("asmodee-2009", (5, 5), False): [50, 825, 8900, 74225, 499045, 2804430],
    ("asmodee-2009", (5, 5, 5), False): [75, 1780, 28310, 345735, 3401190, 28053086],
    ("asmodee-2009", (1, 1, 2), True): [90, 900, 4620, 16380, 42588, 84084],
    ("asmodee-2009", (2, 0, 1, 5), False): [100, 3000, 62125, 982975, 12515365, 133597550],
    ("asmodee-2009", (1, 5, 1, 1, 1), True): [150, 2550, 22800, 144900, 698280, 2656500],
    ("asmodee-2009", (5, 5, 5, 5, 5, 5), False): [150, 6825, 211525, 4988700, 94381410, 1493850480],
    ("asmodee-2024", (5, 5), False): [50, 1675, 33475, 489125, 5613720, 52726380],
    ("asmodee-2024", (5, 5, 5), False): [75, 3880, 119450, 2698085, 48128320, 706757966],
    ("asmodee-2024", (1, 1, 2), True): [90, 720, 3360, 10920, 26208, 48048],
    ("asmodee-2024", (2, 0, 1, 5), False): [100, 6800, 277825, 8363775, 199500915, 3930177990],
    ("asmodee-2024", (1, 5, 1, 1, 1), True): [150, 1950, 15600, 89700, 394680, 1381380],
    ("asmodee-2024", (5, 5, 5, 5, 5, 5), False): [
        150,
        15525,
        963425,
        44124250,
        1605080410,
        48346924415,
    ],
    ("menteur", (5, 5), False): [50, 1225, 16325, 154250, 1144347, 7009385],
    ("menteur", (5, 5, 5), False): [75, 2680, 52920, 748020, 8350748, 77297976],
    ("menteur", (1, 1, 2), True): [90, 720, 3360, 10920, 26208, 48048],
    ("menteur", (2, 0, 1, 5), False): [100, 4700, 122775, 2304500, 34240444, 422460860],
    ("menteur", (1, 5, 1, 1, 1), True): [150, 1950, 15600, 89700, 394680, 1381380],
    ("menteur", (5, 5, 5, 5, 5, 5), False): [150, 10425, 405600, 11386375, 253643166, 4699938425],
    ("weekend", (5, 5), False): [50, 1725, 35100, 520975, 6070995, 57882825],
    ("weekend", (5, 5, 5), False): [75, 3805, 115795, 2589600, 45755690, 665747536],
    ("weekend", (1, 1, 2), True): [90, 810, 3990, 13650, 34398, 66066],
    ("weekend", (2, 0, 1, 5), False): [100, 6700, 271325, 8105450, 191912115, 3753443475],
    ("weekend", (1, 5, 1, 1, 1), True): [150, 2100, 17400, 103500, 470580, 1700160],
    ("weekend", (5, 5, 5, 5, 5, 5), False): [150, 14925, 904925, 40621550, 1449599610, 42859487575],
}


@pytest.mark.parametrize(("key", "dice", "palifico"), KNOWN, ids=str)
def test_deep_counts_have_not_changed(key: str, dice: tuple[int, ...], palifico: bool) -> None:
    rules = rules_for(key, palifico=palifico, calza=key in WITH_CALZA)
    assert perft(rules, dice, 6, palifico=palifico) == KNOWN[key, dice, palifico]


@pytest.mark.parametrize(("key", "dice", "palifico"), KNOWN, ids=str)
def test_the_beginnings_of_the_deep_counts_are_confirmed(
    key: str, dice: tuple[int, ...], palifico: bool
) -> None:
    calza = key in WITH_CALZA
    depth = 2 if len(dice) > 4 else 3
    expected = naive_perft(key, dice, depth, palifico=palifico, calza=calza)
    assert KNOWN[key, dice, palifico][:depth] == expected


def test_depth_zero_gives_no_counts() -> None:
    assert perft(rules_of("weekend"), (5, 5), 0) == []


@pytest.mark.parametrize(
    ("dice", "problem"),
    [
        ((), SetupFault.SEATS),
        ((5,), SetupFault.SEATS),
        ((1,) * 7, SetupFault.SEATS),
        ((5, 6), SetupFault.DICE),
        ((5, -1), SetupFault.DICE),
        ((5, 5, 5, 99), SetupFault.DICE),
        ((0, 5), SetupFault.NO_ROUND),
        ((0, 5, 5), SetupFault.NO_ROUND),
        ((5, 0), SetupFault.NO_ROUND),
        ((0, 0, 0), SetupFault.NO_ROUND),
    ],
    ids=str,
)
def test_a_table_that_cannot_play_a_round_is_refused(
    dice: tuple[int, ...], problem: SetupFault
) -> None:
    with pytest.raises(SetupProblem) as raised:
        perft(rules_of("asmodee-2009"), dice, 1)
    assert raised.value.fault is problem
