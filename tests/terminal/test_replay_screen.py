"""Stepping through a record."""

from pathlib import Path
from random import Random

import pytest

from perudo.bots.roster import bot_named
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.i18n.tongue import Tongue
from perudo.records.notation import write_text
from perudo.records.replay import read_record
from perudo.records.writing import record_of
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable
from perudo.terminal.app import PerudoApp
from perudo.terminal.replay_moments import moments
from perudo.terminal.replay_screen import ReplayScreen
from testkit.commands import Run
from testkit.terminal import click, rows, until
from testkit.threads import run_apart


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of three bots, by seed."""
    rng = Random(5)
    setup = Setup(table_rules("asmodee-2009"), 3, 2)
    table = LocalTable(setup, [BotSeat(bot_named("easy"), rng) for _ in range(3)], RandomDice(rng))
    table.play()
    path = tmp_path_factory.mktemp("replay") / "match.perudo"
    path.write_text(write_text(record_of(("Ann", "Ben", "Cleo"), table.events)), encoding="utf-8")
    return path


def screen(file: Path, pace: float = 0.1) -> ReplayScreen:
    record = read_record(file.read_bytes())
    t = Tongue("en", record.rules.words.value)
    return ReplayScreen(t, moments(t, record), pace)


def test_steps_go_forwards_and_backwards_through_the_whole_match(file: Path) -> None:
    async def main() -> None:
        shown = screen(file)
        app = PerudoApp(shown)
        last = len(shown._moments) - 1
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Moment 1 of" in "\n".join(rows(pilot))
            seen = []
            for _ in range(last):
                await pilot.press("right")
                seen.append(rows(pilot))
            assert "wins the match!" in "\n".join(seen[-1])
            await pilot.press("right")
            assert shown.at == last
            for before in reversed([*seen[:-1]]):
                await pilot.press("left")
                assert rows(pilot) == before
            await pilot.press("end")
            assert shown.at == last
            await pilot.press("pageup")
            start = shown.at
            assert shown._moments[start].round == shown._moments[last].round
            await pilot.press("pageup")
            assert shown._moments[shown.at].round == shown._moments[start].round - 1
            await pilot.press("pagedown")
            assert shown.at == start
            await pilot.press("home")
            assert shown.at == 0

    run_apart(main())


def test_cups_can_be_closed_as_an_onlooker_saw_them(file: Path) -> None:
    async def main() -> None:
        shown = screen(file)
        app = PerudoApp(shown)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            while not shown._moments[shown.at].sight.bids:
                await pilot.press("right")
            assert any("┌───┐" in row for row in rows(pilot))
            await pilot.press("o")
            assert not any("┌───┐" in row for row in rows(pilot))
            assert any("▟█████▙" in row for row in rows(pilot))

    run_apart(main())


def test_it_plays_by_itself_and_by_mouse(file: Path) -> None:
    async def main() -> None:
        shown = screen(file)
        app = PerudoApp(shown)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await click(pilot, "play")
            assert shown.playing
            await until(pilot, lambda: shown.at >= 2)
            await click(pilot, "play")
            assert not shown.playing
            await click(pilot, f"at {len(shown._moments) - 1}")
            assert shown.at == len(shown._moments) - 1
            await click(pilot, "back")
            assert shown.at == len(shown._moments) - 2
            await click(pilot, "leave")
        assert app.return_value == 0

    run_apart(main())


def test_without_a_terminal_the_record_is_told_in_lines(run: Run, file: Path) -> None:
    watched = run("replay", "--watch", str(file))
    assert watched.status == 0
    assert watched.out == run("replay", str(file)).out
