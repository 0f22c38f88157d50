"""Why a bot cannot take part in a contest, in plain words."""

from typing import assert_never

from perudo.arena.entrants import EntrantFault, EntrantProblem
from perudo.i18n.tongue import Tongue


def entrant_problem_text(t: Tongue, problem: EntrantProblem) -> str:
    asked, detail = problem.asked, problem.detail
    match problem.fault:
        case EntrantFault.UNKNOWN:
            return t.say(
                "There is no bot “{asked}”. Choose: {allowed}, or FILE.py:CLASS.",
                asked=asked,
                allowed=detail,
            )
        case EntrantFault.NO_FILE:
            return t.say("There is no Python file {asked}.", asked=asked)
        case EntrantFault.NO_CLASS:
            return t.say("{asked}: there is no class {detail} in it.", asked=asked, detail=detail)
        case EntrantFault.FILE_RAISED:
            return t.say("{asked} cannot be loaded: {detail}", asked=asked, detail=detail)
        case EntrantFault.NOT_A_BOT:
            return t.say(
                "{asked} is not a bot: it has no method {detail}.", asked=asked, detail=detail
            )
        case _ as never:
            assert_never(never)
