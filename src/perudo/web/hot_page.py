"""The set-up page of a hot-seat match: one device that is passed around."""

from perudo.engine.dice import MOST_SEATS
from perudo.engine.editions import EDITIONS
from perudo.engine.house import options_offered
from perudo.table.live.labels import levels
from perudo.table.live.settings import has_coach
from perudo.web.defaults import default_box, default_options
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.wording.rule_text import box_text, option_text


def hot_page(reader: Reader) -> Page:
    editions = []
    for key, edition in EDITIONS.items():
        t = tongue(reader.lang, key)
        usual = default_options(edition)
        options = [(o, option_text(t, o), o in usual) for o in options_offered(edition)]
        editions.append((key, box_text(t, edition.words), options))
    t = tongue(reader.lang)
    return page(
        "hot",
        reader,
        styles=("hot",),
        scripts=("hot-setup",),
        editions=editions,
        default=default_box(reader.lang).key,
        levels=levels(t),
        most_seats=MOST_SEATS,
        has_coach=has_coach(),
    )
