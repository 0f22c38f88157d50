"""The person at the keyboard: shows what happens, asks, and understands what is typed."""

import re
import unicodedata

from perudo.cli import out
from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, PACO
from perudo.engine.events import Dealt, Event
from perudo.engine.hearing import Verdict
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.i18n.tongue import Tongue
from perudo.wording.dice import bid_text, bids_text, cup_text
from perudo.wording.refusals import refusal_text
from perudo.wording.story import Story

_BID = re.compile(r"([0-9]{1,4})(?:\s*[x×*]\s*|\s+)([0-9]|[^\W\d_][\w'’]*)")
"""``4x5``, ``4 x 5``, ``4 5``, ``3xP``, ``4 fives``, ``3 pacos``"""


class Left(Exception):
    """The person got up from the table."""

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
        """The own dice stand right above: no need to show them again."""

    def welcome(self, setup: Setup) -> None:
        t = self._t
        out.line(t.say("Type a bid such as 4x5 (four fives) or 3xP (three {pacos})."))
        self._commands(calza=setup.rules.plays_calza)
        out.line()

    def _commands(self, *, calza: bool) -> None:
        t = self._t
        out.line(t.say("To doubt the last bid: {dudo}."))
        if calza:
            out.line(t.say("To claim that it is exact: {calza}."))
        out.line(t.say("?: what you may do; q: leave the table."))

    def told(self, event: Event) -> None:
        for line in self._story.lines(event):
            out.line(line)
        self._sees_dice = isinstance(event, Dealt)

    def settled(self, verdict: Verdict) -> None:
        for line in self._story.verdict(verdict):
            out.line(line)
        self._sees_dice = False

    def saw_toucan(self) -> Seat | None:
        t = self._t
        out.line(t.say("Who was the last to see a toucan? The first player is the one who did."))
        while True:
            typed = self._read(t.say("A name, or Enter to draw lots: "))
            if not typed:
                return None
            said = _plain(typed)
            if said == _plain(self._own_name):
                return self._seat
            for seat, name in enumerate(self._names):
                if said in (_plain(name), str(seat + 1)):
                    return seat
            out.line(t.say("At the table: {names}.", names=", ".join(self._names)))

    def act(self, view: View) -> Action:
        t = self._t
        if not self._sees_dice:
            out.line(t.say("Your dice: {dice}", dice=cup_text(view.cup or ())))
            self._sees_dice = True
        if None not in view.dice:
            counts = ", ".join(f"{n} {d}" for n, d in zip(self._names, view.dice, strict=True))
            out.line(t.say("Dice left: {counts}", counts=counts))
        while True:
            typed = self._read(t.say("Your turn: "))
            action = self._understood(typed)
            if action is not None:
                return action
            if typed not in ("", "?"):
                out.line(t.say("“{typed}” is no bid and no call.", typed=typed))
            self._help(view)

    def claims_calza(self, view: View) -> bool:
        t = self._t
        bid = bid_text(t, view.bids[-1].bid)
        while True:
            typed = self._read(t.say("{bid}: Enter to go on, or {calza}? ", bid=bid))
            if not typed:
                return False
            if self._understood(typed) is Call.CALZA:
                return True
            out.line(t.say("It is not your turn: press Enter, or call {calza}."))

    def refused(self, action: Action, refusal: Refusal) -> None:
        out.line(refusal_text(self._t, refusal, self._names, action))

    def _help(self, view: View) -> None:
        t = self._t
        bids = view.options.bids
        if bids is not None and bids.size:
            out.line(t.say("You may bid: {bids}.", bids=bids_text(t, bids)))
        calls = []
        if view.options.dudo:
            calls.append(t.word("dudo"))
        if view.options.calza:
            calls.append(t.word("calza"))
        if calls:
            out.line(t.say("You may call: {calls}.", calls=", ".join(calls)))

    def _read(self, prompt: str) -> str:
        """A line that was typed. End of input and Ctrl-C are ways to leave the table."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            raise Left(0) from None
        except KeyboardInterrupt:
            raise Left(130) from None
        if typed.casefold() in ("q", "quit", "exit"):
            raise Left(0)
        return typed

    def _understood(self, typed: str) -> Action | None:
        """What was meant: the notation of records, or the words of the box."""
        t = self._t
        word = _plain(typed).strip("!¡ ")
        if word in ("d", "dudo", _plain(t.word("dudo"))):
            return Call.DUDO
        if word in ("c", "calza", _plain(t.word("calza"))):
            return Call.CALZA
        bid = _BID.fullmatch(word)
        if bid is None:
            return None
        quantity, face = int(bid[1]), bid[2]
        if face.isdigit():
            return Bid(quantity, int(face))
        if face == "p":
            return Bid(quantity, PACO)
        # As it is said at the table, and shown here: “4 fives”, “3 pacos”.
        said = f"{quantity} {face}"
        bids = [Bid(quantity, each) for each in FACES]
        return next((bid for bid in bids if _plain(bid_text(t, bid)) == said), None)


def _plain(text: str) -> str:
    """As people type it: no capitals, no accents, a straight apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
