"""Strategies in a file: the rules they are for, how good they are, and the probabilities."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perudo.engine.edition import Edition
from perudo.engine.house import house_rules_of, options_of, table_rules
from perudo.solve.layout import Floats, Round, lay_out
from perudo.solve.rounds import Bounds, Solution
from perudo.solve.shape import opening, shape_of


class Saved(NamedTuple):
    round: Round
    strategies: Floats
    bounds: Bounds


def save_solution(path: Path, rules: Edition, solution: Solution, *, palifico: bool) -> None:
    about = {
        "edition": rules.key,
        "options": options_of(rules),
        "house": house_rules_of(rules),
        "dice": solution.round.shape.dice,
        "palifico": palifico,
        "low": solution.bounds.low,
        "high": solution.bounds.high,
    }
    # An open file, since numpy would add an ending to a name.
    with path.open("wb") as file:
        np.savez_compressed(
            file, about=np.array(json.dumps(about)), strategies=solution.average.astype(np.float32)
        )


def load_solution(path: Path) -> Saved:
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        strategies = file["strategies"]
    rules = table_rules(about["edition"], about["options"], about["house"])
    match = opening(rules, about["dice"], palifico=0 if about["palifico"] else None)
    return Saved(lay_out(shape_of(match)), strategies, Bounds(about["low"], about["high"]))
