"""Follow a match from a seat's events, as a view that any bot of this package can play from."""

from collections.abc import Iterable

from perudo.client.state import Json
from perudo.engine.actions import Action, Seat
from perudo.engine.dice import Cup
from perudo.engine.events import Dealt, MatchStarted
from perudo.engine.fold import evolve
from perudo.engine.match import Match, first_state
from perudo.engine.play import refusal
from perudo.engine.refusals import Refusal
from perudo.engine.view import View, view_for
from perudo.records.events_json import event_from_json


class Follower:
    """Folds what one seat was told into its view. Other seats' cups are never known here."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._before_deal: Match | None = None
        self._cups: tuple[Cup | None, ...] = ()

    def follow(self, events: Iterable[Json]) -> None:
        for value in events:
            event = event_from_json(value)
            match event:
                case MatchStarted(setup):
                    self._match = first_state(setup)
                case Dealt(number, starter, palifico, cups):
                    self._cups = cups or ()
                    event = Dealt(number, starter, palifico, None)
                    self._before_deal = self._match
                    self._evolve(event)
                case None:
                    # After a backup was put back, the round under way is dealt again.
                    if value["event"] == "restored" and self._match and self._match.round:
                        self._match = self._before_deal
                case _:
                    self._evolve(event)

    def _evolve(self, event: object) -> None:
        if self._match is not None:
            self._match = evolve(self._match, event)  # type: ignore[arg-type]

    def view(self, seat: Seat | None) -> View | None:
        """Return the match as this seat sees it; None before the first one began."""
        if self._match is None:
            return None
        view = view_for(self._match, seat)
        if seat is None or self._match.round is None or not self._cups:
            return view
        return view._replace(cup=self._cups[seat])

    def refusal(self, seat: Seat | None, action: Action) -> Refusal | None:
        """Return why the rules do not allow this seat the action now; None if they do."""
        if self._match is None or seat is None:
            return None
        return refusal(self._match, seat, action)
