"""Where things stand on the table's screen: each part as a drawing, from a sight."""

import time
from textwrap import wrap
from typing import Final

from rich.text import Text

from perudo.engine.actions import DUDO, Seat
from perudo.engine.bid import Bid
from perudo.i18n.tongue import Tongue
from perudo.terminal import felt
from perudo.terminal.drawn import Drawing, Spot
from perudo.terminal.offers import main_offer, offer_text, second_offer
from perudo.terminal.picker import ROWS, Picker
from perudo.terminal.sight import Offer, Sight
from perudo.terminal.theme import Palette
from perudo.wording.dice_text import bid_text

SIDE: Final = 34
"""Columns for the picker and for what can be done, at the right."""
WIDE: Final = 110
"""From so many columns on there is room for a list of the round's bids."""
CSS: Final = f"""
TableScreen > #head {{ height: 1; background: $panel; text-style: bold; }}
TableScreen > #seats {{ height: {felt.CARD_ROWS}; }}
TableScreen > #centre {{ height: 1; text-align: center; background: $surface; }}
TableScreen > #middle {{ height: 1fr; min-height: {ROWS}; }}
#middle > #news {{ width: 1fr; height: 100%; padding: 0 1; }}
#middle > #bids {{ width: 26; height: 100%; }}
#middle > #picker {{ width: {SIDE}; height: 100%; }}
TableScreen > #own {{ height: {felt.HAND_ROWS}; }}
#own > #hand {{ width: 1fr; height: 100%; }}
#own > #actions {{ width: {SIDE}; height: 100%; }}
TableScreen > #message {{ height: 3; padding: 0 1; color: $accent; text-style: bold; }}
TableScreen > #notice {{ height: 1; padding: 0 1; color: $primary; }}
TableScreen.-alert > #notice {{ text-style: bold reverse; }}
TableScreen > #foot {{ height: 1; background: $panel; }}
"""


def head(t: Tongue, sight: Sight, width: int, palette: Palette) -> Drawing:
    """The box, the round, and how many dice there are, where that is known."""
    left = Text(" Perudo", no_wrap=True)
    left.append(f" · {sight.title}" if sight.title else "", palette.key)
    view = sight.view
    right = ""
    if view is not None and view.number:
        right = t.say("Round {number}", number=view.number)
        dice = [sight.dice_of(seat) for seat in range(view.seats)]
        if view.number == 1 and not view.past:
            dice = list(view.first_dice)
        known = [count for count in dice if count is not None]
        if len(known) == view.seats:
            on_table = t.plural("{n} die on the table", "{n} dice on the table", sum(known))
            right = f"{right} · {on_table}"
    left.truncate(max(width - len(right) - 2, 1), overflow="ellipsis")
    gap = max(width - len(left) - len(right) - 1, 1)
    return Drawing((left.append(" " * gap).append(right),))


def seats(t: Tongue, sight: Sight, width: int, palette: Palette) -> Drawing:
    return Drawing(tuple(felt.seats(t, sight, width, palette)))


def hand(t: Tongue, sight: Sight, palette: Palette) -> Drawing:
    return Drawing(tuple(felt.hand(t, sight, palette)))


def centre(t: Tongue, sight: Sight, width: int, palette: Palette) -> Drawing:
    """The bid that everything is about, or the count as the cups go up."""
    line = Text(no_wrap=True, justify="center")
    showdown, view = sight.showdown, sight.view
    if showdown is not None:
        who = _who(t, sight, showdown.caller)
        dudo = showdown.call is DUDO
        call = t.say("{who}: {Dudo}!", who=who) if dudo else t.say("{who}: {Calza}!", who=who)
        line.append(f"{call}  ", f"bold {palette.bad}")
        line.append(bid_text(t, showdown.bid), "bold")
        found = sight.counted if showdown.cups is not None else showdown.found
        counted = bid_text(t, Bid(found, showdown.bid.face))
        style = palette.good if found >= showdown.bid.quantity else palette.accent
        line.append("  →  ").append(counted, f"bold {style}")
    elif view is not None and sight.standing is not None:
        seat, bid = sight.standing
        who = _who(t, sight, seat)
        line.append(t.say("{who}: {bid}", who=who, bid=bid_text(t, bid)), f"bold {palette.accent}")
        line.append(_turn(t, sight), palette.die)
    elif view is not None and view.turn is not None:
        if view.turn == sight.you:
            line.append(t.say("You open the round."), f"bold {palette.accent}")
        else:
            line.append(t.say("{who} opens the round.", who=sight.places[view.turn].name))
    elif sight.headline:
        line.append(sight.headline, f"bold {palette.accent}")
    line.truncate(width, overflow="ellipsis")
    return Drawing((line,))


def _who(t: Tongue, sight: Sight, seat: Seat) -> str:
    return t.say("You") if seat == sight.you else sight.places[seat].name


def _turn(t: Tongue, sight: Sight) -> str:
    view = sight.view
    if view is None or view.turn is None:
        return ""
    if view.turn == sight.you:
        return "  ·  " + t.say("Your turn.")
    return "  ·  " + t.say("It is {who}'s turn.", who=sight.places[view.turn].name)


def main_of(sight: Sight) -> str | None:
    """What Enter does now; None if nothing is waited for."""
    offer = main_offer(sight)
    if offer is Offer.TURN:
        return "bid"
    return None if offer is None else f"offer {offer.name}"


def actions(t: Tongue, sight: Sight, picker: Picker | None, palette: Palette) -> Drawing:
    """What can be done now, a line each, with its key."""
    rows = _rows(t, sight, picker)
    lines, spots = [], []
    for y, (key, words, does, may) in enumerate(rows[: felt.HAND_ROWS]):
        line = Text(no_wrap=True)
        style = f"bold {palette.key}" if may else palette.dim
        line.append(f" {key} ", f"reverse {style}")
        line.append(f" {words}", style if may else palette.dim)
        line.truncate(SIDE - 1, overflow="ellipsis")
        lines.append(line)
        spots.append(Spot(0, y, SIDE, does))
    return Drawing(tuple(lines), tuple(spots))


def _rows(t: Tongue, sight: Sight, picker: Picker | None) -> list[tuple[str, str, str, bool]]:
    enter, rows = t.say("Enter"), []
    view, offers = sight.view, sight.offers
    if Offer.TURN in offers and picker is not None:
        bid = t.say("Bid: {bid}", bid=bid_text(t, picker.bid))
        rows.append((enter, bid, "bid", picker.legal))
    if view is not None and Offer.TURN in offers:
        rows.append(("d", t.say("{Dudo}!"), "dudo", view.legal.dudo))
    if view is not None and view.rules.plays_calza and offers & {Offer.TURN, Offer.CALZA}:
        may = view.legal.calza or Offer.CALZA in offers
        rows.append(("c", t.say("{Calza}!"), "calza", may))
    main, second = main_offer(sight), second_offer(sight)
    for offer in (Offer.GO_ON, Offer.START, Offer.BACK, Offer.REMATCH, Offer.FILL, Offer.SKIP):
        if offer in offers:
            key = enter if offer is main else "b" if offer is second else " "
            rows.append((key, offer_text(t, sight, offer), f"offer {offer.name}", True))
    if Offer.TURN in offers:
        words = t.say("Hint") if sight.coach else t.say("How likely is it?")
        rows.append(("h", words, "hint", True))
    return rows


def foot(t: Tongue, sight: Sight, width: int, palette: Palette) -> Drawing:
    """The keys that always work."""
    keys = [("?", t.say("Keys"), "keys"), ("h", t.say("Odds"), "hint")]
    if Offer.TALK in sight.offers:
        keys += [("t", t.say("Talk"), "talk"), ("r", t.say("Reactions"), "react")]
    keys += [("l", t.say("Colours"), "light"), ("q", t.say("Leave"), "leave")]
    return key_line(keys, width, palette)


def key_line(keys: list[tuple[str, str, str]], width: int, palette: Palette) -> Drawing:
    line, spots = Text(no_wrap=True), []
    for key, words, does in keys:
        start = len(line)
        if start + len(key) + len(words) + 4 > width:
            break
        line.append(f" {key} ", f"bold reverse {palette.key}").append(f" {words} ")
        spots.append(Spot(start, 0, len(line) - start, does))
        line.append(" ")
    return Drawing((line,), tuple(spots))


def notice(t: Tongue, sight: Sight) -> str:
    """One line about the table: its own, or how much time is left."""
    if sight.deadline is None or sight.showdown is not None:
        return sight.notice
    left = max(round(sight.deadline / 1000 - time.time()), 0)
    clock = t.say("{time} left", time=f"{left // 60}:{left % 60:02}")
    return f"{sight.notice} · {clock}" if sight.notice else clock


def bids(t: Tongue, sight: Sight, height: int, palette: Palette) -> Drawing:
    """The bids of the round, the latest at the end."""
    rows = [Text(t.say("Bids of this round"), f"bold {palette.key}", no_wrap=True)]
    shown = sight.bids[-max(height - 1, 0) :]
    for made in shown:
        style = palette.cups.get(sight.places[made.seat].colour, "")
        words = t.say("{who}: {bid}", who=_who(t, sight, made.seat), bid=bid_text(t, made.bid))
        rows.append(Text(words, f"bold {style}" if made is shown[-1] else style, no_wrap=True))
    if not shown:
        rows.append(Text(t.say("No bid yet."), palette.dim))
    return Drawing(tuple(rows if sight.view is not None else ()))


def news(lines: list[str], width: int, height: int, back: int) -> tuple[int, Drawing]:
    """The latest lines that fit, ``back`` lines further up, and how far up that really is."""
    if width <= 0 or height <= 0:
        return 0, Drawing()
    rows = [row for line in lines for row in (wrap(line, width) or [""])]
    back = min(back, max(len(rows) - height, 0))
    end = len(rows) - back
    shown = rows[max(end - height, 0) : end]
    return back, Drawing(tuple(Text(row, no_wrap=True) for row in shown))
