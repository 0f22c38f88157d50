"""Judge one match in a process of its own: ``python -m perudo.server.analyst``.

It reads a pickled record and writes a pickled analysis, so that seconds of arithmetic never stand
in the way of the tables, and can be given up.
"""

import os
import pickle
import sys
from contextlib import suppress

from perudo.coach.judging import Analysis, analyse
from perudo.records.record import Record

NICENESS = 10


def analysis_of(record: Record) -> Analysis:
    """Judge a match; keep of each decision what a page shows."""
    analysis = analyse(record)
    return analysis._replace(
        decisions=tuple(
            one._replace(advice=one.advice.shortened(one.action)) for one in analysis.decisions
        ),
        missed=tuple(one._replace(advice=one.advice.shortened(None)) for one in analysis.missed),
    )


def main() -> None:
    # A service may not be allowed to, and Windows has no such thing.
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    # Our own parent wrote it.
    record = pickle.load(sys.stdin.buffer)  # noqa: S301
    pickle.dump(analysis_of(record), sys.stdout.buffer)


if __name__ == "__main__":
    main()
