"""Drives one match in one process, from the first roll to the last die."""

from collections.abc import Callable, Sequence
from typing import Protocol

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, Action, Seat
from perudo.engine.events import Choice, Event, Events
from perudo.engine.hearing import Claim, hear
from perudo.engine.match import Match, Phase
from perudo.engine.refusals import Refusal, Refused
from perudo.engine.setup import Setup
from perudo.engine.view import View, redact, view_for
from perudo.table.dice import DiceSource


class Player(Protocol):
    """Somebody at the table: is told what it may see, and asked when it is to decide."""

    def told(self, event: Event) -> None: ...

    def act(self, view: View) -> Action: ...

    def claims_calza(self, view: View) -> bool: ...

    def refused(self, action: Action, refusal: Refusal) -> None:
        """The action was refused; ``act`` is asked again."""
        ...


class LocalTable:
    def __init__(
        self,
        setup: Setup,
        players: Sequence[Player],
        dice: DiceSource,
        *,
        toucan: Callable[[], Seat | None] | None = None,
    ) -> None:
        """``toucan`` tells who last saw one (I1), or None if the table does not know."""
        self.events: list[Event] = []
        """All that happened, whole: for the record, never for a player."""
        self._players = players
        self._dice = dice
        self._toucan = toucan
        self.match = self._happened(*chance.start_match(setup))

    def play(self) -> Match:
        """Plays the match to its end."""
        while self.match.winner is None:
            self.step()
        return self.match

    def step(self) -> None:
        """Whatever comes next: a roll, or one action."""
        match = self.match
        match match.phase:
            case Phase.STARTING:
                self.match = self._happened(*self._find_starter(match))
            case Phase.ROLLING:
                cups = [self._dice.cup(left) for left in match.dice]
                self.match = self._happened(*chance.deal(match, cups))
            case _:
                self.match = self._happened(*self._next_action(match))

    def _happened(self, match: Match, events: Events) -> Match:
        self.events += events
        for event in events:
            for seat, player in enumerate(self._players):
                player.told(redact(event, seat))
        return match

    def _find_starter(self, match: Match) -> tuple[Match, Events]:
        way = chance.starter_way(match.setup.rules)
        if way.dice:
            contenders = match.score.contenders
            return chance.roll_for_start(
                match,
                [
                    self._dice.cup(way.dice) if seat in contenders else None
                    for seat in range(match.setup.seats)
                ],
            )
        if Choice.TOUCAN in way.choices and self._toucan is not None:
            seat = self._toucan()
            if seat is not None:
                return chance.name_starter(match, seat, Choice.TOUCAN)
        return chance.name_starter(match, self._dice.draw(match.setup.seats), Choice.DRAWN)

    def _next_action(self, match: Match) -> tuple[Match, Events]:
        """Calzas out of turn first: at a real table they come before the next player has spoken."""
        turn = play.turn_of(match)
        assert turn is not None
        claims = [
            Claim(seat, CALZA)
            for seat in turn.calza
            if seat != turn.seat and self._players[seat].claims_calza(view_for(match, seat))
        ]
        claim = hear(match, claims)
        if claim is not None:
            return play.apply(match, claim.seat, claim.action)
        return self._ask(match, turn.seat)

    def _ask(self, match: Match, seat: Seat) -> tuple[Match, Events]:
        player = self._players[seat]
        while True:
            action = player.act(view_for(match, seat))
            try:
                return play.apply(match, seat, action)
            except Refused as refused:
                player.refused(action, refused.refusal)
