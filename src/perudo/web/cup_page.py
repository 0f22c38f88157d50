"""Cup mode: a phone as the dice cup at a real table. The server learns nothing of it."""

from perudo.table.live.labels import colours
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue


def cup_page(reader: Reader) -> Page:
    return page(
        "cup",
        reader,
        styles=("cup",),
        scripts=("cup",),
        colours=colours(tongue(reader.lang)),
    )
