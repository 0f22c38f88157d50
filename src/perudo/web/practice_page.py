"""Practice: an overview by theme, and a page for each position. Progress stays in the browser."""

from datetime import date
from typing import NamedTuple, assert_never

from perudo.bots.roster import BOT_NAMES
from perudo.coach.practice import Position, Theme, positions
from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import has_jokers
from perudo.engine.view import View, remembered_dice
from perudo.i18n.tongue import Tongue
from perudo.table.live.settings import COLOURS
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.web.table.picker import Call, picker
from perudo.wording.dice_text import bid_text, die_text
from perudo.wording.rule_text import box_text, palifico_rule
from perudo.wording.story import Story


class ThemeCard(NamedTuple):
    key: str
    name: str
    about: str
    keys: str
    """Of its positions, for the script, which knows what was done."""
    many: int


class Place(NamedTuple):
    """A seat of a position, clockwise from the next player; the reader's is the last."""

    name: str
    colour: str
    dice: int
    you: bool
    turn: bool


class SpokenBid(NamedTuple):
    name: str
    bid: Bid
    text: str


def practice_page(reader: Reader, today: date) -> Page:
    t = tongue(reader.lang)
    return page(
        "practice",
        reader,
        styles=("practice",),
        scripts=("practice",),
        theme_cards=[_theme_card(t, theme) for theme in Theme],
        today=today.isoformat(),
    )


def _theme_card(t: Tongue, theme: Theme) -> ThemeCard:
    keys = [position.key for position in positions(theme)]
    about = theme_about(t, theme)
    return ThemeCard(theme.value, theme_text(t, theme), about, " ".join(keys), len(keys))


def position_page(reader: Reader, position: Position, day: date | None = None) -> Page:
    """``day`` is that of the daily puzzle, if it is one."""
    view = position.view
    box = view.rules.words.value
    t = tongue(reader.lang, box)
    names = _names(t, view)
    story = Story(t, view.rules, names, view.seat)
    standing = view.bids[-1].bid if view.bids else None
    return page(
        "position",
        reader,
        box=box,
        styles=("picker", "outlooks", "practice"),
        scripts=("position",),
        position=position,
        day=None if day is None else day.isoformat(),
        theme_name=theme_text(t, position.theme),
        keys=" ".join(one.key for one in positions(position.theme)),
        box_key=box,
        box_name=box_text(t, view.rules.words),
        places=_places(names, view),
        bids=[SpokenBid(names[seat], bid, bid_text(t, bid)) for seat, bid in view.bids],
        palifico="" if view.palifico is None else story.palifico(view.palifico),
        palifico_rule=palifico_rule(t, view.rules),
        view=view,
        jokers=has_jokers(view.palifico),
        face_text=lambda face: die_text(t, face),
        # What the picker of a table needs.
        table={"match": 0, "deadline": None},
        coached=False,
        picker=picker(t, view, names),
        standing=standing,
        standing_text="" if standing is None else bid_text(t, standing),
        plays_calza=view.legal.calza,
        dudo=Call(view.legal.dudo, t.say("You open the round."), ""),
        calza=Call(view.legal.calza, "", ""),
    )


def _names(t: Tongue, view: View) -> tuple[str, ...]:
    others = iter(BOT_NAMES)
    return tuple(t.say("You") if seat == view.seat else next(others) for seat in range(view.seats))


def _places(names: tuple[str, ...], view: View) -> list[Place]:
    assert view.seat is not None
    dice = remembered_dice(view)

    def place(seat: Seat) -> Place:
        return Place(names[seat], COLOURS[seat], dice[seat], seat == view.seat, seat == view.turn)

    order = [(view.seat + step) % view.seats for step in range(1, view.seats + 1)]
    return [place(seat) for seat in order if dice[seat]]


def theme_text(t: Tongue, theme: Theme) -> str:
    match theme:
        case Theme.OPENING:
            return t.say("The first bid")
        case Theme.PALIFICO:
            return t.word("Palifico")
        case Theme.CALZA:
            return t.word("Calza")
        case Theme.LAST_TWO:
            return t.say("The last two")
        case _ as never:
            assert_never(never)


def theme_about(t: Tongue, theme: Theme) -> str:
    match theme:
        case Theme.OPENING:
            return t.say("You open the round: how high do you begin?")
        case Theme.PALIFICO:
            return t.say("Somebody is down to one die, and nobody may use jokers.")
        case Theme.CALZA:
            return t.say("Is the bid exactly right, too high, or too low?")
        case Theme.LAST_TWO:
            return t.say("Only two players are left, and every die counts.")
        case _ as never:
            assert_never(never)
