"""Positions within a round, in one line of JSON each: what one seat could see, and no more."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from perudo.engine import chance, play
from perudo.engine.actions import Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import PACO, Cup
from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of, table_rules
from perudo.engine.position import between_rounds
from perudo.engine.view import View, remembered_dice, view_for
from perudo.records.notation import action_from, action_text, cup_from, cup_text


class NotedPosition(NamedTuple):
    rules: Edition
    starting_dice: int
    dice: tuple[int, ...]
    starter: Seat
    palifico: bool
    been_palifico: tuple[Seat, ...]
    seat: Seat
    cup: Cup
    bids: tuple[Bid, ...]
    asking: bool
    """Whether the seat is asked for a calza out of turn."""
    played: Action | None
    """What was done in the match; None if a calza was not called."""
    source: str
    """The match and the round that it comes from."""


def position_of(view: View, *, asking: bool, played: Action | None, source: str) -> NotedPosition:
    """Note the position that a view shows. The rounds before it are left out."""
    assert view.seat is not None
    assert view.cup is not None
    assert view.starter is not None
    been = {past.palifico for past in view.past} - {None}
    return NotedPosition(
        view.rules,
        view.starting_dice,
        remembered_dice(view),
        view.starter,
        view.palifico is not None,
        tuple(sorted(seat for seat in been if seat is not None)),
        view.seat,
        view.cup,
        tuple(made.bid for made in view.bids),
        asking,
        played,
        source,
    )


def view_of(position: NotedPosition) -> View:
    """Return what the seat sees; raise if the rules do not allow the position."""
    match = between_rounds(
        position.rules,
        position.dice,
        starter=position.starter,
        palifico=position.palifico,
        been_palifico=position.been_palifico,
        starting_dice=position.starting_dice,
    )
    # Any dice will do for the others: the view does not show them.
    cups = [(PACO,) * left for left in position.dice]
    cups[position.seat] = position.cup
    match, _ = chance.deal(match, cups)
    for bid in position.bids:
        turn = play.turn_of(match)
        assert turn is not None
        match, _ = play.apply(match, turn.seat, bid)
    return view_for(match, position.seat)


def write_position(position: NotedPosition) -> str:
    """Return one line, without its end."""
    return json.dumps(
        {
            "edition": position.rules.key,
            "options": list(options_of(position.rules)),
            "house": house_rules_of(position.rules),
            "starting_dice": position.starting_dice,
            "dice": list(position.dice),
            "starter": position.starter,
            "palifico": position.palifico,
            "been_palifico": list(position.been_palifico),
            "seat": position.seat,
            "cup": cup_text(position.cup),
            "bids": " ".join(map(action_text, position.bids)),
            "asking": position.asking,
            "played": None if position.played is None else action_text(position.played),
            "source": position.source,
        },
        separators=(",", ":"),
    )


def read_position(line: str) -> NotedPosition:
    """Read a line that ``write_position`` wrote."""
    told = json.loads(line)
    cup = cup_from(told["cup"])
    assert cup is not None
    return NotedPosition(
        table_rules(told["edition"], told["options"], told["house"]),
        told["starting_dice"],
        tuple(told["dice"]),
        told["starter"],
        told["palifico"],
        tuple(told["been_palifico"]),
        told["seat"],
        cup,
        tuple(_bids(told["bids"].split())),
        told["asking"],
        None if told["played"] is None else action_from(told["played"]),
        told["source"],
    )


def _bids(tokens: Iterable[str]) -> Iterable[Bid]:
    for token in tokens:
        bid = action_from(token)
        assert isinstance(bid, Bid)
        yield bid
