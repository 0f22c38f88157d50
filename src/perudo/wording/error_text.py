"""Errors of the rooms below in the reader's language."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from perudo.engine.actions import Action
from perudo.engine.house import SetupProblem
from perudo.engine.refusals import IllegalAction
from perudo.i18n.tongue import Tongue
from perudo.records.problems import RecordProblem
from perudo.wording.record_text import record_problem_text
from perudo.wording.refusal_text import refusal_text
from perudo.wording.setup_text import setup_problem_text


@contextmanager
def errors_in_words(
    t: Tongue, names: Sequence[str] = (), action: Action | None = None
) -> Iterator[None]:
    """Give errors that leave the block their text, in the language and the words of ``t``."""
    try:
        yield
    except IllegalAction as error:
        error.text = refusal_text(t, error.refusal, tuple(names), action)
        raise
    except SetupProblem as error:
        error.text = setup_problem_text(t, error)
        raise
    except RecordProblem as error:
        error.text = record_problem_text(t, error)
        raise
