"""Short ways to write in a test what happens at a table."""

from collections.abc import Sequence

from perudo.engine import chance, play
from perudo.engine.actions import Seat
from perudo.engine.dice import PACO, Cup, cup_of
from perudo.engine.edition import Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.events import Choice, Event
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.play import turn_of
from perudo.engine.position import between_rounds
from perudo.engine.refusals import Refusal
from perudo.engine.setup import Setup
from perudo.records.notation import action_from, action_text

ALL = tuple(EDITIONS)
WITH_CALZA = tuple(key for key in ALL if key != "menteur")


def rules_of(key: str, *options: str, **house: str) -> Edition:
    """Return the rules of a table: ``rules_of("weekend", "calza", raising="one-axis")``."""
    return table_rules(key, options, {k.replace("_", "-"): v for k, v in house.items()})


def with_palifico(key: str, *options: str) -> Edition:
    """Return the edition with palifico in play: an option in asmodee-2024, always on elsewhere."""
    return rules_of(key, *options, *(["palifico"] if key == "asmodee-2024" else []))


def cups(*texts: str) -> tuple[Cup, ...]:
    """Return cups from text: ``cups("P2446", "33", "-")``."""
    return tuple(
        () if text == "-" else cup_of(PACO if die == "P" else int(die) for die in text)
        for text in texts
    )


def started(rules: Edition, seats: int, *, dice: int = 5, starter: Seat = 0) -> Match:
    """Return a new match that waits for its first cups."""
    match, _ = chance.start_match(Setup(rules, seats, dice))
    return chance.name_starter(match, starter, Choice.NOTED)[0]


def dealt(match: Match, *texts: str) -> Match:
    """Begin a round with these cups, or with unknown cups if none are given."""
    return chance.deal(match, cups(*texts) if texts else None)[0]


def bidding(
    rules: Edition, dice: Sequence[int], *, starter: Seat = 0, palifico: bool = False
) -> Match:
    """Return a round whose cups do not matter to the test."""
    return dealt(between_rounds(rules, dice, starter=starter, palifico=palifico))


def say(match: Match, *tokens: str) -> tuple[Match, tuple[Event, ...]]:
    """Take actions in turn, or as the seat after ``@``; return the match after them and all events.

    Actions are written as ``4x5``, ``3xP``, ``dudo`` or ``calza@2`` (seats count from 0).
    """
    events: list[Event] = []
    for token in tokens:
        word, at, who = token.partition("@")
        action = action_from(word)
        assert action is not None, token
        turn = turn_of(match)
        assert turn is not None
        match, happened = play.apply(match, int(who) if at else turn.seat, action)
        events += happened
    return match, tuple(events)


def refusal_of(match: Match, token: str, seat: Seat | None = None) -> Refusal | None:
    """Return why an action of ``seat``, or of the seat in turn, would be refused, or None."""
    action = action_from(token)
    assert action is not None, token
    if seat is None:
        turn = turn_of(match)
        assert turn is not None
        seat = turn.seat
    return play.refusal(match, seat, action)


def legal_bids(match: Match) -> set[str]:
    """Return all legal bids of the seat in turn as text."""
    turn = turn_of(match)
    assert turn is not None
    return {action_text(bid) for bid in turn.bids}
