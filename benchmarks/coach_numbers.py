"""How right the coach's numbers are: do they come true, and do they agree with exact solutions?

``python -m benchmarks.coach_numbers --matches 10000`` plays matches of champions on the batched
game and groups every forecast by tenths; a forecast is right if it comes true as often as it says.
Then it compares the chances before a round with solved matches of two players, and times a hint.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.publishing import write_json
from perudo.arena.drawing import calibration_svg, standalone
from perudo.bots.champion.player import WEIGHTS as CHAMPION
from perudo.bots.champion.weights import read_weights
from perudo.coach.advice import Coach
from perudo.coach.heads import (
    WEIGHTS,
    belief_logits,
    summary_of,
    table_chances,
    value_logits,
)
from perudo.engine.edition import Raising
from perudo.engine.editions import EDITIONS
from perudo.engine.house import table_rules
from perudo.engine.numbering import FIRST_BID
from perudo.game.matches import position
from perudo.lab.rules import batch_of
from perudo.solve.match import Stage, solve_match
from perudo.train.coach_games import Games, new_games, play
from perudo.train.coach_values import by_seat
from perudo.train.tables import draw_setups

GROUPS, GAMES, STEPS = 10, 512, 64
KINDS = {
    "win": "chance to win, at a decision",
    "table": "chance to win, before a round",
    "bid": "the standing bid holds",
    "exact": "the standing bid is exact",
}


class Counted:
    """Forecasts in tenths: how many, how many came true, and the sum of what was said."""

    def __init__(self) -> None:
        self.groups = {kind: np.zeros((GROUPS, 3)) for kind in KINDS}

    def add(self, kind: str, said: Any, true: Any) -> None:
        at = np.minimum((said * GROUPS).astype(int), GROUPS - 1)
        for column, numbers in enumerate((np.ones_like(said), true * 1.0, said)):
            self.groups[kind][:, column] += np.bincount(at, numbers, GROUPS)

    def as_json(self) -> dict[str, Any]:
        return {
            kind: [
                {
                    "forecasts": int(n),
                    "came_true": int(true),
                    "said": float(said / n),
                    "seen": float(true / n),
                }
                for n, true, said in groups
                if n
            ]
            for kind, groups in self.groups.items()
        }


def calibrate(matches: int, seed: int) -> tuple[Counted, int]:
    """Play so many matches of champions, and compare what was said with what happened."""
    champion = {k: jnp.asarray(v) for k, v in read_weights(CHAMPION).arrays.items()}
    learned = {k: jnp.asarray(v) for k, v in read_weights(WEIGHTS).arrays.items()}
    games = jax.jit(new_games)(jax.random.key(seed), batch_of(draw_setups(GAMES, seed)))

    @jax.jit
    def chunk(games: Games, key: jax.Array) -> tuple[Games, dict[str, jax.Array]]:
        games, steps = play(champion, games, key, STEPS, 0.0)
        summary = summary_of(jnp, learned, steps.features.astype(jnp.float32))
        value = value_logits(jnp, learned, summary, steps.look)
        holds = jax.nn.sigmoid(belief_logits(learned, summary))
        table = table_chances(jnp, learned, steps.table, steps.alive)
        return games, {
            "win": jax.nn.sigmoid(value),
            "table": by_seat(table, steps.places),
            "alive": by_seat(steps.alive * 1.0, steps.places) > 0,
            "holds": holds.astype(jnp.float16),
            **{
                name: getattr(steps, name)
                for name in ("action", "counts", "asking", "seat", "called", "winner")
            },
        }

    counted, ended, number = Counted(), 0, 0
    rows: list[dict[str, Any]] = []
    standing = np.full(GAMES, -1)
    while ended < matches:
        games, step = chunk(games, jax.random.fold_in(jax.random.key(seed + 1), number))
        step = jax.device_get(step)
        standing = _count_bids(counted, step, standing)
        rows.append({name: step[name] for name in step if name not in ("holds", "counts")})
        ended += int((step["winner"] >= 0).sum())
        number += 1
        sys.stderr.write(f"\r{ended:,} of {matches:,} matches")
    sys.stderr.write("\n")
    _count_wins(counted, {name: np.concatenate([row[name] for row in rows]) for name in rows[0]})
    return counted, ended


def _count_bids(counted: Counted, step: dict[str, Any], standing: Any) -> Any:
    """Compare the chances of standing bids, at decisions in turn, with the dice of the table.

    ``standing`` is the action number of each game's standing bid, or -1; return that at the end.
    """
    games = np.arange(GAMES)
    for holds, counts, action, asking, called in zip(
        *(step[name] for name in ("holds", "counts", "action", "asking", "called")), strict=True
    ):
        at = (standing >= 0) & ~asking
        bid = standing[at] - FIRST_BID
        quantity, face = bid // 6 + 1, bid % 6
        found = counts[games[at], face].astype(int)
        said = holds[games[at], bid].astype(float)
        beyond = np.minimum(bid + 6, holds.shape[1] - 1)
        more = np.where(bid + 6 < holds.shape[1], holds[games[at], beyond].astype(float), 0.0)
        counted.add("bid", said, found >= quantity)
        counted.add("exact", np.maximum(said - more, 0.0), found == quantity)
        standing = np.where(action >= FIRST_BID, action, standing)
        standing = np.where(called, -1, standing)
    return standing


def _count_wins(counted: Counted, steps: dict[str, Any]) -> None:
    """Go backwards through all steps; matches whose end was not played do not count."""
    winner = np.full(GAMES, -1)
    games = np.arange(GAMES)
    for at in reversed(range(len(steps["seat"]))):
        # The table after this step belongs to the same match unless this step ended it.
        before = winner
        over = steps["winner"][at] >= 0
        winner = np.where(over, steps["winner"][at], winner)
        fresh = steps["called"][at] & (before >= 0)
        for seat in range(steps["table"].shape[2]):
            rows = fresh & steps["alive"][at][:, seat]
            counted.add("table", steps["table"][at][rows, seat], before[rows] == seat)
        rows = (winner >= 0) & ~steps["asking"][at]
        seat_now = steps["seat"][at]
        counted.add("win", steps["win"][at][rows], (winner == seat_now)[games[rows]])


def exact_tables(tolerance: float) -> Iterator[dict[str, Any]]:
    """Compare the chances before a round with solved matches.

    Matches of three dice are in ``coach.endings``; those of four the coach has only learned.
    """
    coach = Coach()
    for key in EDITIONS:
        rules = table_rules(key, ())
        # A round of four dice has too many histories where every face may follow every other.
        four = () if rules.raising is Raising.ANY_FACE else ((2, 2), (3, 1), (1, 3))
        for dice in ((1, 1), (2, 1), (1, 2), *four):
            solved = solve_match(rules, Stage(dice), tolerance)
            exact = (solved.bounds.low + solved.bounds.high) / 2
            said = coach.chances(position(key, dice=dice).view(0))[0]
            yield {"box": key, "dice": dice, "exact": exact, "coach": said}


def hint_seconds(times: int = 200) -> list[float]:
    """Time hints at a table of six."""
    game = position("asmodee-2009", dice=(5, 5, 5, 5, 5, 5))
    game.deal(*["P2446"] * 6)
    game.play("6x4")
    took = []
    for _ in range(times):
        view = game.view(1)
        began = time.perf_counter()
        Coach().advise(view)
        took.append(time.perf_counter() - began)
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=Path, default=Path("docs/coach"))
    args = parser.parse_args()
    counted, ended = calibrate(args.matches, args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    groups = counted.as_json()
    for kind, name in KINDS.items():
        drawn = [(int(n), int(true)) for n, true, _ in counted.groups[kind]]
        (args.out / f"{kind}.svg").write_text(standalone(calibration_svg(name, drawn)))
        worst = max((row for row in groups[kind]), key=lambda row: abs(row["said"] - row["seen"]))
        print(f"{name}: {sum(row['forecasts'] for row in groups[kind]):,} forecasts")
        for row in groups[kind]:
            print(f"  said {row['said']:6.1%}  seen {row['seen']:6.1%}  of {row['forecasts']:,}")
        print(f"  at most {abs(worst['said'] - worst['seen']):.1%} off")
    exact = list(exact_tables(1e-3))
    for row in exact:
        print(f"{row['box']} {row['dice']}: exact {row['exact']:.1%}, coach {row['coach']:.1%}")
    took = sorted(hint_seconds())
    hint = {"median_ms": 1000 * took[len(took) // 2], "slowest_ms": 1000 * took[-1]}
    print(f"a hint: {hint['median_ms']:.1f} ms, at most {hint['slowest_ms']:.1f}")
    write_json(
        args.out / "numbers.json",
        {"matches": ended, "groups": groups, "exact": exact, "hint": hint},
    )


if __name__ == "__main__":
    main()
