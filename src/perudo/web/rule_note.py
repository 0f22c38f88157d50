"""A rule in a sentence, shown over the table's page when its reader asks why."""

from perudo.web.editions_page import box_name
from perudo.web.reader import Reader
from perudo.web.rendering import fragment, tongue
from perudo.wording.clause_text import clause_text


def rule_note(reader: Reader, clause: str, box: str) -> str | None:
    """The note in the words of a box; None for an unknown clause."""
    t = tongue(reader.lang, box)
    told = clause_text(t, clause)
    if told is None:
        return None
    book = "" if told.box is None else box_name(t, told.box)
    return fragment("rule", reader, box=box, told=told, clause=clause, book=book, of=t.box)
