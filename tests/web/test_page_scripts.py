"""Scripts as pages carry them, and what they expect to find on the pages."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from perudo import web
from perudo.web import assets
from testkit import ROOT

STATIC = files(web).joinpath("static")
SCRIPTS = sorted(file.name.removesuffix(".js") for file in STATIC.iterdir() if ".js" in file.name)

IMPORTED = r'^import [^;]*?from "\./([a-z-]+)\.js";'
DECLARED = r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)"
PAGES = (
    *(("home", "dates"), ("table",), ("hot",), ("hot-setup",), ("setup",), ("replay",)),
    *(("lesson",), ("cup",), ("fair",), ("away",), ("seat-link",)),
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_pages_carry_scripts_without_comments(name: str) -> None:
    assert re.search(r"/\*|^\s*//", assets.read(f"{name}.js"), re.MULTILINE)
    carried = assets.script(name).text
    assert carried.strip()
    assert not re.search(r"/\*|^\s*//", carried, re.MULTILINE)


@pytest.mark.parametrize("names", PAGES, ids="+".join)
def test_scripts_of_a_page_share_no_name(names: tuple[str, ...]) -> None:
    """They are concatenated, and a name that is declared twice stops the whole page."""
    done: list[str] = []
    for name in ("menu", *names):
        with_imports(name, done)
    declared = [
        found
        for name in done
        for found in re.findall(DECLARED, assets.read(f"{name}.js"), re.MULTILINE)
    ]
    assert sorted(declared) == sorted(set(declared))


def with_imports(name: str, done: list[str]) -> None:
    if name not in done:
        done.append(name)
        for found in re.findall(IMPORTED, assets.read(f"{name}.js"), re.MULTILINE):
            with_imports(found, done)


def test_what_is_not_a_comment_stays() -> None:
    casts = assets.script("cup").text
    assert "const part = (name) => (table.querySelector(`[data-${name}]`));" in casts
    assert 'createElementNS("http://www.w3.org/2000/svg", "svg")' in casts


def page_scripts() -> set[tuple[str, ...]]:
    """The scripts of each page, as the code lists them."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("web/**/*.py"))
    lists = re.findall(r'\(((?:"[a-z-]+",? ?)+)\)', "".join(re.findall(r"scripts=[^\n]+", code)))
    return {tuple(re.findall(r'"([a-z-]+)"', names)) for names in lists}


def test_no_two_scripts_of_a_page_share_a_name() -> None:
    """They are joined into one script, so a second declaration would stop the whole page."""
    pages = page_scripts()
    assert {("table",), ("hot",), ("replay",), ("lesson",)} <= pages
    for names in pages:
        done: list[str] = []
        joined = "".join(assets._with_imports(name, done) for name in names)
        declared = re.findall(
            r"^(?:async )?(?:const|let|var|function\*?|class) (\w+)", joined, re.MULTILINE
        )
        assert sorted(set(declared)) == sorted(declared), names


def listed_parts() -> Iterator[str]:
    """The ids and data attributes by which scripts look for parts of the pages."""
    declared = (ROOT / "tools/js/parts.d.ts").read_text(encoding="utf-8")
    for selector in re.findall(r'^ +(?:\[\w+: )?["`](.+)["`]', declared, re.MULTILINE):
        yield from re.findall(r"#[\w-]+|data-[\w-]+", selector)


def test_every_part_that_scripts_look_for_is_in_a_template() -> None:
    templates = files(web).joinpath("templates").iterdir()
    html = "\n".join(template.read_text(encoding="utf-8") for template in templates)
    wanted = set(listed_parts())
    assert len(wanted) > 80
    for part in wanted:
        sign = rf'id="{part[1:]}"' if part.startswith("#") else rf"{part}\b"
        assert re.search(sign, html), part
