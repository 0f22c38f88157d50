"""Read the body of a request without the framework."""

from math import inf

from starlette.requests import ClientDisconnect
from starlette.types import Receive


async def read_body(receive: Receive, most: float = inf) -> bytes:
    """Read the body, or a little more than ``most`` bytes of a longer one.

    Raises ``ClientDisconnect`` if the client leaves before all of it has arrived.
    """
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body
