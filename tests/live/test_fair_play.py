"""Pledges, gatherings and links: nobody can influence the dice, and the record proves it."""

from dataclasses import replace

import pytest

from perudo.engine.events import Dealt, Showdown
from perudo.records import fair_dice
from perudo.records.client_notes import Differs, Note, NoteCheck, compare
from perudo.records.proof import RoundCheck, SeedState, verify
from perudo.records.record import Record
from perudo.table.live.audience import table_json
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import (
    Credit,
    GiveLink,
    MakePledge,
    Ready,
    Rematch,
    Resign,
    Restore,
    Sit,
    Start,
    Tick,
)
from perudo.table.live.events import Gathering, LinkGiven, Paused, Pledged, Restored, Shaken
from perudo.table.live.matches import logged_matches
from perudo.table.live.refusals import TableReason
from perudo.table.live.settings import Settings
from perudo.table.live.state import Gathered
from testkit.live.sandbox import Sandbox, hash_chain

R = TableReason


def pledged_table(seats: int = 2, **settings: object) -> Sandbox:
    """A table where everybody has pledged, the match has begun and links are being gathered."""
    given = {"edition": "asmodee-2009", "pause_ms": 0, **settings}
    box = Sandbox(Settings(seats=seats, **given))  # type: ignore[arg-type]
    box.seat_people(seats)
    for number in range(seats):
        box.do(f"p{number}", MakePledge(box.chain(f"p{number}")[0]))
    box.do("p0", Start())
    return box


def gathering_of(box: Sandbox) -> Gathered:
    assert box.table.gathering is not None
    return box.table.gathering


def kinds(events: tuple[object, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


def play_round(box: Sandbox) -> tuple[object, ...]:
    """Play a round of one bid and a dudo."""
    box.act("1x2")
    return box.act("dudo")


def record(box: Sandbox) -> Record:
    return list(logged_matches("abc", box.log))[-1].record()


def states(box: Sandbox, number: int) -> list[SeedState]:
    check = verify(record(box))[number]
    assert isinstance(check, RoundCheck)
    assert check.ok
    return [seed.state for seed in check.seeds]


def test_nothing_is_dealt_before_every_link_is_there() -> None:
    box = pledged_table()
    assert box.table.match is not None
    assert box.table.match.round is None
    assert kinds(box.reveal("p0")) == ["LinkGiven"]
    events = box.reveal("p1")
    assert kinds(events)[:2] == ["LinkGiven", "Shaken"]
    links = (box.chain("p0")[1], box.chain("p1")[1])
    assert Shaken(1, links) in events
    dealt = next(event for event in events if isinstance(event, Dealt))
    assert box.table.shaken is not None
    secret = bytes.fromhex(box.table.shaken.secret)
    assert dealt.cups == fair_dice.cups(secret, "abc/1", 1, links, (5, 5))


def test_a_gathering_tells_everybody_all_that_the_dice_will_follow_from() -> None:
    box = pledged_table()
    (promised,) = [event for event in box.log[0].events if isinstance(event, Pledged)]
    pledges = (box.chain("p0")[0], box.chain("p1")[0])
    until = box.now + 3_000
    assert box.log[-1].events[-1] == Gathering(1, promised.commitment, pledges, until)


def test_without_pledges_nothing_is_waited_for() -> None:
    box = Sandbox(Settings(seats=2, pause_ms=0))
    assert "Dealt" in kinds(box.start())


def test_a_link_that_does_not_come_is_left_out_and_the_record_says_whose() -> None:
    box = pledged_table()
    box.reveal("p1")
    assert due_at(box.table) == gathering_of(box).until
    events = box.tick()
    assert Shaken(1, ("-", box.chain("p1")[1])) in events
    play_round(box)
    assert states(box, 1) == [SeedState.WITHHELD, SeedState.GIVEN]


def test_who_withheld_a_link_must_pledge_again() -> None:
    box = pledged_table()
    box.reveal("p1")
    box.tick()
    assert [box.table.chair(seat).pledge for seat in (0, 1)] == ["", box.chain("p1")[1]]
    play_round(box)
    assert gathering_of(box).pledges == ("", box.chain("p1")[1])
    box.do("p0", MakePledge(box.new_chain("p0")[0]))
    assert gathering_of(box).pledges[0] == ""  # what is gathered for stays fixed
    box.reveal("p1")
    play_round(box)
    box.reveal("p0", "p1")
    play_round(box)
    assert states(box, 2) == [SeedState.NO_PART, SeedState.GIVEN]
    third = verify(record(box))[3]
    assert isinstance(third, RoundCheck)
    assert [(seed.state, seed.anew) for seed in third.seeds] == [
        (SeedState.GIVEN, True),
        (SeedState.GIVEN, False),
    ]


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        (lambda box: box.chain("p0")[2], R.LINK_NOT_PLEDGED),
        (lambda box: box.chain("p1")[1], R.LINK_NOT_PLEDGED),
        (lambda box: box.chain("p0")[0], R.LINK_NOT_PLEDGED),
        (lambda _: "", R.LINK_NOT_PLEDGED),
        (lambda box: box.chain("p0")[1].upper(), R.LINK_NOT_PLEDGED),
    ],
)
def test_only_the_pledged_link_is_taken(link: object, reason: TableReason) -> None:
    box = pledged_table()
    refusal = box.refusal("p0", GiveLink(1, link(box)))  # type: ignore[operator]
    assert refusal.reason is reason


def test_a_link_is_given_once_and_for_its_own_round() -> None:
    box = pledged_table(3)
    assert box.refusal("p0", GiveLink(2, box.chain("p0")[1])).reason is R.NOT_GATHERING
    box.reveal("p0")
    assert box.refusal("p0", GiveLink(1, box.chain("p0")[1])).reason is R.NOT_GATHERING
    box.reveal("p1", "p2")
    assert box.refusal("p0", GiveLink(1, box.chain("p0")[2])).reason is R.NOT_GATHERING
    assert box.refusal("stranger", GiveLink(1, box.chain("p0")[2])).reason is R.NOT_SEATED


def test_a_pledge_after_the_gathering_changes_nothing_in_it() -> None:
    """The attack: an accomplice of the operator joins in when the others' links are known."""
    box = pledged_table(3)
    before = gathering_of(box).pledges
    box.reveal("p0", "p1")
    box.do("p2", MakePledge(hash_chain(b"later" + bytes(27))[0]))
    assert gathering_of(box).pledges == before
    box.reveal("p2")
    assert box.table.seeds == tuple(box.chain(f"p{n}")[1] for n in range(3))


def test_bots_have_no_part_in_the_dice() -> None:
    box = Sandbox(Settings(seats=3, pause_ms=0, pace_ms=0, edition="menteur"))
    box.do("p0", MakePledge(box.chain("p0")[0]))
    box.do("p0", Start(fill="hard"))
    assert gathering_of(box).pledges[1:] == ("", "")
    box.reveal("p0")
    assert box.table.seeds == (box.chain("p0")[1], "", "")
    assert record(box).bots == (1, 2)


def test_links_are_waited_for_beside_the_pause() -> None:
    box = pledged_table(pause_ms=10_000)
    box.reveal("p0", "p1")
    events = play_round(box)
    assert kinds(events)[-2:] == ["Paused", "Gathering"]
    box.reveal("p0", "p1")
    assert due_at(box.table) == box.now + 10_000
    box.do("p0", Ready())
    assert "Dealt" in kinds(box.do("p1", Ready()))


def test_when_all_are_ready_only_links_are_waited_for() -> None:
    box = pledged_table(pause_ms=10_000)
    box.reveal("p0", "p1")
    play_round(box)
    box.do("p0", Ready())
    box.do("p1", Ready())
    assert due_at(box.table) == box.now + 3_000
    assert Shaken(2, ("-", "-")) in box.tick()


def test_a_server_that_was_away_leaves_its_people_time_to_reveal() -> None:
    """Otherwise a restart at the right moment would leave all links out."""
    box = pledged_table()
    until = gathering_of(box).until
    gone, back = box.now + 1_000, box.now + 60_000
    box.now = back
    box.do(None, Credit(gone, back))
    assert due_at(box.table) == until + 59_000
    assert "Dealt" in kinds(box.reveal("p0", "p1"))


def test_a_chain_goes_on_in_the_next_match() -> None:
    box = pledged_table()
    box.reveal("p0", "p1")
    box.do("p1", Resign())
    box.do("p0", Rematch())
    box.do("p0", Start())
    assert gathering_of(box).pledges == (box.chain("p0")[1], box.chain("p1")[1])
    box.reveal("p0", "p1")
    play_round(box)
    assert states(box, 1) == [SeedState.GIVEN, SeedState.GIVEN]


def test_resigning_while_links_are_gathered_ends_the_match_without_dice() -> None:
    box = pledged_table()
    box.do("p1", Resign())
    assert box.table.gathering is None
    assert due_at(box.table) is None
    assert record(box).rounds == ()


def test_a_bot_whose_seed_was_written_after_the_others_is_refused() -> None:
    """The attack: the operator, who knows all links, tries seeds for a bot until the dice suit."""
    box = Sandbox(Settings(seats=2, edition="menteur", pause_ms=0, pace_ms=0, dice=1))
    box.do("p0", MakePledge(box.chain("p0")[0]))
    box.do("p0", Start(fill="easy"))
    box.reveal("p0")
    while box.table.match is not None and not box.table.match.score.past:
        if box.table.turn == 0:
            box.act("dudo" if box.standing else "1x2")
        else:
            box.tick()
    honest = record(box)
    assert all(check.ok for check in verify(honest))
    first = honest.rounds[0]
    assert first.fair is not None
    for seed in ("chosen", hash_chain(bytes(32))[1]):
        forged = replace(first.fair, seeds=(first.fair.seeds[0], seed))
        cups = fair_dice.cups(forged.secret, "abc/1", 1, forged.seeds, (1, 1))
        changed = replace(first, fair=forged, cups=cups)
        checks = verify(replace(honest, rounds=(changed, *honest.rounds[1:])))
        assert not all(check.ok for check in checks)
        # Recording the bot as a person, or with a pledge that was never sent, does not help either.
        pledges = (
            first.pledges[0],
            fair_dice.commitment(bytes.fromhex(seed)) if seed != "chosen" else "",
        )
        person = replace(honest, bots=(), rounds=(replace(changed, pledges=pledges),))
        kept = Note("abc/1", 1, first.fair.commitment, first.pledges, 0, first.fair.seeds[0])
        proven = all(check.ok for check in verify(person))
        assert not proven or list(compare(person, [kept])) == [NoteCheck(1, Differs.PLEDGES)]


def kept_of(box: Sandbox, number: int) -> Note:
    """Return what p0's client kept about a round."""
    gathering = next(
        event
        for entry in box.log
        for event in entry.events
        if isinstance(event, Gathering) and event.round == number
    )
    link = next(
        event.link
        for entry in box.log
        for event in entry.events
        if isinstance(event, LinkGiven) and (event.seat, event.round) == (0, number)
    )
    return Note("abc/1", number, gathering.commitment, gathering.pledges, 0, link)


def test_what_a_client_kept_is_compared_with_the_record() -> None:
    box = pledged_table()
    for _ in range(2):
        box.reveal("p0", "p1")
        play_round(box)
    true = record(box)
    kept = [kept_of(box, 1), kept_of(box, 2)]
    assert list(compare(true, kept)) == [NoteCheck(1, None), NoteCheck(2, None)]
    first, second = kept
    other = "00" * 32
    for changed, differs in (
        (replace(first, commitment=other), Differs.COMMITMENT),
        (replace(first, pledges=(first.pledges[0], other)), Differs.PLEDGES),
        (replace(first, link=other), Differs.LINK),
        (replace(first, round=9), Differs.NO_ROUND),
    ):
        assert NoteCheck(changed.round, differs) in compare(true, [changed, second])
    assert list(compare(true, [replace(first, label="other/1")])) == []


def test_a_client_notices_that_the_server_left_out_its_link() -> None:
    box = pledged_table()
    box.reveal("p0", "p1")
    play_round(box)
    true = record(box)
    first = true.rounds[0]
    assert first.fair is not None
    dropped = replace(first.fair, seeds=("-", first.fair.seeds[1]))
    cups = fair_dice.cups(dropped.secret, "abc/1", 1, dropped.seeds, (5, 5))
    forged = replace(true, rounds=(replace(first, fair=dropped, cups=cups),))
    assert NoteCheck(1, Differs.WITHHELD) in compare(forged, [kept_of(box, 1)])


def test_a_restore_deals_the_round_again_from_new_secrets() -> None:
    """Knowing the dice and secrets of the backup is of no use."""
    box = pledged_table(3)
    box.reveal("p0", "p1", "p2")
    box.act("1x2")
    known = {e.secret for entry in box.log for e in entry.events if isinstance(e, Pledged)}
    dealt = box.table.match
    events = box.do(None, Restore())
    assert isinstance(events[0], Restored)
    assert events[0].round == 1
    assert isinstance(events[-1], Paused)
    assert box.table.match is not None
    assert box.table.match.round is None
    assert all(chair is not None and chair.pledge == "" for chair in box.table.chairs)
    for number in range(3):
        box.do(f"p{number}", MakePledge(box.new_chain(f"p{number}")[0]))
    for number in range(3):
        box.do(f"p{number}", Ready())
    box.reveal("p0", "p1", "p2")
    assert box.table.match != dealt
    assert box.table.shaken is not None
    assert box.table.shaken.secret not in known
    play_round(box)
    check = verify(record(box))[1]
    assert isinstance(check, RoundCheck)
    assert (check.ok, check.redealt) == (True, 1)


def test_a_restore_between_rounds_takes_back_no_showdown() -> None:
    box = pledged_table(pause_ms=5_000)
    box.reveal("p0", "p1")
    play_round(box)
    assert box.table.match is not None
    past = box.table.match.score.past
    (restored, *_) = box.do(None, Restore())
    assert restored == Restored(2)  # its links may be known
    assert box.table.match.score.past == past
    box.now += 20_000
    box.do(None, Tick())
    play_round(box)
    assert all(check.ok for check in verify(record(box)))
    assert record(box).rounds[1].redealt == 1


def test_a_restore_of_a_table_without_a_match_only_draws_a_new_secret() -> None:
    box = Sandbox(Settings(seats=2))
    before = box.table.pledge
    events = box.do(None, Restore())
    assert kinds(events) == ["Restored", "Pledged"]
    assert box.table.pledge != before
    box.do("p1", Sit("Bea"))
    assert "Dealt" in kinds(box.do("p0", Start()))


def test_ready_twice_is_refused_and_writes_nothing() -> None:
    box = pledged_table(3, pause_ms=5_000)
    box.reveal("p0", "p1", "p2")
    play_round(box)
    box.do("p0", Ready())
    length = len(box.log)
    assert box.refusal("p0", Ready()).reason is R.ALREADY_READY
    assert len(box.log) == length


def test_a_showdown_is_over_when_the_next_round_is_dealt() -> None:
    box = pledged_table(pause_ms=5_000)
    box.reveal("p0", "p1")
    assert any(isinstance(event, Showdown) for event in play_round(box))
    assert table_json(box.table, 0)["game"]["last_showdown"] is not None
    box.reveal("p0", "p1")
    box.tick()
    assert table_json(box.table, 0)["game"]["last_showdown"] is None
