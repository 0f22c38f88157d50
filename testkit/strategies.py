"""What the property tests draw from: rules, tables, and matches played at random."""

from itertools import combinations
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from perudo.engine.edition import OPTIONS, POINT_TYPES, Edition, Presence, name_of, point_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, table_rules
from perudo.engine.match import Phase
from perudo.engine.setup import Setup
from testkit.random_play import Luck, Played, pick, played

# The same examples in every run: a red build is then always about the code. A match is large for
# an example, and slow machines are no bug.
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


def offered(key: str) -> tuple[str, ...]:
    """The options that this box offers."""
    box = EDITIONS[key]
    return tuple(o for o in OPTIONS if getattr(box, point_of(o)) is Presence.OPTIONAL)


def option_mixes(key: str) -> list[tuple[str, ...]]:
    """Every subset of them."""
    options = offered(key)
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
    """A box with some of its options, every second time with house rules on top."""
    key = pick(tuple(EDITIONS), luck)
    options = pick(option_mixes(key), luck)
    house = [pick(HOUSE_RULES, luck) for _ in range(pick((0, 0, 0, 1, 2, 4), luck))]
    try:
        return table_rules(key, options, dict(house))
    except SetupProblem:
        return random_rules(luck)


def random_setup(luck: Luck) -> Setup:
    return Setup(random_rules(luck), pick((2, 3, 4, 5, 6), luck), pick((5, 5, 4, 3, 2, 1), luck))


# Everything comes from a seed: what Hypothesis draws piece by piece keeps to small tables and first
# moves, and the rare things (a veteran, a die regained) lie at the far end of long matches.


def rules() -> st.SearchStrategy[Edition]:
    return SEEDS.map(lambda seed: random_rules(Random(seed).random))


def setups() -> st.SearchStrategy[Setup]:
    return SEEDS.map(lambda seed: random_setup(Random(seed).random))


def matches(unseen: tuple[float, ...] = (0.0,)) -> st.SearchStrategy[Played]:
    """A whole match; in one of these shares of its rounds nobody wrote the cups down."""

    def play(seed: int) -> Played:
        luck = Random(seed).random
        return played(random_setup(luck), seed, unseen=pick(unseen, luck))

    return SEEDS.map(play)


def beginnings(
    unseen: tuple[float, ...] = (0.0,), phases: tuple[Phase, ...] = tuple(Phase)
) -> st.SearchStrategy[Played]:
    """A match that was left in one of these phases, between two inputs to the engine."""

    def leave(whole: Played) -> Played:
        cuts = [n for n, step in enumerate(whole.steps, 1) if step.match.phase in phases]
        return whole.upto(pick(cuts, Random(whole.seed + 1).random))

    return matches(unseen).map(leave)
