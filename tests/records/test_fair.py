"""The derivation of dice from secrets and seeds, and the check of a record's dice."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from perudo.engine.dice import FACES
from perudo.engine.events import Choice
from perudo.records import fair_dice
from perudo.records.fair_dice import FairRound
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.proof import (
    DrawCheck,
    NotChance,
    NothingToCheck,
    RollsCheck,
    RoundCheck,
    Unproven,
    UnprovenReason,
    verify,
)
from perudo.records.record import Record, StarterNamed, StarterRolls
from perudo.records.replay import replayed
from testkit.fair_matches import LABEL, fair_record
from testkit.matches import ALL, rules_of

SECRET = bytes(range(32))
PUT_IN = ("alpha", "", "gamma")


def raw(message: str) -> bytes:
    """HMAC by its definition."""
    block = SECRET.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message.encode()).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


# The derivation


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert fair_dice.commitment(SECRET) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )


@pytest.mark.parametrize(
    ("seat", "head", "thrown"),
    [
        (0, "8f1822dff7", (6, 1, 5, 2, 2)),
        (1, "6b5a815ade", (6, 1, 4, 1, 1)),
        (2, "756e15027a", (4, 3, 4, 3, 3)),
    ],
)
def test_dice_by_hand(seat: int, head: str, thrown: tuple[int, ...]) -> None:
    """The heads are what ``openssl dgst -sha256 -mac HMAC`` says; see docs/fair-dice.md."""
    digest = raw(f"demo/1|1|alpha,,gamma|seat {seat}|0")
    assert digest[:5].hex() == head
    assert tuple(byte % 6 + 1 for byte in digest[:5]) == thrown
    assert fair_dice.dice(SECRET, "demo/1", 1, PUT_IN, f"seat {seat}", 5) == thrown
    assert fair_dice.cup(SECRET, "demo/1", 1, PUT_IN, seat, 5) == tuple(sorted(thrown))
    assert fair_dice.cups(SECRET, "demo/1", 1, PUT_IN, (5, 5, 5))[seat] == tuple(sorted(thrown))
    assert fair_dice.dice(SECRET, "demo/1", 1, PUT_IN, f"seat {seat}", 2) == thrown[:2]


def test_a_seat_that_is_out_gets_no_dice() -> None:
    assert fair_dice.cups(SECRET, "demo/1", 1, PUT_IN, (1, 0, 2)) == ((6,), (), (3, 4))


def test_a_byte_that_would_favour_a_face_is_left_out() -> None:
    digest = raw("demo/1|18|alpha,,gamma|seat 0|0")
    assert list(digest[:6]) == [32, 254, 220, 125, 96, 69]
    assert fair_dice.dice(SECRET, "demo/1", 18, PUT_IN, "seat 0", 5) == (3, 5, 6, 1, 4)


def test_when_the_bytes_run_out_the_counter_goes_up() -> None:
    message = "demo/1|18|alpha,,gamma|seat 0|"
    more = b"".join(raw(f"{message}{counter}") for counter in range(4))
    thrown = [byte % 6 + 1 for byte in more if byte < 252]
    assert 32 < 100 < len(thrown) < len(more)
    assert fair_dice.dice(SECRET, "demo/1", 18, PUT_IN, "seat 0", 100) == tuple(thrown[:100])


def test_rolls_for_the_first_turn_have_messages_of_their_own() -> None:
    digest = raw("demo/1|1|alpha,,gamma|start 2 seat 1|0")
    rolled = tuple(sorted(byte % 6 + 1 for byte in digest[:2]))
    assert max(digest[:2]) < 252
    assert fair_dice.start_cup(SECRET, "demo/1", PUT_IN, 2, 1, 2) == rolled


def test_the_lot_for_the_first_turn() -> None:
    assert raw("demo/1|1|alpha,,gamma|draw|0")[0] == 0x25
    assert fair_dice.draw(SECRET, "demo/1", PUT_IN, 3) == 0x25 % 3
    assert list(raw("demo/140|1|alpha,,gamma|draw|0")[:2]) == [255, 103]
    assert fair_dice.draw(SECRET, "demo/140", PUT_IN, 3) == 103 % 3
    assert fair_dice.draw(SECRET, "demo/140", PUT_IN, 4) == 255 % 4


def test_a_lot_that_needs_more_bytes_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """No known secret gives 32 rejected bytes in a row, so a fake hash does."""
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return b"\xff" * 32 if len(asked) == 1 else b"\xff\x04" * 16

    monkeypatch.setattr(hmac, "digest", digest)
    assert fair_dice.draw(SECRET, "demo/1", PUT_IN, 3) == 1
    assert asked == [b"demo/1|1|alpha,,gamma|draw|0", b"demo/1|1|alpha,,gamma|draw|1"]


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    unseen = (cells - len(counts)) * expected
    return unseen + sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_a_million_dice_are_even() -> None:
    """The bounds are those that even dice pass in 999 cases of 1000: chi-square with 5, 25 and 35
    degrees of freedom. The secrets are always the same ones, so it is no matter of luck. Without
    the bytes left out the first figure would be about 120."""
    faces: Counter[tuple[int, ...]] = Counter()
    places: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(5)]
    pairs: Counter[tuple[int, ...]] = Counter()
    cups = 0
    for number in range(33_334):
        secret = hashlib.sha256(str(number).encode()).digest()
        for seat in range(6):
            thrown = fair_dice.dice(
                secret, "t/1", 1, ("", "a", "b", "c", "d", ""), f"seat {seat}", 5
            )
            cups += 1
            faces.update((die,) for die in thrown)
            for place, die in enumerate(thrown):
                places[place][(die,)] += 1
            pairs.update(pairwise(thrown))
    assert cups * 5 >= 1_000_000
    assert set(faces) == {(face,) for face in FACES}
    assert chi_square(faces, 6) < 20.52
    assert sum(chi_square(place, 6) for place in places) < 52.62
    assert chi_square(pairs, 36) < 66.62


def test_every_part_of_the_message_changes_the_dice() -> None:
    def twenty(
        secret: bytes = SECRET,
        label: str = "demo/1",
        number: int = 1,
        seeds: tuple[str, ...] = PUT_IN,
        what: str = "seat 0",
    ) -> tuple[int, ...]:
        return fair_dice.dice(secret, label, number, seeds, what, 20)

    others = (
        twenty(secret=bytes(32)),
        twenty(label="demo/2"),
        twenty(number=2),
        twenty(seeds=("alpha", "gamma", "")),
        twenty(what="seat 1"),
    )
    assert len({twenty(), *others}) == 6


@pytest.mark.parametrize("seed", ["", "a", "A-z_09", "x" * 64])
def test_a_seed_is_up_to_64_safe_characters(seed: str) -> None:
    assert fair_dice.is_seed(seed)


@pytest.mark.parametrize("seed", ["x" * 65, "a,b", "a|b", "a b", "é", "٣", "a\n", " "])
def test_other_seeds_are_rejected(seed: str) -> None:
    """A comma or a bar would let two lists of seeds make the same message."""
    assert not fair_dice.is_seed(seed)
    with pytest.raises(ValueError, match="seed"):
        FairRound("0" * 64, SECRET, ("", seed))


@pytest.mark.parametrize("label", ["", "a|b", "a,b", "a b", "é/1", "a/1\n", "x" * 101])
def test_invalid_labels_are_rejected(label: str) -> None:
    assert fair_dice.is_label("k3v9-_X/12")
    assert not fair_dice.is_label(label)
    with pytest.raises(RecordProblem) as raised:
        Record(rules_of("menteur"), ("A", "B"), fair=label)
    assert raised.value.fault is RecordFault.VALUE


def test_a_proof_that_cannot_be_written_is_none() -> None:
    for commitment, secret in (("0" * 63, SECRET), ("A" * 64, SECRET), ("0" * 64, SECRET[1:])):
        with pytest.raises(ValueError, match="commitment"):
            FairRound(commitment, secret, ())


# The check

RECORDS = [fair_record(rules_of(key), seats, seats) for key in ALL for seats in (2, 4, 6)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: f"{r.rules.key}-{len(r.names)}")
def test_an_honest_match_is_proven_to_the_last_die(record: Record) -> None:
    replayed(record)
    starter, *rounds = verify(record)
    assert all(check.ok for check in (starter, *rounds))
    rolled = isinstance(record.starter, StarterRolls)
    assert isinstance(starter, RollsCheck if rolled else DrawCheck)
    dice = 0
    for noted, check in zip(record.rounds, rounds, strict=True):
        assert isinstance(check, RoundCheck)
        assert tuple(cup.noted for cup in check.cups) == noted.cups
        dice += sum(len(cup.recomputed) for cup in check.cups)
    assert dice > 20


def with_round(record: Record, index: int, **changes: object) -> Record:
    rounds = list(record.rounds)
    rounds[index] = replace(rounds[index], **changes)  # type: ignore[arg-type]
    return replace(record, rounds=tuple(rounds))


def with_fair(record: Record, index: int, **changes: object) -> Record:
    proof = record.rounds[index].fair
    assert proof is not None
    return with_round(record, index, fair=replace(proof, **changes))  # type: ignore[arg-type]


MATCH = fair_record(rules_of("weekend"), 4, 7)
DRAWN = fair_record(rules_of("menteur"), 4, 7)


def failing(record: Record) -> list[int]:
    """The numbers of the checks that fail: 0 is the first turn."""
    return [number for number, check in enumerate(verify(record)) if not check.ok]


def test_a_changed_die_is_found_and_its_seat_named() -> None:
    cups = list(MATCH.rounds[2].cups or ())
    honest = cups[1]
    cups[1] = tuple(sorted((*honest[1:], honest[0] % 6 + 1)))
    tampered = with_round(MATCH, 2, cups=tuple(cups))
    assert failing(tampered) == [3]
    check = verify(tampered)[3]
    assert isinstance(check, RoundCheck)
    assert check.kept
    assert [(c.seat, c.noted, c.recomputed) for c in check.cups if not c.ok] == [
        (1, cups[1], honest)
    ]


def test_a_changed_commitment_is_found() -> None:
    tampered = with_fair(MATCH, 1, commitment="0" * 64)
    check = verify(tampered)[2]
    assert failing(tampered) == [2]
    assert isinstance(check, RoundCheck)
    assert not check.kept
    assert all(cup.ok for cup in check.cups)


def test_another_secret_is_found_by_its_commitment_and_its_dice() -> None:
    tampered = with_fair(MATCH, 1, secret=SECRET)
    check = verify(tampered)[2]
    assert failing(tampered) == [2]
    assert isinstance(check, RoundCheck)
    assert not check.kept
    assert not all(cup.ok for cup in check.cups)


def test_another_secret_with_a_commitment_to_fit_is_found_by_its_dice() -> None:
    """Whoever kept the commitment finds it by that too."""
    tampered = with_fair(MATCH, 1, secret=SECRET, commitment=fair_dice.commitment(SECRET))
    check = verify(tampered)[2]
    assert failing(tampered) == [2]
    assert isinstance(check, RoundCheck)
    assert check.kept


@pytest.mark.parametrize("seat", range(4))
def test_a_changed_seed_is_found(seat: int) -> None:
    proof = MATCH.rounds[4].fair
    assert proof is not None
    seeds = tuple("other" if s == seat else seed for s, seed in enumerate(proof.seeds))
    assert failing(with_fair(MATCH, 4, seeds=seeds)) == [5]


def test_the_label_and_the_number_of_the_round_are_part_of_the_proof() -> None:
    everything = list(range(len(MATCH.rounds) + 1))
    assert failing(replace(MATCH, fair="k3v9x2/2")) == everything
    first, second, *others = MATCH.rounds
    assert failing(replace(MATCH, rounds=(second, first, *others)))[-2:] == [1, 2]


def test_another_roll_for_the_first_turn_is_found() -> None:
    assert isinstance(MATCH.starter, StarterRolls)
    first, *others = MATCH.starter.rolls
    rolled = first[2]
    assert rolled is not None
    changed = tuple(sorted((rolled[0], rolled[1] % 6 + 1)))
    rolls = ((*first[:2], changed, first[3]), *others)
    tampered = replace(MATCH, starter=StarterRolls(rolls))
    assert failing(tampered) == [0]
    check = verify(tampered)[0]
    assert isinstance(check, RollsCheck)
    assert [(c.seat, c.recomputed) for c in check.offs[0] if not c.ok] == [(2, rolled)]


def test_roll_offs_after_a_tie_are_thrown_again_for_those_who_tied() -> None:
    record = next(
        record
        for seed in range(100)
        if isinstance(
            (record := fair_record(rules_of("parker-1994"), 4, seed)).starter, StarterRolls
        )
        and len(record.starter.rolls) > 1
    )
    check = verify(record)[0]
    assert isinstance(check, RollsCheck)
    assert isinstance(record.starter, StarterRolls)
    assert check.ok
    assert len(check.offs) == len(record.starter.rolls)
    tied = [seat for seat, cup in enumerate(record.starter.rolls[1]) if cup is not None]
    assert [cup.seat for cup in check.offs[1]] == tied
    assert len(tied) < 4


def test_another_lot_is_found() -> None:
    check = verify(DRAWN)[0]
    assert isinstance(check, DrawCheck)
    other = (check.recomputed + 1) % 4
    tampered = replace(DRAWN, starter=StarterNamed(other, Choice.DRAWN))
    assert failing(tampered) == [0]
    assert verify(tampered)[0] == DrawCheck(other, check.recomputed)


@pytest.mark.parametrize("choice", [Choice.TOUCAN, Choice.NOTED])
def test_a_named_starter_is_not_checked(choice: Choice) -> None:
    assert verify(replace(DRAWN, starter=StarterNamed(2, choice)))[0] == NotChance(2)


def test_a_finished_round_must_have_its_proof() -> None:
    hidden = with_round(MATCH, 3, fair=None)
    assert failing(hidden) == [4]
    assert verify(hidden)[4] == Unproven(4, UnprovenReason.NO_PROOF)
    unseen = with_round(MATCH, 3, cups=None)
    assert verify(unseen)[4] == Unproven(4, UnprovenReason.NO_CUPS)
    assert failing(unseen) == [4]
    assert verify(with_round(MATCH, 0, fair=None))[:2] == (
        Unproven(0, UnprovenReason.NO_PROOF),
        Unproven(1, UnprovenReason.NO_PROOF),
    )


def test_a_round_under_way_needs_no_proof_yet() -> None:
    last = len(MATCH.rounds) - 1
    under_way = with_round(MATCH, last, fair=None, actions=MATCH.rounds[last].actions[:-1])
    assert failing(under_way) == []
    assert verify(under_way)[-1] == Unproven(last + 1, UnprovenReason.NOT_REVEALED)
    assert verify(replace(under_way, rounds=under_way.rounds[last:])) == (NothingToCheck(),)


def test_a_record_without_proof_has_nothing_to_check() -> None:
    plain = replace(
        MATCH, fair=None, rounds=tuple(replace(noted, fair=None) for noted in MATCH.rounds)
    )
    assert verify(plain) == (NothingToCheck(),)
    assert verify(replace(plain, fair=LABEL)) == (NothingToCheck(),)
    assert not NothingToCheck().ok
