"""A table whose people leave at random moments, in every way there is.

Time is simulated. Those who remain press what they are offered, and nothing else; a step in which
nobody is offered anything and no timer runs is a table that is stuck.
"""

from random import Random
from typing import Final

from perudo.engine.actions import CALZA, Seat
from perudo.engine.play import turn_of
from perudo.table.live.absence import hand_over_at, take_chair_at
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import (
    Back,
    Command,
    MakePledge,
    Ready,
    Resign,
    Skip,
    Stand,
    StandIn,
    Start,
    TakeHost,
)
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable
from testkit.live.sandbox import Sandbox

GRACE_MS: Final = 4_000
"""As long as the server takes to see that a page was closed."""
MOST_STEPS: Final = 4_000

Offer = tuple[int, str, Command]
"""From when on, to whom, and what."""


class Stuck(AssertionError):
    """Nobody is offered anything, and nothing will happen by itself."""


class LeavingPeople:
    """``left`` notes in which situations somebody left, and how."""

    def __init__(self, settings: Settings, people: int, seed: int, *, sees_away: bool) -> None:
        self.random = Random(seed)
        self.box = Sandbox(settings, seed)
        self.box.seat_people(people)
        self.sees_away = sees_away
        self.here = [f"p{number}" for number in range(people)]
        self.closed_at: dict[str, int] = {}
        self.left: set[tuple[str, str]] = set()
        self.leaves = self.random.choice([0.02, 0.1, 0.4])
        for player in self.here:
            if self.random.random() < 0.7:
                self.box.do(player, MakePledge(self.box.chain(player)[0]))

    @property
    def table(self) -> LiveTable:
        return self.box.table

    def play(self) -> None:
        """Play until the match is over; raise ``Stuck`` if it never will be."""
        for _ in range(MOST_STEPS):
            if self.table.winner is not None:
                return
            # Hearings are short and rare: without more departures a sample would hardly meet them.
            leaves = max(self.leaves, 0.3) if self.table.hearing is not None else self.leaves
            if len(self.here) > 1 and self.random.random() < leaves:
                self._somebody_leaves()
            else:
                self._go_on()
        raise Stuck("the match does not end")

    def _go_on(self) -> None:
        """Press something that is offered now, or let time pass until something is."""
        offers = [offer for player in self.here for offer in self._offers(player)]
        now = [offer for offer in offers if offer[0] <= self.box.now]
        # Moments at which more may be offered: an offer's own time, or a page seen to be closed.
        later = [offer[0] for offer in offers if offer not in now]
        seen = (closed + GRACE_MS for closed in self.closed_at.values() if self.sees_away)
        later += [at for at in seen if at > self.box.now]
        due = due_at(self.table)
        if now and (due is None or due > self.box.now or self.random.random() < 0.5):
            _, player, command = self.random.choice(now)
            self.box.do(player, command)
            return
        if due is not None and due <= min(later, default=due):
            self.box.tick()
        elif later:
            self.box.now = min(later)
        else:
            raise Stuck(str(self.table))

    def _offers(self, player: str) -> list[Offer]:
        table, seat = self.table, self.box.seat(player)
        if table.match is None:
            return self._before_the_match(player)
        own = ((0, player, command) for command in self._for_oneself(player, seat))
        return [*self._for_others(player), *own]

    def _before_the_match(self, player: str) -> list[Offer]:
        table = self.table
        if player == table.host:
            return [(0, player, Start(fill="easy"))]
        away = self._away(table.host)
        since = take_chair_at(table.turn_at, away=away)
        return [] if since is None else [(since, player, TakeHost(away))]

    def _for_oneself(self, player: str, seat: Seat) -> list[Command]:
        table, chair = self.table, self.table.chair(seat)
        offered: list[Command] = []
        gathering = table.gathering
        if gathering is not None and gathering.pledges[seat] and not gathering.links[seat]:
            offered.append(self.box.link(player))
        if chair.held:
            offered.append(Back())
        elif table.turn == seat and chair.level is None:
            action = self.box.random_action(player)
            assert action is not None
            offered.append(self.box.acting(action))
        elif seat in table.awaited and table.turn is not None and self.random.random() < 0.2:
            claimed = table.hearing is not None and table.hearing.has(seat)
            if not claimed and self.box.random_action(player) is CALZA:
                offered.append(self.box.acting(CALZA))
        waited_for = seat in table.awaited or not table.awaited
        if table.paused_until is not None and not chair.ready and waited_for:
            offered.append(Ready())
        if not table.living and not table.skipped:
            offered.append(Skip())
        return offered

    def _for_others(self, player: str) -> list[Offer]:
        table, turn = self.table, self.table.turn
        chair = None if turn is None else table.chair(turn)
        if turn is None or chair is None or chair.player in (None, player) or chair.level:
            return []
        away = self._away(chair.player)
        since = hand_over_at(
            table.turn_at,
            clock=table.settings.turn_seconds is not None,
            in_turn=True,
            away=away,
            host=player == table.host,
        )
        return [] if since is None else [(since, player, StandIn(turn, away))]

    def _away(self, player: str | None) -> bool | None:
        """What the server would see."""
        if not self.sees_away:
            return None
        return self.box.now - self.closed_at.get(player or "", self.box.now) >= GRACE_MS

    def _somebody_leaves(self) -> None:
        player = self.random.choice(self.here)
        table, seat = self.table, self.box.seat(player)
        ways = ["close"]
        if table.match is None:
            ways.append("stand")
        elif seat in table.living:
            ways.append("resign")
            if table.chair(seat).level is None:
                ways.append("hand over")
        way = self.random.choice(ways)
        who = "host" if player == table.host else "player"
        self.left.add((self._situation(), f"{who}: {way}"))
        match way:
            case "stand":
                self.box.do(player, Stand())
            case "resign":
                self.box.do(player, Resign())
            case "hand over":
                self.box.do(player, StandIn(seat))
        self.here.remove(player)
        self.closed_at[player] = self.box.now

    def _situation(self) -> str:
        table = self.table
        if table.match is None:
            return "lobby"
        if table.paused_until is not None:
            return "pause"
        if table.gathering is not None:
            return "gathering"
        if table.hearing is not None:
            return "hearing"
        turn = turn_of(table.match)
        return "bidding" if turn is not None else "between"
