"""The bid picker: an interval for each face, with the reasons for its limits."""

from typing import NamedTuple

from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace, FaceLimits
from perudo.engine.dice import FACES, PACO, Face
from perudo.engine.refusals import Refusal
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text, faces_text
from perudo.wording.refusal_text import refusal_text, without_clause

_MANY = 29
"""A number that occurs nowhere else in a bid's text, to be replaced by the mark."""
NUMBER = "#"
"""The mark that the script replaces by a quantity."""


class FaceChoice(NamedTuple):
    face: Face
    name: str
    one: str
    """``# four``: the bid in words for one die."""
    many: str
    """``# fours``: the bid in words for several dice."""
    least: int
    most: int
    """The face cannot be bid if ``most < least``."""
    barred: str
    short: str
    """Why not fewer."""
    over: str
    """Why not more."""


class Picker(NamedTuple):
    faces: tuple[FaceChoice, ...]
    cap: int
    face: Face
    quantity: int
    """The bid shown first: the least raise on the standing face."""


class Call(NamedTuple):
    """Dudo or calza: whether it may be called, else why not."""

    allowed: bool
    why: str
    clause: str
    """The rule behind it."""


def picker(t: Tongue, view: View | None, names: tuple[str, ...]) -> Picker | None:
    """The picker; None if it is not the viewing seat's turn to bid."""
    if view is None or view.legal.bids is None:
        return None
    space = view.legal.bids
    # Pacos last: they are the special case, and the end of the row is easy to reach.
    order = (*(face for face in FACES if face != PACO), PACO)
    faces = tuple(_choice(t, space, space.limits[face - 1], names) for face in order)
    standing = view.bids[-1].bid if view.bids else None
    first = _first(faces, standing)
    return Picker(faces, space.cap, first.face, max(first.least, 1))


def _first(faces: tuple[FaceChoice, ...], standing: Bid | None) -> FaceChoice:
    legal = [face for face in faces if face.least <= face.most]
    if not legal:
        return faces[0]
    same = [face for face in legal if standing is not None and face.face == standing.face]
    return same[0] if same else min(legal, key=lambda face: (face.least, face.face == PACO))


def _choice(t: Tongue, space: BidSpace, limit: FaceLimits, names: tuple[str, ...]) -> FaceChoice:
    face = limit.face

    def why(quantity: int) -> str:
        bid = Bid(quantity, face)
        refusal = space.refusal(bid)
        return "" if refusal is None else refusal_text(t, refusal, names, bid)

    barred = limit.barred is not None or limit.empty
    return FaceChoice(
        face=face,
        name=faces_text(t, face),
        one=bid_text(t, Bid(1, face)).replace("1", NUMBER),
        many=bid_text(t, Bid(_MANY, face)).replace(str(_MANY), NUMBER),
        least=limit.least,
        most=limit.most,
        barred=why(1) if barred else "",
        short="" if barred or limit.least <= 1 else why(limit.least - 1),
        over="" if barred else why(limit.most + 1),
    )


def call(t: Tongue, names: tuple[str, ...], refusal: Refusal | None) -> Call:
    why = "" if refusal is None else without_clause(refusal_text(t, refusal, names))
    return Call(refusal is None, why, "" if refusal is None else refusal.clause)
