"""Play many matches side by side, at random, and count how many ended.

python batched_game.py [GAMES] [STEPS]      (needs the extra: pip install "perudo[lab]")
"""

import sys

import jax

from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.lab.game import init, step
from perudo.lab.random_play import random_action
from perudo.lab.rules import batch_of


def main(games: str = "1000", steps: str = "200") -> None:
    size = int(games)
    setup = Setup(table_rules("asmodee-2024", ["calza", "palifico"]), seats=4)
    state = jax.vmap(init)(jax.random.split(jax.random.key(1), size), batch_of([setup], size))

    def one_step(state, key):  # type: ignore[no-untyped-def]
        choice, chance = jax.random.split(key)
        words = jax.random.bits(choice, (size,))
        action = jax.vmap(random_action)(state, words)  # a policy of your own comes here
        state, _, done, _ = jax.vmap(step)(state, action, jax.random.split(chance, size))
        return state, done.sum()

    keys = jax.random.split(jax.random.key(2), int(steps))
    _, ended = jax.jit(lambda state: jax.lax.scan(one_step, state, keys))(state)
    print(f"{int(ended.sum())} matches ended in {steps} steps of {size} games")


if __name__ == "__main__":
    main(*sys.argv[1:])
