"""Take part in the dice of a live table: what to pledge and reveal, and what to write down.

It asks nobody and reads no clock, so that the blocking and the async client share it. The protocol
and why it holds are in docs/fair-dice.md.
"""

import json
from pathlib import Path
from typing import Final, NamedTuple

from perudo.client.chain import LINKS, Chains
from perudo.client.state import Gathering, Json, TableState
from perudo.records.client_notes import Note, read_notes

MOST_REFUSALS: Final = 3
"""Pledges refused in a row before the client stops asking."""


class Duty(NamedTuple):
    """A request to be sent for the dice."""

    what: str
    body: Json


class Part:
    """One seat's part in the dice.

    What the client was shown before each link that it revealed is noted, in a file if there is
    one, for ``perudo verify --kept``.
    """

    def __init__(self, chains: Chains, file: Path | None = None) -> None:
        self.chains = chains
        self._file = file
        self._notes: list[str] = []
        self._sent = ""
        self._looked = False
        self._refusals = 0

    def notes(self) -> list[Note]:
        """Return the notes, those of earlier processes too if they were kept."""
        if self._file is not None and self._file.exists():
            return read_notes(self._file.read_text())
        return read_notes("\n".join(self._notes))

    def duty(self, table: TableState, *, current: bool) -> Duty | None:
        """Return what this table asks of the seat now.

        ``current``: the client has just (re)connected, so this is no table of a moment ago.
        """
        if current:
            self._refusals = 0
        if table.seat is None or table.closed or not (table.on or table.winner is None):
            return None
        if table.gathering is not None:
            duty = self._link(table, table.seat, table.gathering)
            if duty is not None:
                return duty
        chair = table.chairs[table.seat]
        pledge = "" if chair is None else chair.pledge
        place = self.chains.find(pledge)
        first, self._looked = not self._looked, True
        if place is None:
            # Another device's pledge is left alone, except at first sight: two devices of one
            # player would otherwise replace each other for ever.
            return self._anew() if first or not pledge else None
        went_back = current and table.gathering is None and place.at < place.chain.used
        return self._anew() if went_back or place.at == LINKS else None

    def _link(self, table: TableState, seat: int, gathering: Gathering) -> Duty | None:
        pledge = gathering.pledges[seat]
        if gathering.links[seat] or self.chains.find(pledge) is None:
            return None
        facts = (table.match, gathering.round, gathering.commitment, *gathering.pledges)
        on = ",".join(map(str, facts))
        if on == self._sent:
            return None
        link = self.chains.spend(pledge, on)
        if link is None:
            return self._anew()
        fixed = {
            "label": f"{table.table}/{table.match}",
            "round": gathering.round,
            "commitment": gathering.commitment,
            "pledges": gathering.pledges,
        }
        self._note(json.dumps({**fixed, "seat": seat, "link": link}))
        self._sent = on
        key = f"link-{table.match}-{gathering.round}-{gathering.commitment[:8]}"
        return Duty("link", {"round": gathering.round, "link": link, "key": key})

    def refused(self, duty: Duty) -> None:
        """Give up pledging after a few refusals, until the client connects again."""
        if duty.what == "pledge":
            self._refusals += 1

    def _anew(self) -> Duty | None:
        if self._refusals >= MOST_REFUSALS:
            return None
        return Duty("pledge", {"pledge": self.chains.pledge_anew()})

    def _note(self, line: str) -> None:
        """Write down what the server has fixed, before the link is revealed."""
        if line in self._notes:
            return
        self._notes.append(line)
        if self._file is not None:
            with self._file.open("a") as file:
                file.write(f"{line}\n")
