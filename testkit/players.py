"""A player for the local table that follows a script."""

from perudo.engine.actions import Action
from perudo.engine.events import Event
from perudo.engine.hearing import Verdict
from perudo.engine.refusals import Refusal
from perudo.engine.view import View


class Script:
    """Plays the given actions, and records everything that the table shows it."""

    def __init__(self, *actions: Action, calza: bool = False, person: bool = False) -> None:
        self.is_person = person
        self.verdicts: list[Verdict] = []
        self.actions = list(actions)
        self.calza = calza
        self.events: list[Event] = []
        self.views: list[View] = []
        self.refusals: list[Refusal] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)

    def on_verdict(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)

    def act(self, view: View) -> Action:
        self.views.append(view)
        return self.actions.pop(0)

    def claims_calza(self, view: View) -> bool:
        self.views.append(view)
        return self.calza

    def on_refusal(self, action: Action, refusal: Refusal) -> None:
        self.refusals.append(refusal)
