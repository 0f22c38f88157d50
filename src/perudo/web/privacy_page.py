"""The privacy page: what the server stores about guests, for how long, and who sees it."""

from typing import NamedTuple

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page


class Keeping(NamedTuple):
    """How long the operator keeps data, and whom to contact."""

    finished_days: int
    idle_days: int
    contact: str
    """A mail address, a web address or plain text; empty if none is set."""


def privacy_page(reader: Reader, keeping: Keeping) -> Page:
    link = contact_link(keeping.contact)
    return page("privacy", reader, styles=("privacy",), keeping=keeping, contact_link=link)


def contact_link(contact: str) -> str:
    """The link for a contact; empty for plain text."""
    if contact.startswith(("https://", "http://")):
        return contact
    name, at, domain = contact.partition("@")
    if at and name and "." in domain and " " not in contact:
        return f"mailto:{contact}"
    return ""
