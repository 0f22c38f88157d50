"""What the property tests draw from: rules, tables, and matches played at random."""

from itertools import combinations

from hypothesis import HealthCheck, reject, settings
from hypothesis import strategies as st

from perudo.engine.edition import OPTIONS, POINT_TYPES, Edition, Presence, name_of, point_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, table_rules
from perudo.engine.setup import Setup
from properties.driver import Played, played

# The same examples in every run: a red build is then always about the code. A match is large for
# an example, and slow machines are no bug.
settings.register_profile(
    "perudo",
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=False,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
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


@st.composite
def rules(draw: st.DrawFn) -> Edition:
    """A box with some of its options, in half of the draws with house rules on top."""
    key, options = draw(st.sampled_from(BOXES))
    house = draw(st.one_of(st.just([]), st.lists(st.sampled_from(HOUSE_RULES), max_size=4)))
    try:
        return table_rules(key, options, dict(house))
    except SetupProblem:
        reject()


def setups() -> st.SearchStrategy[Setup]:
    seats = st.integers(min_value=2, max_value=6)
    dice = st.sampled_from((5, 4, 3, 2, 1))
    return st.builds(Setup, rules(), seats, dice)


@st.composite
def matches(draw: st.DrawFn, unseen: tuple[float, ...] = (0.0,)) -> Played:
    """A whole match; in one of these shares of its rounds nobody wrote the cups down."""
    return played(draw(setups()), draw(SEEDS), unseen=draw(st.sampled_from(unseen)))


@st.composite
def beginnings(draw: st.DrawFn, unseen: tuple[float, ...] = (0.0,)) -> Played:
    """A match that was left at any point, between two inputs to the engine."""
    whole = draw(matches(unseen))
    return whole.upto(draw(st.integers(min_value=1, max_value=len(whole.steps))))
