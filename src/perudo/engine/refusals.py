"""Why an action is refused: a typed value with the clause and the facts, never a text.

The code that shows a refusal words it in the reader's language.
"""

from dataclasses import dataclass
from enum import Enum, unique

from perudo.engine.actions import Seat
from perudo.engine.errors import Error


@unique
class Reason(Enum):
    MATCH_OVER = "match-over"
    NO_ROUND = "no-round"
    NOT_PLAYING = "not-playing"
    NOT_YOUR_TURN = "not-your-turn"
    NO_SUCH_FACE = "no-such-face"
    BELOW_ONE = "below-one"
    ABOVE_BOX = "above-box"
    PACO_OPENING = "paco-opening"
    PACO_NEVER_OPENS = "paco-never-opens"
    TOO_FEW = "too-few"
    TOO_FEW_PACOS = "too-few-pacos"
    TOO_FEW_AFTER_PACOS = "too-few-after-pacos"
    ONE_AXIS = "one-axis"
    FACE_FALLS = "face-falls"
    FACE_BOUND = "face-bound"
    NO_BID_YET = "no-bid-yet"
    CALZA_NOT_PLAYED = "calza-not-played"
    CALZA_OWN_BID = "calza-own-bid"
    CALZA_BY_NEXT = "calza-by-next"
    CALZA_OUT_OF_TURN = "calza-out-of-turn"
    CALZA_IN_PALIFICO = "calza-in-palifico"
    CALZA_LAST_TWO = "calza-last-two"
    WRONG_CUPS = "wrong-cups"
    CUPS_NOT_DUE = "cups-not-due"
    STARTER_KNOWN = "starter-known"
    STARTER_ROLLS_DUE = "starter-rolls-due"
    STARTER_NOT_ROLLED = "starter-not-rolled"
    STARTER_CHOICE_NOT_ALLOWED = "starter-not-so"
    WRONG_ROLLS = "wrong-rolls"
    COUNT_NOT_DUE = "count-not-due"
    WRONG_COUNT = "wrong-count"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused, and by which clause.

    ``least`` and ``most`` bound what would be legal; ``seat`` is the seat whose turn it is, or the
    one at fault.
    """

    reason: Reason
    clause: str
    least: int | None = None
    most: int | None = None
    seat: Seat | None = None


class IllegalAction(Error):
    """An action that the rules do not allow; ``refusal`` says why. The match is unchanged.

    Examples:
        >>> import perudo
        >>> game = perudo.Game("menteur")
        >>> game.start(0)
        >>> game.deal("22345", "P3356")
        >>> game.play("2xP")
        Traceback (most recent call last):
            ...
        perudo.IllegalAction: Nobody opens a round with Pacos, except after mort subite. [C7]
    """

    __module__ = "perudo"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.text or f"{self.refusal.reason.value} ({self.refusal.clause})"
