"""The hash chains with which a client takes part in the dice (docs/fair-dice.md).

A chain begins with 32 random bytes; each element is the hash of the one before. The last element
is pledged, and links are revealed backwards from there, which nobody else can do.
"""

import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from perudo.records.fair_dice import SECRET_BYTES, commitment

LINKS: Final = 256
"""Links of one chain; when all are spent, a new chain is pledged."""
MOST_CHAINS: Final = 12
"""Older chains are kept, because an earlier pledge may still count."""
_OWNER_ONLY: Final = 0o600


@dataclass(frozen=True, slots=True)
class Chain:
    """``used`` counts the revealed links; ``on`` is the gathering that the last one was for."""

    root: str
    used: int = 0
    on: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pledge stands in a chain: 0 is the end that is pledged first."""

    chain: Chain
    at: int


def new_chain() -> Chain:
    return Chain(secrets.token_hex(SECRET_BYTES))


@lru_cache(maxsize=MOST_CHAINS)
def elements(root: str) -> Sequence[str]:
    """Return all elements, from the pledge back to the random root: each hashes to the next."""
    chain = [root]
    for _ in range(LINKS):
        chain.append(commitment(bytes.fromhex(chain[-1])))
    return tuple(reversed(chain))


def pledge_of(chain: Chain) -> str:
    """Return the end of a chain, which fixes all its links."""
    return elements(chain.root)[0]


class Chains:
    """The chains of one seat, newest last; kept in a private file if there is one.

    Whoever knows a chain can foresee this seat's share in the dice, so the file is for its owner
    only.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._chains = [] if file is None else _read(file)

    def pledge_anew(self) -> str:
        """Add a new chain and return its end, to be pledged."""
        chain = new_chain()
        self.add(chain)
        return pledge_of(chain)

    def add(self, chain: Chain) -> None:
        self._chains = [*self._chains, chain][-MOST_CHAINS:]
        self._save()

    def find(self, pledge: str) -> Place | None:
        """Return the place of a pledge in these chains; None if it is not ours."""
        for chain in reversed(self._chains):
            if pledge in elements(chain.root):
                return Place(chain, elements(chain.root).index(pledge))
        return None

    def spend(self, pledge: str, on: str) -> str | None:
        """Return the link behind a pledge, for one gathering only.

        None if it was spent on another gathering, or there is none: a server that got one link for
        two gatherings could choose between two throws.
        """
        place = self.find(pledge)
        if place is None or place.at == LINKS:
            return None
        chain = place.chain
        again = chain.used == place.at + 1 and chain.on == on
        if chain.used > place.at and not again:
            return None
        spent = replace(chain, used=place.at + 1, on=on)
        self._chains = [spent if one.root == chain.root else one for one in self._chains]
        self._save()
        return elements(chain.root)[place.at + 1]

    def _save(self) -> None:
        """Write before anything is revealed, so that a client that dies never spends twice."""
        if self._file is None:
            return
        text = json.dumps([asdict(chain) for chain in self._chains])
        beside = self._file.with_name(f"{self._file.name}.new")
        with open(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, _OWNER_ONLY), "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._file)


def _read(file: Path) -> list[Chain]:
    """Read kept chains; a file that cannot be used counts as none, and new chains are pledged."""
    try:
        chains = [
            Chain(one["root"], one["used"], one["on"]) for one in json.loads(file.read_text())
        ]
        for chain in chains:
            elements(chain.root)
    except (OSError, ValueError, TypeError, KeyError):
        return []
    return chains
