"""systemd accepts every line of the sample unit, and its command runs."""

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from testkit.deploy.proxies import SAMPLES
from testkit.deploy.sample_server import started

UNIT = SAMPLES / "perudo.service"
MOST_EXPOSED = 15
"""In tenths of systemd's exposure level: a plain service has about 100, ours has 12."""


def values(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.fixture
def analyze(tmp_path: Path) -> list[str]:
    """The path of systemd-analyze, and of the unit with a program that exists here."""
    found = shutil.which("systemd-analyze")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("systemd-analyze is not installed (Debian package systemd)")
        pytest.skip("systemd-analyze is not installed (Debian package systemd)")
    program = shlex.split(values("ExecStart")[0])[0]
    text = UNIT.read_text(encoding="utf-8").replace(program, sys.executable)
    (tmp_path / UNIT.name).write_text(text, encoding="utf-8")
    return [found, str(tmp_path / UNIT.name)]


def said(*words: str) -> tuple[int, str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_systemd_understands_every_line(analyze: list[str]) -> None:
    program, unit = analyze
    assert said(program, "verify", unit) == (0, "")


def test_the_unit_has_few_rights(analyze: list[str]) -> None:
    program, unit = analyze
    words = ("security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", unit)
    status, text = said(program, *words)
    assert status == 0, text[-200:]


def test_the_service_runs_as_nobody_and_stops_when_asked() -> None:
    """It can write only to its own folder, and only it can read the database there."""
    program, *words = shlex.split(values("ExecStart")[0])
    assert program.endswith("/bin/perudo")
    ours = [sys.executable, "-m", "perudo.cli.main", *words]
    environment = dict(value.split("=", 1) for value in values("Environment"))
    state = f"/var/lib/{values('StateDirectory')[0]}"
    assert values("WorkingDirectory") == [state]
    with started(ours, environment, state, SAMPLES.parent / "src") as running:
        body = {"name": "Ann", "seats": 2}
        opened = httpx.post(f"{running.url}/api/tables", json=body).json()
        start = f"{running.url}/api/tables/{opened['table']}/start"
        bearer = {"authorization": f"Bearer {opened['token']}"}
        answer = httpx.post(start, json={"fill": "hard"}, headers=bearer)
        assert answer.status_code == 200, answer.text
        database = running.folder / "perudo.db"
        assert stat.S_IMODE(database.stat().st_mode) == 0o600
        with httpx.stream("GET", f"{running.url}/api/tables/{opened['table']}/stream") as stream:
            assert stream.status_code == 200
            assert running.stop() in (0, -15), "an open stream does not delay the stop"
