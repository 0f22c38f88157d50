"""The tables that are learned at: every box and option, house mixes, 2 to 6 seats."""

from itertools import chain, combinations
from random import Random

from perudo.engine.dice import BOX_DICE
from perudo.engine.edition import POINT_TYPES, Edition, Presence, name_of
from perudo.engine.editions import EDITIONS
from perudo.engine.house import SetupProblem, options_offered, table_rules
from perudo.engine.setup import Setup

SEATS = (2, 2, 3, 4, 4, 5, 6, 6)
"""Each as likely as it is often here."""
HOUSE_SHARE = 0.12
FEWER_DICE_SHARE = 0.1


def draw_setups(games: int, seed: int, seats: int = 0) -> list[Setup]:
    """So many tables; all with so many ``seats`` where it is not 0."""
    luck = Random(seed)  # noqa: S311
    boxes = [
        table_rules(key, mix)
        for key, box in EDITIONS.items()
        for mix in _mixes(options_offered(box))
    ]
    return [_draw_setup(luck, boxes, (seats,) if seats else SEATS) for _ in range(games)]


def _mixes(options: tuple[str, ...]) -> list[tuple[str, ...]]:
    sizes = range(len(options) + 1)
    return list(chain.from_iterable(combinations(options, size) for size in sizes))


def _draw_setup(luck: Random, boxes: list[Edition], sizes: tuple[int, ...]) -> Setup:
    rules = _house(luck) if luck.random() < HOUSE_SHARE else _box(luck, boxes)
    dice = luck.randint(1, BOX_DICE) if luck.random() < FEWER_DICE_SHARE else BOX_DICE
    return Setup(rules, luck.choice(sizes), dice)


def _box(luck: Random, boxes: list[Edition]) -> Edition:
    # Each box alike: one with many options is not met more often.
    key = luck.choice(list(EDITIONS))
    return luck.choice([rules for rules in boxes if rules.key == key])


def _house(luck: Random) -> Edition:
    """A box with a few house rules; drawn again where they contradict each other."""
    while True:
        points = luck.sample(list(POINT_TYPES), 3)
        house = {
            name_of(point): luck.choice(
                [value.value for value in POINT_TYPES[point] if value is not Presence.OPTIONAL]
            )
            for point in points
        }
        try:
            return table_rules(luck.choice(list(EDITIONS)), house=house)
        except SetupProblem:
            continue
