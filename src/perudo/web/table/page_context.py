"""What the page of a table depends on besides the table."""

from typing import NamedTuple

from perudo.engine.actions import Seat
from perudo.web.reader import Reader


class PageContext(NamedTuple):
    reader: Reader
    url: str
    """The site's own address, for links."""
    now: int
    """Milliseconds since 1970, by the tables' clock."""
    away: frozenset[Seat] = frozenset()
    """Seats whose players have no page open, as far as known."""
    sees_away: bool = True
    """Whether ``away`` is known: one of several server processes cannot tell."""
    onlookers: int = 0
    """How many watch."""
    outcast: bool = False
    """Whether the host has sent this reader away."""
