"""The offline page that devices keep, and the service worker that shows it."""

from hashlib import sha256

from perudo.web import assets
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page


def away_page(reader: Reader) -> Page:
    return page("away", reader, styles=("calm",), scripts=("away",))


def worker() -> str:
    """The service worker, marked with its page's hash so that a new page makes a new worker."""
    kept = sha256(away_page(Reader()).html.encode()).hexdigest()[:16]
    return f"// {kept}\n{assets.read('sw.js')}"
