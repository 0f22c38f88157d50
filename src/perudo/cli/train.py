"""``perudo train``: train a network on the batched game."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from perudo.cli import out
from perudo.cli.files import reason_text
from perudo.cli.progress import Ticker
from perudo.engine.dice import MOST_SEATS
from perudo.engine.editions import DEFAULT
from perudo.i18n.tongue import Tongue
from perudo.train.config import Config, TrainingFault, TrainingProblem, load_config

if TYPE_CHECKING:
    from perudo.train.run import RunStatus

FOLDER = "training"


def about(t: Tongue) -> str:
    return t.say("train a network that plays, on an accelerator")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("config", metavar="CONFIG", help=t.say("the settings, a TOML file"))
    parser.add_argument(
        "--out", default=FOLDER, metavar="DIR",
        help=t.say("where weights and log are kept (default: {default})", default=FOLDER),
    )  # fmt: skip
    parser.add_argument(
        "--resume", action="store_true", help=t.say("go on from what was saved there")
    )
    parser.add_argument(
        "--rival", metavar="FILE", help=t.say("learn to beat the player with these weights")
    )
    parser.add_argument("--start", metavar="FILE", help=t.say("start from these weights"))
    parser.add_argument(
        "--pause-after", metavar="MINUTES", help=t.say("save and stop after so many minutes")
    )


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    try:
        config = load_config(Path(args.config))
    except TrainingProblem as problem:
        out.fail(training_problem_text(t, problem))
    folder = Path(args.out)
    pause = None if args.pause_after is None else 60 * _minutes(args.pause_after, t)
    saved = (folder / "progress.json").exists()
    if args.resume and not saved:
        out.fail(t.say("There is nothing to resume in {folder}.", folder=args.out))
    if saved and not args.resume:
        out.fail(
            t.say(
                "There is a run in {folder} already: go on with --resume, or choose another --out.",
                folder=args.out,
            )
        )
    return _train(t, config, folder, args, pause)


def _train(
    t: Tongue, config: Config, folder: Path, args: argparse.Namespace, pause: float | None
) -> int:
    from perudo.train.run import train  # noqa: PLC0415 - JAX is slow to import

    rival, start = (None if file is None else Path(file) for file in (args.rival, args.start))
    with Ticker(sys.stderr) as ticker:
        try:
            train(
                config,
                folder,
                resume=args.resume,
                rival=rival,
                start=start,
                pause_after=pause,
                on_status=lambda status: ticker.show(status_text(t, status)),
            )
        except TrainingProblem as problem:
            out.fail(training_problem_text(t, problem))
        except OSError as error:
            name = str(error.filename or folder)
            out.fail(t.say("Cannot read {file}: {reason}", file=name, reason=reason_text(error, t)))
        except ValueError as error:
            out.fail(t.say("Cannot read {file}: {reason}", file=folder, reason=str(error)))
    out.line(t.say("Saved in {folder}.", folder=args.out))
    return 0


def status_text(t: Tongue, status: "RunStatus") -> str:
    left = int(status.seconds_left)
    wins = " ".join(f"{seats}: {share:.0%}" for seats, share in status.win_shares.items())
    return t.say(
        "{share} done, {speed} million steps a second, won {wins}, {time} left",
        share=f"{status.share_done:.0%}",
        speed=f"{status.steps_a_second / 1e6:.2f}",
        wins=wins or "–",  # no match is over yet
        time=f"{left // 60}:{left % 60:02d}",
    )


def _minutes(text: str, t: Tongue) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0 < minutes < 1e6:
        out.fail(t.say("This must be a number, not “{asked}”.", asked=text))
    return minutes


def training_problem_text(t: Tongue, problem: TrainingProblem) -> str:
    """Return a sentence that says what is wrong with the settings."""
    where, detail = problem.where, problem.detail
    match problem.fault:
        case TrainingFault.UNREADABLE:
            return t.say("Cannot read {file}: {reason}", file=where, reason=detail)
        case TrainingFault.UNKNOWN_SETTING:
            return t.say(
                "There is no setting “{asked}”. Choose: {allowed}.", asked=where, allowed=detail
            )
        case TrainingFault.NOT_A_NUMBER:
            return t.say("{setting} must be a number, not “{asked}”.", setting=where, asked=detail)
        case TrainingFault.TOO_SMALL:
            return t.say("{setting} must be more than {asked}.", setting=where, asked=detail)
        case TrainingFault.SEATS:
            return t.say(
                "seats must be 2 to {most}, or 0 for tables of all sizes.", most=MOST_SEATS
            )
        case TrainingFault.LEAGUE:
            return t.say("league must be at most games.")
        case TrainingFault.SAMPLES:
            return t.say("samples must be a multiple of batch, and at most games times steps.")
        case _ as never:
            assert_never(never)
