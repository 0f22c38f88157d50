"""Send a command to a table and answer for the seat that asked."""

from fastapi import Request
from starlette.responses import Response

from perudo.server.bodies import RefusalAnswer
from perudo.server.context import ACTION, TABLE, context_of, player_of, table_named
from perudo.server.room import CommittedEntry
from perudo.server.statuses import STATUSES
from perudo.table.live.commands import Act, Command
from perudo.table.live.log import json_bytes

REFUSALS: dict[int | str, dict[str, object]] = {
    status: {"model": RefusalAnswer} for status in STATUSES
}
"""For the API schema: every refusal has the same form."""


async def ask(request: Request, table: str, command: Command, key: str | None) -> Response:
    """Send a command to a table, given by id or code, as the guest who asks."""
    table = await table_named(request, table)
    payload = await ask_table(request, table, command, key)
    return Response(payload, media_type="application/json")


async def ask_table(request: Request, table: str, command: Command, key: str | None) -> bytes:
    """Send a command to a table given by id; return the answer as JSON."""
    scope = request.scope
    scope[TABLE], scope[ACTION] = table, command.action if isinstance(command, Act) else None
    player = player_of(request, table)
    room, committed = await context_of(request).tables.submit(table, player, command, key)
    room.note_request(player)
    return answer_for(committed, player)


def answer_for(committed: CommittedEntry, player: str | None) -> bytes:
    """The answer to this player as JSON: the events that the player's seat may know of."""
    payload = committed.payload(committed.audience(player))
    if payload is None:
        nothing = {"version": committed.version, "at": committed.entry.at, "events": []}
        payload = json_bytes(nothing)
    return payload
