"""The wheel alone, in an empty environment, runs what the README shows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testkit import ROOT
from testkit.docs import code_blocks

RECORD = "perudo 1\nedition: weekend\nseats: Ana, Ben\nstarter: @Ana\n1. ? | 2x4 dudo =1\n"


def run(*words: str | Path, typed: str = "") -> str:
    done = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, timeout=300, check=False, input=typed
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an environment with nothing but the wheel.

    `make release` names the folder of the wheel that it has built; else one is built here.
    """
    folder = tmp_path_factory.mktemp("release")
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
    built = os.environ.get("RELEASE")
    if built is None:
        build = ("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, ROOT)
        run(sys.executable, *pip, *build)
    (wheel,) = (folder if built is None else ROOT / built).glob("perudo-*.whl")
    run(sys.executable, "-m", "venv", folder / "empty")
    python = folder / "empty" / "bin" / "python"
    run(python, *pip, "install", "--no-index", "--no-deps", wheel)
    return python


def test_the_wheel_runs_the_readme_example(python: Path, tmp_path: Path) -> None:
    (code,) = code_blocks("README.md", "python")
    example = tmp_path / "readme.txt"
    example.write_text(code, encoding="utf-8")
    output = run(python, "-I", "-m", "doctest", "-v", example)
    assert "0 failed" in output or "Test passed" in output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("perft", "--dice", "5,5", "--depth", "2"), "1675"),
        (("odds", "--dice", "P23", "--table", "9", "--bid", "3x3"), "2 of them"),
        (("editions",), "asmodee-2009"),
        (("arena", "--bot", "easy", "--against", "medium", "--matches", "4"), "easy"),
        (("arena", "--seats", "2", "--matches", "1"), "reader"),
        (("replay", "-"), "Every action is legal."),
        (("convert", "-", "--to", "jsonl"), '"round":1'),
        (("play", "--edition", "menteur", "--seed", "7"), "Round 1."),
    ],
)
def test_base_commands_run_without_extras(
    python: Path, words: tuple[str, ...], expected: str
) -> None:
    command: list[str | Path] = [python, "-I", "-m", "perudo.cli.main", "--lang", "en", *words]
    assert expected in run(*command, typed=RECORD if "-" in words else "?\nq\n")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("serve",), "server"),
        (("audit",), "server"),
        (("backup", "tables.zip"), "server"),
        (("restore", "tables.zip"), "server"),
        (("admin", "tables"), "server"),
        (("solve", "--dice", "2,1"), "solve"),
        (("exam", "counter"), "solve"),
        (("arena", "--bot", "easy", "--against", "hard", "--ray", "local"), "ray"),
        (("train", "settings.toml"), "train"),
        (("arena", "--bot", "champion", "--against", "hard"), "champion"),
    ],
)
def test_a_missing_extra_gives_a_one_line_error(
    python: Path, command: tuple[str, ...], extra: str
) -> None:
    words = [str(python), "-I", "-m", "perudo.cli.main", "--lang", "en", *command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f'pip install "perudo[{extra}]"' in done.stderr
