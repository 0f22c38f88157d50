"""What an exam consists of."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from perudo.arena.contest import Contest
from perudo.arena.exam.exact import ExactStudy
from perudo.arena.exam.forecasts import ForecastStudy, is_forecaster
from perudo.arena.exam.response import ResponseStudy
from perudo.arena.study import Study
from perudo.bots.roster import LEVELS, YARDSTICKS, installed_characters
from perudo.engine.edition import Edition
from perudo.engine.editions import DEFAULT, EDITIONS
from perudo.engine.house import options_offered, table_rules
from perudo.extras import is_installed

SIZES = (2, 3, 4, 5, 6)
MATCHES = 200
DEALS = 400
QUICK_SIZES = (2, 4, 6)
QUICK_MATCHES = 20
QUICK_DEALS = 40
QUICK_TABLES = ((DEFAULT.key, ()), ("asmodee-2009", ("calza",)))
RESPONSES = ((2, 2), (3, 3), (5, 5))
"""The dice of the rounds in which a local best response is played."""
FORECASTS_AGAINST = "hard"


class Plan(NamedTuple):
    """The studies of an exam by its parts."""

    alone: list[Contest]
    """The bot alone among copies of another."""
    paired: list[Contest]
    """Two of the bot among copies of another."""
    exploiter: list[Contest]
    """Duels with a player that was trained to beat it."""
    responses: list[ResponseStudy]
    exact: list[ExactStudy]
    forecasts: list[ForecastStudy]

    def studies(self) -> list[Study[Any]]:
        return [study for part in self for study in part]


def exam_plan(
    bot: str,
    *,
    against: Sequence[str] = (),
    matches: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    quick: bool = False,
    exploiter: str | None = None,
) -> Plan:
    """Plan the exam of a bot against all built-in bots, or only those named."""
    others = tuple(against) or opponents_of(bot)
    tables = [table_rules(*t) for t in QUICK_TABLES] if quick else list(every_table())
    sizes = QUICK_SIZES if quick else SIZES
    matches = matches or (QUICK_MATCHES if quick else MATCHES)
    deals = deals or (QUICK_DEALS if quick else DEALS)
    plain = table_rules(DEFAULT.key)
    return Plan(
        alone=[
            Contest(rules, (bot, *[other] * (seats - 1)), matches, seed)
            for rules in tables
            for other in others
            for seats in sizes
        ],
        paired=[
            Contest(rules, (bot, bot, *[other] * (seats - 2)), matches, seed)
            for rules in tables
            for other in others
            for seats in sizes
            if seats > 2
        ],
        exploiter=[] if exploiter is None else [
            Contest(plain, (exploiter, bot), 10 * matches, seed)
        ],
        responses=[ResponseStudy(plain, bot, dice, deals, seed) for dice in RESPONSES],
        exact=_exact(bot, seed) if is_installed("solve") else [],
        forecasts=[
            ForecastStudy(Contest(plain, (bot, *[FORECASTS_AGAINST] * (n - 1)), matches, seed))
            for n in sizes
            if is_forecaster(bot)
        ],
    )  # fmt: skip


def opponents_of(bot: str) -> tuple[str, ...]:
    """Return every built-in bot that can play here but this one."""
    return tuple(
        name for name in (*installed_characters(), *YARDSTICKS) if name != LEVELS.get(bot, bot)
    )


def every_table() -> Iterator[Edition]:
    """Yield the rules of every box with every mix of calza and palifico that it offers."""
    for key, box in EDITIONS.items():
        offered = [o for o in ("calza", "palifico") if o in options_offered(box)]
        for number in range(len(offered) + 1):
            for options in combinations(offered, number):
                yield table_rules(key, options)


def _exact(bot: str, seed: int) -> list[ExactStudy]:
    return [
        ExactStudy(table_rules(DEFAULT.key), bot, (1, 1), seed=seed),
        ExactStudy(table_rules(DEFAULT.key, ("palifico",)), bot, (1, 2), palifico=True, seed=seed),
    ]
