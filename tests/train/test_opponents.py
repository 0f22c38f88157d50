"""Scripted opponents play by the rules, and can judge bids as the bot ``reader`` does."""

from functools import partial
from random import Random

import jax
import numpy as np

from perudo.bots.champion.from_view import knowledge_from_view
from perudo.bots.champion.inputs import legal_actions
from perudo.bots.champion.memory import MatchMemory
from perudo.bots.first_reader import FirstReader
from perudo.bots.moves import least_bids
from perudo.engine.numbering import ALL_ACTIONS
from perudo.engine.view import view_for
from perudo.train.opponents import READER, STYLE_DRAWS, draw_style, judge, scripted_action
from testkit.lab.against_engine import Follower
from testkit.lab.traces import first_states, rows_by_game, traced
from testkit.strategies import random_setup


def test_reader_style_judges_bids_as_the_reader_does() -> None:
    chance = Random(8).random
    setups = [random_setup(chance) for _ in range(12)]
    rows = rows_by_game(traced(first_states(setups, 4), jax.random.key(5), 40)[1])
    # Of two players there is a shorter way.
    judged = {duel: jax.jit(partial(judge, duel=duel)) for duel in (False, True)}
    compared = {False: 0, True: 0}
    for setup, game in zip(setups, rows, strict=True):
        follower, memory, reader = Follower(setup), MatchMemory(), FirstReader()
        duel = setup.seats == 2
        for row in game:
            view = view_for(follower.before(row), row.seat)
            if not row.asking:
                known = knowledge_from_view(view, memory.numbers_for(view), asking=False)
                found = judged[duel](known, READER)
                table = reader.table(view)
                for bid in least_bids(view, above=3):
                    place = bid.face - 1, bid.quantity - 1
                    # The reader rounds chances to three digits.
                    assert abs(found.holds[place] - table.holds(bid)) < 5e-3
                    gain = 1 / len(table.others)
                    assert abs(found.worth[place] - table.worth(bid, gain)) < 5e-3
                    compared[duel] += 1
            follower.follow(row)
    assert compared[False] > 1000
    assert compared[True] > 100


def test_all_styles_choose_legal_actions() -> None:
    chance = Random(2).random
    setups = [random_setup(chance) for _ in range(24)]
    act = jax.jit(lambda known, draws, noise: scripted_action(known, draw_style(draws), noise))
    rng = np.random.default_rng(3)
    rows = rows_by_game(traced(first_states(setups, 6), jax.random.key(7), 24)[1])
    for game, setup in enumerate(setups):
        follower, memory = Follower(setup), MatchMemory()
        for row in rows[game]:
            view = view_for(follower.before(row), row.seat)
            known = knowledge_from_view(view, memory.numbers_for(view), asking=row.asking)
            action = int(act(known, rng.random(STYLE_DRAWS), rng.gumbel(size=ALL_ACTIONS)))
            assert legal_actions(np, known)[action]
            follower.follow(row)
