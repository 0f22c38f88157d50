"""OpenSpiel's states and observations, over any ``Position`` of a game for two."""

from typing import Any

import numpy as np
import pyspiel

from perudo.engine.actions import Seat
from perudo.engine.errors import InvalidValue
from perudo.envs.features import Encoder
from perudo.envs.legal_numbers import number_text
from perudo.envs.two_players import Position, bids_text, cup_digits


class PerudoState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state. All that changes is in ``position``, so that copying it is cheap."""

    def __init__(self, game: Any, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        position = self.position
        if position.over():
            return int(pyspiel.PlayerId.TERMINAL)
        turn = position.turn()
        return int(pyspiel.PlayerId.CHANCE) if turn is None else turn

    def is_terminal(self) -> bool:
        return self.position.over()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal() if player == self.position.turn() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(index, chance) for index, (_, chance) in enumerate(self.position.next_throws())]

    def _apply_action(self, action: int) -> None:
        if self.position.turn() is None:
            cup, _ = self.position.next_throws()[action]
            self.position = self.position.after_throw(cup)
        else:
            self.position = self.position.after_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return number_text(action)
        cup, _ = self.position.next_throws()[action]
        return f"cup {cup_digits(cup)}"

    def returns(self) -> list[float]:
        return list(self.position.returns())

    def __str__(self) -> str:
        seats = [self.position.visible_to(seat) for seat in (0, 1)]
        cups = "/".join(cup_digits(one.cup) for one in seats)
        return "; ".join([*self.position.past_text(), f"{cups} {bids_text(tuple(seats[0].bids))}"])


class PerudoObserver:
    """A player's observation as text and as numbers (see OpenSpiel's ``observation.py``)."""

    def __init__(self, encoder: Encoder, kind: Any, params: Any) -> None:
        if params:
            raise InvalidValue(f"observations take no parameters, but were given {params}")
        self._encoder = encoder
        self._recalls = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._parts = [
            part
            for part in encoder.parts
            if (self._private if part.name == "cup" else self._public)
        ]
        sizes = {"player": 2, **{part.name: part.stop - part.start for part in self._parts}}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: PerudoState, player: Seat) -> None:
        row = self._encoder.row(state.position.visible_to(player))
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        for part in self._parts:
            self.dict[part.name][:] = row[part.start : part.stop]

    def string_from(self, state: PerudoState, player: Seat) -> str:
        visible = state.position.visible_to(player)
        pieces = [f"p{player}"]
        if self._private:
            pieces.append(f"cup {cup_digits(visible.cup)}")
        if self._public:
            if self._recalls:
                pieces += state.position.past_text()
            pieces.append(f"dice {visible.dice[0]},{visible.dice[1]}")
            if visible.palifico is not None:
                pieces.append(f"palifico {visible.palifico}")
            if visible.been_palifico:
                pieces.append(f"been {sorted(visible.been_palifico)}")
            pieces.append(f"{visible.starter}: {bids_text(tuple(visible.bids))}")
        return "; ".join(pieces)
