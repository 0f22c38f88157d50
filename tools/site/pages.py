"""What the docs site shows beside the pages in docs/: where links lead, file maps, the examples.

The pages keep links that work for whoever reads them in the repository. On the site, files outside
docs/ have other addresses, and this is the one place that knows them.
"""

import ast
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "perudo"

PROJECT_PAGES: Final = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
}
"""Pages at the root of the repository, and where they are on the site."""

EXAMPLES_PAGE: Final = "examples.md"
FILES: Final = ("deploy",)
"""Folders whose files are on the site as they are."""
ICON: Final = PACKAGE / "web" / "static" / "icon.svg"

_LINK: Final = re.compile(r'(\]\(|(?:src|href)=")([^)"#]+)(#[^)"]*)?([)"])')
_CODE: Final = re.compile(r"^```.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_FILE_MAP: Final = re.compile(r"^<!-- files of (perudo[\w.]*) -->$", re.MULTILINE)
_SCRIPT_MAP: Final = "<!-- scripts of the pages -->"
_FIRST_COMMENT: Final = re.compile(r"(?://[^\n]*\n)+")


class DeadLink(Exception):
    """A page links to something that the site does not have."""


def site_path(path: str) -> str:
    """Return where a file of the repository is on the site; anchors of examples included."""
    if path in PROJECT_PAGES:
        return PROJECT_PAGES[path]
    if path.startswith("docs/"):
        found = path.removeprefix("docs/")
        return f"{found}/README.md" if (ROOT / path).is_dir() else found
    if path.startswith("examples/"):
        return f"{EXAMPLES_PAGE}#{anchor_of(path)}"
    if path == "examples":
        return EXAMPLES_PAGE
    if path.startswith(tuple(f"{folder}/" for folder in FILES)):
        return path
    raise DeadLink(path)


def anchor_of(example: str) -> str:
    return Path(example).stem.replace("_", "-")


def with_site_links(markdown: str, page: str, on_site: str) -> str:
    """Rewrite the links of a page of the repository to where they lead on the site."""

    def moved(link: re.Match[str]) -> str:
        before, target, anchor, after = link.groups(default="")
        if re.match(r"[a-z]+:|//|/", target):
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        there, _, inside = site_path(path).partition("#")
        relative = posixpath.relpath(there, posixpath.dirname(on_site) or ".")
        return f"{before}{relative}{f'#{inside}' if inside else anchor}{after}"

    return _outside_code(markdown, lambda text: _LINK.sub(moved, text))


def _outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """Change what is not code: links there are only shown."""
    done: list[str] = []
    at = 0
    for code in _CODE.finditer(markdown):
        done += [change(markdown[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*done, change(markdown[at:])])


def with_file_maps(markdown: str) -> str:
    """Put the map of a room's files where the page asks for it."""
    filled = _FILE_MAP.sub(lambda found: file_map(found[1]), markdown)
    return filled.replace(_SCRIPT_MAP, script_map()) if _SCRIPT_MAP in filled else filled


def file_map(package: str) -> str:
    """List the files of a package, each with the first paragraph of its docstring."""
    return _table(
        f"| [`{name}`][{module}] | {first_words(path)} |"
        for name, module, path in modules_of(package)
    )


def script_map() -> str:
    """List the scripts of the pages, each with the comment it begins with."""
    rows = []
    for path in sorted((PACKAGE / "web" / "static").glob("*.js")):
        comment = _FIRST_COMMENT.match(path.read_text(encoding="utf-8"))
        words = " ".join(re.sub("^//", "", line) for line in (comment or [""])[0].split("\n"))
        rows.append(f"| `{path.name}` | {' '.join(words.split())} |")
    return _table(rows)


def _table(rows: Iterable[str]) -> str:
    return "\n".join(["| file | |", "|---|---|", *rows])


def modules_of(package: str) -> Iterator[tuple[str, str, Path]]:
    """Yield name, import path and file of every module in a package, the package itself first."""
    folder = PACKAGE.joinpath(*package.split(".")[1:])
    if folder.with_suffix(".py").is_file():
        yield package.rpartition(".")[2], package, folder.with_suffix(".py")
        return
    for path in sorted(folder.rglob("*.py"), key=lambda path: (len(path.parts), path)):
        inside = path.relative_to(folder).with_suffix("")
        if "migrations" in inside.parts or inside.parts == ("__init__",):
            continue
        parts = inside.parts[:-1] if inside.name == "__init__" else inside.parts
        name = "/".join(parts) + ("/" if inside.name == "__init__" else "")
        yield name, ".".join([package, *parts]), path


def first_words(path: Path) -> str:
    """Return the first paragraph of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    return paragraph.replace("|", "\\|")


def examples_page() -> str:
    """Show every program in examples/, whole."""
    parts = [
        "# Examples",
        "Short programs to copy from. Each is in the folder `examples`, and the tests run it.",
    ]
    for path in sorted((ROOT / "examples").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        parts += [f"## {path.name} {{ #{anchor_of(path.name)} }}", f"```python\n{source}```"]
    return "\n\n".join(parts) + "\n"
