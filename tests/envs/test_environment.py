"""The environment compared with the engine, which plays every episode a second time."""

from random import Random
from typing import Any

import numpy as np
import pytest

from perudo.engine import chance
from perudo.engine import play as engine
from perudo.engine.actions import CALZA
from perudo.engine.dice import CUPS
from perudo.engine.events import Choice
from perudo.engine.hearing import Claim, winning_claim
from perudo.engine.house import table_rules
from perudo.engine.match import Match
from perudo.engine.numbering import action_of, number_of
from perudo.engine.setup import Setup
from perudo.envs import perudo_v0
from perudo.envs.features import layout
from perudo.table.dice_sources import RandomDice
from testkit.envs import TABLES, play

TWO_DICE_EACH: dict[str, Any] = {"options": ("calza", "palifico"), "seats": 3, "dice": 2}


class Shadow:
    """The same match, played by the engine from the same dice."""

    def __init__(self, table: dict[str, Any], seed: int) -> None:
        rules = table_rules(table["edition"], table.get("options", ()), table.get("house"))
        self.dice = RandomDice(Random(seed))
        match, _ = chance.start_match(Setup(rules, table["seats"], table.get("dice", 5)))
        starter = self.dice.draw(table["seats"])
        self.match = self.dealt(chance.name_starter(match, starter, Choice.NOTED)[0])

    def dealt(self, match: Match) -> Match:
        if match.round is not None or match.winner is not None:
            return match
        return chance.deal(match, [self.dice.cup(left) for left in match.dice])[0]

    def act(self, seat: int, number: int) -> None:
        action = action_of(number)
        if action is not None:
            self.match = self.dealt(engine.apply(self.match, seat, action)[0])


def legal(match: Match, seat: int) -> set[int]:
    turn = engine.turn_of(match)
    assert turn is not None
    numbers = {number_of(action) for action in engine.legal_actions(match, seat).actions()}
    return numbers if seat == turn.seat else numbers | {2}


def check_observation(observation: Any, match: Match, seat: int) -> None:
    """Compare each part of the row with the engine's match."""
    round_, seats = match.round, match.setup.seats
    assert round_ is not None
    assert round_.cups is not None
    row = observation["observation"]
    part = {name: row[start:stop].tolist() for name, start, stop in layout(seats, 5 * seats)}

    def flags(*who: int | None) -> list[int]:
        return [int((seat + step) % seats in who) for step in range(seats)]

    assert part["cup"] == [round_.cups[seat].count(face) for face in range(1, 7)]
    assert part["dice"] == [match.dice[(seat + step) % seats] for step in range(seats)]
    assert part["starter"] == flags(round_.starter)
    assert part["turn"] == flags(round_.turn)
    assert part["palifico"] == flags(round_.palifico)
    assert part["been_palifico"] == flags(*match.score.been_palifico)
    assert part["bidder"] == flags(round_.bids[-1].seat if round_.bids else None)
    standing = round_.standing
    assert part["quantity"] == [standing.quantity if standing else 0]
    assert part["face"] == [int(standing is not None and standing.face == f) for f in range(1, 7)]
    assert {at + 3 for at, made in enumerate(part["bids"]) if made} == {
        number_of(made.bid) for made in round_.bids
    }


@pytest.mark.parametrize("table", TABLES)
def test_random_matches_agree_with_the_engine(table: dict[str, Any]) -> None:
    env = perudo_v0.raw_env(**table)
    for seed in range(8):
        env.reset(seed=seed)
        shadow = Shadow(table, seed)
        for agent, observation, number in play(env, Random(seed)):
            seat = int(agent[-1])
            assert set(np.flatnonzero(observation["action_mask"])) == legal(shadow.match, seat)
            check_observation(observation, shadow.match, seat)
            for other in env.agents:
                check_observation(env.observe(other), shadow.match, int(other[-1]))
                assert other == agent or not env.observe(other)["action_mask"].any()
            shadow.act(seat, number)
        assert shadow.match.winner is not None
        assert env.view("seat_0").winner == shadow.match.winner


@pytest.mark.parametrize("table", TABLES)
def test_the_winner_gets_one_and_the_others_pay_equally(table: dict[str, Any]) -> None:
    env = perudo_v0.raw_env(**table)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = Random(3)
    for agent in env.agent_iter():
        observation, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else rng.choice(np.flatnonzero(observation["action_mask"])))
    winner = env.view("seat_0").winner
    others = -1 / (table["seats"] - 1)
    assert list(total.values()) == [
        1 if seat == winner else others for seat in range(table["seats"])
    ]


@pytest.mark.parametrize("table", [TABLES[0], TABLES[2], TABLES[6]])
def test_asking_in_order_gives_the_winning_claim(table: dict[str, Any]) -> None:
    env = perudo_v0.raw_env(**table)
    several_claims = 0
    for seed in range(30):
        rng = Random(seed)
        env.reset(seed=seed)
        shadow = Shadow(table, seed)
        while env.agents and not any(env.terminations.values()):
            match = shadow.match
            turn = engine.turn_of(match)
            assert turn is not None
            offered = [seat for seat in turn.calza if seat != turn.seat]
            claiming = [seat for seat in offered if rng.random() < 0.3]
            rng.shuffle(claiming)
            claim = winning_claim(match, [Claim(seat, CALZA) for seat in claiming])
            passed = []
            while (seat := int(env.agent_selection[-1])) != turn.seat and seat not in claiming:
                passed.append(seat)
                env.step(2)
            if claim is not None:
                assert seat == claim.seat
                number = 1
                several_claims += len(claiming) > 1
            else:
                assert sorted(passed) == offered
                number = rng.choice(sorted(legal(match, seat)))
            env.step(number)
            shadow.act(seat, number)
    assert several_claims > 5


@pytest.mark.parametrize("table", TABLES)
def test_an_observation_does_not_depend_on_the_cups_of_others(table: dict[str, Any]) -> None:
    env = perudo_v0.raw_env(**table)
    rng = Random(7)
    for seed in range(4):
        env.reset(seed=seed)
        for _ in play(env, rng):
            match = env._match
            assert match.round is not None
            for agent in env.agents:
                seat = int(agent[-1])
                true = list(match.round.cups or ())
                others = [rng.choice(sorted(CUPS[left])) for left in match.dice]
                others[seat] = true[seat]
                own = [*true[:seat], (7 - true[seat][0],), *true[seat + 1 :]]
                rows = [observed(env, match, cups, agent) for cups in (true, others, own)]
                assert rows[0] == rows[1]
                assert rows[0] != rows[2]
            env._match = match


def observed(env: Any, match: Match, cups: list[Any], agent: str) -> list[bytes]:
    """Return what the agent would observe with these cups."""
    assert match.round is not None
    env._match = match._replace(round=match.round._replace(cups=tuple(cups)))
    return [row.tobytes() for row in env.observe(agent).values()]


def outcome(env: Any, *numbers: int) -> dict[str, float]:
    for number in numbers:
        env.step(number)
    return dict(env.rewards)


def test_a_round_episode_rewards_the_lost_die() -> None:
    env = perudo_v0.raw_env(**TWO_DICE_EACH, episode="round", starter=0)
    env.reset(seed=1)
    # Fifteen sixes are impossible with six dice: pass the offered calza, then dudo.
    assert outcome(env, 92, 2, 0) == {"seat_0": -1.0, "seat_1": 0.5, "seat_2": 0.5}
    assert all(env.terminations.values())
    env.reset(seed=1)
    assert outcome(env, 92, 1) == {"seat_0": 0.5, "seat_1": 0.5, "seat_2": -1.0}


def test_a_right_calza_pays_only_if_a_die_is_regained() -> None:
    env = perudo_v0.raw_env(**TWO_DICE_EACH, episode="round", starter=0)
    for dice, worth in ((2, 0.0), ((2, 2, 2), 1.0)):
        env.reset(seed=1, options={"dice": dice})
        cups = [env.view(agent).cup or () for agent in env.agents]
        found = sum(die in (1, 5) for cup in cups for die in cup)
        assert found
        number = 3 + 6 * (found - 1) + 4
        assert outcome(env, number, 1) == {
            "seat_0": -worth / 2,
            "seat_1": -worth / 2,
            "seat_2": worth,
        }


def test_an_episode_may_begin_in_the_middle_of_a_match() -> None:
    env = perudo_v0.raw_env(**TWO_DICE_EACH)
    env.reset(seed=2, options={"dice": (0, 4, 1), "starter": 2, "palifico": True})
    assert env.agents == ["seat_1", "seat_2"]
    assert env.agent_selection == "seat_2"
    row = env.observe("seat_1")["observation"]
    part = {name: row[start:stop].tolist() for name, start, stop in layout(3, 15)}
    assert part["dice"] == [4, 1, 0]
    assert part["palifico"] == [0, 1, 0]
    env.step(3)  # a palifico may open on Pacos
    assert set(np.flatnonzero(env.observe("seat_1")["action_mask"])) == {0, *range(9, 93, 6)}
    for seed in range(5):  # an unnamed palifico is drawn among the seats with one die
        env.reset(seed=seed, options={"dice": (2, 1, 3), "palifico": True})
        assert env.agent_selection == "seat_1"
    env.reset(seed=2, options={"dice": (0, 4, 1)})
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, _, _ = env.last()
        total[agent] += reward
        mask = env.observe(agent)["action_mask"]
        env.step(None if ended else int(np.flatnonzero(mask)[0]))
    assert sorted(total.values()) == [-1.0, 1.0]
