"""Parse what people type, in the words of any box and of their language."""

import re
import unicodedata
from collections.abc import Iterator

from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES, PACO, Face
from perudo.engine.edition import OPTIONS
from perudo.engine.editions import EDITIONS
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text
from perudo.wording.rule_text import option_text

_BID = re.compile(r"([0-9]{1,4})(?:\s*[x×*]\s*|\s*(?=[^\W\d_])|\s+)([0-9]|[^\W\d_][\w']*)")
"""``4x5``, ``4 x 5``, ``4 5``, ``3xP``, ``3P``, ``4 fives``, ``3 pacos``"""


def plain(text: str) -> str:
    """Simplify a text for comparison: no capitals, no accents, a straight apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def parse_option(lang: str, typed: str) -> str:
    """An option's name in code, from any box's word for it; the typed text if none fits."""
    for option in OPTIONS:
        spoken = (option_text(Tongue(lang, box), option) for box in EDITIONS)
        if _no_dashes(typed) in map(_no_dashes, (option, *spoken)):
            return option
    return typed


def _no_dashes(text: str) -> str:
    return " ".join(plain(text).replace("-", " ").split())


def parse_action(t: Tongue, typed: str) -> Action | None:
    """A typed bid or call: in the notation of records, or in words of a box or language."""
    word = " ".join(plain(typed).strip("!¡ ").split())
    if word in ("d", *_spoken(t, "dudo"), *_listed(t.say("doubt, I doubt it, liar"))):
        return Call.DUDO
    if word in ("c", *_spoken(t, "calza"), *_listed(t.say("exact, exactly"))):
        return Call.CALZA
    bid = _BID.fullmatch(word)
    if bid is None:
        return None
    quantity, face = int(bid[1]), bid[2]
    if face.isdigit():
        return Bid(quantity, int(face))
    meant = dict(_face_words(t)).get(face)
    return None if meant is None else Bid(quantity, meant)


def wants_to_leave(t: Tongue, typed: str) -> bool:
    return plain(typed) in ("q", *_listed(t.say("quit, exit, leave")))


def _spoken(t: Tongue, term: str) -> list[str]:
    """A term as in code and records, and in the words of every box."""
    return [term, *(plain(Tongue(t.lang, box).word(term)) for box in EDITIONS)]


def _listed(words: str) -> list[str]:
    return [plain(word).strip() for word in words.split(",")]


def _face_words(t: Tongue) -> Iterator[tuple[str, Face]]:
    for word in (*_spoken(t, "paco"), *_spoken(t, "pacos")):
        yield word, PACO
        # The initial works in every box, like the P of Paco.
        yield word[0], PACO
    for face in FACES:
        for quantity in (1, 2):
            # Both forms, since people mix up singular and plural.
            yield plain(bid_text(t, Bid(quantity, face))).removeprefix(f"{quantity} "), face
