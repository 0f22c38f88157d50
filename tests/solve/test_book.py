"""The book of exact strategies is as good as a fresh solution, small, and light to import."""

import subprocess
import sys
from bisect import bisect_right
from random import Random

import numpy as np
import pytest

from perudo.engine import chance, play
from perudo.engine.actions import DUDO
from perudo.engine.bid import Bid
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.play import legal_actions, turn_of
from perudo.engine.position import between_rounds
from perudo.engine.view import view_for
from perudo.solve.book import strategy
from perudo.solve.layout import weights_at
from perudo.solve.pages import BOOK, page_for
from perudo.solve.rounds import Solver
from perudo.solve.shape import dice_won, opening, shape_of
from testkit.matches import ALL, dealt, rules_of, say, started, with_palifico
from testkit.precision import DOUBLE_PRECISION

IN_THE_BOOK = [
    *((key, dice, False) for key in ALL for dice in ((1, 1), (2, 1), (1, 2))),
    *((key, (1, dice), True) for key in ALL for dice in range(1, 6)),
]


def after_losses(key: str, dice: tuple[int, int], palifico: bool) -> Match:
    """Play a match down to these dice, with seat 0 to open."""
    rules = with_palifico(key) if palifico else rules_of(key)
    match = started(rules, 2, starter=0)
    while match.dice != dice:
        # Seat 1 loses first, so that seat 0 loses last and opens the next round.
        loser = 1 if match.dice[1] > dice[1] else 0
        match = chance.deal(match, [(2,) * match.dice[0], (2,) * match.dice[1]])[0]
        opener = match.score.starter
        assert opener is not None
        # All dice are twos: a bid of one six loses, and so does dudo on one two.
        match = say(match, "1x6" if opener == loser else "1x2", "dudo")[0]
    return match


@pytest.mark.parametrize(("key", "dice", "palifico"), IN_THE_BOOK, ids=str)
def test_the_book_plays_whole_rounds_by_legal_actions(
    key: str, dice: tuple[int, int], palifico: bool
) -> None:
    """Both seats play by the book from views alone, and always find an answer."""
    match = after_losses(key, dice, palifico)
    assert match.score.starter == 0
    # Seat 0 at one die would open as palifico; turn it into a plain round if the test asks for one.
    if not palifico:
        match = without_palifico(match)
    rng = Random(7)
    for _ in range(20):
        at = chance.deal(match, [[rng.randint(1, 6) for _ in range(n)] for n in match.dice])[0]
        while (turn := turn_of(at)) is not None:
            answer = strategy(view_for(at, turn.seat))
            assert answer is not None
            assert sum(answer.values()) == pytest.approx(1)
            options = legal_actions(at, turn.seat)
            assert all(action in options for action in answer)
            action = rng.choices(list(answer), list(answer.values()))[0]
            at = play.apply(at, turn.seat, action)[0]


def without_palifico(match: Match) -> Match:
    return match._replace(score=match.score._replace(palifico=None))


@pytest.mark.parametrize(
    ("key", "options", "dice", "palifico"),
    [
        ("asmodee-2024", (), (1, 1), False),
        ("asmodee-2009", (), (2, 1), False),
        ("menteur", (), (1, 2), False),
        ("parker-1994", (), (1, 1), True),
        ("weekend", ("calza",), (1, 1), False),
        ("weekend", (), (1, 3), True),
    ],
    ids=str,
)
def test_a_page_is_as_good_as_a_fresh_solution(
    key: str, options: tuple[str, ...], dice: tuple[int, int], palifico: bool
) -> None:
    rules = table_rules(key, options)
    page = page_for(rules, dice, palifico)
    assert page is not None
    solver = Solver(shape_of(opening(rules, dice, palifico=palifico)))
    fresh = solver.solve(dice_won(dice), 5e-4)
    weights = np.zeros(len(fresh.average))
    history_at = page.outline.history_at
    for number, begin, end in zip(page.histories, page.begins[:-1], page.begins[1:], strict=True):
        position = bisect_right(history_at, number) - 1
        there = weights_at(fresh.round, weights, position)
        block = np.frombuffer(page.parts[begin:end], np.uint8)
        there[:, :, number - history_at[position]] = block.reshape(there.shape[:2])
    bounds = solver.bounds(dice_won(dice), weights)
    assert bounds.exploitability <= 2.5e-3
    # Both pairs of bounds contain the same value.
    assert bounds.low <= fresh.bounds.high + DOUBLE_PRECISION
    assert fresh.bounds.low <= bounds.high + DOUBLE_PRECISION


def test_an_impossible_bid_is_answered_by_dudo() -> None:
    match = dealt(without_palifico(after_losses("weekend", (1, 1), False)), "3", "4")
    assert strategy(view_for(say(match, "7x5")[0], 1)) == {DUDO: 1.0}


def test_the_book_returns_none_for_rounds_it_does_not_have() -> None:
    rules = rules_of("asmodee-2024")
    match = dealt(started(rules, 2), "22222", "33333")
    assert strategy(view_for(match, 0)) is None, "ten dice"
    assert strategy(view_for(match, 1)) is None, "not in turn"
    assert strategy(view_for(match, None)) is None, "an onlooker"
    three = dealt(between_rounds(rules, (1, 1, 1)), "2", "3", "4")
    assert strategy(view_for(three, 0)) is None, "three players"


def test_the_book_covers_two_left_of_three_players() -> None:
    rules = rules_of("weekend")
    match = started(rules, 3, dice=1, starter=2)
    match = say(dealt(match, "2", "2", "2"), "1x6", "dudo")[0]
    assert match.dice == (1, 1, 0)
    match = chance.deal(match, [(1,), (4,), ()])[0]
    answer = strategy(view_for(match, 0))
    assert answer is not None
    assert all(isinstance(action, Bid) for action in answer)


def test_the_book_is_small() -> None:
    assert BOOK.stat().st_size < 600_000


def test_help_and_bots_do_not_load_the_arrays() -> None:
    code = (
        "import sys, perudo.solve.book, perudo.bots.roster, perudo.cli.main as m\n"
        "try: m.main(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numpy', 'numba'} & set(sys.modules), 'heavy'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
