"""Inline styles, scripts and drawings, so that a page needs a single request.

Scripts are ES modules. For a page they are concatenated after their imports, each once, so no two
of them may share a top-level name.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

_IMPORT: Final = re.compile(r'^import [^;]*?from "\./([a-z-]+)\.js";\n', re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_EXPORTED: Final = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
_COMMENT: Final = re.compile(r"^ *//[^\n]*\n|/\*\*.*?\*/ ?", re.MULTILINE | re.DOTALL)
_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)
_STYLE_SPACE: Final = re.compile(
    r"(?<=[{};,(:])\n+|\n+(?=[})])|(?<=[{;,]) +| +(?=\{)|(?<=[a-z]:) +"
)


class Inline(NamedTuple):
    """Text to put inside a page, and its hash for the page's content security policy."""

    text: str
    hash: str


@cache
def read(name: str) -> str:
    return files(__package__).joinpath("static", name).read_text(encoding="utf-8")


@cache
def styles(*names: str) -> Inline:
    text = "".join(_STYLE_COMMENT.sub("", read(f"{name}.css")) for name in names)
    return _inline(_STYLE_SPACE.sub("", _INDENT.sub("", text)).replace("\n", " "))


@cache
def script(*names: str) -> Inline:
    done: list[str] = []
    text = "".join(_with_imports(name, done) for name in names)
    return _inline(_INDENT.sub("", _COMMENT.sub("", text)))


@cache
def module(name: str) -> bytes:
    """A script with everything it imports, as one file for pages that load it later."""
    names = ", ".join(_EXPORTED.findall(read(f"{name}.js")))
    return f"{script(name).text}export {{ {names} }};\n".encode()


def _with_imports(name: str, done: list[str]) -> str:
    """The module after everything it imports that is not in ``done`` yet."""
    if name in done:
        return ""
    done.append(name)
    source = read(f"{name}.js")
    before = "".join(_with_imports(found, done) for found in _IMPORT.findall(source))
    return before + _EXPORT.sub("", _IMPORT.sub("", source))


def _inline(text: str) -> Inline:
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return Inline(text, f"'sha256-{digest}'")
