"""Problems of records in plain words."""

from typing import assert_never

from perudo.engine.actions import Action
from perudo.i18n.tongue import Tongue
from perudo.records.notation import action_from
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.record import LONGEST_NAME
from perudo.wording.dice_text import turn_text
from perudo.wording.refusal_text import refusal_text
from perudo.wording.setup_text import setup_problem_text


def record_problem_text(t: Tongue, problem: RecordProblem, names: tuple[str, ...] = ()) -> str:
    """At most two lines: what is wrong and where, then what would have worked."""
    lines = [
        t.say(
            "line {line}: {token}: {why}",
            line=problem.line,
            token=problem.token or "…",
            why=_sentence(t, problem, names),
        )
    ]
    if problem.turn is not None:
        lines.append(t.say("Legal: {actions}.", actions=turn_text(t, problem.turn, names)))
    elif problem.expected:
        lines.append(t.say("Expected: {expected}", expected="   ".join(problem.expected)))
    return "\n".join(lines)


def _sentence(t: Tongue, problem: RecordProblem, names: tuple[str, ...]) -> str:
    match problem.fault:
        case RecordFault.NOT_TEXT:
            return t.say("This is not UTF-8 text.")
        case RecordFault.TOO_LONG:
            return t.say("The file is too long for a record.")
        case RecordFault.NO_MARK:
            return t.say("A record begins with its mark.")
        case RecordFault.VERSION:
            return t.say("This version of the format is not known.")
        case RecordFault.HEADER:
            return t.say("A record has no such entry.")
        case RecordFault.HEADER_TWICE:
            return t.say("This entry appears twice.")
        case RecordFault.HEADER_MISSING:
            return t.say("This entry is missing.")
        case RecordFault.HEADER_LATE:
            return t.say("Entries come before the first round.")
        case RecordFault.VALUE:
            return t.say("This value cannot be read.")
        case RecordFault.NAME:
            return t.say(
                "Names must differ and have 1 to {most} characters and no comma.",
                most=LONGEST_NAME,
            )
        case RecordFault.SETUP:
            assert problem.setup is not None
            return setup_problem_text(t, problem.setup)
        case RecordFault.ROUND:
            return t.say("A round has its number, the cups, a bar and the calls.")
        case RecordFault.ROUND_NUMBER:
            return t.say("Rounds are numbered one after the other.")
        case RecordFault.CUP:
            return t.say("This is not a cup: write one sign for each die, 2 to 6 or P.")
        case RecordFault.ACTION:
            return t.say("This is neither a bid nor a call.")
        case RecordFault.SEAT:
            return t.say("Nobody sits there.")
        case RecordFault.AFTER_CALL:
            return t.say("The round ended with the previous call.")
        case RecordFault.NOT_CALLED:
            return t.say("The previous round did not end with a call.")
        case RecordFault.STARTER_MISSING:
            return t.say("The record does not say who starts.")
        case RecordFault.FOUND_MISSING:
            return t.say("The previous round has neither cups nor a count.")
        case RecordFault.FOUND_DIFFERS:
            return t.say("The cups show a different count.")
        case RecordFault.FAIR:
            return t.say(
                "A proof has the commitment and the secret, 64 of the signs 0-9 a-f each, and a "
                "seed for each seat."
            )
        case RecordFault.JSON:
            return t.say("This is not a JSON object.")
        case RecordFault.REFUSED:
            assert problem.refusal is not None
            action: Action | None = action_from(problem.token)
            return refusal_text(t, problem.refusal, names, action)
        case _ as never:
            assert_never(never)
