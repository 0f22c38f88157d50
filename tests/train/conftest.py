import os

import jax
import pytest

# Compiling takes longer than the games of these tests, whose own speed does not matter.
QUICK = "--xla_backend_optimization_level=0"
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {QUICK}".strip()


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what a run of training has compiled, as the next one compiles the same."""
    folder = tmp_path_factory.mktemp("compiled")
    jax.config.update("jax_compilation_cache_dir", str(folder))  # type: ignore[no-untyped-call]
