"""What the coach says about an answer to a position, as the page shows it."""

from typing import Any

from perudo.coach.judging import Judged
from perudo.coach.practice import Position
from perudo.coach.text import action_text, bid_lines, judged_text, verdict_text
from perudo.i18n.tongue import Tongue
from perudo.web.hint import unbroken
from perudo.web.outlooks import outlook_lines


def answer_lines(t: Tongue, position: Position, judged: Judged) -> dict[str, Any]:
    """The verdict as a title, the odds, and the best actions, drawn with what they are worth."""
    verdict = verdict_text(t, judged.verdict)
    played = t.say("In the match it was: {action}.", action=action_text(t, position.played))
    return {
        "title": verdict[:1].upper() + verdict[1:],
        "lines": unbroken([judged_text(t, judged), *bid_lines(t, judged.advice), played]),
        "outlooks": [line._asdict() for line in outlook_lines(t, judged.advice, judged.action)],
    }
