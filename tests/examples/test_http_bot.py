"""The example players sit down at a live table and play a whole match."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit import ROOT
from testkit.changed_server import unhurried_server
from testkit.commands import perudo
from testkit.serving import Guest, Serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with unhurried_server(tmp_path_factory.mktemp("examples")) as serving:
        yield serving


def test_http_bot_plays_a_match_with_verifiable_dice(server: Serving, tmp_path: Path) -> None:
    host = Guest(server.url)
    opened = host.open(name="Ann", seats=2, pause_ms=0, dice=2)
    bot = subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / "http_bot.py"), server.url, opened["code"]],
        stdout=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    table = opened["table"]
    for line in host.follow(table):
        if any(event["event"] == "sat" for event in line.get("events", ())):
            break
    host.ask(table, "start")
    for _ in host.follow(table):
        seen = host.look(table)
        if not seen["on"]:
            break
        if seen["game"]["turn"] == seen["seat"]:
            host.act(table)
    out, _ = bot.communicate(timeout=20)
    assert out.strip().endswith("wins")
    assert bot.returncode == 0
    verify = perudo("verify", "Curly.perudo", "--kept", "Curly.kept.jsonl", "--lang", "en")
    checked = subprocess.run(verify, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    rounds = (tmp_path / "Curly.kept.jsonl").read_text().count("\n")
    assert rounds > 1
    assert checked.stdout.count("as your own client wrote it down") == rounds


def test_client_bot_plays_a_match_with_fair_dice(server: Serving) -> None:
    host = Guest(server.url)
    opened = host.open(name="Ann", seats=2, pause_ms=60_000, dice=2)
    command = [sys.executable, str(ROOT / "examples" / "client_bot.py"), server.url, opened["code"]]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    table = opened["table"]
    for line in host.follow(table):
        if any(event["event"] == "sat" for event in line.get("events", ())):
            break
    host.ask(table, "start")
    for _ in host.follow(table):
        seen = host.look(table)
        if not seen["on"]:
            break
        if seen["paused_until"] is not None and not seen["chairs"][0]["ready"]:
            host.ask(table, "ready")
        elif seen["game"]["turn"] == seen["seat"]:
            host.act(table)
    out, _ = bot.communicate(timeout=20)
    assert bot.returncode == 0
    assert out.splitlines()[-2:] in (
        ["Ann wins", "The dice are fair."], ["Robin wins", "The dice are fair."]
    )  # fmt: skip
