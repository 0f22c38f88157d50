"""From deal to deal: the pledge, the dice, the pause after a showdown, the end of the match."""

from perudo.engine import chance
from perudo.engine.events import Choice, Events
from perudo.engine.match import Phase
from perudo.records import fair
from perudo.table.live.draft import Draft
from perudo.table.live.events import ClockStarted, Paused, Pledged, Revealed, Shaken
from perudo.table.live.state import LiveTable


def pledge(draft: Draft, round_number: int) -> None:
    """Draw the secret of a coming round and commit to it, before anybody's seeds are fixed."""
    secret = draft.outside.secret()
    draft.add(Pledged(round_number, fair.commitment(secret), secret.hex()))


def find_starter(draft: Draft, toucan: int | None) -> None:
    """Who opens the first round, by the edition's own way; dice and lots come from round 1."""
    table = draft.table
    assert table.match is not None
    way = chance.starter_way(table.match.setup.rules)
    if not way.dice:
        if toucan is not None:
            draft.add(*chance.name_starter(table.match, toucan, Choice.TOUCAN)[1])
        else:
            secret, seeds = _first(table)
            seat = fair.draw(secret, table.label, seeds, table.settings.seats)
            draft.add(*chance.name_starter(table.match, seat, Choice.DRAWN)[1])
        return
    off = 0
    while draft.table.match is not None and draft.table.match.phase is Phase.STARTING:
        off += 1
        draft.add(*_roll_off(draft.table, off, way.dice))


def _roll_off(table: LiveTable, off: int, dice: int) -> Events:
    assert table.match is not None
    secret, seeds = _first(table)
    contenders = table.match.score.contenders
    rolls = [
        fair.start_cup(secret, table.label, seeds, off, seat, dice) if seat in contenders else None
        for seat in range(table.settings.seats)
    ]
    return chance.roll_for_start(table.match, rolls)[1]


def _first(table: LiveTable) -> tuple[bytes, tuple[str, ...]]:
    assert table.shaken is not None
    return bytes.fromhex(table.shaken.secret), table.seeds


def shake(draft: Draft) -> None:
    """Fix the seeds of the coming round: from here on its dice are what they are."""
    pledged = draft.table.pledge
    assert pledged is not None
    draft.add(Shaken(pledged.round, tuple("" if c is None else c.seed for c in draft.table.chairs)))


def deal(draft: Draft) -> None:
    """The cups of the round that was shaken, and the pledge for the one after it."""
    table = draft.table
    assert table.match is not None
    assert table.shaken is not None
    number, _, hex_secret = table.shaken
    secret = bytes.fromhex(hex_secret)
    cups = fair.cups(secret, table.label, number, table.seeds, table.match.dice)
    draft.add(*chance.deal(table.match, cups)[1])
    pledge(draft, number + 1)
    start_clock(draft)


def start_clock(draft: Draft) -> None:
    """A new turn: its deadline, where the table has clocks and a person is to act."""
    table = draft.table
    seat, seconds = table.turn, table.settings.turn_seconds
    if seat is not None and seconds is not None and table.chair(seat).level is None:
        draft.add(ClockStarted(seat, draft.now + 1000 * seconds))


def reveal(draft: Draft) -> None:
    """The proof of the round that is over."""
    table = draft.table
    if table.shaken is not None:
        draft.add(Revealed(*table.shaken, table.seeds))


def after_showdown(draft: Draft) -> None:
    """The secret is out; then the next round, after a pause for people to look."""
    reveal(draft)
    if not draft.table.on:
        return
    pause = draft.table.settings.pause_ms
    if pause:
        draft.add(Paused(draft.now + pause))
    else:
        next_round(draft)


def next_round(draft: Draft) -> None:
    shake(draft)
    deal(draft)
