"""Random whole matches whose dice are derived from secrets and seeds, as on a server."""

from random import Random

from perudo.engine import chance, play
from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.events import Choice, Event
from perudo.engine.match import Match, Phase
from perudo.engine.setup import Setup
from perudo.records import fair_dice
from perudo.records.fair_dice import FairRound
from perudo.records.record import Record
from perudo.records.writing import Proof, record_of
from testkit.live.sandbox import hash_chain
from testkit.random_play import random_action

LABEL = "k3v9x2/1"
SEEDS = ("", "a", "Zz_9-", "0" * 64)
NAMES = ("Ana", "Jean Luc", "3", "🎲", "Eva", "Finn")


class Unpledged:
    """Version 1 of the proof: each seat contributes any seed."""

    version = 1
    bots: tuple[Seat, ...] = ()

    def __init__(self, random: Random, seats: int) -> None:
        self.random, self.seats = random, seats
        self.pledges: dict[int, tuple[str, ...]] = {}

    def seeds(self, number: int) -> tuple[str, ...]:
        return tuple(self.random.choice(SEEDS) for _ in range(self.seats))

    def promised(self, number: int) -> FairRound:
        """Return a new secret, its commitment, and the seeds of the seats."""
        secret = self.random.randbytes(32)
        return FairRound(fair_dice.commitment(secret), secret, self.seeds(number))


class Pledging(Unpledged):
    """Version 2: people reveal links of their chains, or sometimes do not; bots take no part."""

    version = fair_dice.PROOF

    def __init__(self, random: Random, seats: int) -> None:
        super().__init__(random, seats)
        self.bots = tuple(seat for seat in range(1, seats) if random.random() < 0.3)
        self._links: list[list[str]] = [[] for _ in range(seats)]
        """The rest of each seat's chain, with the next link at its end."""

    def seeds(self, number: int) -> tuple[str, ...]:
        pledges, seeds = [], []
        for seat in range(self.seats):
            links = self._links[seat]
            if seat not in self.bots and (len(links) < 2 or self.random.random() < 0.1):
                # A seat that has taken part continues, but may change its chain.
                links = self._chain() if links or self.random.random() < 0.8 else []
            given = bool(links) and self.random.random() < 0.9
            pledges.append(links.pop() if links else "")
            seeds.append(links[-1] if given else fair_dice.WITHHELD if pledges[-1] else "")
            self._links[seat] = links if given else []
        self.pledges[number] = tuple(pledges)
        return tuple(seeds)

    def _chain(self) -> list[str]:
        return hash_chain(self.random.randbytes(32))[::-1]


def fair_record(
    rules: Edition, seats: int, seed: int, *, dice: int = 5, proof: type[Unpledged] = Unpledged
) -> Record:
    """Play a whole match and return its record."""
    random = Random(seed)
    seeding = proof(random, seats)
    rounds = {1: seeding.promised(1)}
    match, happened = chance.start_match(Setup(rules, seats, dice))
    events: list[Event] = [*happened]
    roll_offs = 0
    while match.phase is not Phase.OVER:
        if match.phase is Phase.STARTING:
            roll_offs += 1
            match, happened = _start(match, rounds[1], roll_offs)
        elif match.phase is Phase.ROLLING:
            number = len(match.score.past) + 1
            if number > 1:
                rounds[number] = seeding.promised(number)
            thrown = rounds[number]
            cups = fair_dice.cups(thrown.secret, LABEL, number, thrown.seeds, match.dice)
            match, happened = chance.deal(match, cups)
        else:
            match, happened = play.apply(match, *random_action(match, random.random))
        events += happened
    revealed = Proof(
        label=LABEL,
        version=seeding.version,
        bots=seeding.bots,
        rounds=rounds,
        pledges=seeding.pledges,
    )
    return record_of(NAMES[:seats], events, proof=revealed)


def _start(match: Match, proof: FairRound, roll_off: int) -> tuple[Match, tuple[Event, ...]]:
    seats, dice = match.setup.seats, chance.starter_method(match.setup.rules).dice
    if not dice:
        drawn = fair_dice.draw(proof.secret, LABEL, proof.seeds, seats)
        return chance.name_starter(match, drawn, Choice.DRAWN)
    rolls = [
        fair_dice.start_cup(proof.secret, LABEL, proof.seeds, roll_off, seat, dice)
        if seat in match.score.contenders
        else None
        for seat in range(seats)
    ]
    return chance.roll_for_start(match, rolls)
