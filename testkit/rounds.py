"""Rounds in one line, for the tests of the clauses."""

from typing import NamedTuple

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES
from perudo.engine.edition import Edition
from perudo.engine.events import Dealt, DieLost, Event, NextRound, SeatOut, Showdown
from perudo.engine.match import Match
from perudo.engine.play import turn_of
from perudo.engine.position import between_rounds
from perudo.engine.refusals import Reason, Refusal
from perudo.records.notation import action_text
from testkit.matches import dealt, legal_bids, refusal_of, say


class Played(NamedTuple):
    """A finished round: the match after it and all its events."""

    match: Match
    events: tuple[Event, ...]

    @property
    def showdown(self) -> Showdown:
        (showdown,) = (event for event in self.events if isinstance(event, Showdown))
        return showdown

    @property
    def outcome(self) -> tuple[Event, ...]:
        """The events after the showdown."""
        return self.events[self.events.index(self.showdown) + 1 :]

    @property
    def next_round(self) -> NextRound:
        (coming,) = (event for event in self.events if isinstance(event, NextRound))
        return coming


def table(
    rules: Edition, shaken: str, words: str = "", *, starter: Seat = 0, palifico: bool = False
) -> Match:
    """Return a round after these cups and actions: ``table(rules, "P2 335 -", "2x3")``."""
    texts = shaken.split()
    dice = [0 if text == "-" else len(text) for text in texts]
    match = between_rounds(rules, dice, starter=starter, palifico=palifico)
    return say(dealt(match, *texts), *words.split())[0]


def played(
    rules: Edition, shaken: str, words: str, *, starter: Seat = 0, palifico: bool = False
) -> Played:
    return Played(*say(table(rules, shaken, starter=starter, palifico=palifico), *words.split()))


def play_on(match: Match, shaken: str, words: str) -> Played:
    """Play the next round of a match that waits for its cups."""
    return Played(*say(dealt(match, *shaken.split()), *words.split()))


def ranges(match: Match) -> str:
    """Return the legal bids as quantities of each face: ``"3-10xP 6-10x4 5x5"``.

    Also check that bids listed, contained and not refused are the same.
    """
    turn = turn_of(match)
    assert turn is not None
    cap = match.setup.cap
    texts = []
    allowed = set()
    for face in FACES:
        some = [
            quantity
            for quantity in range(cap + 3)
            if play.refusal(match, turn.seat, Bid(quantity, face)) is None
        ]
        allowed |= {Bid(quantity, face) for quantity in some}
        if some:
            assert some == list(range(some[0], some[-1] + 1))
            least, face_text = action_text(Bid(some[0], face)).split("x")
            most = "" if len(some) == 1 else f"-{some[-1]}"
            texts.append(f"{least}{most}x{face_text}")
    assert {action_text(bid) for bid in allowed} == legal_bids(match)
    assert all(bid in turn.bids for bid in allowed)
    assert turn.bids.size == len(turn.bids) == len(allowed)
    return " ".join(texts)


def why(refused: Refusal | None) -> tuple[Reason, str]:
    """Return the reason and the clause of a refusal."""
    assert refused is not None
    return refused.reason, refused.clause


def callers(match: Match) -> tuple[Seat, ...]:
    """Return who may call calza now; check that all ways of asking agree."""
    turn = turn_of(match)
    assert turn is not None
    for seat in range(match.setup.seats):
        may = seat in turn.calza
        assert play.legal_actions(match, seat).calza is may
        assert (play.refusal(match, seat, CALZA) is None) is may
    return turn.calza


def palifico_story(rules: Edition, regain: str) -> list[NextRound]:
    """Play four rounds: seat 0 falls to one die, keeps it, regains one by calza, and falls again.

    Return what is announced after each of them. ``regain`` are the actions by which seat 0 calls
    calza on two 3s after seat 1 opened, which differ from box to box.
    """
    fall = played(rules, "22 333 444", "6x6 dudo")
    kept = play_on(fall.match, "2 333 444", "1x2 dudo")
    back = play_on(kept.match, "2 35 344", regain)
    again = play_on(back.match, "22 33 444", "6x6 dudo")
    dice = [fall.match.dice, kept.match.dice, back.match.dice, again.match.dice]
    assert dice == [(1, 3, 3), (1, 2, 3), (2, 2, 3), (1, 2, 3)]
    return [fall.next_round, kept.next_round, back.next_round, again.next_round]


def assert_palifico_on_falling_to_one_die(rules: Edition) -> None:
    """Check what P3, A3, I3, M3 and W3 share about who is palifico, and when."""
    assert played(rules, "222 333", "4x6 dudo").next_round == NextRound(0, None), "to two dice"
    assert played(rules, "2 333", "1x2 dudo").next_round == NextRound(1, None), "stays at one die"
    assert played(rules, "22 333", "4x6 dudo").next_round == NextRound(0, 0), "as the bidder"
    fallen = played(rules, "222 33 44", "1x2 dudo")
    assert fallen.next_round == NextRound(1, 1), "as the caller"
    _, (shaken,) = chance.deal(fallen.match, None)
    assert shaken == Dealt(2, starter=1, palifico=1, cups=None)
    assert played(rules, "222 3 44", "1x2 dudo").next_round == NextRound(2, None), "out is out"


def assert_palifico_binds_the_face(rules: Edition, clause: str) -> None:
    """Check what they share about bids: any opening, then only more of its face."""
    match = table(rules, "222 P P4", starter=1, palifico=True)
    assert ranges(match) == "1-15xP 1-15x2 1-15x3 1-15x4 1-15x5 1-15x6"
    for face in "P46":
        answered, _ = say(match, f"2x{face}")
        assert ranges(answered) == f"3-15x{face}"
        answered, _ = say(answered, f"5x{face}")
        assert ranges(answered) == f"6-15x{face}"
        too_few = Refusal(Reason.TOO_FEW, clause, least=6, most=15)
        assert refusal_of(answered, f"5x{face}") == too_few
        for other in set("P23456") - {face}:
            assert refusal_of(answered, f"15x{other}") == Refusal(Reason.FACE_BOUND, clause)


def assert_no_jokers_in_that_round_only(rules: Edition) -> None:
    match = table(rules, "222 P P444", starter=1, palifico=True)
    spread = Played(*say(match, "4x2", "dudo"))
    assert (spread.showdown.found, spread.outcome) == (
        3,
        (DieLost(1), SeatOut(1), NextRound(2, None)),
    )
    pacos = Played(*say(match, "2xP", "dudo"))
    assert (pacos.showdown.found, pacos.outcome) == (2, (DieLost(2), NextRound(2, None)))
    later = play_on(pacos.match, "222 P P44", "4x4 dudo")
    assert (later.showdown.found, later.next_round) == (4, NextRound(0, None))
    assert why(refusal_of(dealt(later.match), "1xP")) == (Reason.PACO_OPENING, "C7")
