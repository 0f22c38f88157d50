"""What the callers of the public interface give, checked and turned into the rooms' own values."""

from collections.abc import Iterable, Mapping, Sequence

from perudo.bots.bot import Bot, missing_method
from perudo.bots.roster import bot_named
from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, Face
from perudo.engine.edition import Edition
from perudo.engine.editions import DEFAULT
from perudo.engine.errors import InvalidValue
from perudo.engine.house import rules_with_palifico, table_rules
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.notation import OUT, action_from, cup_from
from perudo.records.problems import LONGEST_TOKEN
from perudo.records.record import LONGEST_NAME, unusable_name

NAMES = ("Ana", "Ben", "Carla", "Dario", "Eva", "Finn")
"""What the seats are called where nobody says otherwise."""


def common_tongue(lang: str) -> Tongue:
    """Return the language of errors about rules that are not known yet."""
    if lang not in LANGUAGES:
        raise InvalidValue(f"there is no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return Tongue(lang, DEFAULT.key)


def rules_given(
    edition: str,
    options: Iterable[str],
    house: Mapping[str, str] | None,
    *,
    palifico: bool = False,
) -> Edition:
    chosen = (options,) if isinstance(options, str) else options
    return (rules_with_palifico if palifico else table_rules)(edition, chosen, house)


def names_given(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return NAMES[:seats]
    if len(names) != seats:
        raise InvalidValue(f"{seats} seats need {seats} names, not {len(names)}")
    wrong = unusable_name(names)
    if wrong is not None:
        raise InvalidValue(
            f"{quoted(wrong)} cannot name a seat: a name is one line of at most {LONGEST_NAME}"
            " characters without commas, and no two seats have the same"
        )
    return tuple(names)


def bot_given(bot: str | Bot) -> Bot:
    if isinstance(bot, str):
        return bot_named(bot)
    given: object = bot
    if isinstance(given, type):
        raise InvalidValue(f"{quoted(bot)} is a class, not a bot: write {given.__name__}()")
    missing = missing_method(bot)
    if missing is not None:
        raise InvalidValue(f"{quoted(bot)} is not a bot: it has no method {missing}")
    return bot


def action_given(action: str | Action) -> Action:
    meant = action_from(action) if isinstance(action, str) else action
    if not isinstance(meant, Bid | Call):
        raise InvalidValue(
            f"{quoted(action)} is neither a bid, such as 4x5 or 3xP, nor dudo or calza"
        )
    return meant


def bid_given(bid: str | Bid) -> Bid:
    meant = action_given(bid)
    if not isinstance(meant, Bid) or meant.quantity < 1 or meant.face not in FACES:
        raise InvalidValue(f"{quoted(bid)} is not a bid, such as 4x5 or 3xP")
    return meant


def cup_given(cup: str | Sequence[Face]) -> Sequence[Face]:
    known = (() if cup == OUT else cup_from(cup)) if isinstance(cup, str) else cup
    if known is None:
        raise InvalidValue(
            f"{quoted(cup)} is not a cup: write up to five dice as P (Paco) and 2 to 6"
        )
    return known


def quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_TOKEN else f"{text[: LONGEST_TOKEN - 1]}…"
