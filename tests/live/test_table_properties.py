"""Whatever people do at a live table, its log is all there is to it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from live.lively import anything, lively, others_of, some_settings
from live.sandbox import Sandbox
from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.events import Dealt, Event, Showdown
from perudo.engine.refusals import Refused
from perudo.records import fair
from perudo.records.proof import verify
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.table.live.audience import shown, told
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import Happening, Pledged, Revealed, Shaken
from perudo.table.live.fold import Entry, fold
from perudo.table.live.log import json_bytes, read_events, write_events
from perudo.table.live.refusals import TableRefused
from perudo.table.live.settings import COLOURS, Settings
from perudo.table.live.state import LiveTable


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_the_fold_of_the_log_is_the_table(seed: int) -> None:
    box = lively(seed)
    assert fold(box.log) == box.table
    written = [Entry(e.seq, e.at, read_events(write_events(e.events))) for e in box.log]
    assert written == box.log
    assert fold(written) == box.table


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_two_have_the_same_cup(seed: int) -> None:
    for entry in range(1, len((box := lively(seed)).log) + 1):
        colours = [chair.colour for chair in fold(box.log[:entry]).chairs if chair is not None]
        assert len(set(colours)) == len(colours)
        assert set(colours) <= set(COLOURS)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_every_moment_of_the_table_is_in_its_log(seed: int) -> None:
    """Folding the first entries gives the table as it was then: a server that dies comes back."""
    random = Random(seed)
    box = Sandbox(some_settings(random), seed)
    moments = [box.table]
    for _ in range(40):
        box.now += random.choice([0, 300, 6_000])
        try:
            box.do(*anything(box))
            moments.append(box.table)
        except (Refused, TableRefused):
            continue
    for length, table in enumerate(moments, 1):
        assert fold(box.log[:length]) == table
        assert due_at(fold(box.log[:length])) == due_at(table)


def matches_of(box: Sandbox) -> list[tuple[tuple[str, ...], list[Event]]]:
    matches: list[tuple[tuple[str, ...], list[Event]]] = []
    for entry in box.log:
        for event in entry.events:
            if type(event).__name__ == "MatchOpened":
                matches.append((event.names, []))  # type: ignore[union-attr]
            elif not isinstance(event, Happening):
                matches[-1][1].append(event)
    return matches


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_every_match_is_one_by_the_rules(seed: int) -> None:
    for names, events in matches_of(lively(seed)):
        assert replayed(record_of(names, events))[1] == tuple(events)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_every_die_was_promised_before_the_seeds_were_fixed(seed: int) -> None:
    promised: dict[int, str] = {}
    proofs: dict[int, fair.FairRound] = {}
    dealt: set[int] = set()
    box = lively(seed)
    events = [event for entry in box.log for event in entry.events]
    for event in events:
        match event:
            case Pledged(number, commitment, secret):
                promised[number] = commitment
                assert fair.commitment(bytes.fromhex(secret)) == commitment
            case Shaken(number):
                assert number in promised
            case Dealt(number):
                dealt.add(number)
            case Revealed(number, commitment, secret, seeds):
                assert number in dealt
                assert commitment == promised[number]
                proofs[number] = fair.FairRound(commitment, bytes.fromhex(secret), seeds)
    matches = matches_of(box)
    if len(matches) == 1 and proofs:
        record = record_of(*matches[0], label="abc/1", fair=proofs)
        assert all(check.ok for check in verify(record))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_secret_seed_player_or_cup_leaves_the_table_too_early(seed: int) -> None:
    box = lively(seed)
    table: LiveTable | None = None
    secrets: set[str] = set()
    for length, entry in enumerate(box.log, 1):
        table = fold(box.log[:length])
        for event in entry.events:
            if isinstance(event, Pledged):
                secrets.add(event.secret)
            elif isinstance(event, Revealed):
                secrets.discard(event.secret)
        for seat in (None, *range(table.settings.seats)):
            if seat is not None and table.chairs[seat] is None:
                continue
            said = json_bytes([told(entry.events, table, seat), shown(table, seat)]).decode()
            assert not any(secret in said for secret in secrets)
            for number in range(6):
                assert f'"p{number}"' not in said
            _check_cups(entry, table, seat)


def _check_cups(entry: Entry, table: LiveTable, seat: Seat | None) -> None:
    for value in told(entry.events, table, seat):
        if value["event"] == "dealt":
            assert [s for s, cup in enumerate(value["cups"]) if cup is not None] in ([seat], [])
        if value["event"] in ("seed-given", "calza-claimed"):
            assert value["seat"] == seat
        assert value["event"] != "shaken"
    game = shown(table, seat)["game"]
    if game is not None and seat is None:
        assert game["cup"] is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_shown_does_not_depend_on_what_is_hidden(seed: int) -> None:
    """Other dice under the other cups, other secrets, other seeds: the same bytes."""
    box = lively(seed)
    for seat, other in others_of(box.table, Random(seed)):
        assert json_bytes(shown(other, seat)) == json_bytes(shown(box.table, seat))


@pytest.mark.parametrize("key", list(EDITIONS))
def test_hidden_lost_dice_stay_hidden(key: str) -> None:
    """C12: nobody is told how many dice the others have left, unless the table shows them."""
    box = Sandbox(Settings(edition=key, seats=3, pause_ms=0))
    box.start()
    rules: Edition = box.table.settings.setup().rules
    assert not rules.shows_lost_dice
    while not any(isinstance(e, Showdown) for e in box.log[-1].events):
        box.act("dudo" if box.standing else "1x2")
    for seat in range(3):
        dice = shown(box.table, seat)["game"]["dice"]
        assert [s for s, left in enumerate(dice) if left is not None] == [seat]
    assert shown(box.table, None)["game"]["dice"] == (None, None, None)
