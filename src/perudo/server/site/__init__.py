"""The pages' addresses. What stands on the pages is the business of ``perudo.web``."""

from perudo.server.site import files, house, playroom, replays, seats, tables

ROUTERS = (
    house.router,
    tables.router,
    seats.router,
    replays.router,
    playroom.router,
    files.router,
)
