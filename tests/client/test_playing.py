"""Clients at a real server: whole matches, bots over the network, dice that are checked."""

import asyncio
import json
import stat
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from perudo.bots.roster import bot_named
from perudo.client import AsyncTable, Refused, Table, Update
from perudo.engine.actions import DUDO
from perudo.engine.bid import Bid
from testkit.commands import perudo
from testkit.serving import Serving
from testkit.threads import run_apart

QUICK: dict[str, Any] = {"seats": 2, "dice": 2, "pause_ms": 0, "pace_ms": 0}


def doubt_or_open(table: Table, update: Update) -> None:
    """Doubt every bid, and open with the lowest: matches end soon."""
    if update.table.my_turn:
        assert update.table.game is not None
        legal = update.table.game.legal
        table.act(DUDO if legal.dudo else next(legal.actions()))


def test_a_whole_match_against_a_bot(server: Serving, tmp_path: Path) -> None:
    with Table.open(server.url, "Ann", folder=tmp_path / "seat", **QUICK) as table:
        table.add_bot("easy")
        table.start()
        events = []
        for update in table.follow():
            events += [event["event"] for event in update.events]
            doubt_or_open(table, update)
            if update.table.winner is not None:
                break
        assert "bid-made" in events
        assert table.state is not None
        assert table.state.winner in (0, 1)

        check = table.check()
        assert check.ok
        assert len(check.notes) == len(check.checks) - 1  # the first turn is checked apart
        (kept,) = (tmp_path / "seat").glob("*.kept.jsonl")
        (chains,) = (tmp_path / "seat").glob("*.chains")
        assert stat.S_IMODE(chains.stat().st_mode) == 0o600
        record = tmp_path / "match.perudo"
        record.write_bytes(table.record())
    command = perudo("verify", str(record), "--kept", str(kept))
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "What your own client wrote down fits: nobody chose these dice." in told.stdout


def test_a_check_that_finds_what_does_not_fit(server: Serving) -> None:
    with Table.open(server.url, "Ann", **QUICK) as table:
        table.start(fill="easy")
        for update in table.follow():
            doubt_or_open(table, update)
            if update.table.winner is not None:
                break
        notes = table._seat.part._notes
        noted = json.loads(notes[0])
        notes[0] = json.dumps({**noted, "commitment": "00" * 32})
        assert not table.check().ok


def test_bots_of_the_package_play_over_the_network(server: Serving) -> None:
    """The view that a client has of a match is the one that bots play from."""

    async def play(table: AsyncTable, level: str, seed: int) -> str | None:
        bot, rng = bot_named(level), Random(seed)
        async for update in table.follow():
            if update.table.winner is not None:
                return update.table.names[update.table.winner]
            if update.table.my_turn and update.table.gathering is None:
                view = table.view
                assert view is not None
                assert update.table.game is not None
                game = update.table.game
                assert (view.cup, view.turn, view.bids and view.bids[-1].bid) == (
                    game.cup, game.turn, game.standing or ()
                )  # fmt: skip
                assert list(view.legal.actions()) == list(game.legal.actions())
                await table.act(bot.act(view, rng))
        return None

    async def match() -> list[str | None]:
        settings = {**QUICK, "seats": 3, "dice": 3, "edition": "weekend"}
        host = await AsyncTable.open(server.url, "Ann", **settings)
        assert host.state is not None
        guests = [await AsyncTable.join(server.url, host.state.code, name) for name in ("Bo", "Cy")]
        await host.start()
        tables = [host, *guests]
        levels = ("counter", "liar", "hard")
        async with asyncio.timeout(60):
            winners = await asyncio.gather(
                *(
                    play(table, level, n)
                    for n, (table, level) in enumerate(zip(tables, levels, strict=True))
                )
            )
        checks = [await table.check() for table in tables]
        assert all(check.ok and check.notes for check in checks)
        for table in tables:
            await table.close()
        return list(winners)

    winners = run_apart(match())
    assert winners[0] in ("Ann", "Bo", "Cy")
    assert len(set(winners)) == 1


def test_an_onlooker_follows_and_sees_no_cup(server: Serving) -> None:
    with Table.open(server.url, "Ann", **QUICK) as table:
        assert table.state is not None
        table.start(fill="easy")
        with Table.watch(server.url, table.state.code.lower()) as onlooker:
            follow = onlooker.follow()
            first = next(follow)
            assert (first.events, first.table.seat) == ((), None)
            own = table.follow()
            for update in own:
                doubt_or_open(table, update)
                if update.table.winner is not None:
                    break
            for update in follow:
                for event in update.events:
                    if event["event"] == "dealt":
                        assert event["cups"] == [None, None]
                if update.table.winner is not None:
                    break
            with pytest.raises(Refused) as refusal:
                onlooker.say("hello")
            assert refusal.value.reason == "not-seated"


def test_refusals_have_reason_rule_and_words(server: Serving) -> None:
    with Table.open(server.url, "Ann", lang="fr", **QUICK) as table:
        with pytest.raises(Refused) as early:
            table.rematch()
        assert (early.value.reason, early.value.clause, early.value.status) == (
            "no-match",
            "T4",
            409,
        )
        with pytest.raises(Refused) as nobody:
            table.send("mute", seat=4)
        assert nobody.value.text == str(nobody.value)
        table.start(fill="easy")
        for update in table.follow():
            if update.table.my_turn:
                break
        with pytest.raises(Refused) as low:
            table.act(Bid(40, 2))
        assert low.value.clause.startswith(("C", "A", "I", "S"))


def test_two_clients_of_one_seat_share_its_key(server: Serving, tmp_path: Path) -> None:
    """A seat is taken again by its key, with its chains: it takes part in the dice at once."""
    with Table.open(server.url, "Ann", folder=tmp_path, **QUICK) as first:
        first.start(fill="easy")
        for update in first.follow():
            if update.table.game is not None and update.table.game.cup is not None:
                break
        key = first.key
    with Table.again(key) as again:
        for update in again.follow():
            doubt_or_open(again, update)
            if update.table.winner is not None:
                break
        check = again.check()
        assert check.ok
        seeds = [s for c in check.checks for s in getattr(c, "seeds", ()) if s.seat == 0]
        assert all(seed.state.value == "given" and not seed.anew for seed in seeds)
