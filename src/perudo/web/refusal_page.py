"""The error page, for addresses that do not exist or cannot be served now."""

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page
from perudo.wording.refusal_text import without_clause


def refusal_page(reader: Reader, text: str) -> Page:
    return page("refused", reader, styles=("calm",), text=without_clause(text))
