"""Run all faults, or those named, and write docs/faults.

    python -m benchmarks.faults                 # everything: 5 to 10 minutes
    python -m benchmarks.faults redis "disk full"
    python -m benchmarks.faults --small         # a try; nothing is written

The clients and services are those of the tests (``testkit``).
"""

import argparse
import asyncio
import sys
import time
from datetime import UTC, datetime

from benchmarks.faults import (
    bad_line,
    clock_steps,
    database_away,
    disk_full,
    floods,
    kills,
    long_logs,
    report,
    restoring,
    second_server,
    skew,
    sleeping,
    stopping,
    two_processes,
    unreadable,
)
from benchmarks.faults.stage import SMALL, Fault, Outcome, Sizes, Stage
from testkit.services import Missing

FAMILIES = (
    kills,
    bad_line,
    two_processes,
    database_away,
    sleeping,
    skew,
    clock_steps,
    disk_full,
    stopping,
    unreadable,
    restoring,
    second_server,
    long_logs,
    floods,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names of faults (default: all)")
    parser.add_argument("--small", action="store_true", help="few tables, nothing is written")
    args = parser.parse_args()
    faults = [fault for family in FAMILIES for fault in family.FAULTS]
    chosen = [f for f in faults if not args.names or any(n in f.name for n in args.names)]
    if not chosen:
        parser.error("there are: " + "; ".join(fault.name for fault in faults))
    outcomes = run(chosen, SMALL if args.small else Sizes())
    print(report.plain(outcomes))
    if not args.small:
        report.write(outcomes)
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


def run(faults: list[Fault], sizes: Sizes) -> list[Outcome]:
    outcomes: list[Outcome] = []
    began = time.monotonic()

    def say(text: str) -> None:
        now, *later = faults[len(outcomes) :]
        left = max(0.0, began + now.seconds - time.monotonic())
        left += sum(fault.seconds for fault in later)
        place = f"[{len(outcomes) + 1}/{len(faults)}]"
        sys.stderr.write(f"{place} {now.name}: {text} (about {left / 60:.1f} minutes left)\n")

    with Stage(sizes, say) as stage:
        for fault in faults:
            began = time.monotonic()
            say("begins")
            outcomes.append(_one(fault, stage))
    return outcomes


def _one(fault: Fault, stage: Stage) -> Outcome:
    outcome = Outcome(fault.name, date=datetime.now(UTC).date().isoformat())
    began = time.monotonic()
    try:
        asyncio.run(_awaited(fault, stage, outcome))
    except Missing as missing:
        outcome.skipped = str(missing)
    except Exception as error:
        # A fault that breaks the suite itself must not hide the results of the others.
        outcome.wrong.append(f"{type(error).__name__}: {error}")
    outcome.seconds = round(time.monotonic() - began, 1)
    sys.stderr.write(f"    {report.verdict(outcome)} after {outcome.seconds:.0f} s\n")
    return outcome


async def _awaited(fault: Fault, stage: Stage, outcome: Outcome) -> None:
    await fault.run(stage, outcome)


if __name__ == "__main__":
    sys.exit(main())
