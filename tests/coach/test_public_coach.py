"""``perudo.coach``: examples that run, and odds that brute force confirms."""

import doctest
import subprocess
import sys
from itertools import product
from random import Random

import pytest

import perudo
from perudo.coach import public
from perudo.engine.dice import counting_faces
from testkit.precision import DOUBLE_PRECISION


def test_the_examples_run() -> None:
    results = doctest.testmod(public)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("palifico", [False, True])
def test_plain_odds_are_those_of_brute_force(*, palifico: bool) -> None:
    luck = Random(1)
    for _ in range(10):
        cup = [luck.randint(1, 6) for _ in range(1 if palifico else 3)]
        game = perudo.position("weekend", dice=(len(cup), 4), palifico=palifico, starter=0)
        game.deal(cup, [1, 1, 1, 1])
        game.play(perudo.Bid(1, luck.randint(2, 6)))
        game.play(perudo.Bid(luck.randint(2, 4), game.standing.face))  # type: ignore[union-attr]
        plain = perudo.coach.advise(game.view(0)).plain
        assert plain is not None
        faces = counting_faces(plain.bid.face, jokers=not palifico)
        own = sum(die in faces for die in cup)
        counts = [
            own + sum(die in faces for die in throw) for throw in product(range(1, 7), repeat=4)
        ]
        holds = sum(count >= plain.bid.quantity for count in counts) / len(counts)
        exact = sum(count == plain.bid.quantity for count in counts) / len(counts)
        assert (plain.holds, plain.exact) == pytest.approx((holds, exact), abs=DOUBLE_PRECISION)


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    game = perudo.Game(seats=2, seed=1)
    game.start(0)
    game.deal()
    with pytest.raises(perudo.Error, match="choose one of en, "):
        perudo.coach.hint(game.view(0), lang="tlh")


def test_without_numpy_the_coach_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'numpy' else find(name, *more)\n"
        "import perudo\n"
        "try:\n    perudo.coach\nexcept perudo.MissingExtra as missing:\n    print(missing)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == 'numpy is not installed: pip install "perudo[champion]"\n'
