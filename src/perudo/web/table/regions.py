"""The changing parts of a table's page, each as HTML for one audience."""

from typing import Any, Final

from markupsafe import Markup

from perudo.engine.dice import has_jokers
from perudo.engine.edition import FirstStarter
from perudo.engine.editions import EDITIONS
from perudo.table.live.audience import TableView
from perudo.table.live.commands import LONGEST_TEXT
from perudo.table.live.events_json import settings_json
from perudo.table.live.labels import coach_about, colours, levels, reactions
from perudo.table.live.settings import Settings, has_coach
from perudo.web.qr import qr_svg
from perudo.web.rendering import fragment, tongue
from perudo.web.table.absences import hand_over_from, living, take_host_from
from perudo.web.table.page_context import PageContext
from perudo.web.table.picker import call, picker
from perudo.web.table.podium import places
from perudo.web.table.seat_cards import names_of, seat_cards, shown_bids
from perudo.web.table.showdown_scene import scene
from perudo.wording.dice_text import bid_text, die_text, faces_text
from perudo.wording.rule_text import box_text, option_text, palifico_rule
from perudo.wording.story import Story

REGIONS: Final = (
    "head",
    "seats",
    "centre",
    "hand",
    "actions",
    "bids",
    "talk",
    "fair",
    "people",
    "curtain",
    "leave",
    "gallery",
)


def box_of(table: TableView) -> str:
    """The box whose words this table uses."""
    return table.settings.setup().rules.words.value


def regions(table: TableView, context: PageContext) -> dict[str, str]:
    facts = _facts(table, context)
    return {
        name: fragment(f"table_{name}", context.reader, box=box_of(table), **facts).strip()
        for name in REGIONS
    }


def _same_settings(settings: Settings) -> dict[str, Any]:
    """The settings for another table like this one, as a request has them."""
    return {name: value for name, value in settings_json(settings).items() if name != "lobby"}


def _facts(table: TableView, context: PageContext) -> dict[str, Any]:
    t = tongue(context.reader.lang, box_of(table))
    view, settings = table.view, table.settings
    rules = settings.setup().rules
    cards = seat_cards(t, table, context.away)
    names = names_of(t, table)
    story = Story(t, rules, names, table.seat)
    free = sum(chair is None for chair in table.chairs)
    taken = {chair.colour for chair in table.chairs if chair is not None}
    link = f"{context.url}/t/{table.code}"
    return {
        "table": table,
        "view": view,
        "cards": cards,
        "outcast": context.outcast,
        "sees_away": context.sees_away,
        "by_seat": {card.seat: card for card in cards},
        "own": cards[0] if table.seat is not None else None,
        "names": names,
        "scene": scene(table, story),
        "story": story,
        "dice_in_play": _dice_in_play(table),
        "jokers": view is not None and has_jokers(view.palifico),
        "standing": view.bids[-1].bid if view is not None and view.bids else None,
        "standing_text": bid_text(t, view.bids[-1].bid) if view is not None and view.bids else "",
        "bidder": names[view.bids[-1].seat] if view is not None and view.bids else "",
        "spoken_bids": [
            (made, names[made.seat], bid_text(t, made.bid)) for made in shown_bids(table)
        ],
        "picker": picker(t, view, names),
        "dudo": call(t, names, table.no_dudo),
        "calza": call(t, names, table.no_calza),
        "plays_calza": rules.plays_calza,
        "rules": rules,
        "has_coach": has_coach(),
        "coached": settings.coach and view is not None and is_own_turn(table),
        "coach_about": coach_about(t),
        "palifico_rule": palifico_rule(t, rules),
        "box_name": box_text(t, EDITIONS[settings.edition].words),
        "options": [option_text(t, option) for option in settings.options],
        "house": bool(settings.house),
        "asks_toucan": rules.first_starter is FirstStarter.TOUCAN,
        "free": free,
        "colours": [(colour, text, colour not in taken) for colour, text in colours(t)],
        "levels": levels(t),
        "reactions": reactions(t),
        "onlookers": context.onlookers,
        "longest_text": LONGEST_TEXT,
        "faces_text": lambda face: faces_text(t, face),
        "face_text": lambda face: die_text(t, face),
        "link": link,
        "qr": qr_svg(link) if view is None else Markup(""),
        "is_host": table.seat is not None and table.seat == table.host and not table.gathers,
        "all_wish_bots": all(c.bots for c in table.chairs if c is not None and c.person),
        "only_bots": table.on and not living(table),
        "others_play": any(seat != table.seat for seat in living(table)),
        "hand_over_from": hand_over_from(table, context),
        "take_host_from": take_host_from(table, context),
        "same_settings": lambda: _same_settings(settings),
        "places": places(table),
        "alone": sum(chair is not None and chair.person for chair in table.chairs) == 1
        and not free,
        "playing": table.seat is not None and view is not None and table.seat not in view.out,
    }


def is_own_turn(table: TableView) -> bool:
    """Whether it is this seat's turn and no bot plays for it."""
    if table.seat is None or table.view is None or not table.on:
        return False
    chair = table.chairs[table.seat]
    return table.view.turn == table.seat and chair is not None and chair.level is None


def _dice_in_play(table: TableView) -> int | None:
    """How many dice are under all cups, where the rules let it be known: always at first."""
    view = table.view
    if view is None or view.turn is None:
        return None
    if view.number == 1:
        return sum(view.first_dice)
    counts = [left for left in view.dice if left is not None]
    return sum(counts) if len(counts) == len(view.dice) else None
