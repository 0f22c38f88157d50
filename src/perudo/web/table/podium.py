"""The order in which the players of a match ended, for the page of its result."""

from perudo.engine.actions import Seat
from perudo.table.live.audience import TableView


def places(table: TableView) -> list[Seat]:
    """All seats, the winner first, then whoever was out last; empty while a match is on."""
    view, winner = table.view, table.winner
    if view is None or winner is None:
        return []
    lasted = dict.fromkeys(range(view.seats), 0)
    for number, played in enumerate(view.past, 1):
        for seat, cup in enumerate(played.showdown.cups or ()):
            if cup:
                lasted[seat] = number
    # Who still has dice has resigned or lost to a resignation, and outlasted those who are out.
    rank = {seat: (seat == winner, seat not in view.out, lasted[seat]) for seat in lasted}
    return sorted(lasted, key=lambda seat: rank[seat], reverse=True)
