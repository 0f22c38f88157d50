"""Exact solutions of two-player rounds and matches, and the book of the small ones."""

from typing import Final

FINEST_TOLERANCE: Final = 1e-9
MOST_WEIGHTS: Final = 600_000_000
"""The most numbers of a strategy that fit into about 8 GB while it is learned."""
