"""Views and events show no seat the cups of others, or the dice that C12 hides."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random

import pytest
from hypothesis import assume, given, settings

from perudo.engine.actions import Seat
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import Cup, cup_of
from perudo.engine.events import Dealt, Event, Events, Showdown
from perudo.engine.fold import fold
from perudo.engine.match import Match, Phase
from perudo.engine.view import View, redact, remembered_dice, view_for
from testkit.random_play import Played, roll
from testkit.strategies import SEEDS, beginnings

UNSEEN = (0.0, 0.0, 0.3)


ROUND_ON = (Phase.BIDDING,)  # a round with known cups never waits for a count


def viewers(match: Match) -> list[Seat | None]:
    return [None, *range(match.setup.seats)]


def with_cups(events: Events, cups: tuple[Cup, ...]) -> Events:
    """Return the events of the same match with other cups in the current round."""
    last = max(index for index, event in enumerate(events) if isinstance(event, Dealt))
    dealt = events[last]
    assert isinstance(dealt, Dealt)
    return (*events[:last], dealt._replace(cups=cups), *events[last + 1 :])


def other_cups(match: Match, seat: Seat | None, seed: int) -> tuple[Cup, ...]:
    """Return random cups of the same sizes for everybody but ``seat``."""
    assert match.round is not None
    assert match.round.cups is not None
    luck = Random(seed).random
    return tuple(
        cup if other == seat else cup_of(roll(len(cup), luck))
        for other, cup in enumerate(match.round.cups)
    )


def visible_events(events: Events, seat: Seat | None) -> list[Event]:
    return [redact(event, seat) for event in events]


@settings(max_examples=250)
@given(beginnings(phases=ROUND_ON), SEEDS)
def test_a_view_does_not_depend_on_the_cups_of_others(play: Played, seed: int) -> None:
    match, events = play.match, play.events
    for seat in viewers(match):
        twin_events = with_cups(events, other_cups(match, seat, seed))
        twin = fold(twin_events)
        view, twin_view = view_for(match, seat), view_for(twin, seat)
        assert view == twin_view
        assert repr(view) == repr(twin_view)
        assert list(view.legal.actions()) == list(twin_view.legal.actions())
        assert visible_events(events, seat) == visible_events(twin_events, seat)
        assert repr(visible_events(events, seat)) == repr(visible_events(twin_events, seat))


@settings(max_examples=250)
@given(beginnings(phases=ROUND_ON))
def test_a_seat_sees_its_own_cup(play: Played) -> None:
    match = play.match
    assert match.round is not None
    assert match.round.cups is not None
    for seat, cup in enumerate(match.round.cups):
        assert view_for(match, seat).cup == cup
        dealt = [event for event in visible_events(play.events, seat) if isinstance(event, Dealt)]
        assert dealt[-1].cups is not None
        assert dealt[-1].cups[seat] == cup


def numbers(value: object) -> Iterator[int]:
    """Yield every number inside a value, at any depth."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, BidSpace):
        yield from numbers(value.limits)
    elif is_dataclass(value):
        for field in fields(value):
            if field.repr:
                yield from numbers(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from numbers(item)
    else:
        assert value is None or isinstance(value, str | Enum), f"what is {value!r}?"


@settings(max_examples=250)
@given(beginnings(phases=ROUND_ON))
def test_marked_dice_appear_only_in_the_owners_view(play: Played) -> None:
    """Give each die of the round a number that occurs nowhere else, and search for it."""
    assert play.match.round is not None
    assert play.match.round.cups is not None
    marked = tuple(
        tuple(1000 * (seat + 1) + die for die, _ in enumerate(cup))
        for seat, cup in enumerate(play.match.round.cups)
    )
    events = with_cups(play.events, marked)
    match = fold(events)
    for seat in viewers(match):
        own = set() if seat is None else set(marked[seat])
        assert {n for n in numbers(view_for(match, seat)) if n >= 1000} == own
        assert {n for n in numbers(visible_events(events, seat)) if n >= 1000} == own


@settings(max_examples=250)
@given(beginnings(UNSEEN))
def test_an_onlooker_sees_no_cup_and_has_no_legal_actions(play: Played) -> None:
    view = view_for(play.match, None)
    assert view.cup is None
    assert list(view.legal.actions()) == []
    for event in visible_events(play.events, None):
        if isinstance(event, Dealt) and event.cups is not None:
            assert set(event.cups) == {None}


@settings(max_examples=120)
@given(beginnings(UNSEEN))
def test_redact_changes_nothing_but_dealt_cups(play: Played) -> None:
    for seat in viewers(play.match):
        for event in play.events:
            shown = redact(event, seat)
            assert type(shown) is type(event)
            if isinstance(event, Dealt) and isinstance(shown, Dealt):
                assert shown._replace(cups=None) == event._replace(cups=None)
                assert (shown.cups is None) == (event.cups is None)
            else:
                assert shown == event


@settings(max_examples=120)
@given(beginnings(UNSEEN))
def test_a_showdown_is_public(play: Played) -> None:
    """All cups are lifted and show what was dealt (C5)."""
    dealt: Dealt | None = None
    for event in play.events:
        if isinstance(event, Dealt):
            dealt = event
        if isinstance(event, Showdown):
            assert dealt is not None
            assert event.cups == dealt.cups
            lifted = [seat for step in event.steps for seat in step]
            assert len(lifted) == len(set(lifted))


# C12


@settings(max_examples=250)
@given(beginnings(UNSEEN))
def test_C12_dice_of_others_are_shown_only_if_the_rules_say_so(play: Played) -> None:
    match = play.match
    for seat in viewers(match):
        for other, (shown, left) in enumerate(
            zip(view_for(match, seat).dice, match.dice, strict=True)
        ):
            hidden = not match.setup.rules.shows_lost_dice and left > 0 and other != seat
            assert shown == (None if hidden else left)


@settings(max_examples=250)
@given(beginnings(UNSEEN))
def test_C12_remembered_dice_are_the_true_dice(play: Played) -> None:
    for seat in viewers(play.match):
        assert remembered_dice(view_for(play.match, seat)) == play.match.dice


@settings(max_examples=250)
@given(beginnings((1.0,)), SEEDS)
def test_C12_a_view_does_not_depend_on_hidden_dice(play: Played, seed: int) -> None:
    """With the same history but other numbers of dice at other seats, the view is the same."""
    match = play.match
    assume(not match.setup.rules.shows_lost_dice)
    luck = Random(seed).random
    for seat in viewers(match):
        dice = tuple(
            left if other == seat or not left else 1 + int(luck() * match.setup.dice)
            for other, left in enumerate(match.dice)
        )
        twin = match._replace(score=match.score._replace(dice=dice))
        assert view_for(twin, seat) == view_for(match, seat)
        assert repr(view_for(twin, seat)) == repr(view_for(match, seat))


@settings(max_examples=250)
@given(beginnings(phases=ROUND_ON))
def test_S9_C12_the_highest_bid_does_not_reveal_the_dice_left(play: Played) -> None:
    match = play.match
    assert match.round is not None
    space = view_for(match, match.round.turn).legal.bids
    assert space is not None
    assert space.cap == match.setup.cap == 5 * match.setup.seats
    one_axis_or_barred = {limit.face for limit in space.limits if limit.most != space.cap}
    if match.round.bids:
        assert match.round.bids[-1].bid.face not in one_axis_or_barred
    else:
        assert one_axis_or_barred <= {1}


@settings(max_examples=120)
@given(beginnings(UNSEEN))
def test_views_agree_on_everything_that_is_public(play: Played) -> None:
    match = play.match
    hidden = ("seat", "cup", "dice", "legal")
    names = [name for name in View.__annotations__ if name not in hidden]
    for seat in range(match.setup.seats):
        view, onlooker = view_for(match, seat), view_for(match, None)
        for name in names:
            assert getattr(view, name) == getattr(onlooker, name)


@settings(max_examples=20)
@given(beginnings())
def test_view_for_an_unknown_seat_is_rejected(play: Played) -> None:
    for seat in (-1, play.match.setup.seats):
        with pytest.raises(ValueError, match="no seat"):
            view_for(play.match, seat)
