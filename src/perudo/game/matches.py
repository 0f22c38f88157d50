"""Matches to begin with: in the middle, from a record or played by bots; and a round, solved."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from perudo.bots.bot import Bot
from perudo.engine.actions import Seat
from perudo.engine.dice import BOX_DICE
from perudo.engine.editions import DEFAULT
from perudo.engine.errors import InvalidValue
from perudo.engine.position import between_rounds
from perudo.engine.setup import Setup
from perudo.extras import require
from perudo.game.arguments import bot_given, common_tongue, rules_given
from perudo.game.game import Game
from perudo.records.replay import read_record, replayed
from perudo.solve import FINEST_TOLERANCE
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable
from perudo.wording.error_text import errors_in_words

if TYPE_CHECKING:
    from perudo.solve.rounds import Solution


def position(
    edition: str = DEFAULT.key,
    *,
    dice: Sequence[int],
    starter: Seat = 0,
    palifico: bool = False,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    starting_dice: int = BOX_DICE,
    names: Sequence[str] | None = None,
    seed: int | str | None = None,
    lang: str = "en",
) -> Game:
    """Return a game in mid-match: so many dice left to each seat, the next round to be dealt.

    Examples:
        >>> import perudo
        >>> game = perudo.position("weekend", dice=(1, 3), palifico=True)
        >>> game
        <Game weekend, 2 seats, dice (1, 3): round 1 to be dealt>
        >>> game.deal("P", "335")
        >>> game.play("1xP")
        >>> game.legal
        <Legal: Pacos 2–10, dudo>
    """
    with errors_in_words(common_tongue(lang)):
        match = between_rounds(
            rules_given(edition, options, house, palifico=palifico),
            dice,
            starter=starter,
            palifico=palifico,
            starting_dice=starting_dice,
        )
    return Game.from_match(match, names=names, seed=seed, lang=lang)


def read(path: str | PathLike[str], *, lang: str = "en") -> Game:
    """Read a recorded match, in either form, and check every action of it.

    Examples:
        >>> import perudo, tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "match.perudo"
        >>> _ = file.write_text(perudo.play_match(["counter", "hard"], seed=7).record())
        >>> game = perudo.read(file)
        >>> game.names, game.winner is not None
        (('Ana', 'Ben'), True)
    """
    with errors_in_words(common_tongue(lang)):
        record = read_record(Path(path).read_bytes())
        match, events = replayed(record)
    return Game.from_match(match, events, names=record.names, lang=lang)


def play_match(
    bots: Sequence[str | Bot],
    *,
    edition: str = DEFAULT.key,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    dice: int = BOX_DICE,
    names: Sequence[str] | None = None,
    seed: int | str | None = None,
    lang: str = "en",
) -> Game:
    """Let computer players play a match to its end; the same seed gives the same match.

    A bot is a name (``"easy"``, ``"hard"``, ``"liar"``) or an object with the two methods of
    ``perudo.bots.bot.Bot``. One that fails forfeits its turn: ``perudo.testing.check_bot`` finds
    out why.

    Examples:
        >>> import perudo
        >>> game = perudo.play_match(["counter", "hard"], seed=7)
        >>> len(game.past), game.winner
        (6, 0)
        >>> list(game.story())[-1]
        'Ana wins the match!'
    """
    with errors_in_words(common_tongue(lang)):
        setup = Setup(rules_given(edition, options, house), len(bots), dice)
    chance_of = _randoms(seed)
    chairs = [BotSeat(bot_given(bot), chance_of(f"seat {seat}")) for seat, bot in enumerate(bots)]
    table = LocalTable(setup, chairs, RandomDice(chance_of("dice")))
    table.play()
    return Game.from_match(table.match, table.events, names=names, lang=lang)


def solve_round(
    edition: str = DEFAULT.key,
    *,
    dice: tuple[int, int],
    palifico: bool = False,
    options: Iterable[str] = (),
    house: Mapping[str, str] | None = None,
    tolerance: float = 1e-4,
) -> "Solution":
    """Solve a two-player round exactly: what it is worth, in dice, to the seat that opens.

    Needs the extra ``solve``: ``pip install "perudo[solve]"``.

    Examples:
        >>> import perudo
        >>> solved = perudo.solve_round("menteur", dice=(2, 1))
        >>> solved  # doctest: +ELLIPSIS
        <Solution of dice (2, 1): value 0.24..., ... steps>
        >>> round(solved.value, 3)
        0.241
    """
    require("solve")
    from perudo.solve.rounds import Solver  # noqa: PLC0415 - heavy: only those who solve wait
    from perudo.solve.shape import dice_won, opening, shape_of  # noqa: PLC0415
    from perudo.solve.size import check_size  # noqa: PLC0415

    if len(dice) != 2:
        raise InvalidValue(f"a round of two seats can be solved, not of {len(dice)}")
    if not FINEST_TOLERANCE <= tolerance <= 1:
        raise InvalidValue(f"tolerance must be from {FINEST_TOLERANCE} to 1, not {tolerance}")
    with errors_in_words(common_tongue("en")):
        rules = rules_given(edition, options, house, palifico=palifico)
        shape = shape_of(opening(rules, dice, palifico=palifico))
    check_size(shape)
    return Solver(shape, finest=tolerance).solve(dice_won(shape.dice), tolerance)


def _randoms(seed: int | str | None) -> Callable[[str], Random]:
    """Return a maker of independent random sources that all follow from one seed."""
    return lambda purpose: SystemRandom() if seed is None else Random(f"{seed} | {purpose}")  # noqa: S311
