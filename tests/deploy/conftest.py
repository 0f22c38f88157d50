import os
from collections.abc import Iterator

import pytest

from testkit.deploy.proxies import GUESTS, Caddy, Nginx, Proxy
from testkit.services import Missing
from testkit.serving import Serving

KINDS: dict[str, type[Proxy]] = {"nginx": Nginx, "caddy": Caddy}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server as an operator runs it behind a proxy: on loopback, with limits."""
    file = tmp_path_factory.mktemp("proxied") / "tables.db"
    with Serving(f"sqlite:///{file}", "--guests-per-minute", str(GUESTS)) as serving:
        yield serving


@pytest.fixture(scope="module", params=list(KINDS))
def proxy(request: pytest.FixtureRequest, server: Serving) -> Iterator[Proxy]:
    """A running proxy with the sample configuration."""
    try:
        made = KINDS[request.param](server.port)
    except Missing as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    with made:
        yield made
