"""An edition as data: one named rule point for each rule on which the boxes differ.

House rules are other values of the same points. The engine never asks which box is being played;
each point is read in one function, by an exhaustive ``match``.
"""

from dataclasses import dataclass, field, fields
from enum import Enum, unique
from typing import Final

from perudo.engine.errors import InvalidValue


@unique
class FirstStarter(Enum):
    """Who opens the first round."""

    HIGHEST_DIE = "highest-die"
    HIGHEST_SUM = "highest-sum"
    RANDOM = "random"
    TOUCAN = "toucan"


@unique
class Raising(Enum):
    """Which bids on a plain face outbid another bid on a plain face."""

    ANY_FACE = "any-face"
    ONE_AXIS = "one-axis"
    RISING_FACE = "rising-face"


@unique
class Presence(Enum):
    """Whether a rule is not in the box, offered as an option, or in play."""

    OFF = "off"
    OPTIONAL = "optional"
    ON = "on"


@unique
class PalificoAgain(Enum):
    """Whether a player who falls to one die a second time is palifico again."""

    ONCE = "once"
    EACH_TIME = "each-time"


@unique
class Veterans(Enum):
    """Whether a player with one die may change the face in somebody else's palifico round."""

    BOUND = "bound"
    FREE = "free"


@unique
class CalzaCallers(Enum):
    """Who may call calza, claiming that the last bid is exact."""

    NOT_NEXT = "not-next"
    ANY_OTHER = "any-other"
    NEXT_ONLY = "next-only"


@unique
class CalzaBarred(Enum):
    """When nobody may call calza."""

    NEVER = "never"
    PALIFICO = "palifico"
    LAST_TWO = "last-two"
    PALIFICO_AND_LAST_TWO = "palifico-and-last-two"


@unique
class CalzaStarter(Enum):
    """Who opens the round after a calza."""

    CALLER = "caller"
    LOSER = "loser"


@unique
class CalzaTies(Enum):
    """Which calza counts when several are called at once."""

    FIRST_HEARD = "first-heard"
    FIRST_CLOCKWISE = "first-clockwise"


@unique
class CalzaAgainstMove(Enum):
    """Which counts when a calza and the next player's move come at the same time."""

    FIRST_HEARD = "first-heard"
    MOVE_WINS = "move-wins"


@unique
class Reveal(Enum):
    """How the cups are lifted at the showdown."""

    AT_ONCE = "at-once"
    FROM_CALLER = "from-caller"
    ONE_BY_ONE = "one-by-one"


@unique
class Words(Enum):
    """The box whose words are used at the table."""

    PARKER_1994 = "parker-1994"
    ASMODEE_2009 = "asmodee-2009"
    ASMODEE_2024 = "asmodee-2024"
    MENTEUR = "menteur"
    WEEKEND = "weekend"


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """The rules of one table. ``key`` names the box they come from; the rest are rule points."""

    key: str
    words: Words
    first_starter: FirstStarter
    raising: Raising
    palifico: Presence
    palifico_again: PalificoAgain
    veterans: Veterans
    calza: Presence
    calza_callers: CalzaCallers
    calza_barred: CalzaBarred
    calza_starter: CalzaStarter
    calza_ties: CalzaTies
    calza_against_move: CalzaAgainstMove
    reveal: Reveal
    visible_dice: Presence
    plays_palifico: bool = field(init=False, repr=False, compare=False)
    plays_calza: bool = field(init=False, repr=False, compare=False)
    shows_lost_dice: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for point in POINTS:
            if not isinstance(getattr(self, point), POINT_TYPES[point]):
                raise InvalidValue(
                    f"{point}: {getattr(self, point)!r} is not a value of this rule point"
                )
        for name, point in _PLAYS.items():
            object.__setattr__(self, name, getattr(self, point) is Presence.ON)


_PLAYS: Final = {
    "plays_palifico": "palifico",
    "plays_calza": "calza",
    "shows_lost_dice": "visible_dice",
}

POINT_TYPES: Final[dict[str, type[Enum]]] = {
    point.name: point.type
    for point in fields(Edition)
    if isinstance(point.type, type) and issubclass(point.type, Enum)
}
POINTS: Final = tuple(POINT_TYPES)
"""Every rule point, in the order of the rules page."""

OPTIONS: Final = ("calza", "palifico", "visible-dice")
"""The rules that some box offers as an option, as they are written in commands."""


def point_of(name: str) -> str:
    """Return the field for a name as people type it: ``visible_dice`` for ``visible-dice``."""
    return name.replace("-", "_")


def name_of(point: str) -> str:
    """Return a field's name as people type it: ``visible-dice`` for ``visible_dice``."""
    return point.replace("_", "-")
