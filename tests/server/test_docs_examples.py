"""What docs/live-tables.md shows works: the lines for curl, and the example player."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit import ROOT
from testkit.commands import perudo
from testkit.services import Missing, absent
from testkit.serving import Guest, Serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('docs')}/tables.db") as serving:
        yield serving


def curl_lines() -> list[str]:
    page = (ROOT / "docs" / "live-tables.md").read_text(encoding="utf-8").replace("\\\n", "")
    return re.findall(r"^\$ (curl .*)$", page, flags=re.MULTILINE)


def test_the_lines_for_curl_do_what_the_page_says(server: Serving) -> None:
    if shutil.which("curl") is None:
        absent(Missing("curl is not installed"))
    opening, start, look, act, follow, refused = curl_lines()
    where = server.url.removeprefix("http://")

    def run(line: str, *variables: str) -> dict[str, object]:
        line = line.replace("localhost:8000", where)
        shell = "; ".join([*variables, f"{line} --max-time 5" if "-sN" not in line else line])
        command = ["/bin/bash", "-c", shell]
        done = subprocess.run(command, capture_output=True, timeout=20, check=False)
        answer: dict[str, object] = json.loads(done.stdout.splitlines()[0])
        return answer

    opened = run(opening)
    known = (
        f"TABLE={server.url}/api/tables/{opened['table']}",
        f"AUTH='Authorization: Bearer {opened['token']}'",
    )
    assert run(start, *known)["version"] == 2
    me = Guest(server.url, str(opened["token"]))
    table = str(opened["table"])
    while me.look(table)["game"]["turn"] != 0 or not me.look(table)["on"]:
        pass  # the bot opens, and is quick
    seen = run(look, *known)
    assert seen["seat"] == 0
    version = seen["version"]
    bids = seen["game"]["legal"]["bids"]  # type: ignore[index]
    face, least = next((face, lim[0]) for face, lim in enumerate(bids, 1) if lim is not None)
    acting = act.replace('"version": 2', f'"version": {version}')
    acting = acting.replace("[2, 4]", json.dumps([least, face]))
    assert "events" in run(acting, *known)
    assert "table" in run(follow + " | head -1", *known)
    answer = run(refused.replace('"version": 4', f'"version": {version}'), *known)
    assert "clause" in answer["refusal"]  # type: ignore[operator]


def test_the_example_player_plays_a_whole_match_and_checks_its_dice(
    server: Serving, tmp_path: Path
) -> None:
    host = Guest(server.url)
    opened = host.open(name="Ann", seats=2, pause_ms=0, dice=2)
    bot = subprocess.Popen(
        [sys.executable, str(ROOT / "docs/examples/http_bot.py"), server.url, opened["code"]],
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
