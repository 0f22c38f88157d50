"""Play one match in one process, from the first roll to the last die."""

from collections.abc import Callable, Sequence
from typing import Protocol

from perudo.engine import chance, play
from perudo.engine.actions import CALZA, DUDO, Action, Seat
from perudo.engine.bid import Bid
from perudo.engine.events import Choice, Event, Events
from perudo.engine.hearing import Claim, Verdict, winning_claim
from perudo.engine.match import Match, Phase
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Setup
from perudo.engine.view import View, redact, view_for
from perudo.table.dice_sources import DiceSource


class Player(Protocol):
    """A player at a local table: gets the events it may see, and decides when asked."""

    @property
    def is_person(self) -> bool:
        """Whether this is a person. Bots decide instantly and would always come before a person's
        calza, so the table lets the person go first (see ``LocalTable``)."""
        ...

    def on_event(self, event: Event) -> None: ...

    def on_verdict(self, verdict: Verdict) -> None:
        """Several players answered one bid; ``on_event`` gets what is played next."""
        ...

    def act(self, view: View) -> Action: ...

    def claims_calza(self, view: View) -> bool: ...

    def on_refusal(self, action: Action, refusal: Refusal) -> None:
        """The action was refused; ``act`` is asked again."""
        ...


class LocalTable:
    """A match whose players are asked one after the other, in one process.

    After each bid everybody who may call calza out of turn is asked, without learning what others
    said. If somebody claims calza, the next player still decides without knowing it where that can
    count: by an own calza, or by a move at the same time (A9). Then ``winning_claim`` decides.

    All answers count as simultaneous, with two exceptions:

    - A claim is heard before the next player's move, which matters where the first heard counts
      (I12, S18).
    - Bots never beat a person by speed. When a person claims calza, a bot's move does not come at
      the same time (A9); where the first of several calzas counts, a person's comes before a bot's.
    """

    def __init__(
        self,
        setup: Setup,
        players: Sequence[Player],
        dice: DiceSource,
        *,
        toucan: Callable[[], Seat | None] | None = None,
    ) -> None:
        """``toucan`` returns who last saw one (I1), or None if nobody knows: then the first starter
        is drawn (S20)."""
        self.events: list[Event] = []
        """All events with nothing hidden: for the record, never for a player."""
        self._players = players
        self._dice = dice
        self._toucan = toucan
        self.match = self._happened(*chance.start_match(setup))

    def play(self) -> Match:
        """Play the match to its end."""
        while self.match.winner is None:
            self.step()
        return self.match

    def step(self) -> None:
        """Do the next step: a roll or one action."""
        match = self.match
        match match.phase:
            case Phase.STARTING:
                self.match = self._happened(*self._find_starter(match))
            case Phase.ROLLING:
                cups = [self._dice.cup(left) for left in match.dice]
                self.match = self._happened(*chance.deal(match, cups))
            case _:
                self.match = self._happened(*self._next_action(match))

    def _happened(self, match: Match, events: Events) -> Match:
        self.events += events
        for event in events:
            for seat, player in enumerate(self._players):
                player.on_event(redact(event, seat))
        return match

    def _find_starter(self, match: Match) -> tuple[Match, Events]:
        way = chance.starter_method(match.setup.rules)
        if way.dice:
            contenders = match.score.contenders
            return chance.roll_for_start(
                match,
                [
                    self._dice.cup(way.dice) if seat in contenders else None
                    for seat in range(match.setup.seats)
                ],
            )
        if Choice.TOUCAN in way.choices and self._toucan is not None:
            seat = self._toucan()
            if seat is not None:
                return chance.name_starter(match, seat, Choice.TOUCAN)
        return chance.name_starter(match, self._dice.draw(match.setup.seats), Choice.DRAWN)

    def _next_action(self, match: Match) -> tuple[Match, Events]:
        turn = play.turn_of(match)
        assert turn is not None
        claiming = [
            seat
            for seat in turn.calza
            if seat != turn.seat and self._players[seat].claims_calza(view_for(match, seat))
        ]
        if claiming:
            claim = self._weigh(match, turn.seat, claiming)
            return play.apply(match, claim.seat, claim.action)
        return play.apply(match, turn.seat, self._ask(match, turn.seat))

    def _ask(self, match: Match, seat: Seat) -> Action:
        """Ask the seat in turn until it gives a legal action."""
        player = self._players[seat]
        while True:
            action = player.act(view_for(match, seat))
            refused = play.refusal(match, seat, action)
            if refused is None:
                return action
            player.on_refusal(action, refused)

    def _weigh(self, match: Match, following: Seat, claiming: list[Seat]) -> Claim:
        """Decide between these claims and the next player's answer."""
        assert match.round is not None
        bidder, bid = match.round.bids[-1]
        claiming.sort(
            key=lambda seat: (not self._is_person(seat), (seat - bidder) % match.setup.seats)
        )
        spoken = [Claim(seat, CALZA) for seat in claiming]
        if _can_count(match, spoken, following):
            answer = Claim(following, self._ask(match, following))
            if self._comes_at_once(answer, claiming):
                spoken.append(answer)
        heard = winning_claim(match, spoken)
        assert heard is not None
        self._tell_verdict(bid, spoken, heard)
        return heard

    def _is_person(self, seat: Seat) -> bool:
        return self._players[seat].is_person

    def _comes_at_once(self, answer: Claim, claiming: list[Seat]) -> bool:
        """Whether the next player's answer is as early as the claims: a bot's move is not, when a
        person claims."""
        if answer.action is CALZA or self._is_person(answer.seat):
            return True
        return not any(map(self._is_person, claiming))

    def _tell_verdict(self, bid: Bid, spoken: list[Claim], heard: Claim) -> None:
        """Tell everybody whose answer counts, if there was more than one."""
        claims = tuple(claim.seat for claim in spoken if claim.action is CALZA)
        # A bot whose move does not count has not said anything.
        unmade = [
            claim.seat
            for claim in spoken
            if claim.action is not CALZA and claim != heard and self._is_person(claim.seat)
        ]
        if claims == (heard.seat,) and not unmade:
            return
        verdict = Verdict(bid, claims, heard.seat, *unmade)
        for player in self._players:
            player.on_verdict(verdict)


def _can_count(match: Match, claims: list[Claim], seat: Seat) -> bool:
    """Whether any answer of the seat in turn could count against these claims."""
    words = (Claim(seat, DUDO), Claim(seat, CALZA))
    return any(winning_claim(match, [*claims, word]) == word for word in words)
