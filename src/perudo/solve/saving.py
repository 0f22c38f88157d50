"""Strategies in a file: their rules, their bounds, and the probabilities."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.engine.dice import Cup
from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of, table_rules
from perudo.solve.abstraction import Abstracted
from perudo.solve.graph import Floats
from perudo.solve.layout import Round, lay_out, plays
from perudo.solve.outline import outline
from perudo.solve.recall import Recall
from perudo.solve.rounds import Bounds, Solution
from perudo.solve.shape import Shape, opening, shape_of


class Saved(NamedTuple):
    """Strategies from a file, exact (``Round``) or with a short memory (``Recall``)."""

    source: Round | Recall
    strategies: Floats
    bounds: Bounds

    def plays(self, bids: Sequence[Bid], cup: Cup) -> dict[Action, float] | None:
        """Return the probability of each action; None if the strategy never reaches these bids."""
        if isinstance(self.source, Recall):
            return self.source.plays(self.strategies, bids, cup)
        return plays(self.source, self.strategies, bids, cup)


def save_solution(path: Path, rules: Edition, solution: Solution, *, palifico: bool) -> None:
    _save(path, rules, solution.round.shape, solution.bounds, palifico, solution.average)


def save_abstracted(path: Path, rules: Edition, short: Abstracted, *, palifico: bool) -> None:
    shape, memory = short.recall.outline.shape, short.recall.memory
    _save(path, rules, shape, short.bounds, palifico, short.strategies, memory=memory)


def load_solution(path: Path) -> Saved:
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        strategies = file["strategies"]
    rules = table_rules(about["edition"], about["options"], about["house"])
    shape = shape_of(opening(rules, about["dice"], palifico=about["palifico"]))
    bounds = Bounds(about["low"], about["high"])
    if "memory" in about:
        return Saved(Recall(outline(shape), about["memory"]), strategies, bounds)
    return Saved(lay_out(shape), strategies, bounds)


def _save(
    path: Path,
    rules: Edition,
    shape: Shape,
    bounds: Bounds,
    palifico: bool,
    strategies: Floats,
    **more: Any,
) -> None:
    about = {
        "edition": rules.key,
        "options": options_of(rules),
        "house": house_rules_of(rules),
        "dice": shape.dice,
        "palifico": palifico,
        "low": bounds.low,
        "high": bounds.high,
        **more,
    }
    # Pass an open file, since numpy would add a suffix to a path.
    with path.open("wb") as file:
        np.savez_compressed(
            file, about=np.array(json.dumps(about)), strategies=strategies.astype(np.float32)
        )
