"""Perudo: the Peruvian bluffing dice game, by the rules of the box on your shelf.

Examples:
    >>> import perudo
    >>> list(perudo.EDITIONS)
    ['parker-1994', 'asmodee-2009', 'asmodee-2024', 'menteur', 'weekend']
    >>> game = perudo.Game("asmodee-2009", options=["calza"], seats=3)
    >>> game.start(0)
    >>> game.deal("P2446", "33556", "22366")
    >>> game.play("3x4")
    >>> game
    <Game asmodee-2009, 3 seats, dice (5, 5, 5), round 1: seat 1 to act>
    >>> perudo.DUDO in game.legal
    True
    >>> game.play(perudo.CALZA, seat=2)
    >>> game.past[-1].showdown.found
    3

The names below are the public interface, and stay as they are from one version to the next. They
are loaded when they are first used: ``import perudo`` itself loads nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from perudo.version import __version__ as __version__

if TYPE_CHECKING:
    from perudo.engine.actions import CALZA, DUDO
    from perudo.engine.bid import Bid
    from perudo.engine.editions import EDITIONS
    from perudo.engine.errors import Error
    from perudo.engine.play import Legal
    from perudo.engine.refusals import IllegalAction
    from perudo.extras import MissingExtra
    from perudo.game import Game, PlayerView, play_match, position, read, solve_round

_HOMES: Final = {
    "CALZA": "engine.actions",
    "DUDO": "engine.actions",
    "Bid": "engine.bid",
    "EDITIONS": "engine.editions",
    "Error": "engine.errors",
    "Legal": "engine.play",
    "IllegalAction": "engine.refusals",
    "MissingExtra": "extras",
    "Game": "game",
    "PlayerView": "game",
    "play_match": "game",
    "position": "game",
    "read": "game",
    "solve_round": "game",
}
"""The module of each public name."""

__all__ = [  # noqa: RUF022 - by what one needs first
    "Game",
    "PlayerView",
    "Legal",
    "Bid",
    "DUDO",
    "CALZA",
    "EDITIONS",
    "position",
    "read",
    "play_match",
    "solve_round",
    "Error",
    "IllegalAction",
    "MissingExtra",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'perudo' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"perudo.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
