"""The pages' addresses. What stands on the pages is the business of ``perudo.web``."""

from perudo.server.site import files, house, playroom, replays, tables

ROUTERS = (house.router, tables.router, replays.router, playroom.router, files.router)
