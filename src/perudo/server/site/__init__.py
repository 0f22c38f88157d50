"""Routes of the pages. Their content is made in ``perudo.web``."""

from perudo.server.site import (
    analysis,
    files,
    house,
    playroom,
    practice,
    replays,
    seat_links,
    table_pages,
)

ROUTERS = (
    house.router,
    table_pages.router,
    seat_links.router,
    replays.router,
    analysis.router,
    playroom.router,
    practice.router,
    files.router,
)
