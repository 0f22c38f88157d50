"""The person at the keyboard: shows what happens, and asks for decisions."""

from collections.abc import Iterator

from perudo.cli import out
from perudo.cli.typed import parse_action, plain, wants_to_leave
from perudo.engine import chance, play
from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.errors import Error
from perudo.engine.events import Choice, Dealt, Event
from perudo.engine.hearing import Verdict
from perudo.engine.play import Legal
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text, bids_text, own_dice_text
from perudo.wording.layout import text_lines
from perudo.wording.refusal_text import refusal_text
from perudo.wording.story import Story


class Left(Error):
    """The person left the table."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


class Person:
    is_person = True

    def __init__(self, t: Tongue, story: Story, names: tuple[str, ...], seat: Seat) -> None:
        self._t = t
        self._seat = seat
        self._story = story
        self._names = (*names[:seat], t.say("You"), *names[seat + 1 :])
        self._own_name = names[seat]
        self._sees_dice = False
        """Whether the own dice were just shown."""

    def welcome(self, setup: Setup) -> None:
        t = self._t
        out.line(t.say("Type a bid such as 4x5 (four fives) or 3xP (three {pacos})."))
        self._commands(calza=_calza_can_come(setup))
        out.line()

    def _commands(self, *, calza: bool) -> None:
        t = self._t
        out.line(t.say("To doubt the last bid: {dudo}."))
        if calza:
            out.line(t.say("To say that it is exactly right: {calza}."))
        out.line(t.say("?: see what you may do; q: leave the table."))

    def on_event(self, event: Event) -> None:
        for line in text_lines(self._story, event):
            out.line(line)
        self._sees_dice = isinstance(event, Dealt)

    def on_verdict(self, verdict: Verdict) -> None:
        for line in self._story.verdict(verdict):
            out.line(line)
        self._sees_dice = False

    def saw_toucan(self) -> Seat | None:
        t = self._t
        out.line(t.say("Who was the last to see a toucan? That player goes first."))
        while True:
            typed = read_line(t, t.say("A name, or Enter to draw lots: "))
            if not typed:
                return None
            said = plain(typed)
            if said == plain(self._own_name):
                return self._seat
            for seat, name in enumerate(self._names):
                if said in (plain(name), str(seat + 1)):
                    return seat
            out.line(t.say("At the table: {names}.", names=", ".join(self._names)))

    def act(self, view: View) -> Action:
        t = self._t
        if not self._sees_dice:
            out.line(own_dice_text(t, view.cup or ()))
            self._sees_dice = True
        if None not in view.dice:
            counts = ", ".join(f"{n} {d}" for n, d in zip(self._names, view.dice, strict=True))
            out.line(t.say("Dice left: {counts}", counts=counts))
        while True:
            typed = read_line(t, t.say("Your turn: "))
            action = parse_action(t, typed)
            if action is not None:
                return action
            if typed not in ("", "?"):
                out.line(t.say("“{typed}” is neither a bid nor a call.", typed=typed))
            for line in legal_lines(t, view.legal):
                out.line(line)

    def claims_calza(self, view: View) -> bool:
        t = self._t
        bid = bid_text(t, view.bids[-1].bid)
        while True:
            typed = read_line(t, t.say("{bid}: Enter to go on, or {calza}? ", bid=bid))
            if not typed:
                return False
            if parse_action(t, typed) is Call.CALZA:
                return True
            out.line(t.say("It is not your turn: press Enter, or call {calza}."))

    def on_refusal(self, action: Action, refusal: Refusal) -> None:
        out.line(refusal_text(self._t, refusal, self._names, action))


def legal_lines(t: Tongue, legal: Legal) -> Iterator[str]:
    """All that somebody may do now."""
    if legal.bids is not None and legal.bids.size:
        yield t.say("You may bid: {bids}.", bids=bids_text(t, legal.bids))
    calls = []
    if legal.dudo:
        calls.append(t.word("dudo"))
    if legal.calza:
        calls.append(t.word("calza"))
    if calls:
        yield t.say("You may call: {calls}.", calls=", ".join(calls))


def read_line(t: Tongue, prompt: str) -> str:
    """Read a typed line. End of input and Ctrl-C leave the table."""
    try:
        typed = input(prompt).strip()
    except EOFError:
        raise Left(0) from None
    except KeyboardInterrupt:
        raise Left(130) from None
    if wants_to_leave(t, typed):
        raise Left(0)
    return typed


def _calza_can_come(setup: Setup) -> bool:
    """Whether calza can ever be called: if not on the first bid, then never."""
    match, _ = chance.start_match(setup)
    match, _ = chance.name_starter(match, 0, Choice.NOTED)
    match, _ = chance.deal(match, None)
    match, _ = play.apply(match, 0, Bid(1, 2))
    turn = play.turn_of(match)
    return turn is not None and bool(turn.calza)
