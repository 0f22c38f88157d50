"""The rules of one table, from a box, its options and any house rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Final, assert_never

from perudo.engine.edition import (
    OPTIONS,
    POINT_TYPES,
    POINTS,
    CalzaCallers,
    Edition,
    Presence,
    name_of,
    point_of,
)
from perudo.engine.editions import EDITIONS, differences
from perudo.engine.errors import Error

NEEDS: Final = {
    "palifico_again": "palifico",
    "veterans": "palifico",
    "calza_callers": "calza",
    "calza_barred": "calza",
    "calza_starter": "calza",
    "calza_ties": "calza",
    "calza_against_move": "calza",
}
"""Points that have no effect unless another rule is in play."""


@unique
class SetupFault(Enum):
    """What is wrong with a set-up."""

    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_OPTION = "unknown-option"
    OPTION_NOT_OFFERED = "option-not-offered"
    OPTION_ALWAYS_ON = "option-always-on"
    OPTION_AND_HOUSE = "option-and-house"
    UNKNOWN_POINT = "unknown-point"
    UNKNOWN_VALUE = "unknown-value"
    NOTHING_TO_GOVERN = "nothing-to-govern"
    SEATS = "seats"
    DICE = "dice"
    NO_ROUND = "no-round"
    PALIFICO_NOT_PLAYED = "palifico-not-played"
    PALIFICO_DICE = "palifico-dice"


@dataclass(unsafe_hash=True)  # not frozen: Python sets attributes of an exception that is raised
class SetupProblem(Error):
    """A set-up that cannot be played: what was asked, where, and which values are allowed."""

    fault: SetupFault
    asked: str
    where: str = ""
    allowed: tuple[str, ...] = ()

    def __str__(self) -> str:
        facts = f"{self.fault.value}: {self.asked!r} {self.where} (allowed: {self.allowed})"
        return self.text or facts


def edition_named(key: str) -> Edition:
    try:
        return EDITIONS[key]
    except KeyError:
        raise SetupProblem(SetupFault.UNKNOWN_EDITION, key, allowed=tuple(EDITIONS)) from None


def table_rules(
    key: str, options: Iterable[str] = (), house: Mapping[str, str] | None = None
) -> Edition:
    """Return the rules of a table: a box, with options that it offers and with house rules."""
    box = edition_named(key)
    chosen = {point_of(option): Presence.ON for option in options if _offered(box, option)}
    changed = {point_of(name): _house_value(name, value) for name, value in (house or {}).items()}
    for point in chosen.keys() & changed.keys():
        raise SetupProblem(SetupFault.OPTION_AND_HOUSE, name_of(point), box.key)
    rules = replace(box, **chosen, **changed)  # type: ignore[arg-type]
    for point in changed:
        _check_governs(rules, point)
    return rules


def rules_with_palifico(
    key: str, options: Iterable[str] = (), house: Mapping[str, str] | None = None
) -> Edition:
    """Return the rules of a table in a palifico round; a box's optional palifico is switched on."""
    chosen, changed = tuple(options), house or {}
    box = edition_named(key)
    implied = box.palifico is Presence.OPTIONAL and "palifico" not in (*chosen, *changed)
    return table_rules(key, (*chosen, "palifico") if implied else chosen, house)


def options_offered(box: Edition) -> tuple[str, ...]:
    """Return the options that this box offers."""
    return tuple(o for o in OPTIONS if getattr(box, point_of(o)) is Presence.OPTIONAL)


def governs(box: Edition, point: str) -> bool:
    """Return whether a point has any effect in this box.

    Points about calza have none in a box without it; nor do those about simultaneous calls where
    only one player may call.
    """
    needed = NEEDS.get(point)
    if needed is not None and getattr(box, needed) is Presence.OFF:
        return False
    match point:
        case "palifico_again":
            # Without calza nobody regains a die, so nobody falls to one die twice.
            return box.calza is not Presence.OFF
        case "calza_ties" | "calza_against_move":
            # Calls cannot coincide if only the player to act may call.
            return not _one_caller(box)
        case _:
            return True


def _one_caller(box: Edition) -> bool:
    match box.calza_callers:
        case CalzaCallers.NEXT_ONLY:
            return True
        case CalzaCallers.ANY_OTHER | CalzaCallers.NOT_NEXT:
            return False
        case _ as never:
            assert_never(never)


def _offered(box: Edition, option: str) -> bool:
    """Return True if the box offers the option, else raise ``SetupProblem``."""
    offered = options_offered(box)
    if option not in OPTIONS:
        raise SetupProblem(SetupFault.UNKNOWN_OPTION, option, box.key, offered)
    match getattr(box, point_of(option)):
        case Presence.OPTIONAL:
            return True
        case Presence.ON:
            raise SetupProblem(SetupFault.OPTION_ALWAYS_ON, option, box.key, offered)
        case _:
            raise SetupProblem(SetupFault.OPTION_NOT_OFFERED, option, box.key, offered)


def _house_value(name: str, value: str) -> Enum:
    point = point_of(name)
    if point not in POINTS or name != name_of(point):
        raise SetupProblem(SetupFault.UNKNOWN_POINT, name, allowed=tuple(map(name_of, POINTS)))
    allowed = tuple(v.value for v in POINT_TYPES[point] if v is not Presence.OPTIONAL)
    if value not in allowed:
        raise SetupProblem(SetupFault.UNKNOWN_VALUE, value, name, allowed)
    return POINT_TYPES[point](value)


def _check_governs(rules: Edition, point: str) -> None:
    """Reject a house rule about a rule that is not played: it can only be a mistake."""
    needed = NEEDS.get(point)
    if needed is not None and getattr(rules, needed) is not Presence.ON:
        raise SetupProblem(SetupFault.NOTHING_TO_GOVERN, name_of(point), rules.key, (needed,))


def options_of(rules: Edition) -> tuple[str, ...]:
    """Return the options of its box that this table plays."""
    changed = differences(rules)
    return tuple(o for o in OPTIONS if _is_option(rules, point_of(o)) and point_of(o) in changed)


def house_rules_of(rules: Edition) -> dict[str, str]:
    """Return the points that neither the box nor its options explain, as people type them."""
    return {
        name_of(point): value.value
        for point, value in differences(rules).items()
        if not _is_option(rules, point)
    }


def _is_option(rules: Edition, point: str) -> bool:
    box = getattr(EDITIONS[rules.key], point)
    return box is Presence.OPTIONAL and getattr(rules, point) is Presence.ON
