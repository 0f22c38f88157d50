from collections.abc import Iterator

import pytest

from testkit.changed_server import unhurried_server
from testkit.serving import Serving


@pytest.fixture
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with unhurried_server(tmp_path_factory.mktemp("server")) as server:
        yield server
