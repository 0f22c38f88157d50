"""Which of several claims counts, and rules, matches and events as values."""

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest
from hypothesis import given, settings

from perudo.engine.actions import Call
from perudo.engine.edition import CalzaAgainstMove, CalzaTies, Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.events import DieLost, DieRegained, Event, MatchWon, NextRound, SeatOut
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.match import Phase
from perudo.engine.play import refusal, turn_of
from perudo.engine.setup import Setup
from perudo.records.notation import action_from
from testkit.random_play import Played, pick
from testkit.strategies import SEEDS, beginnings, rules, setups

# Simultaneous claims


NONSENSE = ("dudo", "calza", "1x2", "3xP", "9x6", "40x2", "0x3")


def random_claims(play: Played, seed: int) -> list[Claim]:
    """Return simultaneous claims about the standing bid: legal calzas, moves, and nonsense."""
    match, luck = play.match, Random(seed).random
    turn = turn_of(match)
    assert turn is not None
    calzas = [Claim(seat, Call.CALZA) for seat in turn.calza]
    moves = [Claim(turn.seat, bid) for bid in turn.bids]
    moves += [Claim(turn.seat, Call.DUDO)] if turn.dudo else []
    outsiders = range(-1, match.setup.seats + 1)
    odd = [Claim(seat, act) for seat in outsiders for act in map(action_from, NONSENSE) if act]
    kinds = [
        kind for kind in pick(((calzas,), (calzas, moves), (calzas, moves, odd)), luck) if kind
    ]
    return [pick(pick(kinds, luck), luck) for _ in range(pick((0, 1, 2, 3, 5), luck)) if kinds]


TURNS = beginnings(phases=(Phase.BIDDING,))


@settings(max_examples=400)
@given(TURNS, SEEDS)
def test_the_claim_that_counts_was_made_and_is_legal(play: Played, seed: int) -> None:
    match, claims = play.match, random_claims(play, seed)
    legal = [claim for claim in claims if refusal(match, claim.seat, claim.action) is None]
    winner = winning_claim(match, claims)
    assert (winner is None) == (not legal)
    assert winner is None or winner in legal


@settings(max_examples=400)
@given(TURNS, SEEDS)
def test_the_winning_claim_follows_the_rule_points(play: Played, seed: int) -> None:
    match, claims = play.match, random_claims(play, seed)
    table = match.setup.rules
    legal = [claim for claim in claims if refusal(match, claim.seat, claim.action) is None]
    moves = [claim for claim in legal if claim.action is not Call.CALZA]
    calzas = [claim for claim in legal if claim.action is Call.CALZA]
    if not legal:
        return
    winner = winning_claim(match, claims)
    move_wins = table.calza_against_move is CalzaAgainstMove.MOVE_WINS
    if moves and (move_wins or legal[0] in moves):
        assert winner == moves[0]
        return
    assert match.round is not None
    if table.calza_ties is CalzaTies.FIRST_HEARD:
        assert winner == calzas[0]
        return
    seat = match.round.bids[-1].seat
    callers = {claim.seat for claim in calzas}
    while seat not in callers:
        seat = (seat + 1) % match.setup.seats
    assert winner == Claim(seat, Call.CALZA)


# Values


@settings(max_examples=100)
@given(rules())
def test_rules_are_values(table: Edition) -> None:
    same = replace(table)
    assert same == table
    assert hash(same) == hash(table)
    for name in ("key", "raising", "calza", "plays_calza"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(table, name, getattr(EDITIONS["menteur"], name))
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        table.nothing_of_the_kind = 1  # type: ignore[attr-defined]
    assert same == table


@settings(max_examples=100)
@given(setups())
def test_setups_are_values(setup: Setup) -> None:
    same = Setup(replace(setup.rules), setup.seats, setup.dice)
    assert same == setup
    assert hash(same) == hash(setup)
    for name in ("rules", "seats", "dice"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(setup, name, 3)
    assert same == setup


@settings(max_examples=100)
@given(beginnings())
def test_matches_and_events_are_values(play: Played) -> None:
    assert isinstance(hash(play.match), int)
    with pytest.raises(AttributeError):
        play.match.round = None  # type: ignore[misc]
    for event in play.events:
        assert isinstance(hash(event), int)
        with pytest.raises(AttributeError):
            setattr(event, type(event)._fields[0], 0)


@settings(max_examples=100)
@given(beginnings())
def test_events_are_equal_only_to_their_own_kind(play: Played) -> None:
    for event in play.events:
        assert event == type(event)(*event)
        assert not event != type(event)(*event)  # noqa: SIM202
        assert event != tuple(event)
        assert tuple(event) != event
        for other in play.events:
            if type(other) is not type(event):
                assert event != other
                assert not event == other  # noqa: SIM201


def test_events_about_one_seat_are_distinct() -> None:
    facts: list[Event] = [DieLost(1), DieRegained(1), SeatOut(1), MatchWon(1)]
    for one in facts:
        assert [one == other for other in facts].count(True) == 1
        assert [one != other for other in facts].count(False) == 1
    assert len(set(facts)) == 4
    assert NextRound(1, None) != (1, None)
