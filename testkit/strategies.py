"""Hypothesis strategies for the property tests: rules, set-ups, and random matches."""

from itertools import combinations
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from perudo.engine.edition import POINT_TYPES, Edition, Presence, name_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, options_offered, table_rules
from perudo.engine.match import Phase
from perudo.engine.setup import Setup
from testkit.random_play import Luck, Played, pick, played

# The same examples in every run, so that a failing build is always about the code. A match is a
# large example, and a slow machine is not a bug.
settings.register_profile(
    "perudo",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("perudo")

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def option_mixes(key: str) -> list[tuple[str, ...]]:
    """Return every subset of a box's options."""
    options = options_offered(EDITIONS[key])
    return [mix for size in range(len(options) + 1) for mix in combinations(options, size)]


BOXES = tuple((key, mix) for key in EDITIONS for mix in option_mixes(key))
"""Every edition with every choice of its options."""

HOUSE_RULES = tuple(
    (name_of(point), value.value)
    for point, values in POINT_TYPES.items()
    for value in values
    if value is not Presence.OPTIONAL
)


def random_rules(luck: Luck) -> Edition:
    """Return a random box with some of its options, and half the time with house rules."""
    key = pick(tuple(EDITIONS), luck)
    options = pick(option_mixes(key), luck)
    house = [pick(HOUSE_RULES, luck) for _ in range(pick((0, 0, 0, 1, 2, 4), luck))]
    try:
        return table_rules(key, options, dict(house))
    except SetupProblem:
        return random_rules(luck)


def random_setup(luck: Luck) -> Setup:
    return Setup(random_rules(luck), pick((2, 3, 4, 5, 6), luck), pick((5, 5, 4, 3, 2, 1), luck))


# Everything comes from a seed. If Hypothesis drew each piece, it would prefer small tables and
# first moves, while rare events (a veteran, a regained die) need long matches.


def rules() -> st.SearchStrategy[Edition]:
    return SEEDS.map(lambda seed: random_rules(Random(seed).random))


def setups() -> st.SearchStrategy[Setup]:
    return SEEDS.map(lambda seed: random_setup(Random(seed).random))


def matches(unseen: tuple[float, ...] = (0.0,)) -> st.SearchStrategy[Played]:
    """Draw whole matches; ``unseen`` are possible shares of rounds with unknown cups."""

    def play(seed: int) -> Played:
        luck = Random(seed).random
        return played(random_setup(luck), seed, unseen=pick(unseen, luck))

    return SEEDS.map(play)


def beginnings(
    unseen: tuple[float, ...] = (0.0,), phases: tuple[Phase, ...] = tuple(Phase)
) -> st.SearchStrategy[Played]:
    """Draw matches cut off in one of these phases, between two inputs to the engine."""

    def leave(whole: Played) -> Played:
        cuts = [n for n, step in enumerate(whole.steps, 1) if step.match.phase in phases]
        return whole.upto(pick(cuts, Random(whole.seed + 1).random))

    return matches(unseen).map(leave)
