"""Writing a match and reading it back loses nothing, whatever the names of its players."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.records.notation import read_text, write_text
from perudo.records.record import Record, is_name
from perudo.records.replay import replay, replayed
from perudo.records.writing import record_of
from testkit.random_play import Played
from testkit.records import assert_both_forms_round_trip
from testkit.strategies import beginnings

UNSEEN = (0.0, 0.4, 1.0)

ODD = (
    *("Jean Luc", "a  b", 'O"Neil', "it's", '"', "\\", "\\n", "%s", "null", "{", "}", "[1]"),
    *("3", "12", "1.", "2:", "²", "٣", "½", "-", "?", "/", ".", "|", "a|b", "=3", "a=b", "x:y"),
    *("#", "#1", "a#b", "# b", "@", "@home", "a@b", "dudo", "calza", "rolls", "random", "4x5"),
    *("é", "e\N{COMBINING ACUTE ACCENT}", "ß", "İ", "ſ", "ana maría", "王", "משה", "سارة"),
    *("🎲", "❤\N{VARIATION SELECTOR-16}", "seats:", "perudo 1", "edition: weekend", "a" * 40),
)

NAMES = st.lists(
    st.one_of(
        st.sampled_from(ODD),
        st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8),
    ).filter(is_name),
    min_size=6,
    max_size=6,
    unique_by=str.casefold,
)


def noted(play: Played, names: list[str]) -> Record:
    return record_of(names[: play.setup.seats], play.events)


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_valid_names(name: str) -> None:
    assert is_name(name)


@settings(max_examples=250)
@given(beginnings(UNSEEN), NAMES)
def test_a_record_round_trips_in_both_forms_and_replays_the_same(
    play: Played, names: list[str]
) -> None:
    record = noted(play, names)
    assert_both_forms_round_trip(record)
    assert replayed(record) == (play.match, play.events)
    assert replayed(read_text(write_text(record))) == (play.match, play.events)
    assert record_of(record.names, replayed(record)[1]) == record


@settings(max_examples=100)
@given(beginnings(UNSEEN))
def test_replay_goes_step_by_step_as_the_match_did(play: Played) -> None:
    record = record_of([f"Seat {n}" for n in range(play.setup.seats)], play.events)
    assert [tuple(step) for step in replay(record)] == [tuple(step) for step in play.steps]


@settings(max_examples=150)
@given(beginnings(UNSEEN))
def test_redundant_facts_are_accepted(play: Played) -> None:
    """Add a count to known cups, and the seat to an action in turn: both are allowed."""
    record = record_of("ABCDEF"[: play.setup.seats], play.events)
    rounds = list(record.rounds)
    for number, past in enumerate(play.match.score.past):
        seats = [*(made.seat for made in past.bids), past.showdown.caller]
        pairs = zip(rounds[number].actions, seats, strict=True)
        said = tuple(replace(action, seat=seat) for action, seat in pairs)
        rounds[number] = replace(rounds[number], actions=said, found=past.showdown.found)
    wordy = replace(record, rounds=tuple(rounds))
    assert_both_forms_round_trip(wordy)
    assert replayed(wordy) == (play.match, play.events)
