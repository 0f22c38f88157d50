"""Draw cups and dice in letters: pure functions from a sight to lines of text."""

from typing import Final

from rich.text import Text

from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE, PACO, Cup, Face
from perudo.i18n.tongue import Tongue
from perudo.terminal.sight import Place, Sight
from perudo.terminal.theme import Palette
from perudo.wording.dice_text import bid_text

STAR: Final = "★"
"""The face of a Paco."""
TURN: Final = "▶"
CARD_ROWS: Final = 5
HAND_ROWS: Final = 5
_CUP: Final = ("  ▄▄▄▄▄  ", " ▟█████▙ ", "▟███████▙")
_PIPS: Final = {
    1: ("     ", "  ★  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
_HEAVY: Final = ("┏━━━━━━━┓", "┃", "┗━━━━━━━┛")
_LIGHT: Final = ("┌───────┐", "│", "└───────┘")
_LARGE: Final = 9
_SMALL: Final = 5
_TINY: Final = 3


def face_sign(face: Face) -> str:
    """A face in one letter, as it is drawn on a small die."""
    return STAR if face == PACO else str(face)


def cell(text: str, width: int) -> str:
    """Fit a text into so many columns; what is too long ends in an ellipsis."""
    if width <= 0:
        return ""
    return text if len(text) <= width else text[: width - 1] + "…"


def seats(t: Tongue, sight: Sight, width: int, palette: Palette) -> list[Text]:
    """The other players side by side, each a card of ``CARD_ROWS`` lines."""
    shown = sight.others
    wide = width // max(len(shown), 1)
    cards = [_card(t, sight, seat, wide - 1, palette) for seat in shown]
    lines = []
    for row in range(CARD_ROWS):
        line = Text(no_wrap=True)
        for place, card in enumerate(cards):
            line.append_text(card[row])
            if place < len(cards) - 1:
                line.append("│", palette.dim)
        lines.append(line)
    return lines


def _card(t: Tongue, sight: Sight, seat: Seat, wide: int, palette: Palette) -> list[Text]:
    place, view = sight.places[seat], sight.view
    out = sight.is_out(seat)
    style = palette.cups.get(place.colour, palette.die)
    turn = view is not None and view.turn == seat and sight.showdown is None
    name = place.name or t.say("free chair")
    if turn:
        name = f"{TURN} {name}"
    if sight.palifico == seat and not out:
        name = f"{name} · {t.word('palifico')}"
    top = _centred(name, wide, f"bold {style}" + (" reverse" if turn else ""))
    bid = sight.bid_of(seat)
    standing = sight.standing
    if out:
        below, low = t.say("out"), palette.dim
    elif bid is not None:
        newest = standing is not None and standing.seat == seat
        below, low = bid_text(t, bid), f"bold {palette.accent}" if newest else ""
        if newest and sight.showdown is None:
            below = f"» {below} «"
    else:
        below, low = place.sign, palette.dim
    return [top, *_middle(sight, seat, wide, palette, style, out), _centred(below, wide, low)]


def _middle(
    sight: Sight, seat: Seat, wide: int, palette: Palette, style: str, out: bool
) -> list[Text]:
    """Three lines: the cup, or the dice that lie open."""
    cup = sight.cup(seat)
    if cup:
        return open_dice(sight, cup, wide, palette)
    if out or not sight.places[seat].name:
        return [Text(" " * wide) for _ in _CUP]
    dice = sight.dice_of(seat)
    lines = []
    for row, part in enumerate(_CUP):
        count = f" ×{dice}" if row == 1 and dice is not None else "   "
        pad = "   " if wide >= len(part) + 2 * len(count) else ""
        lines.append(_centred(f"{pad}{part}{count}", wide, style))
    return lines


def open_dice(sight: Sight, cup: Cup, wide: int, palette: Palette) -> list[Text]:
    """Small dice in three lines, framed where there is room; those that count stand out."""
    if len(cup) * _SMALL > wide:
        line = Text(no_wrap=True)
        tight = len(cup) * _TINY > wide
        for face in cup:
            counts = sight.counts(face)
            sign, style = face_sign(face), _die_style(sight, counts, palette)
            if tight:
                line.append(sign, f"{style} reverse" if counts else style).append(" ")
            else:
                line.append(f"[{sign}]" if counts else f" {sign} ", style)
        blank = Text(" " * wide)
        return [blank, _padded(line, wide), blank]
    lines = [Text(no_wrap=True) for _ in range(3)]
    for face in cup:
        counts = sight.counts(face)
        frame = ("┏━━━┓", "┃", "┗━━━┛") if counts else ("┌───┐", "│", "└───┘")
        style = _die_style(sight, counts, palette)
        lines[0].append(frame[0], style)
        lines[1].append(f"{frame[1]} {face_sign(face)} {frame[1]}", style)
        lines[2].append(frame[2], style)
    return [_padded(line, wide) for line in lines]


def _die_style(sight: Sight, counts: bool, palette: Palette) -> str:
    if sight.showdown is None:
        return palette.die
    return f"bold {palette.accent}" if counts else palette.dim


def hand(t: Tongue, sight: Sight, palette: Palette) -> list[Text]:
    """The reader's own dice, large; the cup while they are not to be seen."""
    lines = [Text(no_wrap=True) for _ in range(HAND_ROWS)]
    if sight.you is None:
        return lines
    cup = sight.cup(sight.you)
    if cup is None:
        place = sight.places[sight.you]
        return [Text(), *_cup_lines(place, palette), Text()] if sight.view else lines
    for face in cup:
        counts = sight.counts(face)
        style = _die_style(sight, counts, palette)
        top, side, low = (
            ("┏━━━━━━━┓", "┃", "┗━━━━━━━┛") if counts else ("┌───────┐", "│", "└───────┘")
        )
        lines[0].append(top, style)
        for row, pips in enumerate(_PIPS[face], 1):
            lines[row].append(f"{side} {pips} {side}", style)
        lines[4].append(low, style)
    if sight.is_out(sight.you):
        lines[2].append(f"  {t.say('You are out, but you can watch to the end.')}", palette.dim)
    return lines


HAND_WIDE: Final = _LARGE * BOX_DICE


def _cup_lines(place: Place, palette: Palette) -> list[Text]:
    style = palette.cups.get(place.colour, palette.die)
    return [Text(f"  {part}", style) for part in _CUP]


def _centred(text: str, wide: int, style: str = "") -> Text:
    text = cell(text, wide)
    left = (wide - len(text)) // 2
    line = Text(" " * left, no_wrap=True)
    line.append(text, style)
    line.append(" " * (wide - left - len(text)))
    return line


def _padded(line: Text, wide: int) -> Text:
    left = max((wide - len(line)) // 2, 0)
    return Text(" " * left, no_wrap=True).append_text(line).append(" " * (wide - left - len(line)))
