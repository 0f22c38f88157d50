import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import testkit.strategies  # noqa: F401 - how Hypothesis tests, whichever file is tested first
from perudo.cli.main import main
from testkit.browsers import PATIENCE_MS, NoChromium, chromium
from testkit.commands import Result, Run

LONG = (
    # What others show at one size, in one look or in one box, shown for the rest.
    "test_every_page.py::test_a_table_is_fully_translated[parker-1994]",
    "test_table_access.py::test_axe_finds_nothing_at_any_point_of_a_match[desktop-dark]",
    "test_hot_seat.py::test_axe_finds_nothing",
    "test_replay_check.py::test_it_fits_a_small_phone_in_every_language",
    "test_lesson.py::test_the_whole_lesson_by_keyboard[asmodee-2009]",
    "test_lesson.py::test_axe_finds_nothing",
    "test_cup.py::test_axe_finds_nothing",
    # What others show with one proxy, one clock or one way to write a path, shown for the rest.
    "test_proxies.py::test_pages_wait_while_the_server_restarts[caddy]",
    "test_clock.py::test_turns_last_as_long_when_the_clock_of_the_machine_is_set[-1h]",
    "test_one_server.py::test_a_second_server_is_refused_until_the_first_is_gone[a symbolic link]",
    "test_one_server.py::test_a_second_server_is_refused_until_the_first_is_gone[another way",
    "test_workers.py::test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost[with redis]",
    "test_scale_sample.py::test_costs_are_measured_on_real_servers",
    "test_run.py::test_rival_stays_unchanged",
    # What takes long to compile or to play; others show its parts, or the neighbouring levels.
    "test_duel.py::test_network_learns_what_it_is_shown",
    "test_opponents.py::test_all_styles_choose_legal_actions",
    "test_arena.py::test_levels_are_ordered[hard-medium-24]",
)
"""Run by ``LONG=1 make test`` and ``make pages``, which have the time; all others by every run."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("LONG") == "1":
        return
    long = [item for item in items if any(name in item.nodeid for name in LONG)]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


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
