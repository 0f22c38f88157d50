"""One deal to the next: pledges, dice, the pause after a showdown, the end of the match."""

from typing import Final

from perudo.engine import chance
from perudo.engine.actions import Seat
from perudo.engine.events import Choice, Events, MatchStarted
from perudo.engine.match import Match, Phase
from perudo.records import fair_dice
from perudo.table.live.draft import Draft
from perudo.table.live.events import (
    ClockStarted,
    Gathering,
    MatchOpened,
    Paused,
    Pledged,
    Restored,
    Revealed,
    Shaken,
)
from perudo.table.live.state import LiveTable

LINK_MS: Final = 3_000
"""How long links are waited for before a round is dealt without them."""
LOOK_MS: Final = 5_000
"""How long a showdown is shown at most when only bots go on: to those who are out."""
RESTORE_PAUSE_MS: Final = 20_000
"""After a restore: for people's devices to come back and pledge anew."""


def pledge(draft: Draft, round_number: int) -> None:
    """Draw the secret of a coming round and commit to it, before any link is revealed."""
    secret = draft.outside.secret()
    draft.add(Pledged(round_number, fair_dice.commitment(secret), secret.hex()))


def find_starter(draft: Draft) -> None:
    """Find who opens the first round, as the edition says, with the randomness of round 1."""
    table = draft.table
    assert table.match is not None
    way = chance.starter_method(table.match.setup.rules)
    if not way.dice:
        if table.toucan is not None:
            draft.play(*chance.name_starter(table.match, table.toucan, Choice.TOUCAN))
        else:
            secret, seeds = _first(table)
            seat = fair_dice.draw(secret, table.label, seeds, table.settings.seats)
            draft.play(*chance.name_starter(table.match, seat, Choice.DRAWN))
        return
    off = 0
    while draft.table.match is not None and draft.table.match.phase is Phase.STARTING:
        off += 1
        draft.play(*_roll_off(draft.table, off, way.dice))


def _roll_off(table: LiveTable, off: int, dice: int) -> tuple[Match, Events]:
    assert table.match is not None
    secret, seeds = _first(table)
    contenders = table.match.score.contenders
    rolls = [
        fair_dice.start_cup(secret, table.label, seeds, off, seat, dice)
        if seat in contenders
        else None
        for seat in range(table.settings.seats)
    ]
    return chance.roll_for_start(table.match, rolls)


def _first(table: LiveTable) -> tuple[bytes, tuple[str, ...]]:
    assert table.shaken is not None
    return bytes.fromhex(table.shaken.secret), table.seeds


def begin_match(draft: Draft, toucan: Seat | None) -> None:
    """Begin a match with those who sit at the table; every chair is taken."""
    table = draft.table
    names = tuple(chair.name for chair in table.chairs if chair is not None)
    bots = tuple(seat for seat in range(len(names)) if seat not in table.persons)
    opened = MatchOpened(table.number + 1, names, bots, toucan)
    draft.add(opened, MatchStarted(table.settings.setup()))
    gather(draft)
    deal_if_nothing_waits(draft)


def gather(draft: Draft) -> None:
    """Fix what the dice of the coming round depend on, so that links can be revealed."""
    table = draft.table
    pledges = tuple("" if chair is None else chair.pledge for chair in table.chairs)
    if any(pledges) and table.proof == fair_dice.PROOF:
        assert table.pledge is not None
        until = draft.now + LINK_MS
        draft.add(Gathering(table.pledge.round, table.pledge.commitment, pledges, until))


def waits_until(table: LiveTable) -> int | None:
    """Until when the coming round waits for people at the showdown and for links, if it does."""
    waits = []
    if table.paused_until is not None and not _all_ready(table):
        waits.append(table.paused_until)
    if table.gathering is not None and not table.gathering.complete:
        waits.append(table.gathering.until)
    return max(waits, default=None)


def _all_ready(table: LiveTable) -> bool:
    """Whether every person who plays is ready; if nobody does, whether somebody who looks on is."""
    if table.awaited:
        return all(table.chair(seat).ready for seat in table.awaited)
    return table.skipped or any(table.chair(seat).ready for seat in table.persons)


def deal_if_nothing_waits(draft: Draft) -> None:
    if waits_until(draft.table) is None:
        next_round(draft)


def next_round(draft: Draft) -> None:
    """Deal the coming round. After a restore its links have not been gathered for yet."""
    if draft.table.restored and draft.table.gathering is None:
        gather(draft)
        if draft.table.gathering is not None:
            return
    _shake(draft)
    if draft.table.match is not None and draft.table.match.phase is Phase.STARTING:
        find_starter(draft)
    _deal(draft)


def _shake(draft: Draft) -> None:
    """Fix the seeds of the coming round, and with them its dice."""
    pledged, gathering = draft.table.pledge, draft.table.gathering
    assert pledged is not None
    seeds = ("",) * len(draft.table.chairs)
    if gathering is not None:
        given = zip(gathering.pledges, gathering.links, strict=True)
        seeds = tuple(link or (fair_dice.WITHHELD if pledge else "") for pledge, link in given)
    draft.add(Shaken(pledged.round, seeds))


def _deal(draft: Draft) -> None:
    """Deal the cups of the round that was shaken, and pledge the secret of the next one."""
    table = draft.table
    assert table.match is not None
    assert table.shaken is not None
    number, _, hex_secret = table.shaken
    secret = bytes.fromhex(hex_secret)
    cups = fair_dice.cups(secret, table.label, number, table.seeds, table.match.dice)
    draft.play(*chance.deal(table.match, cups))
    pledge(draft, number + 1)
    start_clock(draft)


def start_clock(draft: Draft) -> None:
    """Start the clock of a new turn, if the table has clocks and a person is to act."""
    table = draft.table
    seat, seconds = table.turn, table.settings.turn_seconds
    if seat is not None and seconds is not None and table.chair(seat).level is None:
        draft.add(ClockStarted(seat, draft.now + 1000 * seconds))


def reveal(draft: Draft) -> None:
    """Reveal the secret of the round that is over: the proof of its dice."""
    table = draft.table
    if table.shaken is not None:
        draft.add(Revealed(*table.shaken, table.seeds))


def after_showdown(draft: Draft) -> None:
    """Reveal the secret, then deal the next round after a pause for people to look."""
    reveal(draft)
    if not draft.table.on:
        return
    pause = draft.table.settings.pause_ms
    if not draft.table.awaited:
        pause = 0 if draft.table.skipped else min(pause, LOOK_MS)
    if pause:
        draft.add(Paused(draft.now + pause))
    gather(draft)
    deal_if_nothing_waits(draft)


def restore(draft: Draft) -> None:
    """Replace all secrets after a restore; a round that was on is dealt again."""
    table = draft.table
    again = None
    if table.on and table.match is not None and table.match.round is not None:
        again = table.match.round.number
    elif table.gathering is not None:
        again = table.gathering.round
    coming = again or (None if table.pledge is None else table.pledge.round)
    draft.add(Restored(again))
    if coming is not None:
        pledge(draft, coming)
    if table.on:
        draft.add(Paused(draft.now + RESTORE_PAUSE_MS))
