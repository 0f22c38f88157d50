"""Properties that hold at every live table, whatever people do."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perudo.engine.actions import Seat
from perudo.engine.edition import Edition
from perudo.engine.editions import EDITIONS
from perudo.engine.events import Showdown
from perudo.engine.refusals import IllegalAction
from perudo.records import fair_dice
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text, write_text
from perudo.records.proof import verify
from perudo.records.replay import replayed
from perudo.records.writing import record_of
from perudo.table.live.audience import events_json, table_json
from perudo.table.live.clockwork import due_at
from perudo.table.live.events import (
    Gathering,
    LinkGiven,
    Pledged,
    Restored,
    Revealed,
    Shaken,
    WonByResignation,
)
from perudo.table.live.fold import LogEntry, fold
from perudo.table.live.log import json_bytes, read_events, write_events
from perudo.table.live.matches import logged_matches
from perudo.table.live.refusals import TableRefused
from perudo.table.live.settings import COLOURS, Settings
from perudo.table.live.state import LiveTable
from testkit.live.random_tables import (
    indistinguishable_tables,
    random_command,
    random_settings,
    random_table,
)
from testkit.live.sandbox import Sandbox


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_the_fold_of_the_log_is_the_table(seed: int) -> None:
    box = random_table(seed)
    assert fold(box.log) == box.table
    written = [LogEntry(e.seq, e.at, read_events(write_events(e.events))) for e in box.log]
    assert written == box.log
    assert fold(written) == box.table


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_two_players_have_the_same_cup(seed: int) -> None:
    for entry in range(1, len((box := random_table(seed)).log) + 1):
        colours = [chair.colour for chair in fold(box.log[:entry]).chairs if chair is not None]
        assert len(set(colours)) == len(colours)
        assert set(colours) <= set(COLOURS)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_every_moment_of_the_table_is_in_its_log(seed: int) -> None:
    """Folding the first entries gives the table at that time, so a server can start from them."""
    random = Random(seed)
    box = Sandbox(random_settings(random), seed)
    moments = [box.table]
    for _ in range(40):
        box.now += random.choice([0, 300, 6_000])
        try:
            box.do(*random_command(box))
            moments.append(box.table)
        except (IllegalAction, TableRefused):
            continue
    for length, table in enumerate(moments, 1):
        assert fold(box.log[:length]) == table
        assert due_at(fold(box.log[:length])) == due_at(table)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_every_match_is_one_by_the_rules(seed: int) -> None:
    for match in logged_matches("abc", random_table(seed).log):
        assert replayed(record_of(match.names, match.events))[1] == tuple(match.events)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_every_record_proves_its_dice(seed: int) -> None:
    for match in logged_matches("abc", random_table(seed).log):
        record = match.record()
        for again in (read_text(write_text(record)), read_jsonl(write_jsonl(record))):
            assert again == record
        if any(noted.fair for noted in record.rounds):
            assert all(check.ok for check in verify(record))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_a_link_is_revealed_only_when_everything_else_is_fixed(seed: int) -> None:
    """Between a gathering and its deal, only a missing link can change the coming dice."""
    promised: dict[int, str] = {}
    gathering: Gathering | None = None
    links: dict[Seat, str] = {}
    for entry in random_table(seed).log:
        for event in entry.events:
            match event:
                case Pledged(number, commitment, secret):
                    assert fair_dice.commitment(bytes.fromhex(secret)) == commitment
                    promised[number] = commitment
                case Gathering(number, commitment):
                    assert promised[number] == commitment
                    gathering, links = event, {}
                case LinkGiven(seat, number, link):
                    assert gathering is not None
                    assert number == gathering.round
                    assert seat not in links
                    assert fair_dice.link_fits(link, gathering.pledges[seat])
                    links[seat] = link
                case Shaken(number, seeds):
                    pledges = ("",) * len(seeds)
                    if gathering is not None:
                        assert (number, promised[number]) == gathering[:2]
                        pledges = gathering.pledges
                    for seat, (pledge, put_in) in enumerate(zip(pledges, seeds, strict=True)):
                        assert put_in == (links.get(seat, "-") if pledge else "")
                    gathering, links = None, {}
                case Revealed(number, commitment):
                    assert commitment == promised[number]
                case Restored() | WonByResignation():
                    gathering, links = None, {}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_secret_player_or_cup_leaves_the_table_too_early(seed: int) -> None:
    box = random_table(seed)
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
            said = json_bytes(
                [events_json(entry.events, table, seat), table_json(table, seat)]
            ).decode()
            assert not any(secret in said for secret in secrets)
            for number in range(6):
                assert f'"p{number}"' not in said
            _check_cups(entry, table, seat)


def _check_cups(entry: LogEntry, table: LiveTable, seat: Seat | None) -> None:
    for value in events_json(entry.events, table, seat):
        if value["event"] == "dealt":
            assert [s for s, cup in enumerate(value["cups"]) if cup is not None] in ([seat], [])
        if value["event"] in ("seed-given", "calza-claimed"):
            assert value["seat"] == seat
        assert value["event"] != "shaken"
    game = table_json(table, seat)["game"]
    if game is not None and seat is None:
        assert game["cup"] is None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_shown_does_not_depend_on_what_is_hidden(seed: int) -> None:
    """Other dice under the other cups, other secrets and other claims change no byte."""
    box = random_table(seed)
    for seat, other in indistinguishable_tables(box.table, Random(seed)):
        assert json_bytes(table_json(other, seat)) == json_bytes(table_json(box.table, seat))


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
        dice = table_json(box.table, seat)["game"]["dice"]
        assert [s for s, left in enumerate(dice) if left is not None] == [seat]
    assert table_json(box.table, None)["game"]["dice"] == (None, None, None)
