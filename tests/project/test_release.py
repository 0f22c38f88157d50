"""The wheel alone, in an empty environment, does what the README shows."""

import subprocess
import sys
from pathlib import Path

import pytest

from testkit import ROOT
from testkit.docs import code_blocks


def run(*words: str | Path) -> str:
    done = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that has the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("release")
    pip = ("-m", "pip", "--disable-pip-version-check", "--quiet")
    build = ("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, ROOT)
    run(sys.executable, *pip, *build)
    (wheel,) = folder.glob("perudo-*.whl")
    run(sys.executable, "-m", "venv", folder / "empty")
    python = folder / "empty" / "bin" / "python"
    run(python, *pip, "install", "--no-index", "--no-deps", wheel)
    return python


def test_the_wheel_runs_the_example_of_the_readme(python: Path, tmp_path: Path) -> None:
    (code,) = code_blocks("README.md", "python")
    example = tmp_path / "readme.txt"
    example.write_text(code, encoding="utf-8")
    told = run(python, "-I", "-m", "doctest", "-v", example)
    assert "0 failed" in told or "Test passed" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("perft", "--dice", "5,5", "--depth", "2"), "1675"),
        (("editions",), "asmodee-2009"),
        (("arena", "--bot", "easy", "--against", "medium", "--matches", "4"), "easy"),
    ],
)
def test_commands_that_the_base_has_run_without_extras(
    python: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in run(python, "-I", "-m", "perudo.cli.main", "--lang", "en", *words)


@pytest.mark.parametrize(
    ("command", "extra"),
    [(("serve",), "server"), (("solve", "--dice", "2,1"), "solve"), (("audit",), "server")],
)
def test_a_missing_extra_is_told_in_one_line(
    python: Path, command: tuple[str, ...], extra: str
) -> None:
    words = [str(python), "-I", "-m", "perudo.cli.main", "--lang", "en", *command]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f'pip install "perudo[{extra}]"' in done.stderr
