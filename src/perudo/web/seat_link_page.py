"""The page that asks before a personal link replaces the reader's own seat at a table."""

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page


def seat_link_page(reader: Reader, token: str, table: str, own: str, other: str) -> Page:
    return page(
        "seat_link",
        reader,
        styles=("calm",),
        scripts=("seat-link",),
        token=token,
        table=table,
        own=own,
        other=other,
    )
