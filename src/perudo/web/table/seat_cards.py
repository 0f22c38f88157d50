"""The seats around the table, as seen from the reader's chair."""

from typing import NamedTuple

from perudo.bots.roster import companion_of
from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.events import BidMade
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import ChairView, TableView
from perudo.table.live.labels import bot_level_text
from perudo.wording.dice_text import bid_text


class SeatCard(NamedTuple):
    seat: Seat
    place: int
    """Steps clockwise from the reader's chair, which is 0."""
    chair: ChairView | None
    you: bool
    host: bool
    turn: bool
    starter: bool
    palifico: bool
    away: bool
    out: bool
    winner: bool
    dice: int | None
    """Dice left, if that may be shown."""
    bid: Bid | None
    """The seat's latest bid of the round."""
    bid_text: str
    standing: bool
    signs: tuple[tuple[str, str], ...]
    """Icons with their texts."""
    face: str
    """The character of the bot that sits here, whose face is drawn; empty for a person."""


def names_of(t: Tongue, table: TableView) -> tuple[str, ...]:
    nobody = t.say("an empty chair")
    return tuple(nobody if chair is None else chair.name for chair in table.chairs)


def seat_cards(t: Tongue, table: TableView, away: frozenset[Seat]) -> list[SeatCard]:
    """All seats clockwise, the reader's own first."""
    own = table.seat or 0
    total = len(table.chairs)
    order = [(own + step) % total for step in range(total)]
    return [_card(t, table, seat, place, seat in away) for place, seat in enumerate(order)]


def shown_bids(table: TableView) -> tuple[BidMade, ...]:
    """The bids of this round, or of the last one while its dice are still shown."""
    view = table.view
    if view is None:
        return ()
    if not view.bids and view.turn is None and view.past:
        return view.past[-1].bids
    return view.bids


def _card(t: Tongue, table: TableView, seat: Seat, place: int, away: bool) -> SeatCard:
    view, chair = table.view, table.chairs[seat]
    bids = shown_bids(table)
    own = [made.bid for made in bids if made.seat == seat]
    bid = own[-1] if own else None
    return SeatCard(
        seat=seat,
        place=place,
        chair=chair,
        you=seat == table.seat,
        host=seat == table.host,
        turn=view is not None and view.turn == seat and table.on,
        starter=view is not None and view.starter == seat,
        palifico=view is not None and view.palifico == seat and view.turn is not None,
        away=away and seat != table.seat and chair is not None and chair.person and not chair.level,
        out=view is not None and seat in view.out,
        winner=table.winner == seat,
        dice=None if view is None else view.dice[seat],
        bid=bid,
        bid_text="" if bid is None else bid_text(t, bid),
        standing=bool(bids) and bids[-1].seat == seat and view is not None and bool(view.bids),
        signs=tuple(_signs(t, table, seat, chair, away)),
        face="" if chair is None or chair.person else companion_of(chair.level or ""),
    )


def _signs(
    t: Tongue, table: TableView, seat: Seat, chair: ChairView | None, away: bool
) -> list[tuple[str, str]]:
    signs: list[tuple[str, str]] = []
    if chair is None:
        return signs
    if seat == table.winner:
        signs.append(("crown", t.say("won the match")))
    if seat == table.host:
        signs.append(("star", t.say("host")))
    if chair.resigned:
        signs.append(("flag", t.say("has resigned; a bot plays on")))
    elif chair.held:
        signs.append(("moon", t.say("away; a bot fills in")))
    elif not chair.person and chair.level is not None:
        signs.append(("robot", t.say("bot, {level}", level=bot_level_text(t, chair.level))))
    elif away and seat != table.seat:
        signs.append(("moon", t.say("away")))
    if chair.muted:
        signs.append(("mute", t.say("muted")))
    if chair.ready and table.paused_until is not None:
        signs.append(("check", t.say("ready for the next round")))
    return signs
