"""What people type, understood in the words of every box and of their language."""

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
    """The text as people type it: no capitals, no accents, a straight apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def option_meant(lang: str, typed: str) -> str:
    """The option's name in code, from any box's word for it; what was typed if none fits."""
    for option in OPTIONS:
        spoken = (option_text(Tongue(lang, box), option) for box in EDITIONS)
        if _no_dashes(typed) in map(_no_dashes, (option, *spoken)):
            return option
    return typed


def _no_dashes(text: str) -> str:
    return " ".join(plain(text).replace("-", " ").split())


def action_meant(t: Tongue, typed: str) -> Action | None:
    """The bid or call that was meant: the notation of records, or words of a box or language."""
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
    """A term as code, records and all boxes have it: none of them means something else."""
    return [term, *(plain(Tongue(t.lang, box).word(term)) for box in EDITIONS)]


def _listed(words: str) -> list[str]:
    return [plain(word).strip() for word in words.split(",")]


def _face_words(t: Tongue) -> Iterator[tuple[str, Face]]:
    for word in (*_spoken(t, "paco"), *_spoken(t, "pacos")):
        yield word, PACO
        # Some boxes call it an ace: its initial serves like the P of Paco.
        yield word[0], PACO
    for face in FACES:
        for quantity in (1, 2):
            # People mix up singular and plural; the number before it is said already.
            yield plain(bid_text(t, Bid(quantity, face))).removeprefix(f"{quantity} "), face
