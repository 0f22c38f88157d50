"""OpenSpiel games for two players. Importing this module registers them; see docs/envs.md.

- ``python_perudo``: one round; 1 to the player whose opponent loses a die, or who regains one.
- ``python_perudo_match``: a whole match; 1 to the winner.
- ``python_perudo_liars_dice``: the simple rules of OpenSpiel's own ``liars_dice``.
"""

from typing import Any, Final

import pyspiel

from perudo.engine.dice import BOX_DICE, FACES
from perudo.engine.edition import Edition
from perudo.engine.errors import InvalidValue
from perudo.engine.house import table_rules
from perudo.engine.numbering import action_count
from perudo.engine.position import between_rounds
from perudo.envs.features import Encoder
from perudo.envs.legal_numbers import LegalNumbers
from perudo.envs.liars_dice import LiarsDicePosition
from perudo.envs.spiel_state import PerudoObserver, PerudoState
from perudo.envs.throws import throws
from perudo.envs.two_players import Goal, Position, TablePosition

_TABLE: Final[dict[str, Any]] = {
    "edition": "asmodee-2024",
    "options": "",
    "house": "",
    "dice0": 1,
    "dice1": 1,
    "palifico": False,
    "cap": 0,
}
_MATCH: Final[dict[str, Any]] = {**_TABLE, "max_rounds": 100}
_LIARS_DICE: Final[dict[str, Any]] = {"dice0": 1, "dice1": 1, "faces": len(FACES)}


def _game_type(name: str, title: str, parameters: dict[str, Any], *, rounds: bool) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        # A row describes one round. Earlier rounds of a match are in the text only.
        provides_information_state_tensor=rounds,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


_ROUND_TYPE: Final = _game_type("python_perudo", "Perudo: a round", _TABLE, rounds=True)
_MATCH_TYPE: Final = _game_type("python_perudo_match", "Perudo: a match", _MATCH, rounds=False)
_LIARS_DICE_TYPE: Final = _game_type(
    "python_perudo_liars_dice", "Liar's dice by Perudo", _LIARS_DICE, rounds=True
)


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game that begins at a position, with bids of at most ``cap`` dice."""

    def __init__(
        self,
        game_type: Any,
        params: dict[str, Any],
        first: Position,
        *,
        cap: int,
        rounds: int,
        most_dice: int,
    ) -> None:
        # No bid can be made twice in a round, and a call ends it.
        longest = rounds * (len(FACES) * cap + 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(cap),
            max_chance_outcomes=len(throws(most_dice)),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(game_type, info, params)
        self._first = first
        self._encoder = Encoder(2, cap)

    def new_initial_state(self) -> PerudoState:
        return PerudoState(self, self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PerudoObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return PerudoObserver(self._encoder, kind, params)


def _rules(settings: dict[str, Any]) -> Edition:
    """Return the rules. Lists in a parameter are joined by ``+``: OpenSpiel reserves the comma."""
    options = [option for option in settings["options"].split("+") if option]
    house = [rule.partition(":") for rule in settings["house"].split("+") if rule]
    return table_rules(settings["edition"], options, {name: value for name, _, value in house})


class _TableGame(_Game):
    def __init__(
        self, game_type: Any, settings: dict[str, Any], params: dict[str, Any], goal: Goal
    ) -> None:
        dice = (settings["dice0"], settings["dice1"])
        match = between_rounds(_rules(settings), dice, palifico=settings["palifico"])
        cap = settings["cap"] or sum(dice)
        if not 1 <= cap <= match.setup.cap:
            raise InvalidValue(
                f"cap must be from 1 to {match.setup.cap}, or 0 for all dice in play, not {cap}"
            )
        first = TablePosition(match, LegalNumbers(cap), goal)
        rounds = goal.most_rounds
        # In a match a calza may give dice back, up to a full cup.
        most = BOX_DICE if goal.whole_match else max(dice)
        super().__init__(game_type, params, first, cap=cap, rounds=rounds, most_dice=most)


class PerudoRoundGame(_TableGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        super().__init__(_ROUND_TYPE, {**_TABLE, **given}, given, Goal(whole_match=False))


class PerudoMatchGame(_TableGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        settings = {**_MATCH, **given}
        goal = Goal(whole_match=True, most_rounds=settings["max_rounds"])
        super().__init__(_MATCH_TYPE, settings, given, goal)


class LiarsDiceGame(_Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        settings = {**_LIARS_DICE, **given}
        dice, faces = (settings["dice0"], settings["dice1"]), settings["faces"]
        if not 1 <= faces <= len(FACES) or not all(1 <= left <= BOX_DICE for left in dice):
            raise InvalidValue(
                f"faces must be from 1 to {len(FACES)}, and each seat's dice from 1 to {BOX_DICE}"
            )
        first = LiarsDicePosition(dice, faces)
        cap, most = sum(dice), max(dice)
        super().__init__(_LIARS_DICE_TYPE, given, first, cap=cap, rounds=1, most_dice=most)


pyspiel.register_game(_ROUND_TYPE, PerudoRoundGame)
pyspiel.register_game(_MATCH_TYPE, PerudoMatchGame)
pyspiel.register_game(_LIARS_DICE_TYPE, LiarsDiceGame)
