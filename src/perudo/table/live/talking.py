"""What people say: lines of chat, and the onlookers' talk among themselves."""

from typing import Final

from perudo.records.names import is_visible, look_alike
from perudo.records.record import is_name
from perudo.table.live.commands import LONGEST_TEXT, Remark
from perudo.table.live.draft import Draft
from perudo.table.live.events import Remarked
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import guest_behind

FLOOD: Final = 5
FLOOD_MS: Final = 10_000
"""An onlooker says no more than ``FLOOD`` lines in this time."""


def line(text: str) -> str:
    """The text of a line of chat as it is kept; refuse what cannot be shown on one."""
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise refuse(TableReason.TEXT_NOT_ALLOWED, most=LONGEST_TEXT)
    return text


def remark(draft: Draft, player: str | None, command: Remark) -> None:
    """Say something among the onlookers, under a name that nobody else here has."""
    table = draft.table
    if player is None:
        raise refuse(TableReason.NOT_SEATED)
    guest = guest_behind(player)
    for seat in table.persons:
        if guest_behind(table.chair(seat).player) == guest:
            raise refuse(TableReason.ALREADY_SEATED, seat=seat)
    name = command.name.strip()
    if not (is_name(name) and is_visible(name)):
        raise refuse(TableReason.NAME_NOT_ALLOWED, asked=command.name[:80])
    for seat, chair in enumerate(table.chairs):
        if chair is not None and look_alike(chair.name, name):
            raise refuse(TableReason.NAME_TAKEN, asked=name, seat=seat)
    if any(said.guest != guest and look_alike(said.name, name) for said in table.remarks):
        raise refuse(TableReason.NAME_TAKEN, asked=name)
    if guest in table.muted:
        raise refuse(TableReason.MUTED)
    lately = [s for s in table.remarks if s.guest == guest and draft.now - s.at < FLOOD_MS]
    if len(lately) >= FLOOD:
        raise refuse(TableReason.TOO_FAST, most=FLOOD)
    draft.add(Remarked(player, name, line(command.text)))
