"""The tables of a training run: every box and option, house rules, 2 to 6 seats."""

from itertools import chain, combinations
from random import Random

from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import POINT_TYPES, Edition, Presence, name_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, options_offered, table_rules
from perudo.engine.setup import Setup

SEATS = (2, 2, 3, 4, 4, 5, 6, 6)
"""Numbers of seats; those that stand here twice are drawn twice as often."""
DUEL_BOXES = ("asmodee-2024", "asmodee-2009", "menteur")
"""A box for each rule for raises."""
HOUSE_SHARE = 0.12
FEWER_DICE_SHARE = 0.1


def draw_setups(games: int, seed: int, seats: int = 0) -> list[Setup]:
    """Draw the set-ups of ``games`` tables, all with so many ``seats`` unless that is 0."""
    rng = Random(seed)  # noqa: S311
    boxes = [
        table_rules(key, mix)
        for key, box in EDITIONS.items()
        for mix in _option_sets(options_offered(box))
    ]
    return [_draw_setup(rng, boxes, (seats,) if seats else SEATS) for _ in range(games)]


def draw_duels(games: int, seed: int) -> list[Setup]:
    """Draw the set-ups of tables of two where neither palifico nor calza is played."""
    rng = Random(seed)  # noqa: S311
    boxes = [table_rules(key, house={"palifico": "off", "calza": "off"}) for key in DUEL_BOXES]
    return [Setup(rng.choice(boxes), 2, _dice(rng)) for _ in range(games)]


def _option_sets(options: tuple[str, ...]) -> list[tuple[str, ...]]:
    sizes = range(len(options) + 1)
    return list(chain.from_iterable(combinations(options, size) for size in sizes))


def _draw_setup(rng: Random, boxes: list[Edition], sizes: tuple[int, ...]) -> Setup:
    rules = _house(rng) if rng.random() < HOUSE_SHARE else _box(rng, boxes)
    return Setup(rules, rng.choice(sizes), _dice(rng))


def _dice(rng: Random) -> int:
    return rng.randint(1, BOX_DICE) if rng.random() < FEWER_DICE_SHARE else BOX_DICE


def _box(rng: Random, boxes: list[Edition]) -> Edition:
    # Boxes are equally likely: one with many options is not drawn more often.
    key = rng.choice(list(EDITIONS))
    return rng.choice([rules for rules in boxes if rules.key == key])


def _house(rng: Random) -> Edition:
    """Draw a box with a few house rules; draw again if they contradict each other."""
    while True:
        points = rng.sample(list(POINT_TYPES), 3)
        house = {
            name_of(point): rng.choice(
                [value.value for value in POINT_TYPES[point] if value is not Presence.OPTIONAL]
            )
            for point in points
        }
        try:
            return table_rules(rng.choice(list(EDITIONS)), house=house)
        except SetupProblem:
            continue
