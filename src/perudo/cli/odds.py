"""``perudo odds``: how likely a bid is, for people at a real table."""

import argparse

from perudo.cli import out
from perudo.cli.arguments import add_json, add_rules, round_rules_from, tongue_of, whole_number
from perudo.cli.typed import parse_action
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, FACES, MOST_DICE, PACO, Cup, cup_of
from perudo.i18n.tongue import Tongue
from perudo.odds.odds import CupOdds
from perudo.wording.dice_text import faces_text, own_dice_text
from perudo.wording.odds_text import odds_lines, own_share_text, percent

LEAST_SHOWN = 0.05
"""Without a bid: quantities that are less likely than this are not listed."""


def about(t: Tongue) -> str:
    return t.say("how likely a bid is, for people at a real table")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_rules(parser, t)
    parser.add_argument(
        "--dice", required=True, metavar="1,3,3,5,6", help=t.say("your own dice; a {paco} is 1")
    )
    parser.add_argument(
        "--table", required=True, metavar="N", help=t.say("all dice on the table, yours included")
    )
    parser.add_argument(
        "--bid", metavar="6x3", help=t.say("the bid to judge; without it: every face")
    )
    parser.add_argument(
        "--palifico", action="store_true", help=t.say("a round in which {pacos} are not jokers")
    )
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = tongue_of(lang, round_rules_from(args, lang))
    cup = _cup(args.dice, t)
    table = whole_number(args.table, len(cup), MOST_DICE)
    if table is None:
        out.fail(
            t.say(
                "There are {least} to {most} dice on the table, yours included, not “{asked}”.",
                least=len(cup),
                most=MOST_DICE,
                asked=args.table,
            )
        )
    odds = CupOdds(cup, table - len(cup), jokers=not args.palifico)
    if args.bid is None:
        _every_face(t, odds, cup, table, as_json=args.json)
        return 0
    bid = parse_action(t, args.bid)
    if not isinstance(bid, Bid) or not (1 <= bid.quantity <= MOST_DICE and bid.face in FACES):
        out.fail(t.say("Give the bid as 6x3 (six threes), not “{asked}”.", asked=args.bid))
    found = odds.of(bid)
    if args.json:
        out.data({"bid": list(bid), "holds": found.holds, "exact": found.exact})
        return 0
    out.line(own_share_text(t, bid, odds.own[bid.face], odds.hidden))
    for line in odds_lines(t, found.holds, found.exact):
        out.line(line)
    return 0


def _cup(typed: str, t: Tongue) -> Cup:
    """Read dice as people type them: ``1,3,3,5,6``, ``13356`` or ``P3356``."""
    signs = [sign for sign in typed.upper() if not (sign.isspace() or sign == ",")]
    faces = [PACO if sign in "PA" else whole_number(sign, 1, 6) for sign in signs]
    dice = [face for face in faces if face is not None]
    if len(dice) < len(faces) or not 1 <= len(dice) <= BOX_DICE:
        out.fail(
            t.say(
                "Give your 1 to {most} dice as 1,3,3,5,6, not “{asked}”.",
                most=BOX_DICE,
                asked=typed,
            )
        )
    return cup_of(dice)


def _every_face(t: Tongue, odds: CupOdds, cup: Cup, table: int, *, as_json: bool) -> None:
    """For each face, how likely it is that there are so many: the chances of the bids."""
    listed = {face: _chances(odds, face, table) for face in (*FACES[1:], PACO)}
    if as_json:
        for face, chances in listed.items():
            out.data({"face": face, "holds": chances})
        return
    out.line(own_dice_text(t, cup))
    width = max(len(faces_text(t, face)) for face in listed)
    for face, chances in listed.items():
        shown = ", ".join(
            t.say("{n}: {percent} %", n=n, percent=percent(chance))
            for n, chance in enumerate(chances, 1)
            if LEAST_SHOWN <= chance < 1
        )
        out.line(f"{faces_text(t, face):>{width}}  {shown}")


def _chances(odds: CupOdds, face: int, table: int) -> list[float]:
    return [odds.holds(Bid(quantity, face)) for quantity in range(1, table + 1)]
