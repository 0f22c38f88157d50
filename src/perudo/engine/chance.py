"""Chance as an input: the first starter, the cups, and the dice counted at a real table.

Each function that changes a match returns the new match and its events, or raises
``IllegalAction``.
"""

from collections.abc import Sequence
from operator import contains
from typing import NamedTuple, assert_never

from perudo.engine.actions import Seat
from perudo.engine.dice import CUPS, Cup, Face, cup_of
from perudo.engine.edition import Edition, FirstStarter
from perudo.engine.editions import clause_for
from perudo.engine.events import (
    Choice,
    Dealt,
    Events,
    MatchStarted,
    StarterChosen,
    StarterRolled,
    new,
)
from perudo.engine.fold import after_deal, after_showdown, evolve, evolve_all
from perudo.engine.match import Match, Phase, first_state
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.showdown import settle


def start_match(setup: Setup) -> tuple[Match, Events]:
    return first_state(setup), (MatchStarted(setup),)


class StarterMethod(NamedTuple):
    """How the first starter is found."""

    dice: int
    """The dice that each contender rolls; 0 if nobody rolls."""
    choices: tuple[Choice, ...] = ()
    """If nobody rolls, the ways in which the starter may be chosen."""


def starter_method(rules: Edition) -> StarterMethod:
    match rules.first_starter:
        case FirstStarter.HIGHEST_DIE:
            return StarterMethod(1)
        case FirstStarter.HIGHEST_SUM:
            return StarterMethod(2)
        case FirstStarter.RANDOM:
            return StarterMethod(0, (Choice.DRAWN,))
        case FirstStarter.TOUCAN:
            return StarterMethod(0, (Choice.TOUCAN, Choice.DRAWN))
        case _ as never:
            assert_never(never)


def roll_for_start(match: Match, rolls: Sequence[Sequence[Face] | None]) -> tuple[Match, Events]:
    """Hold one roll-off among the contenders (P1, W1). A tie for the lead is rolled again (S1)."""
    clause = _starter_clause(match)
    if match.phase is not Phase.STARTING:
        raise IllegalAction(Refusal(Reason.STARTER_KNOWN, clause))
    dice = starter_method(match.setup.rules).dice
    if not dice:
        raise IllegalAction(Refusal(Reason.STARTER_NOT_ROLLED, clause))
    cups = tuple(None if roll is None else cup_of(roll) for roll in rolls)
    wrong = _wrong_roll(match, cups, dice)
    if wrong is not None:
        clause = "S1" if _rolling_again(match) else clause
        raise IllegalAction(Refusal(Reason.WRONG_ROLLS, clause, least=dice, most=dice, seat=wrong))
    # S16: a Paco counts 1 here, so summing faces is enough.
    best = max(sum(cup) for cup in cups if cup is not None)
    leaders = tuple(s for s, cup in enumerate(cups) if cup is not None and sum(cup) == best)
    events: Events = (StarterRolled(cups, leaders),)
    if len(leaders) == 1:
        events += (StarterChosen(leaders[0], Choice.ROLLED),)
    return evolve_all(match, events), events


def _wrong_roll(match: Match, cups: tuple[Cup | None, ...], dice: int) -> Seat | None:
    """Return a seat whose roll is missing, uncalled for, or of the wrong number of dice."""
    if len(cups) != match.setup.seats:
        return min(len(cups), match.setup.seats)
    for seat, cup in enumerate(cups):
        if (cup is not None) != (seat in match.score.contenders):
            return seat
        if cup is not None and cup not in CUPS[dice]:
            return seat
    return None


def name_starter(match: Match, seat: Seat, choice: Choice) -> tuple[Match, Events]:
    """Set the first starter without a roll-off.

    The starter is drawn at random (A1, M1, and S20 if nobody saw a toucan), chosen by the players
    (I1), or taken from notes that leave the rolls out.
    """
    clause = _starter_clause(match)
    if match.phase is not Phase.STARTING:
        raise IllegalAction(Refusal(Reason.STARTER_KNOWN, clause))
    if seat not in match.score.contenders:
        raise IllegalAction(Refusal(Reason.NOT_PLAYING, "S12", seat=seat))
    method = starter_method(match.setup.rules)
    if _rolling_again(match):
        raise IllegalAction(Refusal(Reason.STARTER_ROLLS_DUE, "S1"))
    if choice is not Choice.NOTED and choice not in method.choices:
        reason = Reason.STARTER_ROLLS_DUE if method.dice else Reason.STARTER_CHOICE_NOT_ALLOWED
        raise IllegalAction(Refusal(reason, clause))
    event = StarterChosen(seat, choice)
    return evolve(match, event), (event,)


def _rolling_again(match: Match) -> bool:
    """Return whether a roll-off ended in a tie, so that only the leaders roll again."""
    return len(match.score.contenders) < match.setup.seats


def _starter_clause(match: Match) -> str:
    return clause_for(match.setup.rules, "first_starter")


def deal(match: Match, cups: Sequence[Sequence[Face]] | None) -> tuple[Match, Events]:
    """Begin a round with these cups, or with None if nobody wrote them down."""
    score = match.score
    if match.round is not None or score.starter is None:
        over = score.winner is not None
        why = (Reason.MATCH_OVER, "C11") if over else (Reason.CUPS_NOT_DUE, "C2")
        raise IllegalAction(Refusal(*why))
    known = None if cups is None else _cups_due(score.dice, cups)
    event = new(Dealt, (len(score.past) + 1, score.starter, score.palifico, known))
    return after_deal(match, event), (event,)


def _cups_due(dice: tuple[int, ...], cups: Sequence[Sequence[Face]]) -> tuple[Cup, ...]:
    if len(cups) != len(dice):
        raise IllegalAction(Refusal(Reason.WRONG_CUPS, "C1", seat=min(len(cups), len(dice))))
    known = tuple(map(tuple, cups))
    if all(map(contains, map(CUPS.__getitem__, dice), known)):
        return known
    return _sorted_cups_due(dice, known)


def _sorted_cups_due(dice: tuple[int, ...], cups: tuple[Cup, ...]) -> tuple[Cup, ...]:
    known = tuple(map(cup_of, cups))
    for seat, (due, cup) in enumerate(zip(dice, known, strict=True)):
        if cup not in CUPS[due]:
            clause = "C1" if len(cup) == due else "C11"
            raise IllegalAction(Refusal(Reason.WRONG_CUPS, clause, least=due, most=due, seat=seat))
    return known


def tally(match: Match, count: int) -> tuple[Match, Events]:
    """Settle a call with the count from the real table, in a round whose cups are not known."""
    called = match.round.called if match.round is not None else None
    if called is None:
        raise IllegalAction(Refusal(Reason.COUNT_NOT_DUE, "C5"))
    if not 0 <= count <= sum(match.dice):
        raise IllegalAction(Refusal(Reason.WRONG_COUNT, "C5", least=0, most=sum(match.dice)))
    events = settle(match, called, count)
    return after_showdown(match, events), events
