"""Judge one match in a process of its own: ``python -m perudo.server.analyst``.

It reads a pickled record and writes a pickled analysis, so that seconds of arithmetic never stand
in the way of the tables, and can be given up.
"""

import os
import pickle
import sys

from perudo.coach.advice import Advice, Outlook
from perudo.coach.judging import Analysis, analyse
from perudo.engine.actions import Action
from perudo.records.record import Record

SHOWN = 3
"""The best actions of a decision that are kept; of all others only the one that was played."""
NICENESS = 10


def analysis_of(record: Record) -> Analysis:
    """Judge a match; keep of each decision what a page shows."""
    analysis = analyse(record)
    return analysis._replace(
        decisions=tuple(
            one._replace(advice=_shortened(one.advice, one.action)) for one in analysis.decisions
        ),
        missed=tuple(one._replace(advice=_shortened(one.advice, None)) for one in analysis.missed),
    )


def _shortened(advice: Advice, played: Action | None) -> Advice:
    best: tuple[Outlook, ...] = advice.outlooks[:SHOWN]
    own = advice.of(played)
    return advice._replace(outlooks=best if own in best else (*best, own))


def main() -> None:
    os.nice(NICENESS)
    # Our own parent wrote it.
    record = pickle.load(sys.stdin.buffer)  # noqa: S301
    pickle.dump(analysis_of(record), sys.stdout.buffer)


if __name__ == "__main__":
    main()
