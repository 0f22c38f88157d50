"""Helpers for tests, benchmarks and tools: matches to play, servers to start, browsers to drive."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The repository, for its documents and sources."""
