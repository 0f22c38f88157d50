"""Matches against bots and at one keyboard, played on the screen by keys or by mouse."""

from typing import Any

import pytest
from textual.pilot import Pilot

from perudo.records.record import Record
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.terminal.chooser import Chooser, Curtain
from perudo.terminal.sight import Offer
from testkit.terminal import click, local_app, rows, table_screen, until, until_waiting, waits
from testkit.threads import run_apart

SIZE = (80, 24)


async def play_to_the_end(pilot: Pilot[Any], game: Any, act: Any) -> None:
    while game.table.match.winner is None:
        await until(pilot, lambda: waits(pilot) or game.table.match.winner is not None)
        if game.table.match.winner is None:
            await act(pilot)
    await until(pilot, lambda: Offer.GO_ON in table_screen(pilot).sight.offers)
    await pilot.pause()


def legal_record(game: Any) -> Record:
    record = record_of(game.names(), game.table.events)
    match, _ = replayed(record)
    assert match.winner is not None
    return record


def test_a_whole_match_by_keys_only() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        screen = table_screen(pilot)
        view = screen.sight.view
        doubts = view is not None and Offer.TURN in screen.sight.offers and view.legal.dudo
        await pilot.press("d" if doubts else "enter")

    async def main() -> None:
        app, game = local_app(dice=2, options=("calza",))
        async with app.run_test(size=SIZE) as pilot:
            await play_to_the_end(pilot, game, act)
            assert any("wins the match!" in row or "You win" in row for row in rows(pilot))
            await pilot.press("enter")
            await until(pilot, lambda: app.return_value is not None)
        assert app.return_value == 0
        legal_record(game)

    run_apart(main())


def test_a_whole_match_by_mouse_only() -> None:
    """Faces, numbers, bids, calls, the next round and leaving, all by clicks."""
    done: set[str] = set()

    async def act(pilot: Pilot[Any]) -> None:
        screen = table_screen(pilot)
        view = screen.sight.view
        if isinstance(pilot.app.screen, Chooser):
            await click(pilot, "0")
        elif Offer.TURN not in screen.sight.offers:
            await click(pilot, "offer GO_ON")
            done.add("go on")
        elif view is not None and view.legal.dudo:
            await click(pilot, "dudo")
            done.add("dudo")
        else:
            await click(pilot, "face 6")
            await click(pilot, "more")
            assert screen.picker is not None
            assert screen.picker.bid == (2, 6)
            await click(pilot, "fewer")
            await click(pilot, "bid")
            done.add("bid")

    async def main() -> None:
        app, game = local_app(dice=2, seats=3, edition="asmodee-2024", options=("palifico",))
        async with app.run_test(size=SIZE) as pilot:
            await play_to_the_end(pilot, game, act)
            await click(pilot, "leave")
            await pilot.pause()
            await click(pilot, "1")
        assert app.return_value == 0
        assert done == {"bid", "dudo", "go on"}
        legal_record(game)

    run_apart(main())


def test_what_may_not_be_done_is_refused_with_its_rule() -> None:
    async def main() -> None:
        app, game = local_app(options=("calza",), seed=7, coach=True)
        async with app.run_test(size=SIZE) as pilot:
            await until_waiting(pilot, turn=True)
            events = len(game.table.events)
            await pilot.press("left")
            assert "Too few: the lowest bid on fours is 10. [A2]" in "\n".join(rows(pilot))
            await pilot.press("enter")  # refused: nothing happens
            await pilot.press("2")
            assert "The face never goes down, except to Pacos. [A2]" in "\n".join(rows(pilot))
            await pilot.press("1")
            assert table_screen(pilot).message == ""
            await pilot.press("h")
            assert "Best: " in "\n".join(rows(pilot))
            assert len(game.table.events) == events
            await pilot.press("enter")
            await until(pilot, lambda: len(game.table.events) > events)

    run_apart(main())


def test_calza_out_of_turn_is_heard() -> None:
    async def main() -> None:
        app, _ = local_app(options=("calza",), seed=7)
        async with app.run_test(size=SIZE) as pilot:
            await until_waiting(pilot)
            screen = table_screen(pilot)
            assert screen.sight.offers == {Offer.CALZA, Offer.GO_ON}
            await pilot.press("d")
            assert "It is Killa's turn. [C4]" in "\n".join(rows(pilot))
            await pilot.press("c")
            await until(pilot, lambda: screen.sight.showdown is not None)
            assert "You: Calza!" in "\n".join(rows(pilot))

    run_apart(main())


def test_the_curtain_hides_all_dice_until_the_player_is_there() -> None:
    async def main() -> None:
        app, game = local_app(people=("Ann", "Ben"), seats=3)
        async with app.run_test(size=SIZE) as pilot:
            seen: set[int] = set()
            await until(pilot, lambda: waits(pilot))
            screen = table_screen(pilot)
            for _ in range(4):
                await until(pilot, lambda: waits(pilot))
                if isinstance(app.screen, Curtain):
                    assert screen.sight.you is None
                    assert all(cup is None for cup in screen.sight.cups)
                    assert "●" not in "\n".join(rows(pilot))
                    await pilot.press("x")  # only Enter or a click lifts it
                    assert isinstance(app.screen, Curtain)
                    await pilot.press("enter")
                    await until(pilot, lambda: Offer.TURN in screen.sight.offers)
                    seat = screen.sight.you
                    assert seat is not None
                    seen.add(seat)
                    own = game.table.match.round
                    assert own is not None
                    assert own.cups is not None
                    assert screen.sight.cups[seat] == own.cups[seat]
                    hidden = [cup for at, cup in enumerate(screen.sight.cups) if at != seat]
                    assert hidden == [None, None]
                await pilot.press("enter")
            assert seen == {0, 1}

    run_apart(main())


def test_a_small_terminal_says_what_it_needs_and_goes_on_when_it_grows() -> None:
    async def main() -> None:
        app, _ = local_app()
        async with app.run_test(size=(79, 24)) as pilot:
            await pilot.pause()
            shown = [row for row in rows(pilot) if row]
            assert len(shown) == 1
            assert "80x24" in shown[0]
            assert "79x24" in shown[0]
            await pilot.press("d", "enter")  # does nothing that cannot be seen
            await pilot.resize_terminal(80, 24)
            await until_waiting(pilot, turn=True)
            assert any("Enter" in row for row in rows(pilot))
            await pilot.resize_terminal(40, 10)
            await pilot.pause()
            assert any("40x10" in row for row in rows(pilot))
            await pilot.resize_terminal(140, 50)
            await pilot.pause()
            assert any("Bids of this round" in row for row in rows(pilot))

    run_apart(main())


@pytest.mark.parametrize(("keys", "status"), [(("ctrl+c", "ctrl+c"), 130), (("ctrl+c", "2"), 0)])
def test_ctrl_c_asks_and_then_leaves(keys: tuple[str, ...], status: int) -> None:
    async def main() -> None:
        app, game = local_app()
        async with app.run_test(size=SIZE) as pilot:
            await until_waiting(pilot, turn=True)
            await pilot.press("ctrl+c")
            assert any("Leave the table?" in row for row in rows(pilot))
            await pilot.press("escape")  # stays
            assert len(app.screen_stack) == 2
            await pilot.press(*keys)
        assert app.return_value == status
        game.wait_until_left()
        assert not game._thread.is_alive()

    run_apart(main())
