"""The page that is shown while a match is being judged."""

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page


def wait_page(reader: Reader, code: str, number: int) -> Page:
    return page("analysis_wait", reader, styles=("calm",), code=code, number=number)
