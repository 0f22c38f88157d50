"""Why a table cannot be set up so."""

from typing import assert_never

from perudo.engine.house import Problem, SetupProblem
from perudo.i18n.tongue import Tongue


def setup_problem_text(t: Tongue, problem: SetupProblem) -> str:
    asked, where = problem.asked, problem.where
    allowed = ", ".join(problem.allowed) or t.say("none")
    match problem.problem:
        case Problem.UNKNOWN_EDITION:
            return t.say(
                "There is no edition “{asked}”. Choose: {allowed}.", asked=asked, allowed=allowed
            )
        case Problem.UNKNOWN_OPTION:
            return t.say(
                "There is no option “{asked}”. Options of {where}: {allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case Problem.OPTION_NOT_OFFERED:
            return t.say(
                "{where} does not have the option {asked} (its options: {allowed}). "
                "It can be played as a house rule: --house {asked}=on",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case Problem.OPTION_ALWAYS_ON:
            return t.say(
                "{asked} is no option in {where}: it is always played. Its options: {allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case Problem.OPTION_AND_HOUSE:
            return t.say(
                "{asked} is given as an option and as a house rule: give one.", asked=asked
            )
        case Problem.UNKNOWN_POINT:
            return t.say(
                "There is no rule “{asked}”. Choose: {allowed}.", asked=asked, allowed=allowed
            )
        case Problem.UNKNOWN_VALUE:
            return t.say(
                "The rule {where} cannot be “{asked}”. Choose: {allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case Problem.NOTHING_TO_GOVERN:
            return t.say(
                "The house rule {asked} says nothing while {allowed} is not played.",
                asked=asked, allowed=allowed,
            )  # fmt: skip
        case Problem.SEATS:
            return t.say(
                "A table has {least} to {most} seats, not {asked}.",
                asked=asked, least=problem.allowed[0], most=problem.allowed[1],
            )  # fmt: skip
        case Problem.DICE:
            return t.say(
                "A seat has {least} to {most} dice, not {asked}.",
                asked=asked, least=problem.allowed[0], most=problem.allowed[1],
            )  # fmt: skip
        case Problem.NO_ROUND:
            return t.say(
                "No round can be played with the dice {asked}: "
                "seat 0 opens it, and two seats must have dice.",
                asked=asked,
            )  # fmt: skip
        case _ as never:
            assert_never(never)
