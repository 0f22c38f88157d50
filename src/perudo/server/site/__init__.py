"""The pages' addresses. What stands on the pages is the business of ``perudo.web``."""

from perudo.server.site import files, house, replays

ROUTERS = (house.router, replays.router, files.router)
