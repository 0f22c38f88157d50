"""What a table is called: by its host, in words. Its id and its code are for links."""

from perudo.engine.editions import EDITIONS
from perudo.i18n.tongue import Tongue
from perudo.table.live.audience import TableView
from perudo.table.live.labels import coach_about
from perudo.wording.rule_text import box_text


def title_text(t: Tongue, table: TableView) -> str:
    host = None if table.host is None else table.chairs[table.host]
    if host is None:
        return t.say("A table")
    if table.seat == table.host:
        return t.say("Your table")
    return t.say("{who}'s table", who=host.name)


def invitation_text(t: Tongue, table: TableView) -> str:
    """What somebody reads who is sent the table's link."""
    if table.closed:
        return t.say("Everybody has left this table. Open a new one.")
    if table.winner is not None:
        return t.say("The match is over. You can look at it again.")
    if table.view is not None:
        return t.say("A match is being played. You can watch.")
    free = table.chairs.count(None)
    box = box_text(t, EDITIONS[table.settings.edition].words)
    chairs = t.plural("{n} free chair", "{n} free chairs", free)
    invitation = t.say("Come and play Perudo. {box}; {chairs}.", box=box, chairs=chairs)
    return f"{invitation} {coach_about(t)}" if table.settings.coach else invitation
