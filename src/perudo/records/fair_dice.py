"""Derive dice from a secret that was committed beforehand and from the seats' seeds.

``docs/fair-dice.md`` describes the scheme and what it proves.
"""

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from perudo.engine.actions import Seat
from perudo.engine.dice import FACES, Cup, Face, cup_of
from perudo.engine.errors import InvalidValue

SECRET_BYTES: Final = 32
LONGEST_SEED: Final = 64
LONGEST_LABEL: Final = 100
PROOF: Final = 2
"""The version of the scheme: in the first one seeds were not pledged beforehand."""
WITHHELD: Final = "-"
"""The seed of a seat that was pledged for the round and did not reveal its link."""

_SEED = re.compile(rf"[0-9A-Za-z_-]{{0,{LONGEST_SEED}}}")
_LABEL = re.compile(rf"[0-9A-Za-z/_-]{{1,{LONGEST_LABEL}}}")
_DIGEST = re.compile(r"[0-9a-f]{64}")

_FAIR_BYTES: Final = 256 - 256 % len(FACES)
_FACE_OF: Final = bytes(byte % len(FACES) + 1 for byte in range(256))
_REJECTED: Final = bytes(range(_FAIR_BYTES, 256))
"""Bytes that would make some faces likelier than others: 256 is not a multiple of 6."""


def is_seed(text: str) -> bool:
    """Whether a seat may contribute this; a seat that gave none has the empty seed."""
    return _SEED.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Whether this may name a match: the table's id, a slash and the number of the match."""
    return _LABEL.fullmatch(text) is not None


def is_digest(text: str) -> bool:
    """Whether this can be a commitment, a pledge or a link: 64 lower-case hex digits."""
    return _DIGEST.fullmatch(text) is not None


def is_pledge(text: str) -> bool:
    """Whether a round may list this as a pledge; it is empty unless the pledge is new."""
    return not text or is_digest(text)


def link_fits(link: str, pledge: str) -> bool:
    """Whether this is the link that was pledged: its hash is the pledge."""
    return is_digest(link) and commitment(bytes.fromhex(link)) == pledge


def secret_from(text: str) -> bytes | None:
    """A secret as records write it, in lower-case hex; None for anything else."""
    return bytes.fromhex(text) if _DIGEST.fullmatch(text) else None


def commitment(secret: bytes) -> str:
    """The hash that is published before the seats give their seeds."""
    return sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class FairRound:
    """What the dice of a round were derived from.

    ``seeds`` has one entry for every seat, including those that are out. The commitment is the
    published one, not yet checked against the secret.
    """

    commitment: str
    secret: bytes
    seeds: tuple[str, ...]
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        if not is_digest(self.commitment) or len(self.secret) != SECRET_BYTES:
            raise InvalidValue("a commitment is 64 lower-case hex digits, a secret 32 bytes")
        if not all(map(is_seed, self.seeds)):
            raise InvalidValue(f"a seed has at most {LONGEST_SEED} of the signs 0-9 A-Z a-z _ -")


def dice(
    secret: bytes, label: str, round_number: int, seeds: Sequence[str], what: str, count: int
) -> tuple[Face, ...]:
    """Throw ``count`` dice. ``what`` names their purpose, such as ``seat 2``."""
    message = f"{label}|{round_number}|{','.join(seeds)}|{what}|"
    thrown = hmac.digest(secret, f"{message}0".encode(), "sha256").translate(_FACE_OF, _REJECTED)
    counter = 0
    while len(thrown) < count:
        counter += 1
        more = hmac.digest(secret, f"{message}{counter}".encode(), "sha256")
        thrown += more.translate(_FACE_OF, _REJECTED)
    return tuple(thrown[:count])


def cup(
    secret: bytes, label: str, round_number: int, seeds: Sequence[str], seat: Seat, count: int
) -> Cup:
    """The cup of a seat that holds so many dice in this round."""
    return cup_of(dice(secret, label, round_number, seeds, f"seat {seat}", count))


def cups(
    secret: bytes, label: str, round_number: int, seeds: Sequence[str], counts: Sequence[int]
) -> tuple[Cup, ...]:
    """The cups of a whole round; ``counts`` says how many dice each seat holds."""
    return tuple(
        cup(secret, label, round_number, seeds, seat, count) if count else ()
        for seat, count in enumerate(counts)
    )


def start_cup(
    secret: bytes, label: str, seeds: Sequence[str], roll_off: int, seat: Seat, count: int
) -> Cup:
    """A seat's dice in a roll-off for the first turn, from the secret and seeds of round 1."""
    return cup_of(dice(secret, label, 1, seeds, f"start {roll_off} seat {seat}", count))


def draw(secret: bytes, label: str, seeds: Sequence[str], seats: int) -> Seat:
    """Draw the first starter, from the secret and seeds of round 1."""
    limit = 256 - 256 % seats
    counter = 0
    while True:
        message = f"{label}|1|{','.join(seeds)}|draw|{counter}"
        for byte in hmac.digest(secret, message.encode(), "sha256"):
            if byte < limit:
                return byte % seats
        counter += 1
