from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.serving import Serving


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(f"sqlite:///{tmp_path}/tables.db") as server:
        yield server
