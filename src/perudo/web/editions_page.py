"""The five boxes compared in plain words, from the very values that the engine plays."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from perudo.engine.edition import POINTS, Edition
from perudo.engine.editions import DEFAULT, EDITIONS
from perudo.engine.house import governs
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.wording.rule_text import Cited, box_text, point_text, rule_cited, rule_text


class Box(NamedTuple):
    key: str
    name: str
    is_default: bool


class Told(NamedTuple):
    """What one box says on a matter."""

    rule: Cited
    ours: Cited | None
    """What we decided where its rulebook stops."""
    unusual: bool
    """Whether most boxes say otherwise."""


class Group(NamedTuple):
    """Boxes that say the same on a matter."""

    text: str
    ours: Cited | None
    boxes: tuple[tuple[str, str], ...]
    """Name and clause of each."""
    unusual: bool


class Matter(NamedTuple):
    name: str
    told: tuple[Told | None, ...]
    """Box by box; None where the box does not play what it is about."""
    groups: tuple[Group, ...]


def editions_page(reader: Reader) -> Page:
    t = tongue(reader.lang, COMMON_WORDS)
    return page(
        "editions",
        reader,
        styles=("editions",),
        boxes=boxes(t),
        matters=[_matter(t, point) for point in POINTS],
    )


def boxes(t: Tongue) -> list[Box]:
    return [Box(key, box_name(t, box), box is DEFAULT) for key, box in EDITIONS.items()]


def box_name(t: Tongue, box: Edition) -> str:
    """The box in plain words, as a title."""
    name = box_text(t, box.words)
    return name[:1].upper() + name[1:]


def _matter(t: Tongue, point: str) -> Matter:
    texts = [rule_text(t, box, point) if governs(box, point) else None for box in EDITIONS.values()]
    usual = _usual([text for text in texts if text is not None])
    told = tuple(
        None if text is None else Told(*rule_cited(t, box, point), text != usual)
        for box, text in zip(EDITIONS.values(), texts, strict=True)
    )
    return Matter(point_text(t, point), told, tuple(_groups(t, told)))


def _usual(texts: Sequence[str]) -> str | None:
    """What most boxes say, if two of them say the same."""
    text, times = Counter(texts).most_common(1)[0]
    return text if times > 1 else None


def _groups(t: Tongue, told: Sequence[Told | None]) -> list[Group]:
    found: dict[str, list[tuple[Told, str]]] = {}
    for box, said in zip(EDITIONS.values(), told, strict=True):
        if said is not None:
            found.setdefault(said.rule.text, []).append((said, box_name(t, box)))
    return [
        Group(
            text,
            same[0][0].ours,
            tuple((name, said.rule.clause) for said, name in same),
            same[0][0].unusual,
        )
        for text, same in found.items()
    ]
