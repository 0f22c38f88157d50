"""``perudo verify``: check the dice of a record against its secrets and seeds."""

import argparse
from typing import assert_never

from perudo.cli import out
from perudo.cli.arguments import tongue_of
from perudo.cli.files import read_file
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue
from perudo.records.client_notes import NoteCheck, compare, read_notes
from perudo.records.problems import RecordProblem
from perudo.records.proof import (
    FIRST_TURN,
    Check,
    CupCheck,
    DrawCheck,
    NotChance,
    NothingToCheck,
    RollsCheck,
    RoundCheck,
    Unproven,
    verify,
)
from perudo.records.record import Record
from perudo.records.replay import read_record, replayed
from perudo.wording.fair_text import check_lines, note_line
from perudo.wording.record_text import record_problem_text

NOT_PROVEN = 1


def about(t: Tongue) -> str:
    return t.say("check that the dice of a match follow from the promised secrets and the seeds")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("file", metavar="RECORD", help=t.say("a record, “-” for standard input"))
    parser.add_argument(
        "--kept", metavar="FILE", help=t.say("compare with what your own client wrote down")
    )
    parser.add_argument("--json", action="store_true", help=t.say("the checks as JSON lines"))


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    names: tuple[str, ...] = ()
    try:
        record = read_record(read_file(args.file, t))
        t, names = tongue_of(lang, record.rules), record.names
        replayed(record)
    except RecordProblem as problem:
        if args.json:
            wrong = {"fault": problem.fault.value, "line": problem.line, "token": problem.token}
            out.data({"check": "record", "ok": False, **wrong})
        out.fail(f"{args.file}: {record_problem_text(t, problem, names)}", NOT_PROVEN)
    checks = verify(record)
    kept = [] if args.kept is None else _compared(args.kept, record, t)
    if args.json:
        for check in checks:
            out.data(_check_json(check))
        for own in kept:
            differs = None if own.differs is None else own.differs.value
            out.data({"check": "kept", "round": own.number, "differs": differs, "ok": own.ok})
    if checks == (NothingToCheck(),):
        out.fail(f"{args.file}: " + "\n".join(check_lines(t, checks[0], names)), NOT_PROVEN)
    ok = all(check.ok for check in checks) and all(own.ok for own in kept)
    if not args.json:
        _print_checks(t, checks, kept, names, proof=record.proof, ok=ok)
    return 0 if ok else NOT_PROVEN


def _compared(file: str, record: Record, t: Tongue) -> list[NoteCheck]:
    try:
        checks = list(compare(record, read_notes(read_file(file, t).decode(errors="replace"))))
    except RecordProblem as problem:
        out.fail(f"{file}: {record_problem_text(t, problem, record.names)}", NOT_PROVEN)
    if not checks:
        out.fail(t.say("{file} has nothing on this match.", file=file), NOT_PROVEN)
    return checks


def _print_checks(
    t: Tongue,
    checks: tuple[Check, ...],
    kept: list[NoteCheck],
    names: tuple[str, ...],
    *,
    proof: int,
    ok: bool,
) -> None:
    for check in checks:
        for line in check_lines(t, check, names):
            out.line(line)
    for own in kept:
        out.line(note_line(t, own))
    out.line()
    if ok:
        out.line(t.say("Every die that was revealed follows from its secret and the seeds."))
        if kept:
            out.line(t.say("What your own client wrote down fits: nobody chose these dice."))
        elif proof == 1:
            out.line(
                t.say("Compare the promises with those that you saw before each round yourself.")
            )
        else:
            out.line(t.say("Compare it with what your own client wrote down (--kept)."))
    else:
        out.line(t.say("These dice are not proven fair."))


def _check_json(check: Check) -> dict[str, object]:
    match check:
        case RoundCheck():
            facts: dict[str, object] = {
                "check": "round",
                "round": check.number,
                "commitment": check.commitment,
                "recomputed": check.recomputed,
                "seats": [_cup_json(cup) for cup in check.cups],
                "seeds": [
                    {"seat": s.seat, "state": s.state.value, "anew": s.anew, "ok": s.ok}
                    for s in check.seeds
                ],
                "redealt": check.redealt,
            }
        case RollsCheck(offs):
            rolls = [[_cup_json(cup) for cup in off] for off in offs]
            facts = {"check": "starter", "rolls": rolls}
        case DrawCheck(noted, recomputed):
            facts = {"check": "starter", "noted": noted, "recomputed": recomputed}
        case NotChance(seat):
            facts = {"check": "starter", "named": seat}
        case Unproven(number, reason):
            of_round = {"check": "round", "round": number}
            facts = {"check": "starter"} if number == FIRST_TURN else of_round
            facts["why"] = reason.value
        case NothingToCheck():
            facts = {"check": "record", "why": "no-proof"}
        case _ as never:
            assert_never(never)
    return {**facts, "ok": check.ok}


def _cup_json(cup: CupCheck) -> dict[str, object]:
    return {"seat": cup.seat, "noted": cup.noted, "recomputed": cup.recomputed, "ok": cup.ok}
