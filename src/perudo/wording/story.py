"""Tell a match in sentences, as somebody at the table would.

The layout of a page or a terminal is not decided here.
"""

from collections.abc import Iterator
from typing import assert_never

from perudo.engine.actions import DUDO, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import PACO
from perudo.engine.edition import Edition
from perudo.engine.events import (
    BidMade,
    Called,
    Choice,
    Dealt,
    DieLost,
    DieRegained,
    Event,
    MatchStarted,
    MatchWon,
    NextRound,
    SeatOut,
    Showdown,
    StarterChosen,
    StarterRolled,
)
from perudo.engine.hearing import Verdict
from perudo.engine.house import house_rules_of, options_of
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text, cup_text, own_dice_text
from perudo.wording.rule_text import option_text, palifico_rule
from perudo.wording.verdict_text import verdict_lines


class Story:
    """Tells events to the player at seat ``you``, or to an onlooker."""

    def __init__(
        self, t: Tongue, rules: Edition, names: tuple[str, ...], you: Seat | None = None
    ) -> None:
        self._t = t
        self._rules = rules
        self._names = names
        self._you = you

    def lines(self, event: Event) -> Iterator[str]:
        """Tell an event in one or more sentences."""
        t = self._t
        match event:
            case MatchStarted():
                yield from self._started(event)
            case StarterRolled():
                yield from self._rolled(event)
            case StarterChosen():
                yield self._starter(event)
            case Dealt():
                yield from self._dealt(event)
            case BidMade(seat, bid):
                yield t.say("{who}: {bid}", who=self._name(seat), bid=bid_text(t, bid))
            case Called(seat, call):
                said = (
                    t.say("{who}: {Dudo}!", who=self._name(seat))
                    if call is DUDO
                    else t.say("{who}: {Calza}!", who=self._name(seat))
                )
                yield said
            case Showdown():
                yield from self.reveal(event)
                yield from self.outcome(event)
            case DieLost(seat):
                yield (
                    t.say("You lose a die.")
                    if seat == self._you
                    else t.say("{who} loses a die.", who=self._name(seat))
                )
            case DieRegained(seat):
                yield (
                    t.say("You take back a lost die.")
                    if seat == self._you
                    else t.say("{who} takes back a lost die.", who=self._name(seat))
                )
            case SeatOut(seat):
                yield (
                    t.say("You are out of the game.")
                    if seat == self._you
                    else t.say("{who} is out of the game.", who=self._name(seat))
                )
            case NextRound():
                pass
            case MatchWon(seat):
                yield (
                    t.say("You win the match!")
                    if seat == self._you
                    else t.say("{who} wins the match!", who=self._name(seat))
                )
            case _ as never:
                assert_never(never)

    def won_by_resignation(self, seat: Seat) -> str:
        t = self._t
        return (
            t.say("You win: everybody else has resigned.")
            if seat == self._you
            else t.say("{who} wins: everybody else has resigned.", who=self._name(seat))
        )

    def verdict(self, verdict: Verdict) -> Iterator[str]:
        """Explain whose word counts when several spoke about one bid."""
        return verdict_lines(self._t, self._rules, self._names, self._you, verdict)

    def _name(self, seat: Seat) -> str:
        return self._t.say("You") if seat == self._you else self._names[seat]

    def _named(self, seats: tuple[Seat, ...]) -> str:
        return self._t.listed([self._name(seat) for seat in seats])

    def _started(self, event: MatchStarted) -> Iterator[str]:
        t, setup = self._t, event.setup
        yield t.say(
            "Perudo by the rules of {edition}. At the table, clockwise: {names}.",
            edition=setup.rules.key,
            names=self._named(tuple(range(setup.seats))),
        )
        options, house = options_of(setup.rules), house_rules_of(setup.rules)
        if options:
            yield t.say(
                "Options: {options}.", options=", ".join(option_text(t, o) for o in options)
            )
        if house:
            points = ", ".join(f"{point}={value}" for point, value in house.items())
            yield t.say("House rules: {points}.", points=points)

    def _rolled(self, event: StarterRolled) -> Iterator[str]:
        t = self._t
        rolls = ", ".join(
            f"{self._name(seat)} {cup_text(roll)}"
            for seat, roll in enumerate(event.rolls)
            if roll is not None
        )
        yield t.say("Rolling for the first turn: {rolls}.", rolls=rolls)
        if len(event.leaders) > 1:
            yield t.say("A tie: {names} roll again.", names=self._named(event.leaders))

    def _starter(self, event: StarterChosen) -> str:
        t, you = self._t, event.seat == self._you
        who = self._name(event.seat)
        match event.choice:
            case Choice.TOUCAN:
                return (
                    t.say("You were the last to see a toucan: you start.")
                    if you
                    else t.say("{who} was the last to see a toucan and starts.", who=who)
                )
            case Choice.DRAWN:
                return (
                    t.say("By the luck of the draw, you start.")
                    if you
                    else t.say("By the luck of the draw, {who} starts.", who=who)
                )
            case Choice.ROLLED | Choice.NOTED:
                return t.say("You start.") if you else t.say("{who} starts.", who=who)
            case _ as never:
                assert_never(never)

    def _dealt(self, event: Dealt) -> Iterator[str]:
        t = self._t
        yield (
            t.say("Round {number}. You open.", number=event.number)
            if event.starter == self._you
            else t.say(
                "Round {number}. {who} opens.", number=event.number, who=self._name(event.starter)
            )
        )
        if event.palifico is not None:
            yield self.palifico(event.palifico)
            yield palifico_rule(t, self._rules)

    def own_dice(self, event: Dealt) -> Iterator[str]:
        """The reader's own dice, where there are any to tell."""
        if event.cups is not None and self._you is not None:
            cup = event.cups[self._you]
            if cup:
                yield own_dice_text(self._t, cup)

    def palifico(self, seat: Seat) -> str:
        """Announce who is palifico."""
        return self._t.say("{who}: {Palifico}!", who=self._name(seat))

    def called(self, event: Showdown) -> str:
        """Who called what on whose bid, as a heading over the count."""
        t, bid = self._t, bid_text(self._t, event.bid)
        who, whom = self._name(event.caller), self._name(event.bidder)
        if event.call is DUDO:
            if event.caller == self._you:
                return t.say("You doubt {whom}: {bid}", whom=whom, bid=bid)
            if event.bidder == self._you:
                return t.say("{who} doubts you: {bid}", who=who, bid=bid)
            return t.say("{who} doubts {whom}: {bid}", who=who, whom=whom, bid=bid)
        if event.caller == self._you:
            return t.say("You call {calza} on {whom}: {bid}", whom=whom, bid=bid)
        if event.bidder == self._you:
            return t.say("{who} calls {calza} on you: {bid}", who=who, bid=bid)
        return t.say("{who} calls {calza} on {whom}: {bid}", who=who, whom=whom, bid=bid)

    def reveal(self, event: Showdown) -> Iterator[str]:
        """A line for each step in which cups are lifted; none if the cups are unknown."""
        cups = event.cups
        if cups is not None:
            for step in event.steps:
                yield ", ".join(f"{self._name(seat)} {cup_text(cups[seat])}" for seat in step)

    def outcome(self, event: Showdown) -> Iterator[str]:
        """The count, and what it means for the bid."""
        t = self._t
        yield self._counted(event)
        if event.call is DUDO:
            yield t.say("The bid holds.") if event.holds else t.say("The bid does not hold.")
        elif not event.holds:
            yield t.say("Not exact.")
        elif event.gainer is None:
            yield t.say("Exact! But there is no lost die to take back.")
        else:
            yield t.say("Exact!")

    def _counted(self, event: Showdown) -> str:
        """The count, split as in ``6 threes (4 and 2 Pacos)`` if jokers helped."""
        t, face = self._t, event.bid.face
        total = bid_text(t, Bid(event.found, face))
        plain = event.found
        if event.cups is not None:
            plain = sum(cup.count(face) for cup in event.cups)
        jokers = event.found - plain
        if face == PACO or jokers == 0:
            return t.say("On the table: {total}.", total=total)
        pacos = bid_text(t, Bid(jokers, PACO))
        return t.say(
            "On the table: {total} ({plain} and {pacos_count}).",
            total=total,
            plain=plain,
            pacos_count=pacos,
        )
