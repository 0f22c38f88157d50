"""The page that compares the boxes, made from the values that the engine plays by."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from perudo.engine.edition import POINTS, Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.house import governs
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.web.defaults import default_box
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.wording.rule_text import Cited, box_text, point_text, rule_cited, rule_text


class Box(NamedTuple):
    key: str
    name: str
    is_default: bool


class BoxRule(NamedTuple):
    """What one box says about a rule point."""

    rule: Cited
    ours: Cited | None
    """What we decided beyond its rulebook."""
    unusual: bool
    """Whether most boxes differ."""


class Group(NamedTuple):
    """Boxes that agree on a rule point."""

    text: str
    ours: Cited | None
    boxes: tuple[tuple[str, str], ...]
    """Name and clause of each."""
    unusual: bool


class Comparison(NamedTuple):
    """One rule point in all boxes."""

    name: str
    rules: tuple[BoxRule | None, ...]
    """Box by box; None if the box does not play it."""
    groups: tuple[Group, ...]


def editions_page(reader: Reader) -> Page:
    t = tongue(reader.lang, COMMON_WORDS)
    return page(
        "editions",
        reader,
        styles=("editions",),
        boxes=boxes(t),
        comparisons=[_comparison(t, point) for point in POINTS],
    )


def boxes(t: Tongue) -> list[Box]:
    return [Box(key, box_name(t, box), box is default_box(t.lang)) for key, box in EDITIONS.items()]


def box_name(t: Tongue, box: Edition) -> str:
    """The name of a box, as a title."""
    name = box_text(t, box.words)
    return name[:1].upper() + name[1:]


def _comparison(t: Tongue, point: str) -> Comparison:
    texts = [rule_text(t, box, point) if governs(box, point) else None for box in EDITIONS.values()]
    usual = _usual([text for text in texts if text is not None])
    rules = tuple(
        None if text is None else BoxRule(*rule_cited(t, box, point), text != usual)
        for box, text in zip(EDITIONS.values(), texts, strict=True)
    )
    return Comparison(point_text(t, point), rules, tuple(_groups(t, rules)))


def _usual(texts: Sequence[str]) -> str | None:
    """The most common text, if at least two boxes share it."""
    text, times = Counter(texts).most_common(1)[0]
    return text if times > 1 else None


def _groups(t: Tongue, rules: Sequence[BoxRule | None]) -> list[Group]:
    found: dict[str, list[tuple[BoxRule, str]]] = {}
    for box, own in zip(EDITIONS.values(), rules, strict=True):
        if own is not None:
            found.setdefault(own.rule.text, []).append((own, box_name(t, box)))
    return [
        Group(
            text,
            same[0][0].ours,
            tuple((name, own.rule.clause) for own, name in same),
            same[0][0].unusual,
        )
        for text, same in found.items()
    ]
