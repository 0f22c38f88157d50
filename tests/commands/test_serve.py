"""``perudo serve``: errors, settings, and how it stops."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from perudo.cli.serve import lan_address
from testkit.commands import HEARS_INTERRUPTS, Run, perudo, prepared
from testkit.serving import Guest, Serving


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The default database is a file in the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def taken() -> Iterator[str]:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        yield str(busy.getsockname()[1])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--port", "http"), ("--port", "http", "number")),
        (("--port", "70000"), ("port", "70000", "65535")),
        (("--port", "-1"), ("port", "-1")),
        (("--workers", "0"), ("workers", "1 … 64")),
        (("--workers", "2"), ("workers", "postgresql://")),
        (("--log-level", "loud"), ("loud", "debug, info, warning, error")),
        (("--database", "mysql://h/n"), ("sqlite:///", "postgresql://")),
        (("--database", "nonsense"), ("sqlite:///", "postgresql://")),
        (("--database", ""), ("sqlite:///", "postgresql://")),
        (("--database", "sqlite://"), ("sqlite:///", "postgresql://")),
        (("--database", "sqlite:////proc/no/such.db"), ("database", "/proc/no")),
        (("--database", "postgresql://u:hunter2@127.0.0.1:1/n"), ("database", "127.0.0.1")),
        (("--config", "missing.toml"), ("missing.toml",)),
        (("--host", "256.256.256.256"), ("256.256.256.256",)),
        (("--requests-per-second", "many"), ("--requests-per-second", "many")),
        (("--nonsense",), ("--nonsense",)),
    ],
)
def test_invalid_settings_give_one_clear_line(
    run: Run, words: tuple[str, ...], named: tuple[str, ...]
) -> None:
    result = run("serve", *words)
    assert result.status == 2
    assert result.out == ""
    for name in named:
        assert name in result.err
    assert "hunter2" not in result.err


def test_a_port_that_is_taken(run: Run, taken: str) -> None:
    result = run("serve", "--port", taken)
    assert result.status == 2
    assert f"127.0.0.1:{taken}" in result.err
    assert "in use" in result.err


def test_the_variable_that_is_wrong_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERUDO_WORKERS", "many")
    result = run("serve")
    assert result.status == 2
    assert "PERUDO_WORKERS" in result.err


def test_it_speaks_the_language_asked_for(run: Run) -> None:
    said = {lang: run("serve", "--lang", lang, "--workers", "0").err for lang in ("en", "fr")}
    assert said["en"] == "perudo: workers cannot be “0”. It takes: 1 … 64.\n"
    assert "workers" in said["fr"]
    assert said["fr"] != said["en"]


def test_flags_variables_and_the_file_are_combined(tmp_path: Path) -> None:
    file = tmp_path / "perudo.toml"
    file.write_text('public_url = "https://file.example"\nlog_level = "debug"\n')
    environment = {"PERUDO_PUBLIC_URL": "https://play.example/"}
    database = f"sqlite:///{tmp_path / 'of' / 'mine' / 'tables.db'}"
    with Serving(database, "--config", str(file), environment=environment) as server:
        opened = Guest(server.url).open(name="Ann")
        assert opened["link"] == f"https://play.example/t/{opened['code']}"
        assert opened["personal_link"].startswith("https://play.example/seat/")
        assert '"level": "debug"' in server.log.read_text()
        assert (tmp_path / "of" / "mine" / "tables.db").exists()
        assert server.stop() in (0, -signal.SIGTERM)


def test_ctrl_c_stops_it_without_a_traceback(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"
    command = perudo("serve", "--lang", "en", "--port", "0", "--database", database)
    process = subprocess.Popen(
        prepared(HEARS_INTERRUPTS, command),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    line = process.stdout.readline()
    assert line.startswith("Perudo is at http://127.0.0.1:")
    started = process.stderr.readline()
    assert '"started"' in started
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    assert "Stopped." in err


def test_phones_at_home_get_an_address_that_they_can_reach(tmp_path: Path) -> None:
    everywhere = ("--host", "0.0.0.0", "--port", "0")  # noqa: S104
    process = subprocess.Popen(
        perudo("serve", "--lang", "en", *everywhere, "--database", f"sqlite:///{tmp_path}/t.db"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    here = process.stdout.readline()
    assert here.startswith("Perudo is at http://127.0.0.1:")
    own = lan_address()
    if own is not None:
        port = here.split(":")[2].split(" ")[0]
        assert process.stdout.readline() == f"For phones on the same network: http://{own}:{port}\n"
    process.terminate()
    process.communicate(timeout=30)
