"""A live table without a server; the test moves its clock and can read its whole log."""

from hashlib import sha256
from random import Random

from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.play import legal_actions
from perudo.engine.refusals import IllegalAction, Refusal
from perudo.engine.view import View
from perudo.records.notation import action_from
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Act, Command, GiveLink, Sit, Start, Tick
from perudo.table.live.decide import decide, open_table
from perudo.table.live.events import LogEvent
from perudo.table.live.fold import LogEntry
from perudo.table.live.outside import SystemOutside
from perudo.table.live.refusals import TableRefusal, TableRefused
from perudo.table.live.settings import Settings
from perudo.table.live.state import LiveTable

Chain = list[str]


def hash_chain(secret: bytes, links: int = 40) -> Chain:
    """Return a hash chain made from a secret: the first pledge comes first, the secret last."""
    chain = [secret.hex()]
    for _ in range(links):
        chain.append(sha256(bytes.fromhex(chain[-1])).hexdigest())
    return chain[::-1]


class Sandbox:
    """A table opened by ``p0``, who sits at seat 0; the other players are ``p1``, ``p2``..."""

    def __init__(self, settings: Settings, seed: int = 1) -> None:
        self.random = Random(seed)
        self.now = 1_000_000
        self.chains: dict[str, Chain] = {}
        self.outside = ScriptedBots(lambda: self.now, self.random.randbytes, self.random)
        opened = open_table("abc", "CODE22", settings, "p0", Sit("Name 0"), self.outside)
        self.log: list[LogEntry] = [opened.entry]
        self.table: LiveTable = opened.table

    def do(self, player: str | None, command: Command) -> tuple[LogEvent, ...]:
        decision = decide(self.table, player, command, self.outside)
        self.log.append(decision.entry)
        self.table = decision.table
        return decision.entry.events

    def refusal(self, player: str | None, command: Command) -> Refusal | TableRefusal:
        """Give a command that must be refused and change nothing; return its refusal."""
        before = self.table
        try:
            self.do(player, command)
        except (IllegalAction, TableRefused) as refused:
            assert self.table is before
            return refused.refusal
        raise AssertionError(f"{command} was not refused")

    def seat_people(self, people: int) -> None:
        for number in range(1, people):
            self.do(f"p{number}", Sit(f"Name {number}"))

    def start(self, people: int | None = None, fill: str | None = None) -> tuple[LogEvent, ...]:
        self.seat_people(self.table.settings.seats if people is None else people)
        return self.do("p0", Start(fill=fill))

    def new_chain(self, player: str) -> Chain:
        """Make a new hash chain for this player's client; its first element can be pledged."""
        self.chains[player] = hash_chain(self.random.randbytes(32))
        return self.chains[player]

    def chain(self, player: str) -> Chain:
        return self.chains.get(player) or self.new_chain(player)

    def link(self, player: str) -> GiveLink:
        """Return the link that this player would reveal now, or a wrong one if there is none."""
        gathering = self.table.gathering
        seat = self.table.seat_of(player)
        if gathering is None or seat is None:
            return GiveLink(1, "0" * 64)
        chain = self.chain(player)
        pledge = gathering.pledges[seat]
        known = pledge in chain[:-1]
        return GiveLink(gathering.round, chain[chain.index(pledge) + 1] if known else "0" * 64)

    def reveal(self, *players: str) -> tuple[LogEvent, ...]:
        """Reveal the links of these players, one after the other."""
        events: tuple[LogEvent, ...] = ()
        for player in players:
            events += self.do(player, self.link(player))
        return events

    def seat(self, player: str) -> Seat:
        seat = self.table.seat_of(player)
        assert seat is not None
        return seat

    @property
    def turn(self) -> str:
        """The player in turn, who must be a person."""
        assert self.table.turn is not None
        player = self.table.chair(self.table.turn).player
        assert player is not None
        return player

    @property
    def standing(self) -> Bid | None:
        assert self.table.match is not None
        return None if self.table.match.round is None else self.table.match.round.standing

    def acting(self, action: Action) -> Act:
        return Act(action, self.table.version, self.standing if action is CALZA else None)

    def act(self, token: str, player: str | None = None) -> tuple[LogEvent, ...]:
        """Act as the player in turn, or as ``player``: ``act("4x5")``, ``act("calza", "p2")``."""
        action = action_from(token)
        assert action is not None
        return self.do(player or self.turn, self.acting(action))

    def after(self, player: str, steps: int) -> str:
        """Return the player this many seats clockwise."""
        return f"p{(self.seat(player) + steps) % self.table.settings.seats}"

    def tick(self) -> tuple[LogEvent, ...]:
        """Move the clock to when something is due, and do it."""
        due = due_at(self.table)
        assert due is not None
        self.now = max(self.now, due)
        return self.do(None, Tick())

    def random_action(self, player: str) -> Action | None:
        assert self.table.match is not None
        actions = list(legal_actions(self.table.match, self.seat(player)).actions())
        return self.random.choice(actions[:2] + actions[-2:]) if actions else None


class ScriptedBots(SystemOutside):
    """The real outside, except that a test may tell the bots what to do."""

    claims: bool | None = None
    acts: Action | None = None

    def bot_claims(self, level: str, view: View) -> bool:
        return super().bot_claims(level, view) if self.claims is None else self.claims

    def bot_acts(self, level: str, view: View) -> Action:
        if self.acts is None:
            return super().bot_acts(level, view)
        return self.acts if self.acts in view.legal else DUDO
