"""The reader of version 0.1, kept as it was so that others can be measured against it.

It infers other cups from their owners' bids, and predicts the next player's answer.

It assumes that players who bid on a face tend to have it. How much so it learns for each player
from past showdowns, starting from a mild trust; so a liar is soon recognised. A bid is valued by
whether the next player will call it, as seen from that player's own cup, and who would then lose a
die. The last rounds of two players (three dice on the table, or a palifico) follow the book of
exact strategies.
"""

from functools import lru_cache
from itertools import accumulate, repeat
from math import comb, exp
from operator import mul
from random import Random
from typing import NamedTuple

from perudo.bots.moves import least_bids, may_regain
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Face, counting_faces, has_jokers
from perudo.engine.played import PlayedRound
from perudo.engine.view import View
from perudo.odds.chances import at_least
from perudo.odds.odds import Odds
from perudo.solve.book import strategy

TRUST = 1.5
"""Initial belief: players have this many times as many dice of the face they bid as by chance."""
TRUST_WEIGHT = 3.0
"""The weight of that belief, in dice of evidence."""
MOST_SURE = 0.85
CALLS_BELOW = 0.42
CALL_SPREAD = 0.09
"""The next player calls a bid whose odds, seen from that seat, are below this, with some spread."""
EXACT = 0.5
VARIETY = 0.02
"""Random preference between moves of nearly equal value, to be less predictable."""


class FirstReader:
    def __init__(self) -> None:
        self._past: tuple[PlayedRound, ...] | None = None
        self._trust: dict[Seat, float] = {}

    def act(self, view: View, rng: Random) -> Action:
        known = self.by_the_book(view)
        if known is not None:
            return rng.choices(list(known), list(known.values()))[0]
        table = self.table(view)
        others = len(table.others)
        gain = 1 / others
        best: Action = DUDO
        worth = -2.0
        if view.bids:
            standing = view.bids[-1].bid
            holds = table.holds(standing)
            worth = (1 - holds) * gain - holds
            if view.legal.calza and may_regain(view):
                exact = table.exact(standing)
                value = exact - (1 - exact)
                if value > worth:
                    best, worth = CALZA, value
        for bid in least_bids(view, above=2 if view.bids else 8):
            value = table.worth(bid, gain) + self.whim(rng)
            if value > worth:
                best, worth = bid, value
        return best

    def whim(self, rng: Random) -> float:
        """How much better a bid seems at random."""
        return rng.random() * VARIETY

    def claims_calza(self, view: View, rng: Random) -> bool:  # noqa: ARG002
        if not may_regain(view):
            return False
        return self.table(view).exact(view.bids[-1].bid) > EXACT

    def table(self, view: View) -> "FirstTable":
        """What it believes now."""
        return FirstTable(view, self._trusted(view))

    def by_the_book(self, view: View) -> dict[Action, float] | None:
        """The exact strategy, if the position is in the book."""
        return strategy(view)

    def _trusted(self, view: View) -> dict[Seat, float]:
        """For each player, the dice of the face it bid compared with what chance gives.

        Learned from the showdowns of this match only, once per round.
        """
        if view.past is not self._past:
            self._past = view.past
            self._trust = self.learned(view.past, view.seats)
        return self._trust

    def learned(self, past: tuple[PlayedRound, ...], seats: int) -> dict[Seat, float]:
        """Return what past rounds say about each player."""
        return _learned(past, seats)


def _learned(past: tuple[PlayedRound, ...], seats: int) -> dict[Seat, float]:
    seen = [TRUST * TRUST_WEIGHT] * seats
    expected = [TRUST_WEIGHT] * seats
    for played in past:
        cups = played.showdown.cups
        if cups is None:
            continue
        for seat, face in {made.seat: made.bid.face for made in played.bids}.items():
            counting = counting_faces(face, jokers=has_jokers(played.palifico))
            cup = cups[seat]
            seen[seat] += sum(map(cup.count, counting))
            expected[seat] += len(cup) * len(counting) / 6
    return {seat: seen[seat] / expected[seat] for seat in range(seats)}


class _Face(NamedTuple):
    """Beliefs about one face."""

    hits: int
    next_cup: tuple[float, ...]
    """Chances that the next player has 0, 1, 2... dice that count for it."""
    rest: tuple[float, ...]
    """Chances that the remaining cups have at least 0, 1, 2... of them."""


class FirstTable:
    """Beliefs about the table at one decision."""

    def __init__(self, view: View, trust: dict[Seat, float]) -> None:
        self.odds = Odds(view)
        self.trust = trust
        self._last_face = {made.seat: made.bid.face for made in view.bids}
        me, seats = view.seat, view.seats
        assert me is not None
        self.others = [seat for seat, dice in enumerate(self.odds.dice) if dice and seat != me]
        self._next = min(self.others, key=lambda seat: (seat - me) % seats)
        self._unseen_by_next = sum(self.odds.dice) - self.odds.dice[self._next]
        self._faces: dict[Face, _Face] = {}

    def holds(self, bid: Bid) -> float:
        believed = self._face(bid.face)
        need = bid.quantity - self.odds.own[bid.face]
        return sum(
            likely * _tail(believed.rest, need - k) for k, likely in enumerate(believed.next_cup)
        )

    def exact(self, bid: Bid) -> float:
        return self.holds(bid) - self.holds(Bid(bid.quantity + 1, bid.face))

    def worth(self, bid: Bid, gain: float) -> float:
        """The value of a bid: a lost die is -1, another player's lost die ``gain``."""
        quantity, face = bid
        hits, next_cup, rest = self._face(face)
        need = quantity - self.odds.own[face]
        unseen = self._unseen_by_next
        worth = 0.0
        for k, likely in enumerate(next_cup):
            # The next player knows its own k dice and nothing about the rest.
            calls = _calls(at_least(hits, unseen, quantity - k))
            holds = _tail(rest, need - k)
            worth += likely * calls * (holds * gain - (1 - holds))
        return worth

    def cup(self, seat: Seat, face: Face) -> tuple[float, ...]:
        """The believed chances that 0, 1, 2... dice of this player count for this face."""
        return _spread(self.odds.dice[seat], self._chance(seat, face))

    def _chance(self, seat: Seat, face: Face) -> float:
        """The believed chance that a hidden die of this player counts for this face."""
        plain = self.odds.hits(face) / 6
        if self._last_face.get(seat) != face:
            return plain
        return min(MOST_SURE, plain * self.trust[seat])

    def _face(self, face: Face) -> _Face:
        if face not in self._faces:
            next_cup = self.cup(self._next, face)
            self._faces[face] = _Face(self.odds.hits(face), next_cup, self._rest(face))
        return self._faces[face]

    def _rest(self, face: Face) -> tuple[float, ...]:
        """Chances that the players after the next have at least 0, 1, 2... dice of this face.

        Players who did not bid on the face are treated as one.
        """
        total: tuple[float, ...] = (1.0,)
        plain_dice = 0
        for seat in self.others:
            if seat == self._next:
                continue
            if self._last_face.get(seat) == face:
                total = _sum(total, self.cup(seat, face))
            else:
                plain_dice += self.odds.dice[seat]
        if plain_dice:
            total = _sum(total, _spread(plain_dice, self.odds.hits(face) / 6))
        return tuple(accumulate(reversed(total)))[::-1]


def _tail(at_least_: tuple[float, ...], need: int) -> float:
    if need <= 0:
        return 1.0
    return at_least_[need] if need < len(at_least_) else 0.0


@lru_cache(maxsize=4096)
def _calls(seems: float) -> float:
    """The chance that a player calls a bid that seems to hold with this chance."""
    # Rounded, since the last digits of ``exp`` depend on the machine; see ``_binomial``.
    return round(1 / (1 + exp((seems - CALLS_BELOW) / CALL_SPREAD)), 9)


@lru_cache(maxsize=4096)
def _binomial(dice: int, chance: float) -> tuple[float, ...]:
    # Powers by products: how ``**`` rounds depends on the processor, and a seed should repeat a
    # match on any of them.
    hits, misses = ([*accumulate(repeat(p, dice), mul, initial=1.0)] for p in (chance, 1 - chance))
    return tuple(comb(dice, k) * hits[k] * misses[dice - k] for k in range(dice + 1))


def _spread(dice: int, chance: float) -> tuple[float, ...]:
    # Rounded, so that the same few distributions serve again and again.
    return _binomial(dice, round(chance, 3))


def _sum(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    """The distribution of the sum of two independent counts."""
    if len(a) == 1:
        return b
    total = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            total[i + j] += x * y
    return tuple(total)
