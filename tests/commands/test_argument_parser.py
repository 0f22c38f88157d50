"""Error messages of the standard library's parser in each language."""

import re

import pytest

from perudo.engine.editions import DEFAULT
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from testkit.commands import Run

MISTAKES = {
    ("perft",): "the following arguments are required: %s",
    ("frobnicate",): "invalid choice: %(value)r (choose from %(choices)s)",
    ("convert", "x", "--to", "word"): "invalid choice: %(value)r (choose from %(choices)s)",
    ("editions", "weekend", "menteur"): "unrecognized arguments: %s",
    ("play", "--seats"): "expected one argument",
    ("editions", "--json=yes"): "ignored explicit argument %r",
    ("play", "--se", "3"): "ambiguous option: %(option)s could match %(matches)s",
}
HELP = ("options", "positional arguments", "show this help message and exit")


def parts(lang: str, message: str) -> list[str]:
    """The translated message without its placeholders."""
    text = Tongue(lang, DEFAULT.key).say(message)
    return [part.strip() for part in re.split(r"%(?:\(\w+\))?[sr]", text) if part.strip(" ()")]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_named_in_the_language(run: Run, lang: str, words: tuple[str, ...]) -> None:
    result = run(words[0], "--lang", lang, *words[1:])
    assert result.status == 2
    for part in parts(lang, MISTAKES[words]):
        assert part in result.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_in_the_language(run: Run, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = run("convert", "--lang", lang, "--help").out
    for message in HELP:
        for part in parts(lang, message):
            assert part in out
