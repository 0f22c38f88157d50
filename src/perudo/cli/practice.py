"""``perudo practice``: positions of real matches, to be answered in the terminal."""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from perudo.bots.roster import BOT_NAMES
from perudo.cli import out
from perudo.cli.arguments import tongue_of
from perudo.cli.files import reason_text
from perudo.cli.person import Left, legal_lines, read_line
from perudo.cli.typed import parse_action
from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.editions import DEFAULT
from perudo.engine.house import options_of
from perudo.engine.view import View, remembered_dice
from perudo.i18n.tongue import Tongue
from perudo.state import read_state, write_state
from perudo.wording.dice_text import bid_text, own_dice_text
from perudo.wording.refusal_text import refusal_text
from perudo.wording.rule_text import option_text, palifico_rule

if TYPE_CHECKING:
    from perudo.coach.practice import Position

THEMES = ("opening", "palifico", "calza", "last-two")
KEPT = "practice.json"


def about(t: Tongue) -> str:
    return t.say("practise with positions of real matches; the coach explains")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument(
        "--theme",
        choices=THEMES,
        help=t.say("what to practise: {themes}", themes=", ".join(THEMES)),
    )
    parser.add_argument(
        "--daily", action="store_true", help=t.say("the puzzle of the day, the same for everybody")
    )


def run(args: argparse.Namespace, lang: str) -> int:
    # Heavy: only those who practise wait for NumPy and the network.
    from perudo.coach.practice import Theme, daily, next_position  # noqa: PLC0415

    t = Tongue(lang, DEFAULT.key)
    if args.daily and args.theme is not None:
        out.fail(t.say("The puzzle of the day has its own theme: leave out --theme or --daily."))
    theme = None if args.theme is None else Theme(args.theme)
    progress = Progress()
    out.line(t.say("Type a bid such as 4x5 (four fives) or 3xP (three {pacos})."))
    out.line(t.say("?: see what you may do; q: leave the table."))
    try:
        if args.daily:
            _practise(daily(datetime.now(UTC).date()), lang, progress)
            return 0
        while True:
            _practise(next_position(progress.done, theme), lang, progress)
            out.line()
            read_line(t, t.say("Enter for the next position, q to stop: "))
    except Left as left:
        out.line()
        out.line(progress.text(t))
        return left.status


class Progress:
    """What was answered, in this run and earlier ones."""

    def __init__(self) -> None:
        self._answers: dict[str, bool] = {}
        """Whether the last answer was good, by position, the earliest answer first."""
        answers = read_state(KEPT).get("answers")
        if isinstance(answers, dict):
            self._answers = {str(key): bool(good) for key, good in answers.items()}
        self._is_kept = True

    @property
    def done(self) -> tuple[str, ...]:
        return tuple(self._answers)

    def add(self, key: str, *, good: bool, t: Tongue) -> None:
        self._answers.pop(key, None)
        self._answers[key] = good
        if not self._is_kept:
            return
        try:
            write_state(KEPT, {"answers": self._answers})
        except OSError as error:
            self._is_kept = False
            out.line(t.say("Progress cannot be kept: {reason}", reason=reason_text(error, t)))

    def text(self, t: Tongue) -> str:
        return t.plural(
            "{n} position practised, {good} of them well.",
            "{n} positions practised, {good} of them well.",
            len(self._answers),
            good=sum(self._answers.values()),
        )


def _practise(position: "Position", lang: str, progress: Progress) -> None:
    """Show one position, take an answer and explain it."""
    from perudo.coach.judging import Verdict  # noqa: PLC0415
    from perudo.coach.practice import answer  # noqa: PLC0415
    from perudo.coach.text import action_text, explained  # noqa: PLC0415

    t = tongue_of(lang, position.view.rules)
    names = _names(t, position.view)
    _show(t, position.view, names)
    action = _claim(t, position.view) if position.asking else _action(t, position.view, names)
    judged = answer(position, action)
    out.line()
    for line in explained(t, judged):
        out.line(line)
    out.line(t.say("In the match it was: {action}.", action=action_text(t, position.played)))
    progress.add(position.key, good=judged.verdict is Verdict.GOOD, t=t)


def _names(t: Tongue, view: View) -> tuple[str, ...]:
    return tuple(
        t.say("You") if seat == view.seat else BOT_NAMES[seat] for seat in range(view.seats)
    )


def _show(t: Tongue, view: View, names: tuple[str, ...]) -> None:
    out.line()
    rules = " · ".join((view.rules.key, *(option_text(t, o) for o in options_of(view.rules))))
    out.line(f"— {rules}")
    counts = ", ".join(
        f"{name} {left}" for name, left in zip(names, remembered_dice(view), strict=True)
    )
    out.line(t.say("Dice left: {counts}", counts=counts))
    if view.palifico is not None:
        out.line(t.say("{who}: {Palifico}!", who=names[view.palifico]))
        out.line(palifico_rule(t, view.rules))
    for seat, bid in view.bids:
        out.line(t.say("{who}: {bid}", who=names[seat], bid=bid_text(t, bid)))
    out.line(own_dice_text(t, view.cup or ()))


def _action(t: Tongue, view: View, names: tuple[str, ...]) -> Action:
    while True:
        typed = read_line(t, t.say("Your turn: "))
        action = parse_action(t, typed)
        if action is not None and action in view.legal:
            return action
        refused = None
        if isinstance(action, Bid) and view.legal.bids is not None:
            refused = view.legal.bids.refusal(action)
        if refused is not None:
            out.line(refusal_text(t, refused, names, action))
            continue
        if action is None and typed not in ("", "?"):
            out.line(t.say("“{typed}” is neither a bid nor a call.", typed=typed))
        for line in legal_lines(t, view.legal):
            out.line(line)


def _claim(t: Tongue, view: View) -> Action | None:
    bid = bid_text(t, view.bids[-1].bid)
    while True:
        typed = read_line(t, t.say("{bid}: Enter to go on, or {calza}? ", bid=bid))
        if not typed:
            return None
        if parse_action(t, typed) is Call.CALZA:
            return Call.CALZA
        out.line(t.say("It is not your turn: press Enter, or call {calza}."))
