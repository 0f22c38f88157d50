"""What bots say now and then, as each reader's page hears it.

The words are no part of the log: they are made for each page, in its reader's language, and a
reader may turn them off. Nobody can use them as a signal, and they give nothing away: they follow
from public events alone, and which line is said, by whom and whether at all, from the table's
public id and version.
"""

from hashlib import blake2b
from typing import Any, Final, NamedTuple

from perudo.bots.roster import companion_of
from perudo.engine.actions import DUDO, Seat
from perudo.engine.events import BidMade, Called, DieLost, MatchWon, SeatOut, Showdown
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import TableView
from perudo.table.live.events import LogEvent, MatchOpened, WonByResignation
from perudo.web.table.banter_lines import LINES, Occasion

CHANCES: Final = {
    Occasion.HELLO: 1.0,
    Occasion.BID: 0.12,
    Occasion.DOUBT: 0.4,
    Occasion.LOST: 0.5,
    Occasion.RIGHT: 0.4,
    Occasion.OUT: 1.0,
    Occasion.WON: 1.0,
    Occasion.BEATEN: 1.0,
}
"""How often something is said on an occasion."""


class Moment(NamedTuple):
    occasion: Occasion
    seats: tuple[Seat, ...]
    """Who could say something."""
    after: bool = False
    """Whether it is about a count, and waits until that has been shown."""


def banter(t: Tongue, table: TableView, events: tuple[LogEvent, ...]) -> list[dict[str, Any]]:
    """At most one line for now and one for after the showdown."""
    said: dict[bool, dict[str, Any]] = {}
    for moment in _moments(table, events):
        line = _line(t, table, moment)
        if line is not None:
            said[moment.after] = line  # what comes last matters most
    return list(said.values())


def greeting(t: Tongue, table: TableView) -> list[dict[str, Any]]:
    """What somebody hears who comes to a table where the first round is being played."""
    if not table.on or table.view is None or table.view.past:
        return []
    line = _line(t, table, Moment(Occasion.HELLO, _bots(table)))
    return [] if line is None else [line]


def _moments(table: TableView, events: tuple[LogEvent, ...]) -> list[Moment]:
    moments: list[Moment] = []
    bots = _bots(table)
    for event in events:
        match event:
            case MatchOpened():
                moments.append(Moment(Occasion.HELLO, bots))
            case BidMade(seat):
                moments.append(Moment(Occasion.BID, (seat,)))
            case Called(seat, call):
                if call is DUDO:
                    moments.append(Moment(Occasion.DOUBT, (seat,)))
            case Showdown(bidder=bidder, caller=caller, loser=loser):
                right = bidder if loser == caller else caller
                moments.append(Moment(Occasion.RIGHT, (right,), after=True))
            case DieLost(seat):
                moments.append(Moment(Occasion.LOST, (seat,), after=True))
            case SeatOut(seat):
                moments.append(Moment(Occasion.OUT, (seat,), after=True))
            case MatchWon(seat) | WonByResignation(seat):
                if _is_bot(table, seat):
                    moments.append(Moment(Occasion.WON, (seat,), after=True))
                else:
                    moments.append(Moment(Occasion.BEATEN, bots, after=True))
            case _:
                pass
    return moments


def _bots(table: TableView) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(len(table.chairs)) if _is_bot(table, seat))


def _is_bot(table: TableView, seat: Seat) -> bool:
    chair = table.chairs[seat]
    return chair is not None and not chair.person


def _line(t: Tongue, table: TableView, moment: Moment) -> dict[str, Any] | None:
    seats = [seat for seat in moment.seats if _is_bot(table, seat)]
    if not seats:
        return None
    chance, who, which = _draws(table, moment.occasion)
    if chance >= CHANCES[moment.occasion]:
        return None
    seat = seats[int(who * len(seats))]
    chair = table.chairs[seat]
    assert chair is not None
    lines = LINES[companion_of(chair.level or "")][moment.occasion]
    text = t.marked(lines[int(which * len(lines))])
    line = t.say("{who} says: {text}", who=chair.name, text=text)
    return {"seat": seat, "text": text, "line": line, "after": moment.after}


def _draws(table: TableView, occasion: Occasion) -> tuple[float, float, float]:
    """Three numbers from 0 to 1 that are the same for every reader of this moment."""
    # Everybody is greeted by the same bot, whenever they come.
    version = 0 if occasion is Occasion.HELLO else table.version
    moment = f"{table.table}/{table.match}/{version}/{occasion.value}"
    digest = blake2b(moment.encode(), digest_size=6).digest()
    chance, who, which = (int.from_bytes(digest[i : i + 2]) / 65_536 for i in (0, 2, 4))
    return chance, who, which
