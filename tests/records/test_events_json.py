"""Every kind of event survives the conversion to JSON and back."""

import json
from typing import get_args

from perudo.engine.events import Event, SettlingEvent
from perudo.engine.setup import Setup
from perudo.records.events_json import event_from_json, event_json, kind_of
from testkit.matches import rules_of
from testkit.random_play import played

RULES = rules_of("parker-1994", calza="on", visible_dice="on")


def test_every_event_is_read_back_as_it_was_written() -> None:
    met = set()
    for seed in range(4):
        for event in played(Setup(RULES, 3), seed, unseen=0.3).events:
            met.add(type(event))
            assert event_from_json(json.loads(json.dumps(event_json(event)))) == event
    assert met == set(get_args(Event)) | set(get_args(SettlingEvent)), "a kind did not come up"


def test_kinds_are_named_by_their_type() -> None:
    assert kind_of(get_args(Event)[0]) == "match-started"
    assert event_from_json({"event": "seven"}) is None
