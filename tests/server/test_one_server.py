"""Only one server may use a SQLite file: a second one would not see what the first one writes."""

import os
import subprocess
from pathlib import Path

import httpx
import pytest

from perudo.server.storage import StorageHeld, Store
from testkit.commands import Run, perudo
from testkit.services import Postgres
from testkit.serving import Guest, Serving


@pytest.fixture(params=["the same address", "a symbolic link", "another way to the folder"])
def other_name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    (tmp_path / "data").mkdir()
    (tmp_path / "linked.db").symlink_to(tmp_path / "data" / "tables.db")
    (tmp_path / "folder").symlink_to(tmp_path / "data")
    return {
        "the same address": "data/tables.db",
        "a symbolic link": "linked.db",
        "another way to the folder": "folder/tables.db",
    }[request.param]


def test_a_second_server_is_refused_until_the_first_is_gone(
    tmp_path: Path, other_name: str
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'data' / 'tables.db'}") as server:
        guest = Guest(server.url)
        table = guest.open(name="Ann")["table"]
        second = f"sqlite:///{tmp_path / other_name}"
        refused = subprocess.run(
            perudo("serve", "--lang", "en", "--port", "0", "--database", second),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        file = tmp_path / other_name
        assert refused.returncode == 2
        assert refused.stdout == ""
        assert refused.stderr == (
            f"perudo: Another server is using {file}. Stop it first, or name another file.\n"
        )
        guest.ask(table, "chat", text="still here")
        server.kill()  # the system lets go of the lock, however the process ends
        with Serving(second) as follower:
            assert httpx.get(f"{follower.url}/api/tables/{table}").status_code == 200


def test_the_audit_works_while_a_server_runs(tmp_path: Path, run: Run) -> None:
    with Serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        Guest(server.url).open(name="Ann")
        assert run("audit", "--database", server.database).status == 0


def test_lock_is_private_and_released(tmp_path: Path) -> None:
    store, other = (Store(f"sqlite:///{tmp_path / 'tables.db'}") for _ in range(2))
    with store.alone():
        assert os.stat(tmp_path / "tables.db.lock").st_mode & 0o777 == 0o600
        with pytest.raises(StorageHeld), other.alone():
            pass
    with other.alone():
        pass
    store.close()
    other.close()


def test_any_number_of_servers_share_postgresql(postgres: Postgres) -> None:
    url = postgres.new_database()
    one, two = Store(url), Store(url)
    with one.alone(), two.alone():
        pass
    one.close()
    two.close()
