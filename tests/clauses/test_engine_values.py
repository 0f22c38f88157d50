"""The engine's values under the clauses: events, views, legal actions, refusals and tree counts."""

import pytest

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO, Call
from perudo.engine.bid import Bid
from perudo.engine.bidding import Freedom, bid_space
from perudo.engine.dice import counting_faces, has_jokers
from perudo.engine.edition import Edition
from perudo.engine.errors import InvalidValue
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
from perudo.engine.fold import evolve, fold
from perudo.engine.house import SetupFault, SetupProblem
from perudo.engine.match import Match, Phase
from perudo.engine.perft import perft
from perudo.engine.play import NO_ACTIONS, Legal, legal_actions, turn_of
from perudo.engine.refusals import IllegalAction, Reason, Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import redact, remembered_dice, view_for
from testkit.matches import ALL, bidding, cups, dealt, rules_of, say, started, with_palifico
from testkit.rounds import play_on, played, table


def whole_match() -> tuple[Match, list[Event]]:
    """Play a short match that contains every kind of event."""
    match, start = chance.start_match(Setup(rules_of("parker-1994", "calza"), 3, dice=2))
    events: list[Event] = list(start)

    def note(step: tuple[Match, tuple[Event, ...]]) -> None:
        nonlocal match
        match = step[0]
        events.extend(step[1])

    note(chance.roll_for_start(match, [(6,), (6,), (2,)]))
    note(chance.roll_for_start(match, [(5,), (6,), None]))
    note(chance.deal(match, cups("22", "33", "44")))
    note(say(match, "6x6", "dudo"))  # seat 1 falls to one die
    note(chance.deal(match, None))
    note(say(match, "1x3", "2x3", "calza@1"))
    note(chance.tally(match, 2))  # and regains it
    note(chance.deal(match, None))
    note(say(match, "1x3", "calza@0"))
    note(chance.tally(match, 0))  # seat 0 falls to one die
    note(chance.deal(match, cups("2", "33", "44")))
    note(say(match, "2x2", "dudo"))  # and is out
    note(chance.deal(match, cups("-", "33", "44")))
    note(say(match, "3x3", "dudo"))
    note(chance.deal(match, cups("-", "3", "44")))
    note(say(match, "3x3", "dudo"))
    return match, events


def test_folding_the_events_rebuilds_the_match() -> None:
    match, events = whole_match()
    assert (match.phase, match.winner, match.dice) == (Phase.OVER, 2, (0, 0, 2))
    assert {type(event) for event in events} == {
        MatchStarted,
        StarterRolled,
        StarterChosen,
        Dealt,
        BidMade,
        Called,
        Showdown,
        DieLost,
        DieRegained,
        SeatOut,
        NextRound,
        MatchWon,
    }
    assert fold(events) == match
    assert evolve(match, events[0]) == fold(events[:1])


def test_a_match_folded_in_two_parts_is_the_same() -> None:
    match, events = whole_match()
    for cut in range(1, len(events)):
        rest = fold(events[:cut])
        for event in events[cut:]:
            rest = evolve(rest, event)
        assert rest == match


def test_events_that_do_not_form_a_match_are_rejected() -> None:
    for beginning in ([], [DieLost(0)]):
        with pytest.raises(ValueError, match="MatchStarted"):
            fold(beginning)
    waiting = started(rules_of("weekend"), 2)
    for event in (BidMade(0, Bid(1, 2)), Called(0, DUDO)):
        with pytest.raises(ValueError, match="no round"):
            evolve(waiting, event)
    _, (shaken,) = chance.deal(waiting, cups("22222", "33333"))
    with pytest.raises(ValueError, match="hidden cups"):
        evolve(waiting, redact(shaken, 0))


def test_redact_hides_only_cups() -> None:
    _, events = whole_match()
    for event in events:
        if isinstance(event, Dealt) and event.cups is not None:
            own = tuple(cup if seat == 1 else None for seat, cup in enumerate(event.cups))
            assert redact(event, 1) == event._replace(cups=own)
        else:
            assert redact(event, 1) == event


def test_dice_can_be_counted_from_the_past_rounds() -> None:
    match, _ = whole_match()
    assert remembered_dice(view_for(match, None)) == match.dice
    calza = played(rules_of("asmodee-2009", "calza"), "22222 33333 44444", "5x2 calza@2")
    assert calza.outcome == (NextRound(2, None),)
    assert remembered_dice(view_for(calza.match, 0)) == (5, 5, 5)


@pytest.mark.parametrize(
    ("call", "found", "holds"),
    [(DUDO, 2, False), (DUDO, 3, True), (DUDO, 4, True),
     (CALZA, 2, False), (CALZA, 3, True), (CALZA, 4, False)],
)  # fmt: skip
def test_a_called_bid_holds_or_not(call: Call, found: int, holds: bool) -> None:
    showdown = Showdown(0, Bid(3, 4), 1, call, None, (), found, None, None)
    assert showdown.holds is holds


def test_faces_that_count_for_a_bid() -> None:
    assert counting_faces(4, jokers=True) == (1, 4)
    assert counting_faces(4, jokers=False) == (4,)
    assert counting_faces(1, jokers=True) == counting_faces(1, jokers=False) == (1,)
    assert has_jokers(None)
    assert not has_jokers(0)


def test_events_of_different_types_are_never_equal() -> None:
    lost: Event = DieLost(1)
    others: list[Event] = [DieLost(2), DieRegained(1), SeatOut(1), MatchWon(1)]
    assert [lost == other for other in others] == [False] * 4
    assert [lost != other for other in others] == [True] * 4
    assert (lost == DieLost(1), lost != DieLost(1)) == (True, False)


def test_bid_spaces_are_equal_by_value() -> None:
    parker, weekend, asmodee = (rules_of(k) for k in ("parker-1994", "weekend", "asmodee-2009"))
    spaces = {bid_space(rules, 15, None, Freedom.OPENING) for rules in (parker, weekend, asmodee)}
    assert len(spaces) == 1
    over = bid_space(parker, 15, Bid(5, 4), Freedom.RAISING)
    assert over != bid_space(asmodee, 15, Bid(5, 4), Freedom.RAISING)
    assert over != "5x4"
    assert [limit.empty for limit in bid_space(asmodee, 15, Bid(5, 4), Freedom.RAISING).limits] == [
        False, True, True, False, False, False
    ]  # fmt: skip


def test_legal_actions_of_both_seats() -> None:
    match = table(rules_of("asmodee-2009", "calza"), "22 33", "9x6")
    in_turn = legal_actions(match, 1)
    assert set(in_turn.actions()) == {
        *(Bid(quantity, 1) for quantity in range(5, 11)), Bid(10, 6), DUDO, CALZA
    }  # fmt: skip
    assert (Bid(10, 6) in in_turn, Bid(10, 5) in in_turn) == (True, False)
    assert (DUDO in in_turn, CALZA in in_turn, "dudo" in in_turn) == (True, True, False)
    bidder = legal_actions(match, 0)
    assert bidder == NO_ACTIONS == Legal(None, dudo=False, calza=False)
    assert list(bidder.actions()) == []
    assert (Bid(10, 6) in bidder, DUDO in bidder, CALZA in bidder) == (False, False, False)
    assert legal_actions(started(rules_of("weekend"), 2), 0) == NO_ACTIONS
    opening = legal_actions(bidding(rules_of("weekend"), [1, 1]), 0)
    assert (DUDO in opening, len(list(opening.actions()))) == (False, 50)


def test_apply_raises_for_refused_actions() -> None:
    match = table(rules_of("weekend"), "22 33", "3x3")
    for seat, action, reason in (
        (1, Bid(3, 3), Reason.TOO_FEW),
        (0, Bid(4, 3), Reason.NOT_YOUR_TURN),
        (0, DUDO, Reason.NOT_YOUR_TURN),
        (1, CALZA, Reason.CALZA_NOT_PLAYED),
    ):
        with pytest.raises(IllegalAction) as raised:
            play.apply(match, seat, action)
        assert raised.value.refusal.reason is reason
        assert str(raised.value) == f"{reason.value} ({raised.value.refusal.clause})"


def test_no_turn_while_no_action_is_due() -> None:
    assert turn_of(started(rules_of("weekend"), 2)) is None
    called, _ = say(bidding(rules_of("weekend"), [1, 1]), "1x2", "dudo")
    assert turn_of(called) is None


def test_a_round_knows_its_standing_bid() -> None:
    opening, answered = (table(rules_of("weekend"), "22 33", words) for words in ("", "1x2 2x2"))
    assert opening.round is not None
    assert answered.round is not None
    assert (opening.round.standing, answered.round.standing) == (None, Bid(2, 2))


def test_cups_are_sorted_when_dealt() -> None:
    match, _ = chance.deal(started(rules_of("weekend"), 2, dice=3), [(6, 1, 2), (5, 5, 4)])
    assert match.round is not None
    assert match.round.cups == ((1, 2, 6), (4, 5, 5))


def test_an_edition_rejects_a_value_of_the_wrong_type() -> None:
    box = rules_of("weekend")
    values = {point: getattr(box, point) for point in Edition.__slots__}
    derived = {"plays_palifico", "plays_calza", "shows_lost_dice"}
    fields = {point: value for point, value in values.items() if point not in derived}
    assert Edition(**fields) == box
    with pytest.raises(InvalidValue, match="raising"):
        Edition(**{**fields, "raising": "any-face"})


def test_a_view_shows_the_round() -> None:
    first = played(rules_of("weekend"), "22 33 -", "1x2 dudo")
    match = play_on(first.match, "22 3 -", "1x6 dudo").match
    view = view_for(match, 1)
    assert (view.number, view.phase, view.turn, view.winner) == (2, Phase.OVER, None, 0)
    view = view_for(table(rules_of("weekend"), "22 33 -", "1x2"), 1)
    assert (view.seat, view.seats, view.starting_dice) == (1, 3, 5)
    assert (view.number, view.starter, view.palifico, view.turn) == (1, 0, None, 1)
    assert (view.bids, view.called, view.out) == ((BidMade(0, Bid(1, 2)),), None, (2,))
    called, _ = say(bidding(rules_of("weekend"), [2, 2]), "1x2", "dudo")
    view = view_for(called, 0)
    assert (view.phase, view.turn, view.called) == (Phase.COUNTING, None, Called(1, DUDO))
    assert view.legal == NO_ACTIONS


@pytest.mark.parametrize("seat", [-1, 2])
def test_view_of_an_unknown_seat_is_rejected(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        view_for(started(rules_of("weekend"), 2), seat)


@pytest.mark.parametrize(
    ("dice", "problem"),
    [
        ([6, 1], SetupFault.DICE),
        ([1, -1], SetupFault.DICE),
        ([0, 1, 1], SetupFault.NO_ROUND),
        ([1, 0], SetupFault.NO_ROUND),
        ([5], SetupFault.SEATS),
    ],
)
def test_perft_rejects_dice_that_allow_no_round(dice: list[int], problem: SetupFault) -> None:
    with pytest.raises(SetupProblem) as raised:
        perft(rules_of("weekend"), dice, 1)
    assert raised.value.fault is problem


@pytest.mark.parametrize("key", ALL)
@pytest.mark.parametrize("palifico", [False, True])
def test_perft_is_the_sum_over_the_first_bids(key: str, palifico: bool) -> None:
    rules = with_palifico(key)
    dice = [1, 2, 1]
    match = bidding(rules, dice, palifico=palifico)
    second = 0
    first = 0
    for bid in legal_actions(match, 0).actions():
        first += 1
        answered, _ = play.apply(match, 0, bid)
        second += len(list(legal_actions(answered, 1).actions()))
    assert perft(rules, dice, 2, palifico=palifico) == [first, second]


@pytest.mark.parametrize("key", ALL)
def test_a_noted_starter_needs_no_rolls(key: str) -> None:
    match, _ = chance.start_match(Setup(rules_of(key), 2))
    match, events = chance.name_starter(match, 1, Choice.NOTED)
    assert events == (StarterChosen(1, Choice.NOTED),)
    assert dealt(match).phase is Phase.BIDDING


def test_refusals_are_values() -> None:
    assert Refusal(Reason.TOO_FEW, "P2", least=3) == Refusal(Reason.TOO_FEW, "P2", least=3)
    assert Refusal(Reason.TOO_FEW, "P2", least=3) != Refusal(Reason.TOO_FEW, "W2", least=3)
