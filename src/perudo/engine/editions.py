"""The five boxes as values, and which clause of the rules page each rule point carries out."""

from enum import Enum
from typing import Final

from perudo.engine.edition import (
    POINTS,
    CalzaAgainstMove,
    CalzaBarred,
    CalzaCallers,
    CalzaStarter,
    CalzaTies,
    Edition,
    FirstStarter,
    PalificoAgain,
    Presence,
    Raising,
    Reveal,
    Veterans,
    Words,
)

PARKER_1994: Final = Edition(
    key="parker-1994",
    words=Words.PARKER_1994,
    first_starter=FirstStarter.HIGHEST_DIE,
    raising=Raising.ANY_FACE,
    palifico=Presence.ON,
    palifico_again=PalificoAgain.ONCE,
    veterans=Veterans.FREE,
    calza=Presence.OPTIONAL,
    calza_callers=CalzaCallers.NOT_NEXT,
    calza_barred=CalzaBarred.NEVER,
    calza_starter=CalzaStarter.CALLER,
    calza_ties=CalzaTies.FIRST_HEARD,
    calza_against_move=CalzaAgainstMove.FIRST_HEARD,
    reveal=Reveal.FROM_CALLER,
    visible_dice=Presence.OFF,
)

ASMODEE_2009: Final = Edition(
    key="asmodee-2009",
    words=Words.ASMODEE_2009,
    first_starter=FirstStarter.RANDOM,
    raising=Raising.ONE_AXIS,
    palifico=Presence.ON,
    palifico_again=PalificoAgain.EACH_TIME,
    veterans=Veterans.BOUND,
    calza=Presence.OPTIONAL,
    calza_callers=CalzaCallers.ANY_OTHER,
    calza_barred=CalzaBarred.NEVER,
    calza_starter=CalzaStarter.CALLER,
    calza_ties=CalzaTies.FIRST_CLOCKWISE,
    calza_against_move=CalzaAgainstMove.MOVE_WINS,
    reveal=Reveal.AT_ONCE,
    visible_dice=Presence.OPTIONAL,
)

ASMODEE_2024: Final = Edition(
    key="asmodee-2024",
    words=Words.ASMODEE_2024,
    first_starter=FirstStarter.TOUCAN,
    raising=Raising.ANY_FACE,
    palifico=Presence.OPTIONAL,
    palifico_again=PalificoAgain.EACH_TIME,
    veterans=Veterans.BOUND,
    calza=Presence.OPTIONAL,
    calza_callers=CalzaCallers.ANY_OTHER,
    calza_barred=CalzaBarred.PALIFICO_AND_LAST_TWO,
    calza_starter=CalzaStarter.CALLER,
    calza_ties=CalzaTies.FIRST_CLOCKWISE,
    calza_against_move=CalzaAgainstMove.FIRST_HEARD,
    reveal=Reveal.ONE_BY_ONE,
    visible_dice=Presence.OPTIONAL,
)

# The menteur page has no calza; the values below only matter to a house that adds one, which then
# plays it as asmodee-2009, the book that page was written from.
MENTEUR: Final = Edition(
    key="menteur",
    words=Words.MENTEUR,
    first_starter=FirstStarter.RANDOM,
    raising=Raising.RISING_FACE,
    palifico=Presence.ON,
    palifico_again=PalificoAgain.EACH_TIME,
    veterans=Veterans.BOUND,
    calza=Presence.OFF,
    calza_callers=CalzaCallers.ANY_OTHER,
    calza_barred=CalzaBarred.NEVER,
    calza_starter=CalzaStarter.CALLER,
    calza_ties=CalzaTies.FIRST_CLOCKWISE,
    calza_against_move=CalzaAgainstMove.MOVE_WINS,
    reveal=Reveal.AT_ONCE,
    visible_dice=Presence.OFF,
)

WEEKEND: Final = Edition(
    key="weekend",
    words=Words.WEEKEND,
    first_starter=FirstStarter.HIGHEST_SUM,
    raising=Raising.ANY_FACE,
    palifico=Presence.ON,
    palifico_again=PalificoAgain.EACH_TIME,
    veterans=Veterans.BOUND,
    calza=Presence.OPTIONAL,
    calza_callers=CalzaCallers.NEXT_ONLY,
    calza_barred=CalzaBarred.NEVER,
    calza_starter=CalzaStarter.LOSER,
    calza_ties=CalzaTies.FIRST_HEARD,
    calza_against_move=CalzaAgainstMove.FIRST_HEARD,
    reveal=Reveal.AT_ONCE,
    visible_dice=Presence.OFF,
)

EDITIONS: Final = {e.key: e for e in (PARKER_1994, ASMODEE_2009, ASMODEE_2024, MENTEUR, WEEKEND)}
DEFAULT: Final = ASMODEE_2024

_CLAUSES: Final[dict[str, dict[str, str]]] = {
    "first_starter": {
        "parker-1994": "P1", "asmodee-2009": "A1", "asmodee-2024": "I1", "menteur": "M1", "weekend": "W1",
    },
    "raising": {
        "parker-1994": "P2", "asmodee-2009": "A2", "asmodee-2024": "I2", "menteur": "M2", "weekend": "W2",
    },
    "palifico": {
        "parker-1994": "P3", "asmodee-2009": "A3", "asmodee-2024": "I3", "menteur": "M3", "weekend": "W3",
    },
    "palifico_again": {
        "parker-1994": "P4", "asmodee-2009": "A4", "asmodee-2024": "I4", "weekend": "W4",
    },
    "veterans": {"parker-1994": "P5"},
    "calza": {"parker-1994": "P6", "asmodee-2009": "A5", "asmodee-2024": "I5", "weekend": "W5"},
    "calza_callers": {
        "parker-1994": "P6", "asmodee-2009": "A5", "asmodee-2024": "I5", "weekend": "W5",
    },
    "calza_barred": {"asmodee-2024": "I6"},
    "calza_starter": {"parker-1994": "P8", "asmodee-2009": "A7", "asmodee-2024": "I8", "weekend": "W7"},
    "calza_ties": {"asmodee-2009": "A8", "asmodee-2024": "I9"},
    "calza_against_move": {"asmodee-2009": "A9"},
    "reveal": {"parker-1994": "P9", "asmodee-2024": "I10"},
    "visible_dice": {"asmodee-2009": "A10", "asmodee-2024": "I11"},
}  # fmt: skip


def clause_for(rules: Edition, point: str, default: str = "") -> str:
    """The clause to name when ``point`` is why something may not be done.

    The box's own clause where the table plays the box's own value (an option switched on is the
    box's own too); a house rule is named by the first box that has it; ``default`` where no book
    has just this rule.
    """
    clauses = _CLAUSES.get(point, {})
    value = getattr(rules, point)
    own = clauses.get(rules.key)
    if own is not None and (
        isinstance(value, Presence) or value == getattr(EDITIONS[rules.key], point)
    ):
        return own
    for key, clause in clauses.items():
        if _same_rule(getattr(EDITIONS[key], point), value):
            return clause
    return default


def _same_rule(box: Enum, table: Enum) -> bool:
    return box == table or (isinstance(box, Presence) and Presence.OFF not in (box, table))


def differences(rules: Edition) -> dict[str, Enum]:
    """The points on which this table leaves its box, in the order of the rules page."""
    box = EDITIONS[rules.key]
    return {p: getattr(rules, p) for p in POINTS if getattr(rules, p) is not getattr(box, p)}
