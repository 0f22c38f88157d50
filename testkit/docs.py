"""Reading the documents: examples, links and anchors."""

import re
from collections.abc import Iterator
from pathlib import Path

from testkit import ROOT

_CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s#]*)#?([^)\s]*)\)|(?:src|href)=\"([^\"#]+)#?([^\"]*)\"")


def code_blocks(path: str, language: str = "") -> list[str]:
    """Return the fenced blocks of a document that are marked with this language."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def links_in(page: Path) -> Iterator[tuple[str, str]]:
    """Yield path and anchor of every link to a place inside the repository."""
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    for target, anchor, html_target, html_anchor in _LINK.findall(text):
        path, place = target or html_target, anchor or html_anchor
        if (path or place) and ":" not in path:
            yield path, place


def anchors_in(page: Path) -> set[str]:
    """Return the anchors that the headings of a page have, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.M)
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }
