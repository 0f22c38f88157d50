"""What the coach says about an answer to a position, as the page shows it."""

from typing import Any

from perudo.coach.judging import Judged
from perudo.coach.practice import Position
from perudo.coach.text import action_text, explained, verdict_text
from perudo.i18n.tongue import Tongue
from perudo.web.hint import unbroken
from perudo.web.outlooks import outlook_lines


def answer_lines(t: Tongue, position: Position, judged: Judged) -> dict[str, Any]:
    """The verdict as a title, its explanation, and the best actions."""
    verdict = verdict_text(t, judged.verdict)
    played = t.say("In the match it was: {action}.", action=action_text(t, position.played))
    return {
        "title": verdict[:1].upper() + verdict[1:],
        "lines": unbroken([*explained(t, judged), played]),
        "outlooks": [line._asdict() for line in outlook_lines(t, judged.advice, judged.action)],
    }
