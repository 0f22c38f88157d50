"""The actions of a decision with the chances to win after them, as pages draw them."""

from typing import NamedTuple

from perudo.coach.advice import Advice
from perudo.coach.text import action_text
from perudo.engine.actions import Action
from perudo.i18n.tongue import Tongue
from perudo.wording.odds_text import chance_text, percent


class OutlookLine(NamedTuple):
    """An action with the chance to win after it."""

    text: str
    percent: int
    chance: str
    """In words."""
    favourite: bool
    """Whether the champion would choose it."""
    played: bool


def outlook_lines(t: Tongue, advice: Advice, played: Action | None) -> tuple[OutlookLine, ...]:
    """The best actions, the champion's favourite, and the one that was played."""
    own, favourites = advice.of(played), advice.champion()[:1]
    return tuple(
        OutlookLine(
            action_text(t, outlook.action),
            percent(outlook.wins),
            chance_text(t, outlook.wins),
            outlook in favourites,
            outlook == own,
        )
        for outlook in advice.shortened(played).outlooks
    )
