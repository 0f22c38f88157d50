"""Live tables in the terminal: a lost server, coming back, watching, talk."""

import asyncio
import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from perudo.client import AsyncTable, SeatKey
from perudo.terminal.app import PerudoApp
from perudo.terminal.joining import sit_down, table_address, watch
from perudo.terminal.kept_seats import KeptSeats
from perudo.terminal.live_game import LiveGame
from perudo.terminal.sight import Offer
from perudo.terminal.table_screen import TableScreen
from testkit.commands import perudo
from testkit.serving import Guest, Serving
from testkit.terminal import PATIENCE, rows, table_screen, until
from testkit.threads import run_apart

SIZE = (80, 24)
QUICK: dict[str, Any] = {"seats": 2, "dice": 2, "pause_ms": 60_000, "pace_ms": 0}


def app_of(table: AsyncTable) -> tuple[PerudoApp, LiveGame]:
    game = LiveGame(table, "en")
    return PerudoApp(TableScreen(game, 0.0)), game


def offers(pilot: Pilot[Any]) -> frozenset[Offer]:
    return table_screen(pilot).sight.offers


def test_a_lost_server_is_told_and_nothing_is_lost(serving: Serving) -> None:
    async def main() -> None:
        async with await AsyncTable.open(serving.url, "Ann", **QUICK) as table:
            app, game = app_of(table)
            async with app.run_test(size=SIZE) as pilot:
                await until(pilot, lambda: Offer.FILL in offers(pilot))
                await pilot.press("b")
                await until(pilot, lambda: Offer.TURN in offers(pilot))
                before = len(table_screen(pilot).sight.bids)
                serving.kill()
                await until(pilot, lambda: "reconnecting" in rows(pilot)[-2])
                await pilot.press("enter")  # a bid, while no server is there
                await asyncio.to_thread(serving.start)
                await until(pilot, lambda: "reconnecting" not in rows(pilot)[-2])
                await until(pilot, lambda: len(table_screen(pilot).sight.bids) > before)
                mine = [made for made in table_screen(pilot).sight.bids if made.seat == 0]
                assert len(mine) == 1
                assert game.shown.on

    run_apart(main())


def test_a_seat_is_kept_and_the_same_command_comes_back_to_it(
    serving: Serving, tmp_path: Path
) -> None:
    host = Guest(serving.url)
    code = host.open(name="Host", seats=4)["code"]
    seats = KeptSeats(tmp_path / "kept")

    async def visit(name: str | None) -> tuple[int | None, SeatKey]:
        table = await sit_down(serving.url, code.lower(), name, name or "Guest", "en", seats)
        async with table:
            assert table.state is not None
            return table.state.seat, table.key

    seat, key = run_apart(visit("Ann"))
    assert seat == 1
    assert run_apart(visit("Ann"))[0] == 1
    assert run_apart(visit(None))[0] == 1
    assert run_apart(visit("Ben"))[0] == 2  # somebody else at the same machine
    file = seats.folder / "seats.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [kept["name"] for kept in json.loads(file.read_text())] == ["Ann", "Ben"]
    seats.forget(key)
    assert seats.find(key.address, code, "Ann") is None
    file.write_text("not json")
    assert seats.find(key.address, code, "Ben") is None
    host.close()


def test_an_onlooker_sees_no_cup_and_can_do_nothing(serving: Serving) -> None:
    host = Guest(serving.url)
    code = host.open(name="Host", seats=3, edition="asmodee-2009")["code"]

    async def main() -> None:
        async with await watch(serving.url, code, "en") as table:
            app, game = app_of(table)
            async with app.run_test(size=SIZE) as pilot:
                await until(pilot, lambda: "You" not in rows(pilot)[-2])
                host.ask(code, "start", fill="easy")
                await until(pilot, lambda: game.shown.on and game.shown.game is not None)
                await until(pilot, lambda: "You are watching." in rows(pilot)[-2])
                sight = table_screen(pilot).sight
                assert sight.you is None
                assert all(cup is None for cup in sight.cups)
                assert not sight.offers
                await pilot.press("d", "enter", "c", "t", "r")
                assert len(app.screen_stack) == 2

    run_apart(main())
    host.close()


def test_talk_and_reactions_go_both_ways(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is, the server is to have heard at the end that the chair is free.
    monkeypatch.setattr("perudo.terminal.table_screen.LEAVE_SECONDS", PATIENCE)
    host = Guest(serving.url)
    code = host.open(name="Host", seats=3)["code"]

    async def main() -> None:
        seats = KeptSeats(tmp_path)
        async with await sit_down(serving.url, code, "Ann", "Ann", "en", seats) as table:
            app, _ = app_of(table)
            async with app.run_test(size=SIZE) as pilot:
                await until(pilot, lambda: Offer.TALK in offers(pilot))
                await pilot.press("t", *"hello", "enter")
                await until(pilot, lambda: any("You: hello" in row for row in rows(pilot)))
                host.ask(code, "chat", text="[bold]hi[/bold] Ann")
                said = "Host says: [bold]hi[/bold] Ann"
                await until(pilot, lambda: any(said in row for row in rows(pilot)))
                await pilot.press("r", "5")
                await until(pilot, lambda: any("You: Toucan!" in row for row in rows(pilot)))
                assert any("Waiting for Host to start the match." in row for row in rows(pilot))
                assert f"/t/{code}" in rows(pilot)[-2]
                await pilot.press("q")
                assert any("Give up my chair" in row for row in rows(pilot))
                await pilot.press("3")
        assert app.return_value == 0
        assert host.look(code)["chairs"][1] is None

    run_apart(main())
    host.close()


@pytest.mark.parametrize(
    ("address", "code", "found"),
    [
        ("localhost:8000", "K7PMX4", ("http://localhost:8000", "K7PMX4")),
        ("https://dice.example/t/K7PMX4", None, ("https://dice.example", "K7PMX4")),
        ("https://dice.example/", None, None),
        ("ftp://dice.example", "K7PMX4", None),
        ("", "K7PMX4", None),
    ],
)
def test_addresses_as_people_type_them(
    address: str, code: str | None, found: tuple[str, str] | None
) -> None:
    assert table_address(address, code) == found


def test_lines_play_a_match_through_pipes(serving: Serving, tmp_path: Path) -> None:
    """Bids and calls are typed, refusals are told, and the dice are checked at the end."""
    host = Guest(serving.url)
    settings = {**QUICK, "pause_ms": 0, "dice": 1, "edition": "asmodee-2009"}
    code = host.open(name="Host", **settings)["code"]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    process = subprocess.Popen(
        perudo("join", serving.url, code, "--name", "Ann", "--lang", "en"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []

    def line() -> str:
        assert process.stdout is not None
        said.append(process.stdout.readline())
        assert said[-1], "".join(said)
        return said[-1]

    def type_line(text: str) -> None:
        assert process.stdin is not None
        process.stdin.write(text + "\n")
        process.stdin.flush()

    while "/ and a text" not in line():
        pass
    host.ask(code, "start")
    typed = False
    while True:
        view = host.look(code)
        if view["winner"] is not None:
            break
        if view["game"] and view["game"]["turn"] == 0:
            host.act(code, {"call": "dudo"} if view["game"]["legal"]["dudo"] else None)
        elif view["game"] and view["game"]["turn"] == 1:
            while "Your turn." not in line():
                pass
            if not typed:
                typed = True
                type_line("99x4")
                while "[S9]" not in line():
                    pass
            type_line("d" if view["game"]["legal"]["dudo"] or view["game"]["bids"] else "1x2")
            while not line().startswith("You:"):
                pass
    while "Every die that was revealed" not in line():
        pass
    type_line("q")
    rest, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert f"perudo join {serving.url} {code} --name Ann" in rest
    host.close()


def test_a_wrong_code_or_server_is_one_clear_line(serving: Serving, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    wrong = subprocess.run(
        perudo("join", serving.url, "NOCODE", "--name", "Ann", "--lang", "en"),
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert wrong.returncode == 1
    assert wrong.stderr == "perudo: There is no table “NOCODE”. Ask for the link again. [T1]\n"
