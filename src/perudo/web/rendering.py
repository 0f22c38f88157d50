"""Render templates for a reader, in the words of a box."""

from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from perudo.bots.roster import DEFAULT_LEVEL
from perudo.i18n.languages import LANGUAGE_NAMES
from perudo.i18n.tongue import Tongue
from perudo.records.record import LONGEST_NAME
from perudo.web import assets
from perudo.web.defaults import default_box
from perudo.web.policy import content_policy
from perudo.web.reader import THEMES, Reader


class Page(NamedTuple):
    html: str
    policy: str
    """The content security policy: only the page's own and inline files."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        languages=list(LANGUAGE_NAMES.items()),
        themes=THEMES,
        longest_name=LONGEST_NAME,
        default_level=DEFAULT_LEVEL,
        sprite=Markup(assets.read("sprite.svg")),  # noqa: S704 - a file of ours
        faces=Markup(assets.read("faces.svg")),  # noqa: S704 - a file of ours
    )
    return environment


@cache
def _template(name: str) -> Template:
    return _environment().get_template(f"{name}.html")


@cache
def tongue(lang: str, box: str = "") -> Tongue:
    """The reader's language in the words of a box; by default of the one for that language."""
    return Tongue(lang, box or default_box(lang).key)


def page(
    name: str,
    reader: Reader,
    *,
    box: str = "",
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    **facts: Any,
) -> Page:
    """Render a whole page with its styles and scripts inline."""
    style, script = assets.styles("base", "art", *styles), assets.script("menu", *scripts)
    inside = {"style": Markup(style.text), "script": Markup(script.text)}  # noqa: S704
    html = fragment(name, reader, box=box, **inside, **facts)
    return Page(html, content_policy(style.hash, script.hash))


def fragment(name: str, reader: Reader, *, box: str = "", **facts: Any) -> str:
    """Render part of a page. ``say``, ``plural`` and ``word`` translate for the reader."""
    t = tongue(reader.lang, box)
    return _template(name).render(
        say=t.say, plural=t.plural, word=t.word, lang=reader.lang, theme=reader.theme, **facts
    )
