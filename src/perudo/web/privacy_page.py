"""What this server keeps of its guests, for how long, and who sees it."""

from typing import NamedTuple

from perudo.web.reader import Reader
from perudo.web.rendering import Page, page


class Keeping(NamedTuple):
    """What the operator has set."""

    finished_days: int
    idle_days: int
    contact: str
    """A mail address, a web address or plain words; empty where none is named."""


def privacy_page(reader: Reader, keeping: Keeping) -> Page:
    link = contact_link(keeping.contact)
    return page("privacy", reader, styles=("privacy",), keeping=keeping, contact_link=link)


def contact_link(contact: str) -> str:
    """Where a click on the contact leads; empty for plain words."""
    if contact.startswith(("https://", "http://")):
        return contact
    name, at, domain = contact.partition("@")
    if at and name and "." in domain and " " not in contact:
        return f"mailto:{contact}"
    return ""
