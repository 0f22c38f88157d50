"""Make the book of exact strategies that comes with the package (``make book``).

It holds every two-player round of 2 and 3 dice in each box, with and without calza where it is an
option, and every palifico round of one die against up to five. Boxes in which a round plays alike
share its page.
"""

import sys
import time
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perudo.engine.edition import Presence
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.solve.graph import Floats
from perudo.solve.layout import Round, weights_at
from perudo.solve.pages import BOOK, PARTS, STEPS, name_of
from perudo.solve.rounds import Solver
from perudo.solve.shape import Shape, dice_won, opening, shape_of

TOLERANCE = 5e-5
ROUNDS = (
    *(((a, b), False) for a, b in ((1, 1), (2, 1), (1, 2))),
    *(((1, b), True) for b in range(1, 6)),
)
LEAST_PROBABILITY = 0.004
"""A page leaves out actions that are rarer than this."""
PROBABILITY_STEPS = 250
"""Probabilities are stored as integers from 0 to this."""


def rounds() -> dict[str, tuple[str, Shape]]:
    found: dict[str, tuple[str, Shape]] = {}
    for key, box in EDITIONS.items():
        for calza in (False, True) if box.calza is Presence.OPTIONAL else (False,):
            options = ["calza"] * calza + ["palifico"] * (box.palifico is Presence.OPTIONAL)
            rules = table_rules(key, options)
            for dice, palifico in ROUNDS:
                shape = shape_of(opening(rules, dice, palifico=palifico))
                name = name_of(shape)
                found.setdefault(name, (f"{key}{'+calza' if calza else ''}", shape))
    return found


def rounded(round_: Round, average: Floats) -> NDArray[np.uint8]:
    """Return the strategies as integers, without rare actions."""
    parts = np.zeros(len(average), np.uint8)
    for position in range(len(round_.layout.graph.seat)):
        block = weights_at(round_, average, position)
        total = block.sum(axis=0, keepdims=True)
        share = np.divide(block, total, out=np.zeros_like(block), where=total > 0)
        share[share < LEAST_PROBABILITY] = 0
        weights_at(round_, parts, position)[:] = np.rint(PROBABILITY_STEPS * share)
    return parts


def reached(round_: Round, parts: NDArray[np.uint8]) -> list[NDArray[np.bool_]]:
    """Return, for each position, which histories and kinds the acting seat's own bids lead to."""
    layout = round_.layout
    # [seat][position]: whether the seat's own bids lead there, by history and kind of cup.
    possible = [
        [np.zeros((many, kinds), bool) for many, kinds in zip(layout.histories, side, strict=True)]
        for side in layout.graph.kinds.T
    ]
    for seat in (0, 1):
        possible[seat][0][:] = True
        for position in range(len(layout.graph.seat)):
            here = possible[seat][position]
            for lead in range(layout.graph.leads[position]):
                edge = layout.graph.lead_at[position] + lead
                to, first = layout.graph.to[edge], layout.first[edge]
                kept = layout.graph.kept[layout.graph.kept_at[edge, seat] :][: here.shape[1]]
                goes = here
                if layout.graph.seat[position] == seat:
                    goes = here & (weights_at(round_, parts, position)[lead].T > 0)
                there = possible[seat][to][first : first + len(here)]
                for kind, after in enumerate(kept):
                    there[:, after] |= goes[:, kind]
    return [possible[seat][position] for position, seat in enumerate(layout.graph.seat)]


def page(round_: Round, parts: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return the steps between the numbers of a page's histories, and the strategy after each."""
    numbers, plays = [], []
    for position, possible in enumerate(reached(round_, parts)):
        wanted = np.flatnonzero(possible.any(axis=1))
        numbers.append(wanted + round_.layout.history_at[position])
        # In the file, everything about one history is contiguous.
        block = weights_at(round_, parts, position)[:, :, wanted].transpose(2, 0, 1)
        plays.append((block * possible[wanted][:, None, :]).ravel())
    steps = np.diff(np.concatenate(numbers), prepend=0)
    assert steps.max() < 2**16
    return steps, np.concatenate(plays)


def main() -> None:
    files: dict[str, bytes] = {}
    for name, (first, shape) in rounds().items():
        start = time.perf_counter()
        solver = Solver(shape, finest=TOLERANCE)
        payoff = dice_won(shape.dice)
        solution = solver.solve(payoff, TOLERANCE)
        parts = rounded(solution.round, solution.average)
        bounds = solver.bounds(payoff, parts.astype(np.float64))
        steps, plays = page(solution.round, parts)
        files[f"{name}/{STEPS}"] = steps.astype("<u2").tobytes()
        files[f"{name}/{PARTS}"] = plays.tobytes()
        sys.stdout.write(
            f"{name} {first}: value {solution.bounds.value:+.4f}, exploitability "
            f"{solution.bounds.exploitability:.1e}, in the book {bounds.exploitability:.1e}, "
            f"{len(steps)} histories, {time.perf_counter() - start:.1f} s\n"
        )
        sys.stdout.flush()
    with zipfile.ZipFile(BOOK, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as book:
        for name, content in files.items():
            # A fixed date, so that the same strategies give the same file.
            book.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    sys.stdout.write(f"{BOOK.name}: {BOOK.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
