"""The rule behind a refusal, in a sentence."""

import re
from pathlib import Path

import pytest

from perudo.engine.editions import EDITIONS
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.wording.clause_text import clause_text

ENGINE = Path(__file__).parents[2] / "src" / "perudo" / "engine"
NEVER_ON_A_PAGE = {"C5", "S1"}
"""Refused only where dice are noted by hand."""


def cited() -> set[str]:
    """Every clause that the engine can refuse an action with."""
    text = "".join((ENGINE / name).read_text() for name in ("bidding.py", "play.py", "editions.py"))
    return set(re.findall(r'"([CSPAIMW]\d{1,2})"', text)) - NEVER_ON_A_PAGE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_that_refuses_has_its_sentence(lang: str) -> None:
    for box in EDITIONS:
        t = Tongue(lang, box)
        for clause in sorted(cited()):
            told = clause_text(t, clause)
            assert told is not None, clause
            assert told.matter
            assert told.rule
            assert "[" not in told.rule
    assert clause_text(t, "T3") is None
    assert clause_text(t, "nonsense") is None
