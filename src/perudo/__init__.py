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
    <Game asmodee-2009, 3 seats, dice (5, 5, 5): round 1, seat 1 to act>
    >>> perudo.DUDO in game.legal
    True
    >>> game.play(perudo.CALZA, seat=2)
    >>> game.past[-1].showdown.found
    3

The names below are the public interface, and stay as they are from one version to the next. They
are loaded when they are first used: ``import perudo`` itself loads nothing. So are the rooms behind
them, such as ``perudo.testing``.
"""

from importlib import import_module

from perudo.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers know this name; importing typing takes most of the time
if TYPE_CHECKING:
    from perudo.engine.actions import CALZA, DUDO
    from perudo.engine.bid import Bid
    from perudo.engine.editions import EDITIONS
    from perudo.engine.errors import Error
    from perudo.engine.play import Legal
    from perudo.engine.refusals import IllegalAction
    from perudo.extras import MissingExtra
    from perudo.game.game import Game, PlayerView
    from perudo.game.matches import play_match, position, read, solve_round

    from . import arena as arena
    from . import bots as bots
    from . import coach as coach
    from . import engine as engine
    from . import envs as envs
    from . import i18n as i18n
    from . import lab as lab
    from . import odds as odds
    from . import records as records
    from . import server as server
    from . import solve as solve
    from . import table as table
    from . import testing as testing
    from . import train as train
    from . import wording as wording

_HOMES = {
    "CALZA": "engine.actions",
    "DUDO": "engine.actions",
    "Bid": "engine.bid",
    "EDITIONS": "engine.editions",
    "Error": "engine.errors",
    "Legal": "engine.play",
    "IllegalAction": "engine.refusals",
    "MissingExtra": "extras",
    "Game": "game.game",
    "PlayerView": "game.game",
    "play_match": "game.matches",
    "position": "game.matches",
    "read": "game.matches",
    "solve_round": "game.matches",
}
"""The module of each public name."""
_ROOMS = (
    *("arena", "bots", "coach", "engine", "envs", "i18n", "lab", "odds", "records", "server"),
    *("solve", "table", "testing", "train", "wording"),
)
"""What can be named as ``perudo.room`` without importing it first."""

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
    if name in _ROOMS:
        return import_module(f"perudo.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'perudo' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"perudo.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
