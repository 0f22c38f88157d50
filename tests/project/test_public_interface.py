"""``import perudo`` is light, documented by examples that run, and raises only its own errors."""

import ast
import doctest
import importlib
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import perudo
from perudo.bots.counter import Counter
from perudo.engine.house import SetupProblem
from testkit import ROOT

SOURCE = ROOT / "src" / "perudo"
LIGHT = 0.05
"""Seconds of processor time that ``import perudo`` may take; others may keep the clock waiting."""


def in_a_new_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_import_is_quick_and_loads_only_the_version() -> None:
    code = (
        "import sys, time; start = time.process_time(); import perudo\n"
        "took = time.process_time() - start\n"
        "import json; print(json.dumps([took, sorted(sys.modules)]))"
    )
    runs = [json.loads(in_a_new_process(code)) for _ in range(5)]
    assert min(took for took, _ in runs) < LIGHT
    ours = [name for name in runs[0][1] if name.startswith("perudo")]
    assert ours == ["perudo", "perudo.version"]


def test_playing_a_match_loads_no_third_party_module() -> None:
    code = (
        "import sys, json; before = set(sys.modules)\n"
        "import perudo; perudo.play_match(['easy', 'medium', 'hard'], seed=1)\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    loaded = {name.split(".")[0] for name in json.loads(in_a_new_process(code))}
    assert loaded - {"perudo"} <= sys.stdlib_module_names


@pytest.mark.parametrize("name", perudo.__all__)
def test_every_public_name_has_a_passing_example(name: str) -> None:
    """Classes and functions have their own example, other values one in the package's docstring."""
    value = getattr(perudo, name)
    documented = value if inspect.isclass(value) or inspect.isfunction(value) else perudo
    examples = doctest.DocTestFinder(recurse=False).find(documented, name, globs={})
    source = "".join(example.source for test in examples for example in test.examples)
    assert documented is not perudo or f"perudo.{name}" in source
    assert source
    for test in examples:
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        report: list[str] = []
        runner.run(test, out=report.append)
        assert not runner.failures, "".join(report)


def test_public_names_exist_and_are_listed_once() -> None:
    assert len(set(perudo.__all__)) == len(perudo.__all__)
    assert set(perudo.__all__) <= set(dir(perudo))
    assert {name: getattr(perudo, name).__name__ for name in ("engine", "odds", "testing")} == {
        "engine": "perudo.engine",
        "odds": "perudo.odds",
        "testing": "perudo.testing",
    }
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = perudo.nonsense


@cache
def raised_classes() -> dict[str, set[str]]:
    """Return the names of all classes that the source raises, and the files that raise them."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call | ast.Name):
                called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
                if isinstance(called, ast.Name) and called.id[0].isupper():
                    found.setdefault(called.id, set()).add(str(path.relative_to(SOURCE)))
    return found


NOT_FOR_CALLERS = {
    "AssertionError",  # a bug in this package
    "AttributeError",  # required of __getattr__
    "ClientDisconnect",  # required by the web framework
    "OutOfTime",  # must not be caught by a bot's own handlers
    "SystemExit",
}


def test_every_raised_exception_is_a_perudo_error() -> None:
    bases = {"Error": perudo.Error}
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(("perudo", *path.relative_to(SOURCE).with_suffix("").parts))
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name in raised_classes():
                bases[node.name] = getattr(importlib.import_module(module), node.name)
    strangers = {
        name: where
        for name, where in raised_classes().items()
        if name not in NOT_FOR_CALLERS
        and not (name in bases and issubclass(bases[name], perudo.Error))
    }
    assert not strangers


def test_errors_are_in_the_requested_language() -> None:
    game = perudo.Game("asmodee-2009", seats=2, lang="fr")
    game.start(0)
    game.deal()
    with pytest.raises(perudo.IllegalAction, match=r"\[C4\]") as caught:
        game.play("dudo")
    assert "proposition" in str(caught.value)
    with pytest.raises(SetupProblem, match="places"):
        perudo.Game(seats=9, lang="fr")
    assert str(pickle.loads(pickle.dumps(perudo.MissingExtra("lab", "jax")))).startswith("jax")  # noqa: S301


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda game: game.play("3y4"), "neither a bid"),
        (lambda game: game.view(0).odds("dudo"), "not a bid"),
        (lambda game: game.deal("P2x", "33556"), "not a cup"),
        (lambda game: game.view(7), "seat 7"),
        (lambda game: game.play("2x4", seat=9), "S12"),
        (lambda game: game.play("9" * 5000), "neither a bid"),
        (lambda game: game.view(0).odds(perudo.Bid(3, 9)), "not a bid"),
        (lambda _: perudo.Game(lang="xx"), "choose one of en, fr"),
        (lambda _: perudo.Game(seats=3, names=["Ana"]), "need 3 names"),
        (lambda _: perudo.Game(names=["Ana", "ANA"]), "'ANA' cannot name a seat"),
        (lambda _: perudo.play_match(["nobody", "hard"]), "no bot 'nobody': choose"),
        (lambda _: perudo.play_match([Counter, "hard"]), r"write Counter\(\)"),  # type: ignore[list-item]
        (lambda _: perudo.play_match([object(), "hard"]), "no method act"),  # type: ignore[list-item]
        (lambda _: perudo.solve_round(dice=(1, 2, 3)), "two seats"),  # type: ignore[arg-type]
        (lambda _: perudo.solve_round(dice=(1, 1), tolerance=0), "tolerance"),
        (lambda _: perudo.solve_round(dice=(5, 5)), "take fewer dice"),
    ],
)
def test_bad_input_gives_a_one_line_error(wrong: object, message: str) -> None:
    game = perudo.Game(seats=2, seed=1)
    game.start()
    game.deal()
    with pytest.raises(perudo.Error, match=message) as caught:
        wrong(game)  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_game_can_be_copied_written_read_and_counted_by_hand(tmp_path: Path) -> None:
    game = perudo.Game("weekend", seats=3, names=["Ana", "Jean Luc", "Eva"])
    game.start(2)
    game.deal_unseen()
    game.play("2x4")
    tried = game.copy()
    tried.play("9x4")
    assert (game.standing, tried.standing) == (perudo.Bid(2, 4), perudo.Bid(9, 4))
    game.play(perudo.DUDO)
    game.count(1)
    assert game.dice == (5, 5, 4)
    file = tmp_path / "match.perudo"
    file.write_text(game.record(), encoding="utf-8")
    again = perudo.read(file)
    assert (again.match, again.events, again.names) == (game.match, game.events, game.names)
    with pytest.raises(perudo.Error, match="began in the middle"):
        perudo.position(dice=(1, 2)).record()
    file.write_text("perudo 1\nedition: weekend\nseats: Ana, Eva\nstarter: @Ana\n1. ? | 1x9\n")
    with pytest.raises(perudo.Error, match="line 5"):
        perudo.read(file)


def test_a_single_option_may_be_given_without_a_list() -> None:
    assert perudo.Game(options="calza").rules == perudo.Game(options=["calza"]).rules


def test_a_game_says_what_it_waits_for() -> None:
    game = perudo.Game(seats=2)
    said = [repr(game)]
    steps: list[Callable[[], None]] = [
        lambda: game.start(1),
        game.deal_unseen,
        lambda: game.play("2x4"),
        lambda: game.play("dudo"),
        lambda: game.count(0),
    ]
    for step in steps:
        step()
        said.append(repr(game))
    assert [text.partition(": ")[2] for text in said] == [
        "to be started>",
        "round 1 to be dealt>",
        "round 1, seat 1 to act>",
        "round 1, seat 0 to act>",
        "round 1 to be counted>",
        "round 2 to be dealt>",
    ]


def test_odds_in_mid_match_count_the_dice_that_are_left() -> None:
    game = perudo.position("weekend", dice=(1, 3), palifico=True)
    game.deal("P", "335")
    assert game.view(1).odds("3x3").holds == pytest.approx(1 / 6)
    assert game.view(1).odds("4x3").holds == 0
