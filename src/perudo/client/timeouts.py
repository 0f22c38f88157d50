"""How long to wait for a server before the connection counts as broken."""

from typing import Final

import httpx

ANSWER: Final = httpx.Timeout(10.0)
STREAM: Final = httpx.Timeout(10.0, read=40.0)
"""The server sends a beat every fifteen seconds."""
