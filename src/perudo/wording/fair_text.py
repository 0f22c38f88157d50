"""Results of the dice check in plain words."""

from collections.abc import Iterator
from typing import assert_never

from perudo.i18n.tongue import Tongue
from perudo.records.client_notes import Differs, NoteCheck
from perudo.records.proof import (
    FIRST_TURN,
    Check,
    CupCheck,
    DrawCheck,
    NotChance,
    NothingToCheck,
    RollsCheck,
    RoundCheck,
    SeedState,
    Unproven,
    UnprovenReason,
)
from perudo.wording.dice_text import cup_text


def check_lines(t: Tongue, check: Check, names: tuple[str, ...]) -> Iterator[str]:
    """One line if the check passed, else a line for each thing that is wrong."""
    match check:
        case RoundCheck():
            yield from _round_lines(t, check, names)
        case RollsCheck():
            yield from _rolls_lines(t, check, names)
        case DrawCheck(noted, recomputed) if check.ok:
            yield t.say("First turn: the lot fell on {who}.", who=names[noted])
        case DrawCheck(noted, recomputed):
            yield t.say(
                "First turn: {noted} is noted, but the lot fell on {recomputed}.",
                noted=names[noted],
                recomputed=names[recomputed],
            )
        case NotChance(seat):
            yield t.say("First turn: {who}, not left to chance.", who=names[seat])
        case Unproven():
            yield _unproven_line(t, check)
        case NothingToCheck():
            yield t.say(
                "This record carries no proof of its dice. Only matches played on a server do, "
                "from the first round that was revealed."
            )
        case _ as never:
            assert_never(never)


def _round_lines(t: Tongue, check: RoundCheck, names: tuple[str, ...]) -> Iterator[str]:
    number = check.number
    if check.ok:
        yield t.say(
            "Round {number}: all dice follow from the secret promised as {commitment}.",
            number=number,
            commitment=check.commitment,
        )
    if not check.kept:
        yield t.say(
            "Round {number}: the secret is not the one promised. Promised was {commitment}, "
            "the secret gives {recomputed}.",
            number=number,
            commitment=check.commitment,
            recomputed=check.recomputed,
        )
    yield from _seed_lines(t, check, names)
    for cup in check.cups:
        if not cup.ok:
            yield t.say(
                "Round {number}, {who}: the record has {noted}, but the dice were {recomputed}.",
                number=number,
                **_facts(cup, names),
            )


def _seed_lines(t: Tongue, check: RoundCheck, names: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with the seats' seeds, and what else readers should know about them."""
    if check.redealt:
        yield t.plural(
            "Round {number} was dealt again after the server was restored from a backup.",
            "Round {number} was dealt again {n} times after the server was restored from a backup.",
            check.redealt,
            number=check.number,
        )
    for seed in check.seeds:
        facts = {"number": check.number, "who": names[seed.seat]}
        if seed.anew:
            yield t.say("Round {number}, {who}: pledged anew from this round on.", **facts)
        match seed.state:
            case SeedState.NO_PART | SeedState.GIVEN:
                pass
            case SeedState.WITHHELD:
                yield t.say("Round {number}, {who}: did not reveal the pledged link.", **facts)
            case SeedState.NOT_PLEDGED:
                yield t.say("Round {number}, {who}: has a seed that nobody pledged.", **facts)
            case SeedState.NOT_THE_PLEDGED:
                yield t.say("Round {number}, {who}: the seed is not the pledged link.", **facts)
            case SeedState.MISSING:
                yield t.say("Round {number}, {who}: was pledged, but has no seed.", **facts)
            case SeedState.BOT:
                yield t.say(
                    "Round {number}, {who}: a bot with a seed of its own. Whoever runs the server "
                    "could have chosen it.",
                    **facts,
                )
            case _ as never:
                assert_never(never)


def note_line(t: Tongue, check: NoteCheck) -> str:
    number = check.number
    match check.differs:
        case None:
            return t.say("Round {number}: as your own client wrote it down.", number=number)
        case Differs.COMMITMENT:
            return t.say(
                "Round {number}: the secret was promised differently to your client.", number=number
            )
        case Differs.PLEDGES:
            return t.say(
                "Round {number}: your client was told other pledges of the seats.", number=number
            )
        case Differs.LINK:
            return t.say("Round {number}: your seat has another link than yours.", number=number)
        case Differs.WITHHELD:
            return t.say(
                "Round {number}: the record says that you did not reveal, but your client did.",
                number=number,
            )
        case Differs.NO_ROUND:
            return t.say(
                "Round {number}: your client took part, but the record has no proof of it.",
                number=number,
            )
        case _ as never:
            assert_never(never)


def _rolls_lines(t: Tongue, check: RollsCheck, names: tuple[str, ...]) -> Iterator[str]:
    if check.ok:
        yield t.say("First turn: all rolls follow from the secret of round 1.")
    for number, off in enumerate(check.offs, 1):
        for cup in off:
            if not cup.ok:
                yield t.say(
                    "First turn, roll {number}, {who}: the record has {noted}, but the dice were "
                    "{recomputed}.",
                    number=number,
                    **_facts(cup, names),
                )


def _facts(cup: CupCheck, names: tuple[str, ...]) -> dict[str, str]:
    return {
        "who": names[cup.seat],
        "noted": cup_text(cup.noted),
        "recomputed": cup_text(cup.recomputed),
    }


def _unproven_line(t: Tongue, check: Unproven) -> str:
    if check.number == FIRST_TURN:
        if check.reason is UnprovenReason.NOT_REVEALED:
            return t.say("First turn: to be checked when the secret of round 1 is revealed.")
        return t.say("First turn: not proven, for the secret of round 1 is missing.")
    match check.reason:
        case UnprovenReason.NOT_REVEALED:
            return t.say(
                "Round {number}: not over, so its secret is not revealed yet.", number=check.number
            )
        case UnprovenReason.NO_PROOF:
            return t.say(
                "Round {number}: not proven, for its secret is missing.", number=check.number
            )
        case UnprovenReason.NO_CUPS:
            return t.say(
                "Round {number}: not proven, for the record has no cups.", number=check.number
            )
        case _ as never:
            assert_never(never)
