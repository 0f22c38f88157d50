"""How every request to a table goes: who asks, the command, and the answer for that seat."""

from fastapi import Request
from starlette.responses import Response

from perudo.server.bodies import RefusalAnswer
from perudo.server.context import context_of, player_of, table_named
from perudo.server.room import Landed
from perudo.table.live.commands import Act, Command
from perudo.table.live.log import json_bytes

REFUSALS: dict[int | str, dict[str, object]] = {
    status: {"model": RefusalAnswer}
    for status in (401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503, 507)
}
"""Every answer that is not a success has the same form."""


async def ask(request: Request, table: str, command: Command, key: str | None) -> Response:
    """Send the command to the table as whoever asks, and answer for that seat."""
    tables = context_of(request).tables
    table = await table_named(request, table)
    player = player_of(request, table)
    if isinstance(command, Act):
        request.state.action = command.action  # a refusal names its face
    answered = await tables.submit(table, player, command, key)
    room = tables.rooms.get(table)
    if room is not None:
        room.noticed(player)
    return answer_for(answered.landed, player)


def answer_for(landed: Landed, player: str | None) -> Response:
    seat = landed.table.seat_of(player)
    payload = landed.payload(seat)
    if payload is None:
        nothing = {"version": landed.version, "at": landed.entry.at, "events": []}
        payload = json_bytes(nothing)
    return Response(payload, media_type="application/json")
