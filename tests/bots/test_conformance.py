"""The conformance kit on every built-in bot, and on bots that do not conform."""

import time
from random import Random, SystemRandom

import pytest

from perudo.bots.bot import Bot
from perudo.bots.counter import Counter
from perudo.bots.roster import CHARACTERS, YARDSTICKS, bot_maker
from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.engine.view import View
from perudo.testing import NotConforming, check_bot, every_table


@pytest.mark.parametrize("name", [*CHARACTERS, *YARDSTICKS])
def test_every_built_in_bot_conforms_in_every_edition_option_and_size(name: str) -> None:
    shown = check_bot(bot_maker(name), seconds=5)
    assert shown.matches == 3 * 5 * len(list(every_table()))
    assert shown.decisions > 1000


def test_every_table_is_every_mix_of_options() -> None:
    tables = list(every_table())
    assert len(set(tables)) == len(tables) == 2 + 4 + 8 + 1 + 2


class Illegal(Counter):
    def act(self, view: View, rng: Random) -> Action:
        return Bid(1, 1)


class Raises(Counter):
    def act(self, view: View, rng: Random) -> Action:
        raise ValueError("oops")


class Lucky(Counter):
    """Uses randomness of its own."""

    def act(self, view: View, rng: Random) -> Action:
        bids = view.legal.bids
        if bids is not None and bids.size and SystemRandom().random() < 0.5:
            return bids.bids[0]
        return super().act(view, rng)


class Remembers(Counter):
    """Carries state from one match to the next."""

    def __init__(self) -> None:
        self.turns = 0

    def act(self, view: View, rng: Random) -> Action:
        self.turns += 1
        bids = view.legal.bids
        if self.turns > 60 and bids is not None and bids.size:
            return bids.bids[-1]
        return super().act(view, rng)


class Slow(Counter):
    """Is slow once in each match."""

    def __init__(self) -> None:
        self.thought = False

    def act(self, view: View, rng: Random) -> Action:
        if not self.thought:
            self.thought = True
            until = time.process_time() + 0.03
            while time.process_time() < until:
                pass
        return super().act(view, rng)


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (Illegal, "nonsense: act: Bid(quantity=1, face=1)"),
        (Raises, "raised: ValueError: oops"),
        (Lucky, "the same seed gave another match"),
        (Remembers, "an earlier match changed how the bot plays"),
    ],
)
def test_a_nonconforming_bot_is_explained(bot: type[Bot], told: str) -> None:
    with pytest.raises(NotConforming) as raised:
        check_bot(bot, seats=(3,))
    assert told in str(raised.value)


def test_a_slow_bot_is_told_its_time() -> None:
    with pytest.raises(NotConforming, match=r"more than 0\.02 s"):
        check_bot(Slow, seats=(2,), seconds=0.02)
