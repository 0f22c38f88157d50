"""The commands as real processes, with real terminals, pipes and interrupts."""

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testkit.commands import HEARS_INTERRUPTS, perudo, prepared


def test_ctrl_c_ends_play_with_a_line_and_no_traceback() -> None:
    """In a real terminal, with a real interrupt, at the first question."""
    terminal, side = pty.openpty()
    process = subprocess.Popen(
        prepared(HEARS_INTERRUPTS, perudo("play", "--plain", "--lang", "en")),
        stdin=side,
        stdout=side,
        stderr=side,
    )
    os.close(side)
    said = read_until(terminal, b"draw lots: ")
    process.send_signal(signal.SIGINT)
    # If the interrupt comes between the prompt and the wait for input, Python only notices it when
    # the wait ends; the line ends it.
    os.write(terminal, b"\n")
    said += read_until(terminal, None)
    os.close(terminal)
    assert process.wait(timeout=30) == 130
    assert b"You leave the table" in said
    assert b"Traceback" not in said


def read_until(terminal: int, awaited: bytes | None) -> bytes:
    """Read until these bytes, or until the other side ends."""
    said = b""
    while awaited is None or awaited not in said:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"nothing came after {said!r}"
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # Linux says so that the other side is closed
            break
        if not chunk:
            break
        said += chunk
    return said


def test_a_closed_pipe_is_not_an_error() -> None:
    process = subprocess.Popen(
        perudo("editions", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


def test_a_terminal_without_unicode_is_not_an_error() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        perudo("editions", "--lang", "fr"), env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_imports_nothing_heavy() -> None:
    """The commands start at once: nothing outside the standard library is imported."""
    code = (
        "import sys; from perudo.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "mods = {m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)\n"
        "sys.exit(str(sorted(m for m in mods if m in ('babel', 'numpy', 'jax', 'fastapi'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_invalid_bytes_give_no_traceback(encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        perudo("play", "--lang", "en", "--seats", "2"),
        input=b"\xff\xfe\nInti\n\xe9\xff 4x5\nq\n",
        env=env,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is neither a bid nor a call." in done.stdout


@pytest.mark.parametrize(
    "words", [("replay", "-"), ("verify", "-"), ("convert", "-", "--to", "jsonl")]
)
def test_a_binary_record_is_refused_with_a_line(words: tuple[str, ...]) -> None:
    done = subprocess.run(
        perudo(*words, "--lang", "en"), input=b"\xff\xfe\n", capture_output=True, check=False
    )
    assert done.returncode == 1
    assert b"This is not UTF-8 text." in done.stderr
    assert b"Traceback" not in done.stderr


def test_binary_results_are_ignored(tmp_path: Path) -> None:
    saved = tmp_path / "results.jsonl"
    saved.write_bytes(b"\xff\xfe\n[1]\n7\n")
    done = subprocess.run(
        perudo(
            "arena", "--lang", "en", "--bot", "cautious", "--against", "bold", "--seats", "2",
            "--matches", "1", "--jobs", "1", "--save", str(saved),
        ),
        capture_output=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert saved.read_bytes().startswith(b"\xff\xfe\n")
