"""Running studies from a command: processes, a Ray cluster, progress, and what goes wrong."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import assert_never

from perudo.arena.cluster import ClusterFault, ClusterProblem
from perudo.arena.running import run_studies
from perudo.arena.study import R, Study
from perudo.cli import out
from perudo.cli.arguments import whole_number
from perudo.cli.progress import Bar
from perudo.i18n.tongue import Tongue
from perudo.version import __version__

MOST_JOBS = 10_000


def add_running(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("--jobs", metavar="N", help=t.say("processes; by default one per core"))
    parser.add_argument(
        "--ray", metavar="ADDRESS",
        help=t.say("run on the Ray cluster at this address, HOST:PORT; “local” starts one here"),
    )  # fmt: skip


def jobs_from(args: argparse.Namespace, t: Tongue) -> int:
    return number_from(args.jobs, t, MOST_JOBS) if args.jobs else (os.cpu_count() or 1)


def number_from(text: str, t: Tongue, most: int) -> int:
    number = whole_number(text, 1, most)
    if number is None:
        out.fail(t.say("This must be a number, not “{asked}”.", asked=text))
    return number


def run_all(studies: Sequence[Study[R]], args: argparse.Namespace, t: Tongue, jobs: int) -> list[R]:
    """Run studies as the arguments say, with progress."""
    saved = None if args.save is None else Path(args.save)
    with Bar(sys.stderr, t) as bar:
        try:
            return run_studies(
                studies, processes=jobs, saved=saved, progress=bar.show, ray=args.ray
            )
        except ClusterProblem as problem:
            out.fail(cluster_problem_text(t, problem))
        except OSError as error:
            reason = error.strerror or str(error)
            out.fail(t.say("Cannot write {file}: {reason}", file=args.save, reason=reason))


def cluster_problem_text(t: Tongue, problem: ClusterProblem) -> str:
    address, detail = problem.address, problem.detail
    match problem.fault:
        case ClusterFault.UNREACHABLE:
            return t.say(
                "No Ray cluster answers at {address}: {reason}", address=address, reason=detail
            )
        case ClusterFault.OTHER_VERSION:
            return t.say(
                "The Ray cluster has perudo {theirs}, and this is {ours}: install the same "
                "version there.",
                theirs=detail,
                ours=__version__,
            )
        case ClusterFault.LOST:
            return t.say(
                "The Ray cluster could not finish the work: {reason} What is done stays in the "
                "file of --save.",
                reason=detail,
            )
        case _ as never:
            assert_never(never)
