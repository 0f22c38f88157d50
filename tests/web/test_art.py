"""The drawings: complete, small, harmless, and still where motion is reduced."""

import re
import struct
from importlib.resources import files
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page

from perudo.table.live.commands import REACTIONS
from perudo.table.live.settings import COLOURS
from perudo.web.reader import Reader
from perudo.web.rendering import page

WEB = Path(str(files("perudo.web")))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
SCRIPTS = sorted((WEB / "static").glob("*.js"))
SPRITE = (WEB / "static" / "sprite.svg").read_text(encoding="utf-8")
STYLE = "".join(
    (WEB / "static" / f"{name}.css").read_text(encoding="utf-8") for name in ("art", "hero")
)

PROMISED = (
    *(f"d{face}" for face in range(1, 7)),
    *(f"motif-{colour}" for colour in COLOURS),
    *(f"r-{name}" for name in REACTIONS),
    *("cup", "toucan-head", "bag"),
    *(
        f"i-{name}"
        for name in (
            *("gear", "robot", "moon", "chat", "flag", "check", "sound", "mute", "share", "copy"),
            *("download", "play", "pause", "prev", "next", "first", "clock", "eye", "crown"),
            *("people", "phone", "qr", "book", "scale", "link", "plus", "minus", "star", "hand"),
        )
    ),
)


def ids(text: str) -> set[str]:
    return set(re.findall(r'\sid="([a-z][a-z0-9-]*)"', text))


def test_every_named_drawing_exists() -> None:
    assert set(PROMISED) <= ids(SPRITE)


def test_drawing_ids_are_unique() -> None:
    names = re.findall(r'\sid="([^"]+)"', SPRITE + (WEB / "templates" / "hero.html").read_text())
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", [*TEMPLATES, *SCRIPTS], ids=lambda path: path.name)
def test_every_drawing_used_exists(path: Path) -> None:
    """Computed names such as ``#d{{ face }}`` are checked by their constant prefix."""
    drawn = ids(SPRITE) | ids((WEB / "static" / "faces.svg").read_text(encoding="utf-8"))
    there = drawn | set(chain.from_iterable(ids(p.read_text("utf-8")) for p in TEMPLATES))
    for template in TEMPLATES:
        there |= set(re.findall(r'\sid="([a-z][a-z0-9-]*)\{\{', template.read_text("utf-8")))
    text = path.read_text(encoding="utf-8")
    for name, made in re.findall(r'href="#([a-z0-9-]*)(\{\{|\$\{|"\s*\+)?', text):
        if made:
            assert any(known.startswith(name) for known in there), name
        else:
            assert name in there, name
    for name in re.findall(r'\bicon\("([^"]+)"\)', text):
        assert f"i-{name}" in there, name


def test_references_inside_drawings_resolve() -> None:
    for text in (SPRITE, (WEB / "templates" / "hero.html").read_text(encoding="utf-8"), STYLE):
        for name in re.findall(r'(?:href="|url\()#([^")]+)', text):
            assert name in ids(SPRITE) | ids(text), name


@pytest.mark.parametrize("name", ["static/sprite.svg", "static/icon.svg", "templates/hero.html"])
def test_a_drawing_is_well_formed_and_harmless(name: str) -> None:
    tree = ElementTree.fromstring((WEB / name).read_text(encoding="utf-8"))  # noqa: S314 - ours
    for element in tree.iter():
        assert element.tag.rpartition("}")[2] not in {"script", "style", "image", "foreignObject"}
        for full_key, value in element.attrib.items():
            key = full_key.rpartition("}")[2]
            assert key != "style"
            assert not key.startswith("on")
            assert key != "href" or value.startswith("#")
            assert "url(" not in value or value.startswith("url(#")


def test_drawings_are_small() -> None:
    """The sprite goes inside every page."""
    assert len(SPRITE.encode()) < 9_200
    assert (WEB / "templates" / "hero.html").stat().st_size < 6_000


@pytest.mark.parametrize("drawn", ["sprite.svg", "hero.html"])
def test_every_class_of_a_drawing_has_its_colours(drawn: str) -> None:
    text = next(WEB.glob(f"*/{drawn}")).read_text(encoding="utf-8")
    classes = set(" ".join(re.findall(r'class="([^"]*)"', text)).split()) - {"sprite"}
    known = set(re.findall(r"\.([a-z][a-z-]*)", STYLE))
    assert classes <= known


@pytest.mark.parametrize("size", [192, 512])
def test_icon_files_have_their_stated_size(size: int) -> None:
    data = (WEB / "static" / f"icon-{size}.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (size, size)


def _luminance(colour: str) -> float:
    def part(hexes: str) -> float:
        c = int(hexes, 16) / 255
        return c / 12.92 if c <= 0.03928 else float(((c + 0.055) / 1.055) ** 2.4)

    return 0.2126 * part(colour[1:3]) + 0.7152 * part(colour[3:5]) + 0.0722 * part(colour[5:7])


@pytest.mark.parametrize("colour", COLOURS)
def test_a_motif_stands_out_from_its_band(colour: str) -> None:
    """Cups can be told apart by their motifs alone."""
    band = re.search(r"\.cup-band \{\s*fill: (#\w{6})", STYLE)
    motif = re.search(rf"\.c-{colour} \{{[^}}]*--cup-motif: (#\w{{6}})", STYLE)
    assert band
    assert motif
    light, dark = _luminance(band[1]), _luminance(motif[1])
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def _page(browser: Browser, inside: str, motion: str = "no-preference") -> Page:
    html = page("refused", Reader("en", "light"), text="").html
    sheet = browser.new_page(reduced_motion=motion)  # type: ignore[arg-type]
    sheet.set_content(html.replace("<main", f"{inside}<main", 1))
    return sheet


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", 2), ("reduce", 0)])
def test_reduced_motion_stops_the_animation(browser: Browser, motion: str, moving: int) -> None:
    hero = (WEB / "templates" / "hero.html").read_text(encoding="utf-8")
    sheet = _page(browser, f"<style>{STYLE}</style>{hero}", motion)
    assert sheet.evaluate("document.getAnimations().length") == moving
    sheet.close()


@pytest.mark.parametrize(("cls", "marked"), [("die", False), ("die lit", True)])
def test_a_lit_die_has_a_mark_besides_its_colour(browser: Browser, cls: str, marked: bool) -> None:
    sheet = _page(browser, f'<svg class="{cls}" id="probe"><use href="#d5"/></svg>')
    probe = sheet.locator("#probe")
    before = probe.screenshot()
    probe.evaluate("die => die.style.setProperty('--die-mark', 'none')")
    assert (probe.screenshot() != before) is marked
    sheet.close()
