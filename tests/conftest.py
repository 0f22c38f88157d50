import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from perudo.cli.main import main
from testkit.browsers import PATIENCE_MS, NoChromium, chromium
from testkit.commands import Result, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, in English unless it says otherwise."""
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)

    def run_it(*words: str, typed: Iterator[str] | None = None) -> Result:
        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(typed or iter(()))
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        try:
            status = main(words)
        except SystemExit as stop:  # the argument parser's own way out
            status = int(stop.code or 0)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Result(status, said.out, said.err)

    return run_it


@pytest.fixture
def record_file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        file = tmp_path / "match.perudo"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for the whole run: a process has room for one."""
    expect.set_options(timeout=PATIENCE_MS)
    try:
        with chromium(bare=True) as browser:
            yield browser
    except NoChromium:
        missing = "Chromium is not installed: the pages are not tested"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
