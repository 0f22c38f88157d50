"""A player who leaves never stops a match, at whatever point and in whatever way."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.engine.editions import EDITIONS
from perudo.table.live.fold import fold
from perudo.table.live.settings import Settings
from testkit.live.departures import LeavingPeople

SITUATIONS = ("lobby", "bidding", "gathering", "pause", "hearing")
WAYS = {"lobby": ("close", "stand"), "rest": ("close", "resign", "hand over")}


def leaving_people(seed: int, turn_seconds: int | None) -> LeavingPeople:
    random = Random(seed)
    edition = random.choice(list(EDITIONS))
    table = Settings(
        edition=edition,
        options=() if edition == "menteur" else ("calza",),
        seats=random.randint(2, 6),
        dice=random.choice([1, 2, 3]),
        turn_seconds=turn_seconds,
        misses=random.choice([1, 3]),
        standin="easy",
        hearing_ms=random.choice([0, 400, 5_000]),
        pace_ms=random.choice([0, 1_200]),
        pause_ms=random.choice([0, 500, 30_000]),
    )
    people = random.randint(2, table.seats)
    return LeavingPeople(table, people, seed, sees_away=random.random() < 0.7)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([None, 5, 30]))
def test_a_match_ends_whoever_leaves_and_whenever(seed: int, turn_seconds: int | None) -> None:
    game = leaving_people(seed, turn_seconds)
    game.play()
    assert game.table.winner is not None
    assert fold(game.box.log) == game.table


def test_the_sample_has_every_way_to_leave_in_every_situation() -> None:
    left = set()
    for seed in range(300):
        game = leaving_people(seed, None if seed % 2 else 5)
        game.play()
        left |= game.left
    for situation in SITUATIONS:
        for way in WAYS["lobby" if situation == "lobby" else "rest"]:
            for who in ("host", "player"):
                assert (situation, f"{who}: {way}") in left
