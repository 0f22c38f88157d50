from collections.abc import Iterator

import pytest

from testkit.changed_server import unhurried_server
from testkit.serving import Serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server that most tests share: tables do not affect each other."""
    with unhurried_server(tmp_path_factory.mktemp("client")) as serving:
        yield serving


@pytest.fixture
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server of the test's own, because it is stopped or killed."""
    with unhurried_server(tmp_path_factory.mktemp("own")) as serving:
        yield serving


@pytest.fixture(scope="session", autouse=True)
def _no_certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let HTTP clients load no certificates: it takes longer than most tests, and none uses TLS."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("certificates")))
        yield
