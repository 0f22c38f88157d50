"""Routes of the pages. Their content is made in ``perudo.web``."""

from perudo.server.site import files, house, playroom, replays, seat_links, table_pages

ROUTERS = (
    house.router,
    table_pages.router,
    seat_links.router,
    replays.router,
    playroom.router,
    files.router,
)
