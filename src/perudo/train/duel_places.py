"""Places of solved rounds of two players, for the duellist to learn from.

Every round of one to five dice against one to five, by each rule for raises, is solved with a short
memory (``duel_cfr``): some minutes on an accelerator.
"""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from perudo.bots.champion.duel import ACTIONS, KNOWN_BIDS, LONG_MEMORY
from perudo.bots.champion.from_view import rule_numbers
from perudo.engine.edition import Edition
from perudo.engine.house import table_rules
from perudo.engine.numbering import CALZA_NUMBER, DUDO_NUMBER, bid_number
from perudo.train.duel_cfr import Duel, duel_of, new_learned, plays_of, reached, steps, value_of
from perudo.train.duel_rounds import DuelRound, duel_round

RARE: Final = 0.6
"""Places are drawn by their probability to this power: rare ones more often than they come, as an
opponent who plays otherwise than the solution leads to them."""


class Lessons(NamedTuple):
    """Places of solved rounds, and what the solution does there."""

    cup: Any
    other: Any
    bids: Any
    opened: Any
    raising: Any
    """The number of the rule for raises"""
    plays: Any
    """By action number"""


def every_rule() -> list[Edition]:
    """Return rules that differ in how bids are raised, by the number of that rule."""
    found = (table_rules(key) for key in ("asmodee-2024", "asmodee-2009", "menteur"))
    return sorted(found, key=lambda rules: rule_numbers(rules)[0])


def memory_for(dice: tuple[int, int]) -> int:
    """Return how many bids the solution of a round remembers."""
    return KNOWN_BIDS if sum(dice) <= LONG_MEMORY else KNOWN_BIDS - 1


def every_dice(most: int) -> list[tuple[int, int]]:
    """Return the dice of all rounds, fewest first."""
    sizes = range(1, most + 1)
    return sorted(((a, b) for a in sizes for b in sizes), key=lambda dice: (sum(dice), dice))


def lessons_of(
    round_: DuelRound,
    duel: Duel,
    average: tuple[jax.Array, jax.Array],
    raising: int,
    rows: int,
    rng: np.random.Generator,
) -> Iterator[Lessons]:
    """Draw places of a solved round, for each seat."""
    columns = [DUDO_NUMBER, *map(bid_number, round_.bids), CALZA_NUMBER]
    names = np.array([(0, 0), *round_.bids], np.uint8)
    choices = round_.legal.sum(1) > 1
    for seat, likely in enumerate(reached(duel, average)):
        weight = np.asarray(likely, np.float64)
        weight = np.where(weight > 1e-12, weight, 0) ** RARE
        weight[~choices] = 0
        ends = np.cumsum(weight.reshape(-1))
        drawn = np.searchsorted(ends, rng.random(rows) * ends[-1], side="right")
        standing, middle, last, cup = np.unravel_index(drawn, weight.shape)
        before, third = (middle, last) if weight.shape[1] > 1 else (last, np.zeros_like(last))
        plays = np.zeros((rows, ACTIONS), np.float16)
        legal = jnp.asarray(round_.legal, jnp.float32)
        plays[:, columns] = np.asarray(_rows(average[seat], legal, drawn, standing))
        yield Lessons(
            round_.cups[seat][cup].astype(np.uint8),
            np.full(rows, round_.cups[1 - seat][0].sum(), np.uint8),
            names[np.stack([standing, before, third], 1)],
            np.full(rows, seat == 0),
            np.full(rows, raising, np.uint8),
            plays,
        )


@jax.jit
def _rows(average: jax.Array, legal: jax.Array, drawn: Any, standing: Any) -> jax.Array:
    rows = average.reshape(-1, average.shape[-1])[drawn]
    return jax.vmap(plays_of)(rows, legal[standing]).astype(jnp.float16)


def gather(most_dice: int, count: int, rows: int, seed: int) -> Lessons:
    """Solve all rounds with so many steps each, and draw places of them."""
    rng = np.random.default_rng(seed)
    everything: list[Lessons] = []
    began = time.monotonic()
    every, all_dice = every_rule(), every_dice(most_dice)

    def prepare(dice: tuple[int, int]) -> Any:
        duel = duel_of(duel_round(every[0], dice))
        learned = jax.eval_shape(partial(new_learned, memory=memory_for(dice)), duel)
        return steps.lower(duel, learned, jnp.int32(1), jnp.int32(2)).compile()

    with ThreadPoolExecutor() as pool:
        solve = dict(zip(all_dice, pool.map(prepare, all_dice), strict=True))
    for raising, rules in enumerate(every):
        for dice in all_dice:
            round_ = duel_round(rules, dice)
            duel = duel_of(round_)
            learned = new_learned(duel, memory_for(dice))
            average = solve[dice](duel, learned, jnp.int32(1), jnp.int32(count + 1)).average
            everything += lessons_of(round_, duel, average, raising, rows, rng)
            sys.stderr.write(
                f"{rules.key} {dice}: worth {float(value_of(duel, average)):+.4f} to the opener; "
                f"{time.monotonic() - began:.0f} s\n"
            )
    return Lessons(*(np.concatenate(parts) for parts in zip(*everything, strict=True)))
