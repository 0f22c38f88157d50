"""Public facts that a page's script needs to take part in the dice (docs/fair-dice.md)."""

from typing import Any

from perudo.table.live.audience import TableView


def fair_facts(seen: TableView) -> dict[str, Any]:
    gathering = seen.gathering
    return {
        "match": seen.match,
        "round": 0 if seen.view is None else seen.view.number,
        "on": seen.on,
        "over": seen.winner is not None or seen.closed,
        "pledges": ["" if chair is None else chair.pledge for chair in seen.chairs],
        "gathering": None
        if gathering is None
        else {
            "round": gathering.round,
            "commitment": gathering.commitment,
            "pledges": gathering.pledges,
            "links": gathering.links,
            "from": _waits_from(seen),
        },
    }


def _waits_from(seen: TableView) -> int:
    """When the round begins to wait for links alone: before, people look at the showdown."""
    if seen.paused_until is None or seen.view is None:
        return 0
    out = seen.view.out
    playing = [c for seat, c in enumerate(seen.chairs) if c is not None and seat not in out]
    looking = any(c.person and c.level is None and not c.ready for c in playing)
    return seen.paused_until if looking else 0
