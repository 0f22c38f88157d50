"""Dice, bids and legal ranges as people say them at a table."""

from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace
from perudo.engine.dice import PACO, Cup, Face
from perudo.engine.setup import Turn
from perudo.i18n.tongue import Tongue
from perudo.records.notation import face_text

SEPARATOR = " · "
"""Between things that have commas of their own; the same in every language."""


def bid_text(t: Tongue, bid: Bid) -> str:
    """``4 fives``: the number and the face."""
    n = bid.quantity
    match bid.face:
        case 1:
            return t.plural("{n} {paco}", "{n} {pacos}", n)
        case 2:
            return t.plural("{n} two", "{n} twos", n)
        case 3:
            return t.plural("{n} three", "{n} threes", n)
        case 4:
            return t.plural("{n} four", "{n} fours", n)
        case 5:
            return t.plural("{n} five", "{n} fives", n)
        case _:
            return t.plural("{n} six", "{n} sixes", n)


def faces_text(t: Tongue, face: Face) -> str:
    match face:
        case 1:
            return t.word("pacos")
        case 2:
            return t.say("twos")
        case 3:
            return t.say("threes")
        case 4:
            return t.say("fours")
        case 5:
            return t.say("fives")
        case _:
            return t.say("sixes")


def die_text(t: Tongue, face: Face) -> str:
    """A single die: its number, or the box's word for a Paco."""
    return t.word("paco") if face == PACO else str(face)


def cup_text(cup: Cup) -> str:
    """``P 2 4 4 6``: the same signs as in a record."""
    return " ".join(map(face_text, cup)) or "-"


def own_dice_text(t: Tongue, cup: Cup) -> str:
    return t.say("Your dice: {dice}", dice=cup_text(cup))


def bids_text(t: Tongue, space: BidSpace) -> str:
    """The legal bids as ranges, faces with the same range together: ``twos, threes 6–20``."""
    groups: dict[tuple[int, int], list[str]] = {}
    for limit in (*space.limits[1:], space.limits[0]):
        if not limit.empty:
            groups.setdefault((limit.least, limit.most), []).append(faces_text(t, limit.face))
    ranges = []
    for (least, most), faces in groups.items():
        quantities = str(least) if least == most else f"{least}–{most}"
        ranges.append(f"{', '.join(faces)} {quantities}")
    return SEPARATOR.join(ranges)


def turn_text(t: Tongue, turn: Turn, names: tuple[str, ...]) -> str:
    """Everything that would have been legal."""
    parts = [bids_text(t, turn.bids)] if turn.bids.size else []
    if turn.dudo:
        parts.append(t.word("dudo"))
    if turn.calza:
        callers = ", ".join(names[seat] for seat in turn.calza)
        parts.append(t.say("{calza} ({callers})", callers=callers))
    return SEPARATOR.join(parts)
