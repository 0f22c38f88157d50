"""``perudo solve``: solve a two-player round, or the match from there, exactly."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from perudo.cli import out
from perudo.cli.arguments import add_json, add_rules, round_rules_from, tongue_of
from perudo.cli.files import reason_text
from perudo.cli.progress import Ticker
from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import Edition
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue
from perudo.solve import FINEST_TOLERANCE, MOST_WEIGHTS

if TYPE_CHECKING:
    from perudo.solve.rounds import Bounds
    from perudo.solve.shape import Shape

MOST_MEMORY = 4


def about(t: Tongue) -> str:
    return t.say("solve a two-player round, or the match from there, exactly")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    add_rules(parser, t)
    parser.add_argument(
        "--dice",
        required=True,
        metavar="A,B",
        help=t.say("the dice of the seat that opens and of the other, 1 to 5"),
    )
    parser.add_argument(
        "--palifico", action="store_true", help=t.say("the seat that opens is the palifico")
    )
    parser.add_argument(
        "--match", action="store_true", help=t.say("solve the match that follows, not one round")
    )
    parser.add_argument(
        "--tolerance",
        default="1e-4",
        metavar="X",
        help=t.say("go on until the exploitability is this small (default: {default})",
                   default="1e-4"),
    )  # fmt: skip
    parser.add_argument(
        "--memory",
        metavar="N",
        help=t.say("for a round that is too large: remember only the last N bids, {least} to "
                   "{most}",
                   least=1, most=MOST_MEMORY),
    )  # fmt: skip
    parser.add_argument("--save", metavar="FILE", help=t.say("keep the strategy of the round here"))
    add_json(parser, t)


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    dice = _dice(args.dice, t)
    tolerance = _tolerance(args.tolerance, t)
    memory = _memory(args.memory, t)
    if args.save is not None and args.match:
        out.fail(t.say("A strategy is saved for one round: leave out --match or --save."))
    if memory is not None and args.match:
        out.fail(t.say("A short memory is for one round: leave out --match or --memory."))
    rules = round_rules_from(args, lang)
    spoken = tongue_of(lang, rules)
    start = time.perf_counter()
    with Ticker(sys.stderr) as ticker:
        if args.match:
            bounds, more = _match(spoken, rules, dice, args.palifico, tolerance, ticker)
        else:
            shape = _shape(rules, dice, args.palifico)
            path = None if args.save is None else _writable(args.save, t)
            if memory is None:
                bounds, more = _round(spoken, rules, shape, args.palifico, tolerance, path, ticker)
            else:
                bounds, more = _short(
                    spoken, rules, shape, args.palifico, tolerance, memory, path, ticker
                )
    facts = {
        "edition": rules.key,
        "dice": dice,
        "palifico": args.palifico,
        "match": args.match,
        "value": bounds.value,
        "exploitability": bounds.exploitability,
        "low": bounds.low,
        "high": bounds.high,
        "seconds": round(time.perf_counter() - start, 3),
        **more,
    }
    if args.json:
        out.data(facts)
    else:
        _print(spoken, bounds, match=args.match)
    return 0


def _dice(text: str, t: Tongue) -> tuple[int, int]:
    numbers = text.split(",")
    known = [str(n) for n in range(1, BOX_DICE + 1)]
    if len(numbers) != 2 or not all(number in known for number in numbers):
        out.fail(
            t.say("Give the dice as two numbers from 1 to 5 with a comma, such as 2,1, not "
                  "“{asked}”.",
                  asked=text)
        )  # fmt: skip
    return int(numbers[0]), int(numbers[1])


def _tolerance(text: str, t: Tongue) -> float:
    try:
        tolerance = float(text)
    except ValueError:
        tolerance = 0.0
    if not FINEST_TOLERANCE <= tolerance <= 1.0:
        out.fail(
            t.say("The tolerance is a number from {least} to 1, such as 1e-4, not “{asked}”.",
                  least=FINEST_TOLERANCE, asked=text)
        )  # fmt: skip
    return tolerance


def _memory(text: str | None, t: Tongue) -> int | None:
    if text is None:
        return None
    if text not in [str(n) for n in range(1, MOST_MEMORY + 1)]:
        out.fail(
            t.say("The memory is a number of bids from {least} to {most}, not “{asked}”.",
                  least=1, most=MOST_MEMORY, asked=text)
        )  # fmt: skip
    return int(text)


def _shape(rules: Edition, dice: tuple[int, int], palifico: bool) -> "Shape":
    from perudo.solve.shape import opening, shape_of

    return shape_of(opening(rules, dice, palifico=palifico))


def _round(
    t: Tongue,
    rules: Edition,
    shape: "Shape",
    palifico: bool,
    tolerance: float,
    path: Path | None,
    ticker: Ticker,
) -> tuple["Bounds", dict[str, object]]:
    from perudo.solve.rounds import Solver
    from perudo.solve.saving import save_solution
    from perudo.solve.shape import dice_won
    from perudo.solve.size import TooLarge, check_size

    histories = sum(shape.histories())
    try:
        check_size(shape)
    except TooLarge:
        out.fail(
            t.say("This is too large to solve: one of its rounds has {histories} bid "
                  "histories. Fewer dice would work, or a short memory: --memory 2.",
                  histories=histories)
        )  # fmt: skip
    solver = Solver(shape, finest=tolerance, cores=os.cpu_count() or 1)

    def watch(steps: int, exploitability: float) -> None:
        ticker.show(
            t.say("{steps} steps, exploitability {exploitability}",
                  steps=steps, exploitability=f"{exploitability:.1e}")
        )  # fmt: skip

    solution = solver.solve(dice_won(shape.dice), tolerance, on_progress=watch)
    if path is not None:
        save_solution(path, rules, solution, palifico=palifico)
    return solution.bounds, {"histories": histories, "steps": solution.steps}


def _short(
    t: Tongue,
    rules: Edition,
    shape: "Shape",
    palifico: bool,
    tolerance: float,
    memory: int,
    path: Path | None,
    ticker: Ticker,
) -> tuple["Bounds", dict[str, object]]:
    from perudo.solve.abstraction import solve_with_memory
    from perudo.solve.saving import save_abstracted
    from perudo.solve.shape import dice_won

    def watch(steps: int, until: int, exploitability: float | None) -> None:
        if exploitability is None:
            ticker.show(t.say("step {step} of {steps}", step=steps, steps=until))
        else:
            ticker.show(
                t.say("step {step} of {steps}, exploitability {exploitability}",
                      step=steps, steps=until, exploitability=f"{exploitability:.1e}")
            )  # fmt: skip

    short = solve_with_memory(shape, memory, dice_won(shape.dice), tolerance, watch)
    if path is not None:
        save_abstracted(path, rules, short, palifico=palifico)
    return short.bounds, {
        "memory": memory,
        "places": int(short.recall.at.place_at[-1]),
        "steps": short.steps,
        "slack": short.slack,
    }


def _match(
    t: Tongue,
    rules: Edition,
    dice: tuple[int, int],
    palifico: bool,
    tolerance: float,
    ticker: Ticker,
) -> tuple["Bounds", dict[str, object]]:
    from perudo.solve.match import NotExact, Stage, solve_match
    from perudo.solve.size import TooLarge

    whose = 0 if palifico else None
    been = frozenset({0}) if palifico else frozenset()

    def report(done: int, stages: int, stage: Stage, exploitability: float) -> None:
        ticker.show(
            t.say("round {number} of {rounds} ({dice} dice), exploitability {exploitability}",
                  number=done + 1, rounds=stages, dice=f"{stage.dice[0]},{stage.dice[1]}",
                  exploitability=f"{exploitability:.1e}")
        )  # fmt: skip

    try:
        solved = solve_match(
            rules,
            Stage(dice, whose, been),
            tolerance,
            most_weights=MOST_WEIGHTS,
            cores=os.cpu_count() or 1,
            on_progress=report,
        )
    except TooLarge as large:
        out.fail(
            t.say("This is too large to solve: one of its rounds has {histories} bid "
                  "histories. Fewer dice would work.", histories=large.histories)
        )  # fmt: skip
    except NotExact:
        out.fail(
            t.say("By these rules losing a die is not always the worst result of a round, "
                  "and such a match cannot be solved.")
        )  # fmt: skip
    return solved.bounds, {"rounds": len(solved.stages)}


def _writable(name: str, t: Tongue) -> Path:
    """Better known now than after minutes of work."""
    path = Path(name)
    try:
        with path.open("ab"):
            pass
    except (OSError, ValueError) as error:
        out.fail(t.say("Cannot write {file}: {reason}", file=name, reason=reason_text(error, t)))
    return path


def _print(t: Tongue, bounds: "Bounds", *, match: bool) -> None:
    if match:
        out.line(
            t.say("The seat that opens wins the match with probability {value} (± {error}).",
                  value=f"{bounds.value:.6f}", error=f"{bounds.exploitability:.1e}")
        )  # fmt: skip
    else:
        out.line(
            t.say("The round is worth {value} dice to the seat that opens (± {error}).",
                  value=f"{bounds.value:+.6f}", error=f"{bounds.exploitability:.1e}")
        )  # fmt: skip
