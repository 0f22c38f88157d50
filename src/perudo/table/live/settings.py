"""The settings of a table. Their defaults are decided here and nowhere else."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from perudo.bots.roster import COMPANY, DEFAULT_LEVEL, installed_levels
from perudo.engine.dice import BOX_DICE
from perudo.engine.editions import DEFAULT
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.extras import is_installed
from perudo.table.live.refusals import TableReason, TableRefusal, TableRefused

DAY: Final = 24 * 60 * 60
SHORTEST_TURN, LONGEST_TURN = 5, 14 * DAY
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "orange")
"""Colours of the cups in the box."""
COACH_EXTRA: Final = "champion"
"""What must be installed for the coach: it knows what the champion knows."""
LONGEST_HEARING, LONGEST_PACE, LONGEST_PAUSE = 5_000, 10_000, 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    edition: str = DEFAULT.key
    options: tuple[str, ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    seats: int = 4
    dice: int = BOX_DICE
    turn_seconds: int | None = None
    """Time for a turn; None for no limit."""
    misses: int = 3
    """How many turns in a row may time out before a bot holds the seat."""
    standin: str = DEFAULT_LEVEL
    """The level of the bot that plays for somebody out of time, away or resigned."""
    hearing_ms: int = 400
    pace_ms: int = 1_200
    """How long bots take to act, so that people can follow."""
    pause_ms: int = 3_000
    """From a showdown to the next deal, unless everybody is ready sooner."""
    listed: bool = False
    """Whether the table is in the public list; otherwise it needs the link or the code."""
    lobby: bool = False
    """Whether it is a table of the open lobby, which starts by itself."""
    coach: bool = False
    """Whether whoever is in turn may ask for the odds and for a hint."""

    def setup(self) -> Setup:
        """Return the rules and sizes; raise ``SetupProblem`` if they do not fit."""
        return _setup(self.edition, self.options, self.house, self.seats, self.dice)

    def check(self) -> None:
        """Raise ``SetupProblem`` or ``TableRefused`` unless a table can be opened with these."""
        self.setup()
        if self.turn_seconds is not None:
            _within("turn_seconds", self.turn_seconds, SHORTEST_TURN, LONGEST_TURN)
        _within("misses", self.misses, 1, 100)
        _within("hearing_ms", self.hearing_ms, 0, LONGEST_HEARING)
        _within("pace_ms", self.pace_ms, 0, LONGEST_PACE)
        _within("pause_ms", self.pause_ms, 0, LONGEST_PAUSE)
        check_level(self.standin)
        if self.coach:
            self._check_coach()

    def _check_coach(self) -> None:
        """Refuse a coach where it is serious, among strangers, or where there is none."""
        if self.turn_seconds is not None or self.lobby:
            raise TableRefused(TableRefusal(TableReason.COACH_AND_CLOCK))
        if not has_coach():
            raise TableRefused(TableRefusal(TableReason.NO_COACH))


OPEN_LOBBY: Final = Settings(
    options=("calza", "palifico"),
    turn_seconds=30,
    # Whoever presses the button and goes away holds strangers up once.
    misses=1,
    pause_ms=10_000,
    listed=True,
    lobby=True,
)
"""The tables of “play with whoever is here”."""


@lru_cache(maxsize=256)
def _setup(
    edition: str,
    options: tuple[str, ...],
    house: tuple[tuple[str, str], ...],
    seats: int,
    dice: int,
) -> Setup:
    return Setup(table_rules(edition, options, dict(house)), seats, dice)


def has_coach() -> bool:
    """Whether what the coach needs is installed."""
    return is_installed(COACH_EXTRA)


def check_level(level: str) -> None:
    allowed = installed_levels()
    if level not in allowed:
        refusal = TableRefusal(TableReason.UNKNOWN_LEVEL, asked=level, allowed=allowed)
        raise TableRefused(refusal)


def check_bot(bot: str) -> None:
    """Refuse what no bot at a live table is called: neither a level nor a character."""
    known = (*installed_levels(), *COMPANY)
    if bot not in known:
        refusal = TableRefusal(TableReason.UNKNOWN_LEVEL, asked=bot[:40], allowed=known)
        raise TableRefused(refusal)


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise TableRefused(
            TableRefusal(TableReason.OUT_OF_RANGE, asked=name, least=least, most=most)
        )
