"""The set-up page of a table: box, options, house rules, chairs, clock."""

from enum import Enum
from typing import Final, NamedTuple

from perudo.engine.dice import BOX_DICE, MOST_SEATS
from perudo.engine.edition import POINT_TYPES, POINTS, Edition, Presence, Words, name_of
from perudo.engine.editions import EDITIONS
from perudo.engine.errors import InvalidValue
from perudo.engine.house import governs, options_offered
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.table.live.labels import colours, levels
from perudo.table.live.settings import Settings, has_coach
from perudo.web.defaults import default_box, default_options
from perudo.web.editions_page import box_name
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.web.times import DAY, MINUTE, WEEK, time_text
from perudo.wording.rule_text import option_text, palifico_about, point_text, rule_text, value_text

TELLING: Final = ("raising", "palifico", "calza", "calza_callers", "first_starter")
"""The rule points by which people recognise their box."""
CLOCKS: Final = (30, MINUTE, 2 * MINUTE, 5 * MINUTE, DAY, WEEK)
LOOKS: Final = (10, 20, 60)
"""Seconds to look at a showdown."""
USUAL_LOOK: Final = 20


class Option(NamedTuple):
    name: str
    text: str
    about: str
    usual: bool


class BoxCard(NamedTuple):
    key: str
    name: str
    words: str
    telling: list[tuple[str, str]]
    options: list[Option]


class HouseRule(NamedTuple):
    """A rule point that a table may change."""

    name: str
    text: str
    as_in: dict[str, str]
    """What each box says, by its key."""
    values: list[tuple[str, str]]


def setup_page(reader: Reader, edition: str) -> Page:
    t = tongue(reader.lang)
    return page(
        "setup",
        reader,
        styles=("setup",),
        scripts=("setup",),
        chosen=edition if edition in EDITIONS else default_box(reader.lang).key,
        boxes=[_card(t, box) for box in EDITIONS.values()],
        rules=[_house_rule(tongue(reader.lang, COMMON_WORDS), point) for point in POINTS],
        seats=range(2, MOST_SEATS + 1),
        dice=range(1, BOX_DICE + 1),
        colours=colours(t),
        levels=levels(t),
        usual_seats=Settings().seats,
        clocks=[(seconds, time_text(t, seconds)) for seconds in CLOCKS],
        showdowns=[(1_000 * seconds, time_text(t, seconds)) for seconds in LOOKS],
        usual_showdown=1_000 * USUAL_LOOK,
        has_coach=has_coach(),
    )


def _card(t: Tongue, box: Edition) -> BoxCard:
    own = tongue(t.lang, box.key)
    return BoxCard(
        key=box.key,
        name=box_name(t, box),
        words=rule_text(t, box, "words"),
        telling=[
            (point_text(own, point), rule_text(own, box, point))
            for point in TELLING
            if governs(box, point)
        ],
        options=[
            Option(o, option_text(own, o), option_about(own, box, o), o in default_options(box))
            for o in options_offered(box)
        ],
    )


def option_about(t: Tongue, box: Edition, option: str) -> str:
    """Explain an option to somebody who has never played it."""
    match option:
        case "calza":
            return t.say(
                "Say that the bid is exactly right: if it is, you win back a die; "
                "if not, you lose one."
            )
        case "palifico":
            return palifico_about(t, box)
        case "visible-dice":
            return t.say("Everybody sees how many dice are left.")
        case _:
            raise InvalidValue(option)


def _house_rule(t: Tongue, point: str) -> HouseRule:
    return HouseRule(
        name=name_of(point),
        text=point_text(t, point),
        as_in={
            key: t.say("as in the box: {rule}", rule=rule_text(t, box, point))
            for key, box in EDITIONS.items()
            if governs(box, point)
        },
        values=[
            (value.value, _value(t, value))
            for value in POINT_TYPES[point]
            if value is not Presence.OPTIONAL
        ],
    )


def _value(t: Tongue, value: Enum) -> str:
    if isinstance(value, Words):
        # Two boxes may have the same words in the reader's language: the name tells them apart.
        box = EDITIONS[value.value]
        return f"{rule_text(t, box, 'words')} ({box_name(t, box)})"
    return value_text(t, value)
