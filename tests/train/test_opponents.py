"""Scripted players on arrays: with the reader's parameters they judge bids as the reader does."""

from random import Random

import jax
import numpy as np

from perudo.bots.champion.inputs import legal_actions
from perudo.bots.champion.looking import seen_from_view
from perudo.bots.champion.memory import Remembered
from perudo.bots.moves import least_bids
from perudo.bots.reader import Reader
from perudo.engine.numbering import ALL_ACTIONS
from perudo.engine.view import view_for
from perudo.train.opponents import LUCK, READER, draw_style, judge, scripted_action
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, rows_by_game, traced
from testkit.strategies import random_setup


def test_the_readers_parameters_judge_bids_as_the_reader() -> None:
    luck = Random(8).random
    setups = [random_setup(luck) for _ in range(12)]
    rows = rows_by_game(traced(first_states(setups, 4), jax.random.key(5), 40)[1])
    judged = jax.jit(judge)
    compared = 0
    for setup, game in zip(setups, rows, strict=True):
        follower, remembered, reader = Follower(setup), Remembered(), Reader()
        for row in game:
            view = view_for(follower.before(row), row.seat)
            if not row.asking:
                seen = seen_from_view(view, remembered.of(view), asking=False)
                found = judged(seen, READER)
                table = reader.table(view)
                for bid in least_bids(view, above=3):
                    place = bid.face - 1, bid.quantity - 1
                    # The reader rounds chances to three digits.
                    assert abs(found.holds[place] - table.holds(bid)) < 5e-3
                    gain = 1 / len(table.others)
                    assert abs(found.worth[place] - table.worth(bid, gain)) < 5e-3
                    compared += 1
            follower.follow(row)
    assert compared > 1000


def test_any_style_acts_by_the_rules() -> None:
    luck = Random(2).random
    setups = [random_setup(luck) for _ in range(24)]
    act = jax.jit(lambda seen, luck, noise: scripted_action(seen, draw_style(luck), noise))
    rng = np.random.default_rng(3)
    rows = rows_by_game(traced(first_states(setups, 6), jax.random.key(7), 24)[1])
    for game, setup in enumerate(setups):
        follower, remembered = Follower(setup), Remembered()
        for row in rows[game]:
            view = view_for(follower.before(row), row.seat)
            seen = seen_from_view(view, remembered.of(view), asking=row.asking)
            action = int(act(seen, rng.random(LUCK), rng.gumbel(size=ALL_ACTIONS)))
            assert legal_actions(np, seen)[action]
            follower.follow(row)
