"""The table as a seat may see it, read from the server's JSON."""

from dataclasses import dataclass, field
from typing import Any

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.bidding import BidSpace, FaceLimits
from perudo.engine.dice import FACES, Cup
from perudo.engine.play import Legal

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits on a chair. ``held``: a bot plays for this person for now."""

    name: str
    colour: str
    person: bool
    level: str | None
    held: bool
    resigned: bool
    muted: bool
    ready: bool
    pledge: str


@dataclass(frozen=True, slots=True)
class Gathering:
    """What the dice of the coming round follow from; ``links`` are those revealed so far."""

    round: int
    commitment: str
    pledges: tuple[str, ...]
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """The match at the table. ``cup`` is the own one; ``dice`` as far as the rules show them."""

    phase: str
    round: int
    starter: Seat | None
    palifico: Seat | None
    turn: Seat | None
    cup: Cup | None
    bids: tuple[tuple[Seat, Bid], ...]
    dice: tuple[int | None, ...]
    out: tuple[Seat, ...]
    legal: Legal
    last_showdown: Json | None
    winner: Seat | None

    @property
    def standing(self) -> Bid | None:
        """The bid to raise, doubt or call exact."""
        return self.bids[-1][1] if self.bids else None


@dataclass(frozen=True, slots=True)
class TableState:
    """A live table as one seat, or an onlooker (``seat`` is None), may see it.

    ``on``: a match is being played; ``match`` is its number, or that of the latest one.
    ``json`` is the whole answer, for what has no field of its own here.
    """

    table: str
    code: str
    version: int
    seat: Seat | None
    host: Seat | None
    chairs: tuple[Chair | None, ...]
    match: int
    on: bool
    closed: bool
    winner: Seat | None
    deadline: int | None
    paused_until: int | None
    claimed: bool
    gathering: Gathering | None
    game: Game | None
    json: Json = field(repr=False)

    @property
    def my_turn(self) -> bool:
        return (
            self.on and self.seat is not None and self.game is not None
            and self.game.turn == self.seat
        )  # fmt: skip

    @property
    def waits_for_me(self) -> bool:
        """Whether a showdown is being looked at and this seat has not said that it is ready."""
        chair = None if self.seat is None else self.chairs[self.seat]
        out = self.game is not None and self.seat in self.game.out
        return self.paused_until is not None and chair is not None and not (chair.ready or out)

    @property
    def may_call_calza(self) -> bool:
        """Whether this seat may call calza now, in turn or out of turn."""
        return self.on and self.game is not None and self.game.legal.calza and not self.claimed

    @property
    def names(self) -> tuple[str, ...]:
        return tuple("" if chair is None else chair.name for chair in self.chairs)


def read_table(value: Json) -> TableState:
    gathering, game = value["gathering"], value["game"]
    return TableState(
        table=value["table"],
        code=value["code"],
        version=value["version"],
        seat=value["seat"],
        host=value["host"],
        chairs=tuple(None if chair is None else _chair(chair) for chair in value["chairs"]),
        match=value["match"],
        on=value["on"],
        closed=value["closed"],
        winner=value["winner"],
        deadline=value["deadline"],
        paused_until=value["paused_until"],
        claimed=value["claimed"],
        gathering=None if gathering is None else _gathering(gathering),
        game=None if game is None else _game(game),
        json=value,
    )


def _chair(value: Json) -> Chair:
    return Chair(**{name: value[name] for name in Chair.__dataclass_fields__})


def _gathering(value: Json) -> Gathering:
    pledges, links = tuple(value["pledges"]), tuple(value["links"])
    return Gathering(value["round"], value["commitment"], pledges, links)


def _game(value: Json) -> Game:
    return Game(
        phase=value["phase"],
        round=value["round"],
        starter=value["starter"],
        palifico=value["palifico"],
        turn=value["turn"],
        cup=None if value["cup"] is None else tuple(value["cup"]),
        bids=tuple((seat, Bid(quantity, face)) for seat, quantity, face in value["bids"]),
        dice=tuple(value["dice"]),
        out=tuple(value["out"]),
        legal=_legal(value["legal"]),
        last_showdown=value["last_showdown"],
        winner=value["winner"],
    )


def _legal(value: Json) -> Legal:
    return Legal(_bids(value["bids"]), dudo=value["dudo"], calza=value["calza"])


def _bids(value: list[tuple[int, int] | None] | None) -> BidSpace | None:
    if value is None:
        return None
    limits = tuple(
        FaceLimits(face, 1, 0, "") if most is None else FaceLimits(face, *most, "")
        for face, most in zip(FACES, value, strict=True)
    )
    return BidSpace(limits, max(limit.most for limit in limits))
