"""Seats at live tables that were taken from this machine, so that one can come back to them."""

import json
import os
from pathlib import Path
from typing import Any, Final

from perudo.client import SeatKey
from perudo.state import state_folder

_OWNER_ONLY: Final = 0o600
MOST: Final = 50
"""Older seats are forgotten."""


class KeptSeats:
    """The keys of seats by server, code and name. Each is a secret: only the owner reads the file.

    What cannot be read counts as empty: a seat can be opened by its personal link as well.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder()
        self._file = self.folder / "seats.json"

    def find(self, address: str, code: str, name: str | None) -> SeatKey | None:
        """The latest seat at this table; under this name, if one is given."""
        for seat in reversed(self._all()):
            same = seat["address"] == address and seat["code"].casefold() == code.casefold()
            if same and name in (None, seat["name"]):
                return SeatKey(address, seat["table"], seat["token"], self.folder / "dice")
        return None

    def keep(self, key: SeatKey, code: str, name: str) -> None:
        seat = {
            "address": key.address,
            "code": code,
            "name": name,
            "table": key.table,
            "token": key.token,
        }
        self._write([*(other for other in self._all() if other != seat), seat][-MOST:])

    def forget(self, key: SeatKey) -> None:
        self._write([seat for seat in self._all() if seat["token"] != key.token])

    def _all(self) -> list[dict[str, Any]]:
        try:
            seats = json.loads(self._file.read_text(encoding="utf-8"))
            wanted = {"address", "code", "name", "table", "token"}
            return [seat for seat in seats if wanted <= set(seat)]
        except (OSError, ValueError, TypeError):
            return []

    def _write(self, seats: list[dict[str, Any]]) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self._file.with_suffix(f".{os.getpid()}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(seats, file)
        fresh.replace(self._file)
