"""The actions of a decision with the chances to win after them, as pages draw them."""

from typing import NamedTuple

from perudo.coach.advice import Advice
from perudo.coach.text import action_text
from perudo.engine.actions import Action
from perudo.i18n.tongue import Tongue
from perudo.wording.odds_text import chance_text, percent

SHOWN = 3
"""How many of the best actions are shown."""


class OutlookLine(NamedTuple):
    """An action with the chance to win after it."""

    text: str
    percent: int
    chance: str
    """In words."""
    best: bool
    played: bool


def outlook_lines(t: Tongue, advice: Advice, played: Action | None) -> tuple[OutlookLine, ...]:
    """The best actions, and the one that was played if it is none of them."""
    own = advice.of(played)
    best = advice.outlooks[:SHOWN]
    return tuple(
        OutlookLine(
            action_text(t, outlook.action),
            percent(outlook.wins),
            chance_text(t, outlook.wins),
            outlook == advice.best,
            outlook == own,
        )
        for outlook in (best if own in best else (*best, own))
    )
