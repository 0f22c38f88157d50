"""How long a table waits for somebody before others may go on without that player.

One place for these decisions: commands are decided and pages make their offers from here.
"""

from typing import Final

AWAY_MS: Final = 60_000
"""A turn without a move for so long, at a table without a clock: its player may be away."""
IDLE_MS: Final = 180_000
"""After so long it does not matter whether the player's page is open."""
LOBBY_MS: Final = 40_000
"""In the open lobby: from the moment there are enough players until the match starts."""


def hand_over_at(
    waits_since: int, *, clock: bool, in_turn: bool, away: bool | None, host: bool
) -> int | None:
    """When somebody else may let a bot play for a player; None if not at all, as things are.

    ``away`` is what the server sees; None if it cannot tell. The host need not wait for a player
    who is seen to be away. Others may act where the table would wait for ever: at a table without
    a clock, for the player in turn.
    """
    if host and away:
        return 0
    if not in_turn or (clock and not host):
        return None
    if clock:
        return None if away is False else waits_since + AWAY_MS
    return waits_since + (IDLE_MS if away is False else AWAY_MS)


def take_chair_at(waits_since: int, *, away: bool | None) -> int | None:
    """When somebody else at the table may become the host, while no match is on."""
    if away is None:
        return waits_since + IDLE_MS
    return waits_since if away else None
