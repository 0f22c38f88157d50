"""The showdown: the dice of the last round as they are lifted and counted."""

from typing import NamedTuple

from perudo.engine.actions import DUDO, Seat
from perudo.engine.dice import Face, counting_faces, has_jokers
from perudo.engine.events import DieLost, DieRegained, MatchWon, SeatOut, Showdown
from perudo.engine.view import View
from perudo.table.live.audience import TableView
from perudo.wording.story import Story


class LiftedDie(NamedTuple):
    face: Face
    counts: bool


class LiftedCup(NamedTuple):
    seat: Seat
    step: int
    """When the cup is lifted; cups with the same step go up together."""
    dice: tuple[LiftedDie, ...]
    counted: int
    """Dice that count under all cups lifted so far."""


class Changes(NamedTuple):
    """What the count changes at the table, in words; empty where it does not."""

    loss: str
    out: str
    gain: str
    won: str
    palifico: str


class Scene(NamedTuple):
    cups: dict[Seat, LiftedCup]
    called: str
    """Who called what on whose bid."""
    bid_quantity: int
    bid_face: Face
    found: int
    dudo: bool
    holds: bool
    """Whether the bid holds, or the calza was exact."""
    steps: tuple[str, ...]
    """A line for each step of the reveal."""
    verdict: tuple[str, ...]
    """Lines for when everything is counted."""
    loser: Seat | None
    changes: Changes


def scene(table: TableView, story: Story) -> Scene | None:
    """The last showdown, while its dice are still shown."""
    view = table.view
    if view is None or not view.past or view.turn is not None:
        return None
    played = view.past[-1]
    showdown = played.showdown
    if showdown.cups is None:
        return None
    jokers = has_jokers(played.palifico)
    return Scene(
        cups=_cups(showdown, jokers),
        called=story.called(showdown),
        bid_quantity=showdown.bid.quantity,
        bid_face=showdown.bid.face,
        found=showdown.found,
        dudo=showdown.call is DUDO,
        holds=showdown.holds,
        steps=tuple(story.reveal(showdown)),
        verdict=tuple(story.outcome(showdown)),
        loser=showdown.loser,
        changes=_changes(story, showdown, table.winner, view),
    )


def _changes(story: Story, showdown: Showdown, winner: Seat | None, view: View) -> Changes:
    loser, gainer, palifico = showdown.loser, showdown.gainer, view.palifico
    return Changes(
        loss="" if loser is None else " ".join(story.lines(DieLost(loser))),
        out="" if loser is None or loser not in view.out else " ".join(story.lines(SeatOut(loser))),
        gain="" if gainer is None else " ".join(story.lines(DieRegained(gainer))),
        won="" if winner is None else " ".join(story.lines(MatchWon(winner))),
        palifico="" if palifico is None else story.palifico(palifico),
    )


def _cups(showdown: Showdown, jokers: bool) -> dict[Seat, LiftedCup]:
    assert showdown.cups is not None
    counting = counting_faces(showdown.bid.face, jokers=jokers)
    cups: dict[Seat, LiftedCup] = {}
    counted = 0
    for step, seats in enumerate(showdown.steps):
        for seat in seats:
            dice = tuple(LiftedDie(face, face in counting) for face in showdown.cups[seat])
            counted += sum(die.counts for die in dice)
            cups[seat] = LiftedCup(seat, step, dice, counted)
    return cups
