"""Public facts that a page's script needs to take part in the dice (docs/fair-dice.md)."""

from typing import Any

from perudo.table.live.audience import TableView


def fair_facts(table: TableView) -> dict[str, Any]:
    gathering = table.gathering
    return {
        "match": table.match,
        "round": 0 if table.view is None else table.view.number,
        "on": table.on,
        "over": table.winner is not None or table.closed,
        "pledges": ["" if chair is None else chair.pledge for chair in table.chairs],
        "gathering": None
        if gathering is None
        else {
            "round": gathering.round,
            "commitment": gathering.commitment,
            "pledges": gathering.pledges,
            "links": gathering.links,
            "from": _waits_from(table),
        },
    }


def _waits_from(table: TableView) -> int:
    """When the round begins to wait for links alone: before, people look at the showdown."""
    if table.paused_until is None or table.view is None:
        return 0
    out = table.view.out
    playing = [c for seat, c in enumerate(table.chairs) if c is not None and seat not in out]
    looking = any(c.person and c.level is None and not c.ready for c in playing)
    return table.paused_until if looking else 0
