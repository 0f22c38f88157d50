"""Tables of the open lobby: they seat whoever is here, and start by themselves."""

from typing import Final

from perudo.engine.actions import Seat
from perudo.table.live import hosting, rounds
from perudo.table.live.absence import LOBBY_MS
from perudo.table.live.draft import Draft
from perudo.table.live.events import BotsWished, ChairsRemoved, StartPlanned
from perudo.table.live.refusals import TableReason, refuse
from perudo.table.live.state import LiveTable

FEWEST: Final = 2


def require_host_may(table: LiveTable) -> None:
    """Refuse what a host does before a match: here nobody decides for strangers."""
    if table.gathers:
        raise refuse(TableReason.STARTS_ITSELF, least=LOBBY_MS // 1000)


def wish_bots(draft: Draft, seat: Seat, *, bots: bool) -> None:
    if not draft.table.gathers:
        raise refuse(TableReason.MATCH_ON if draft.table.on else TableReason.NOT_IN_LOBBY)
    draft.add(BotsWished(seat, bots))
    replan(draft)


def replan(draft: Draft) -> None:
    """After somebody came or left: start a full table, plan the start, or call it off."""
    table = draft.table
    if not table.gathers:
        return
    if None not in table.chairs:
        start(draft)
    elif (table.starts_at is None) == _enough(table):
        draft.add(StartPlanned(draft.now + LOBBY_MS if _enough(table) else None))


def _enough(table: LiveTable) -> bool:
    return len(table.persons) >= FEWEST or bots_welcome(table)


def bots_welcome(table: LiveTable) -> bool:
    """Whether bots take the chairs that stay empty: only if everybody wishes so."""
    return bool(table.persons) and all(table.chair(seat).bots for seat in table.persons)


def start(draft: Draft) -> None:
    """Start with those who are here; chairs that stay empty are filled by bots or removed."""
    table = draft.table
    if None in table.chairs:
        if bots_welcome(table):
            hosting.fill(draft, (), table.settings.standin)
        else:
            kept = tuple(seat for seat, chair in enumerate(table.chairs) if chair is not None)
            draft.add(ChairsRemoved(kept))
    rounds.begin_match(draft, None)
