"""Cup mode: the phone is a dice cup at a real table. Nothing of it is known to the server."""

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.web.table.labels import colours


def cup_page(reader: Reader) -> Page:
    return page(
        "cup",
        reader,
        styles=("cup",),
        scripts=("cup",),
        colours=colours(tongue(reader.lang)),
    )
