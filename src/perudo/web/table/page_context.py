"""What a page of a table depends on beside the table itself."""

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
    """Whose people have no page open, as far as that is known."""
    sees_away: bool = True
    """Whether it is known: where several processes serve a table, one alone cannot tell."""
