"""Perudo as a PettingZoo environment: agents are seats and act one after the other (AEC).

``env(...)`` has PettingZoo's usual wrappers, ``raw_env(...)`` has none. See docs/envs.md.
"""

import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from perudo.engine import chance, play
from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE
from perudo.engine.errors import InvalidValue
from perudo.engine.events import Event, Events, MatchStarted, MatchWon, SeatOut, Showdown
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.numbering import action_count, action_of
from perudo.engine.play import NO_ACTIONS
from perudo.engine.position import between_rounds
from perudo.engine.view import View, redact, view_for
from perudo.envs.asking import asked_seats
from perudo.envs.features import Encoder, visible_state
from perudo.envs.legal_numbers import LegalNumbers, number_text
from perudo.i18n.tongue import Tongue
from perudo.table.dice_sources import RandomDice
from perudo.wording.layout import text_lines
from perudo.wording.story import Story

DEFAULT_EDITION: Final = "asmodee-2024"

Observation = dict[str, NDArray[np.int8]]


def env(**settings: Any) -> Any:
    """Return the environment as most tools expect it: an illegal action ends the episode at -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class PerudoEnv(AECEnv):  # type: ignore[misc]
    metadata: ClassVar[dict[str, Any]] = {
        "name": "perudo_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        edition: str = DEFAULT_EDITION,
        options: Sequence[str] = (),
        house: Mapping[str, str] | None = None,
        seats: int = 4,
        dice: int | Sequence[int] = BOX_DICE,
        episode: Literal["match", "round"] = "match",
        starter: Seat | None = None,
        palifico: bool = False,
        max_steps: int | None = None,
        render_mode: Literal["human", "ansi"] | None = None,
        render_seat: Seat | None = None,
        lang: str = "en",
    ) -> None:
        """Set up the table.

        ``starter`` and ``palifico`` apply to the first round; if no starter is named, one is drawn.
        ``render_seat`` is the seat whose view is rendered; an onlooker's if None.
        """
        super().__init__()
        if episode not in ("match", "round"):
            raise InvalidValue(f"episode must be 'match' or 'round', not {episode!r}")
        self.render_mode = render_mode
        self._rules = table_rules(edition, options, house)
        self._seats = seats
        self._start: dict[str, Any] = {"dice": dice, "starter": starter, "palifico": palifico}
        self._single_round = episode == "round"
        self._max_steps = max_steps
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

        self._random = Random()  # noqa: S311 - an episode must be repeatable
        self._match: Match = self._first_match({})
        cap = self._match.setup.cap
        self._legal = LegalNumbers(cap)
        self._encoder = Encoder(seats, cap)
        self._actions = action_count(cap)
        self.action_spaces = {a: spaces.Discrete(self._actions) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, cap, (self._encoder.size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._render_seat = render_seat
        self._lang = lang
        self._unrendered: list[Event] = []
        self._asked: tuple[Seat, ...] = ()
        self._first_players = self._steps = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[Any]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new episode; ``options`` may set its dice, starter and palifico."""
        if seed is not None:
            self._random = Random(seed)  # noqa: S311
        self._unrendered.clear()
        self._match = self._first_match(options or {})
        self._first_players = len(self._match.playing)
        self._steps = 0
        self.agents = [self.possible_agents[seat] for seat in self._match.playing]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._record((MatchStarted(self._match.setup),))
        self._deal()
        self._ask()
        if self.render_mode == "human":
            self.render()

    def _first_match(self, options: Mapping[str, Any]) -> Match:
        start = {name: options.get(name, given) for name, given in self._start.items()}
        dice, starter, full = start["dice"], start["starter"], BOX_DICE
        if isinstance(dice, int):
            full, dice = dice, (dice,) * self._seats
        if len(dice) != self._seats:
            raise InvalidValue(f"dice for {len(dice)} seats, but the table has {self._seats}")
        if starter is None:
            starter = self._drawn_starter(dice, start["palifico"])
        palifico = start["palifico"]
        return between_rounds(
            self._rules, dice, starter=starter, palifico=palifico, starting_dice=full
        )

    def _drawn_starter(self, dice: Sequence[int], palifico: bool) -> Seat:
        """Draw a starter; the roll-offs of P1 and W1 give each seat the same chance too."""
        may = [seat for seat, left in enumerate(dice) if left == 1 or (left and not palifico)]
        return may[self._dice().draw(len(may))] if may else 0

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self._act(int(action))
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _act(self, number: int) -> None:
        """Carry out an action. The engine checks its legality, except of a pass."""
        seat = self._asked[0]
        if not 0 <= number < self._actions:
            raise InvalidValue(f"no action has the number {number}: use 0 to {self._actions - 1}")
        action = action_of(number)
        if action is None:
            if len(self._asked) == 1:
                raise InvalidValue(
                    f"{self.possible_agents[seat]} is in turn and may not pass: only a seat that is"
                    " offered a calza out of turn may"
                )
            self._asked = self._asked[1:]
            self.agent_selection = self.possible_agents[self._asked[0]]
        else:
            self._match, events = play.apply(self._match, seat, action)
            self._record(events)
            self._settle(events)
        self._steps += 1
        if self._max_steps is not None and self._steps >= self._max_steps:
            for agent in self.agents:
                self.truncations[agent] = not self.terminations[agent]

    def _settle(self, events: Events) -> None:
        if self._match.round is None:
            if self._single_round:
                self._reward_round(events)
                return
            self._reward_match(events)
            if self._match.winner is not None:
                return
            self._deal()
        self._ask()

    def _reward_round(self, events: Events) -> None:
        """Reward a lost die by -1 or a regained die by 1; the others share the opposite."""
        for event in events:
            if isinstance(event, Showdown):
                if event.loser is not None:
                    self._reward(event.loser, -1.0)
                elif event.gainer is not None:
                    self._reward(event.gainer, 1.0)
        self.terminations = dict.fromkeys(self.agents, True)

    def _reward(self, seat: Seat, worth: float) -> None:
        for agent in self.agents:
            self.rewards[agent] = -worth / (self._first_players - 1)
        self.rewards[self.possible_agents[seat]] = worth

    def _reward_match(self, events: Events) -> None:
        """Reward the winner by 1; the others pay it in equal parts, each on going out."""
        for event in events:
            if isinstance(event, SeatOut | MatchWon):
                agent = self.possible_agents[event.seat]
                won = isinstance(event, MatchWon)
                self.rewards[agent] = 1.0 if won else -1.0 / (self._first_players - 1)
                self.terminations[agent] = True

    def _deal(self) -> None:
        cup = self._dice().cup
        cups = [cup(left) for left in self._match.dice]
        self._match, events = chance.deal(self._match, cups)
        self._record(events)

    def _dice(self) -> RandomDice:
        # Not stored: a copy of the environment would share the stored dice.
        return RandomDice(self._random)

    def _ask(self) -> None:
        self._asked = asked_seats(self._match)
        self.agent_selection = self.possible_agents[self._asked[0]]

    def view(self, agent: str) -> View:
        """Return the engine's view of this seat, for custom observations."""
        return view_for(self._match, self._seat_of[agent])

    def observe(self, agent: str) -> Observation:
        view = self.view(agent)
        asked = agent == self.agent_selection and view.turn is not None
        legal = view.legal if asked else NO_ACTIONS
        mask = self._legal.mask(legal, may_pass=asked and view.seat != view.turn)
        return {
            "observation": self._encoder.row(visible_state(view)),
            "action_mask": np.frombuffer(mask, dtype=np.int8),
        }

    def _record(self, events: Events) -> None:
        if self.render_mode is not None:
            self._unrendered += events

    def render(self) -> str | None:
        """Print what happened since the last rendering, or return it as text (``ansi``)."""
        # Not stored: an environment can be pickled, but catalogues cannot.
        tongue = Tongue(self._lang, self._rules.words.value)
        story = Story(tongue, self._rules, tuple(self.possible_agents), self._render_seat)
        events = (redact(event, self._render_seat) for event in self._unrendered)
        text = "".join(f"{line}\n" for event in events for line in text_lines(story, event))
        self._unrendered.clear()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def action_text(self, number: int) -> str:
        return number_text(number)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


raw_env = PerudoEnv
