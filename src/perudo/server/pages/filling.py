"""Pages are HTML files with $names, filled with texts in the reader's language."""

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from string import Template


def filled(page: str, lang: str, texts: Mapping[str, str]) -> bytes:
    template = Template(files(__package__).joinpath(page).read_text(encoding="utf-8"))
    return template.substitute({k: escape(v) for k, v in texts.items()}, lang=lang).encode()
