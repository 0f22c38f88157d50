"""How likely a bot takes each action: as it says, or as often as it does when asked again."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Protocol, runtime_checkable

from perudo.bots.bot import Bot
from perudo.engine.actions import Action
from perudo.engine.view import View

SAMPLES = 12
"""How often a bot that does not say its chances is asked."""

Chances = dict[Action, float]


@runtime_checkable
class KnowsChances(Protocol):
    """A bot that says how likely it takes each action, in views of one match on its turn."""

    def chances(self, views: Sequence[View]) -> list[Chances]: ...


def chances_of(bot: Bot, views: Sequence[View], seed: str) -> list[Chances]:
    """Return how likely the bot takes each action in these views of one match."""
    if isinstance(bot, KnowsChances):
        return bot.chances(views)
    found = []
    for view in views:
        # From the position alone, so that it is answered alike wherever it is asked.
        rng = Random(f"{seed} | {view.seat} | {view.cup} | {view.bids}")  # noqa: S311
        taken = Counter(bot.act(view, rng) for _ in range(SAMPLES))
        found.append({action: times / SAMPLES for action, times in taken.items()})
    return found
