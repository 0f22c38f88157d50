"""Problems of a table's set-up in plain words."""

from dataclasses import replace
from typing import assert_never

from perudo.engine.edition import POINT_TYPES, point_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupFault, SetupProblem
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.wording.rule_text import box_text, option_text, point_text, value_text


def setup_problem_text(t: Tongue, problem: SetupProblem, *, plain: bool = False) -> str:
    """``plain`` is for people who chose from a page and never saw the names used in commands."""
    if plain:
        problem = _in_names(t, problem)
    asked, where = problem.asked, problem.where
    allowed = ", ".join(problem.allowed) or t.say("none")
    match problem.fault:
        case SetupFault.UNKNOWN_EDITION:
            return t.say(
                "There is no edition “{asked}”. Choose: {allowed}.", asked=asked, allowed=allowed
            )
        case SetupFault.UNKNOWN_OPTION:
            return t.say(
                "There is no option “{asked}”. Options of {where}: {allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case SetupFault.OPTION_NOT_OFFERED if plain:
            return t.say(
                "{where} does not have the option {asked} (its options: {allowed}). "
                "It can be played as a house rule.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case SetupFault.OPTION_NOT_OFFERED:
            return t.say(
                "{where} does not have the option {asked} (its options: {allowed}). "
                "It can be played as a house rule: --house {asked}=on",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case SetupFault.OPTION_ALWAYS_ON:
            return t.say(
                "{asked} is not an option in {where}: it is always played. Its options: "
                "{allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case SetupFault.OPTION_AND_HOUSE:
            return t.say(
                "{asked} is given as an option and as a house rule: choose one.", asked=asked
            )
        case SetupFault.UNKNOWN_POINT:
            return t.say(
                "There is no rule “{asked}”. Choose: {allowed}.", asked=asked, allowed=allowed
            )
        case SetupFault.UNKNOWN_VALUE:
            return t.say(
                "The rule {where} cannot be “{asked}”. Choose: {allowed}.",
                asked=asked, where=where, allowed=allowed,
            )  # fmt: skip
        case SetupFault.NOTHING_TO_GOVERN:
            return t.say(
                "The house rule {asked} has no effect without {allowed}.",
                asked=asked, allowed=allowed,
            )  # fmt: skip
        case SetupFault.SEATS:
            return t.say(
                "A table has {least} to {most} seats, not {asked}.",
                asked=asked, least=problem.allowed[0], most=problem.allowed[1],
            )  # fmt: skip
        case SetupFault.DICE:
            return t.say(
                "A seat has {least} to {most} dice, not {asked}.",
                asked=asked, least=problem.allowed[0], most=problem.allowed[1],
            )  # fmt: skip
        case SetupFault.NO_ROUND:
            return t.say(
                "No round can be played with the dice {asked}: "
                "seat {where} opens it, and two seats must have dice.",
                asked=asked, where=where,
            )  # fmt: skip
        case SetupFault.PALIFICO_NOT_PLAYED:
            return t.say("These rules are played without {palifico}.")
        case SetupFault.PALIFICO_DICE:
            return t.say(
                "A round of {palifico} is opened with one's last die, and seat {where} has "
                "{asked} dice.",
                asked=asked, where=where,
            )  # fmt: skip
        case _ as never:
            assert_never(never)


def _in_names(t: Tongue, problem: SetupProblem) -> SetupProblem:
    """The same problem with boxes, options and rules by the names that pages show."""
    match problem.fault:
        case SetupFault.UNKNOWN_EDITION:
            return replace(problem, allowed=tuple(_box(t, key) for key in problem.allowed))
        case SetupFault.UNKNOWN_OPTION:
            return _about_options(t, problem)
        case SetupFault.OPTION_NOT_OFFERED | SetupFault.OPTION_ALWAYS_ON:
            return replace(_about_options(t, problem), asked=_option(t, problem, problem.asked))
        case SetupFault.OPTION_AND_HOUSE:
            return replace(problem, asked=_rule(t, problem.asked))
        case SetupFault.UNKNOWN_POINT:
            return replace(problem, allowed=tuple(_rule(t, name) for name in problem.allowed))
        case SetupFault.UNKNOWN_VALUE:
            values = tuple(_value(t, problem.where, value) for value in problem.allowed)
            return replace(problem, where=_rule(t, problem.where), allowed=values)
        case SetupFault.NOTHING_TO_GOVERN:
            needed = tuple(_rule(t, name) for name in problem.allowed)
            return replace(problem, asked=_rule(t, problem.asked), allowed=needed)
        case SetupFault.SEATS | SetupFault.DICE | SetupFault.NO_ROUND:
            return problem
        case SetupFault.PALIFICO_NOT_PLAYED | SetupFault.PALIFICO_DICE:
            return problem
        case _ as never:
            assert_never(never)


def _about_options(t: Tongue, problem: SetupProblem) -> SetupProblem:
    options = tuple(_option(t, problem, option) for option in problem.allowed)
    return replace(problem, where=_box(t, problem.where), allowed=options)


def _quoted(t: Tongue, name: str) -> str:
    return t.say("“{name}”", name=name)


def _box(t: Tongue, key: str) -> str:
    return _quoted(t, box_text(t, EDITIONS[key].words))


def _option(t: Tongue, problem: SetupProblem, option: str) -> str:
    return _quoted(t, option_text(Tongue(t.lang, problem.where), option))


def _rule(t: Tongue, name: str) -> str:
    return _quoted(t, point_text(Tongue(t.lang, COMMON_WORDS), point_of(name)))


def _value(t: Tongue, rule: str, code: str) -> str:
    value = POINT_TYPES[point_of(rule)](code)
    return _quoted(t, value_text(Tongue(t.lang, COMMON_WORDS), value))
