from collections.abc import Iterator
from pathlib import Path

import pytest

from perudo.server.storage import Store
from testkit.changed_server import unhurried_server
from testkit.services import Missing, Postgres, Redis, absent
from testkit.serving import Serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        server = Postgres()
    except Missing as missing:
        absent(missing)
    with server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    try:
        server = Redis()
    except Missing as missing:
        absent(missing)
    with server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once with SQLite and once with PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'tables.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    made = Store(store_url)
    made.migrate()
    yield made
    made.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server on SQLite that most tests share: tables do not affect each other.

    It logs at the lowest level, so that tests can look for secrets in its log. It waits for links
    as long as they take, so that they go into the dice however busy the machine is.
    """
    folder = tmp_path_factory.mktemp("server")
    with unhurried_server(folder, "--log-level", "debug") as serving:
        yield serving


@pytest.fixture(scope="session", autouse=True)
def _no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let HTTP clients load no certificates: loading takes longer than most tests, and none uses
    TLS."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield


@pytest.fixture
def serving(store_url: str) -> Iterator[Serving]:
    with Serving(store_url) as server:
        yield server


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "perudo.backup"
