from collections.abc import Iterator

import pytest

from serving import Serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A real server for all tests of pages that need no other."""
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('site')}/tables.db") as serving:
        yield serving
