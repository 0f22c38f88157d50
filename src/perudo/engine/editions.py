"""The five boxes as values, and the clause of the rules page behind each of their rule points."""

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
    calza_ties=CalzaTies.FIRST_CLOCKWISE,
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

# The menteur page has no calza. Its calza values only matter when a house rule adds one: it is then
# played as in asmodee-2009, the book that the page is based on.
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

SILENT_CORNERS: Final = "S"
"""The letter of clauses that no book has: the rules page decides them (S20)."""

_CLAUSES: Final[dict[str, dict[str, str]]] = {
    "parker-1994": {
        "first_starter": "P1",
        "raising": "P2",
        "palifico": "P3",
        "palifico_again": "P4",
        "veterans": "P5",
        "calza": "P6",
        "calza_callers": "P6",
        "calza_barred": "S10",
        "calza_starter": "P8",
        "calza_ties": "S17",
        "calza_against_move": "S18",
        "reveal": "P9",
    },
    "asmodee-2009": {
        "first_starter": "A1",
        "raising": "A2",
        "palifico": "A3",
        "palifico_again": "A4",
        "calza": "A5",
        "calza_callers": "A5",
        "calza_barred": "S10",
        "calza_starter": "A7",
        "calza_ties": "A8",
        "calza_against_move": "A9",
        "visible_dice": "A10",
    },
    "asmodee-2024": {
        "first_starter": "I1",
        "raising": "I2",
        "palifico": "I3",
        "palifico_again": "I4",
        "calza": "I5",
        "calza_callers": "I5",
        "calza_barred": "I6",
        "calza_starter": "I8",
        "calza_ties": "I9",
        "calza_against_move": "I12",
        "reveal": "I10",
        "visible_dice": "I11",
    },
    "menteur": {"first_starter": "M1", "raising": "M2", "palifico": "M3"},
    "weekend": {
        "first_starter": "W1",
        "raising": "W2",
        "palifico": "W3",
        "palifico_again": "W4",
        "calza": "W5",
        "calza_callers": "W5",
        "calza_barred": "S10",
        "calza_starter": "W7",
    },
}

_SILENT_CLAUSES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("parker-1994", "first_starter"): ("S1",),
    ("parker-1994", "calza_callers"): ("S5",),
    ("asmodee-2024", "first_starter"): ("S20",),
    ("asmodee-2024", "calza_barred"): ("S13",),
    ("asmodee-2024", "reveal"): ("S20",),
    ("weekend", "first_starter"): ("S1",),
    ("weekend", "raising"): ("S11",),
    ("weekend", "calza_starter"): ("S4",),
}
"""What the rules page decides in addition to a book's own clause. A page that shows the whole rule
names both, so that no book is credited with what it does not say (S20)."""


def clause_for(rules: Edition, point: str, default: str = "") -> str:
    """Return the clause to name when something is refused because of ``point``.

    If the table plays the box's own value, or one of its options, that is the box's clause, or a
    silent corner (S) if its book says nothing. A house rule is named by the first book that has it;
    ``default`` if no book has it.
    """
    value = getattr(rules, point)
    own = _CLAUSES[rules.key].get(point)
    is_own = isinstance(value, Presence) or value is getattr(EDITIONS[rules.key], point)
    if own is not None and is_own:
        return own
    for key, clauses in _CLAUSES.items():
        named = clauses.get(point, SILENT_CORNERS)
        if named[0] != SILENT_CORNERS and _same_rule(getattr(EDITIONS[key], point), value):
            return named
    return default


def _same_rule(box: Enum, table: Enum) -> bool:
    return box == table or (isinstance(box, Presence) and Presence.OFF not in (box, table))


def own_clauses(box: Edition, point: str) -> tuple[str, ...]:
    """Return the clauses behind a box's rule point: its book's, then those of the rules page.

    Empty if the book is silent and nothing had to be decided.
    """
    clause = _CLAUSES[box.key].get(point)
    return (*(() if clause is None else (clause,)), *_SILENT_CLAUSES.get((box.key, point), ()))


def differences(rules: Edition) -> dict[str, Enum]:
    """Return the points on which this table leaves its box, in the order of the rules page."""
    box = EDITIONS[rules.key]
    return {p: getattr(rules, p) for p in POINTS if getattr(rules, p) is not getattr(box, p)}
