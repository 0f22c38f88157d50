"""What ``perudo.coach`` offers to programs: advice, hints in words, judged matches."""

from perudo.coach.advice import Advice
from perudo.coach.advice import advise as _advise
from perudo.coach.judging import Analysis
from perudo.coach.judging import analyse as _analyse
from perudo.coach.text import hint_text
from perudo.engine.errors import InvalidValue
from perudo.engine.view import View
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.records.record import Record
from perudo.records.replay import read_record


def advise(view: View, *, asking: bool = False) -> Advice:
    """Return the odds of the standing bid, and the chance to win after each legal action.

    It knows no more than the view. ``asking`` is for a seat that may call calza out of turn.

    Examples:
        >>> import perudo
        >>> game = perudo.Game("asmodee-2009", seats=2)
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.play("3x4")
        >>> advice = perudo.coach.advise(game.view(1))
        >>> advice.plain.bid, round(advice.plain.holds, 3)
        (Bid(quantity=3, face=4), 0.21)
        >>> len(advice.outlooks) == len(list(game.legal.actions()))
        True
        >>> advice.lost_by(advice.best.action)
        0.0
    """
    return _advise(view, asking=asking)


def hint(view: View, *, asking: bool = False, lang: str = "en") -> tuple[str, ...]:
    """Return the advice in sentences, in the words of the box that is played.

    Examples:
        >>> import perudo
        >>> game = perudo.Game("asmodee-2009", seats=2)
        >>> game.start(0)
        >>> game.deal("P2446", "33556")
        >>> game.play("3x4")
        >>> perudo.coach.hint(game.view(1))[0]
        '3 fours: 21 %, about 2 times in 10.'
        >>> perudo.coach.hint(game.view(1), lang="nl")[0]
        '3 vieren: 21%, ongeveer 2 op de 10 keer.'
    """
    if lang not in LANGUAGES:
        raise InvalidValue(f"there is no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return hint_text(Tongue(lang, view.rules.words.value), advise(view, asking=asking))


def analyse(match: Record | str) -> Analysis:
    """Judge a match: a record, or its text as ``Game.record`` writes it.

    Examples:
        >>> import perudo
        >>> match = perudo.play_match(["easy", "hard", "medium"], seed=7)
        >>> analysis = perudo.coach.analyse(match.record())
        >>> len(analysis.chances) == len(match.past) + 1
        True
        >>> analysis.chances[-1][match.winner]
        1.0
        >>> seat = analysis.seats[0]
        >>> round(seat.start - seat.lost + seat.luck - seat.result, 9)
        0.0
    """
    record = read_record(match.encode()) if isinstance(match, str) else match
    return _analyse(record)
