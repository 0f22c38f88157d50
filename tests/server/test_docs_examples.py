"""The lines for curl in docs/live-tables.md do what the page says."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from testkit import ROOT
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
