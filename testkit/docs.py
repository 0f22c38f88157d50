"""The examples in the documents."""

import re

from testkit import ROOT


def code_blocks(path: str, language: str = "") -> list[str]:
    """Return the fenced blocks of a document that are marked with this language."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
