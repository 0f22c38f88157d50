"""What was decided about each language: forms of address, gender, and the words of each box."""

import ast
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from perudo.engine.editions import EDITIONS
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import LOCALE_DIR, Tongue
from perudo.i18n.words import TERMS
from perudo.wording.rule_text import point_text, value_text
from testkit import ROOT

SOURCE = ROOT / "src" / "perudo"
Text = tuple[str | None, str, str]
"""Box (None: any), English message, text in the language. Words of the boxes are taken out."""


def catalogue(lang: str) -> Catalog:
    with (LOCALE_DIR / lang / "LC_MESSAGES" / "perudo.po").open("rb") as file:
        return read_po(file, locale=lang)


def texts(lang: str) -> Iterator[Text]:
    """All sentences of a language, including both forms of plurals."""
    for message in catalogue(lang):
        if not message.id or message.id in TERMS:
            continue
        english = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else message.string or ()
        for form in forms:
            yield message.context, english, re.sub(r"\{\w+\}", "{}", str(form))


def found(lang: str, pattern: str, *, but: tuple[str, ...] = ()) -> list[str]:
    """Texts that match, but for those whose English message begins with one of ``but``."""
    return [
        text
        for _, english, text in texts(lang)
        if re.search(pattern, text, re.IGNORECASE) and not english.startswith(but)
    ]


def test_english_reads_naturally() -> None:
    assert found("en", r"\b(this|it|\{\}|”) is no ") == []
    assert found("en", r"(?<!there )are no jokers|^else\b|; else\b|the turn of|\bjust now\b") == []
    for said in (
        "“{typed}” is neither a bid nor a call.",
        "It is {who}'s turn.",
        "You are out, but you can watch to the end.",
        "only tied players roll again",
        "The house rule {asked} has no effect without {allowed}.",
        "Otherwise only people with your link can find it.",
    ):
        assert catalogue("en").get(said) is not None, said


TO_SEVERAL = (
    "No dice at hand? Sit around one phone.",
    "How many of you?",
    "Your names, clockwise",
    "Two of you have the same name.",
)
"""Said to everybody around one device."""


def test_french_says_tu() -> None:
    assert found("fr", r"\b(vous|votre|vos)\b", but=TO_SEVERAL) == []
    # Imperatives of *vous* end like this; assez and chez are no verbs.
    assert found("fr", r"(?<!ass)(?<!ch)ez\b", but=TO_SEVERAL) == []
    palifico = Tongue("fr", "parker-1994").say("{who}: {Palifico}!", who="Toi")
    assert palifico == "Toi\N{NO-BREAK SPACE}: Palifico\N{NO-BREAK SPACE}!"


def test_french_signs_stay_with_their_words() -> None:
    assert found("fr", r" [:;!?»]|« ") == []


def messages_in(*patterns: str) -> set[str]:
    """The literal messages in these source files."""
    messages: set[str] = set()
    for path in (path for pattern in patterns for path in SOURCE.glob(pattern)):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            messages |= set(re.findall(r'(?:say|plural)\("([^"]*)"', text))
        else:
            literals = (n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant))
            messages |= {value for value in literals if isinstance(value, str)}
    return messages


AT_A_TABLE = (
    "web/templates/table*.html",
    "web/templates/lesson*.html",
    "web/templates/replay*.html",
    "web/lesson_page.py",
    "web/table/*.py",
    "wording/refusal_text.py",
    "wording/story.py",
    "wording/dice_text.py",
)
"""Where the box on the table is known."""


def test_french_has_the_cups_rounds_and_faces_of_each_box() -> None:
    """The Parker box plays *tours de jeu* with *godets* and *faces*, all others *manches* with
    *gobelets* and *valeurs*."""
    theirs, parkers = r"manches?\b|gobelet|\bvaleur", r"tours? de jeu|godet|\bfaces?\b"
    at_a_table = messages_in(*AT_A_TABLE)
    own = {english for box, english, _ in texts("fr") if box == "parker-1994"}
    for box, english, text in texts("fr"):
        if box == "parker-1994":
            assert not re.search(theirs, text, re.IGNORECASE), text
        else:
            assert not re.search(parkers, text, re.IGNORECASE), text
            if english in at_a_table and re.search(theirs, text, re.IGNORECASE):
                assert english in own, f"how does the Parker box say this? {text}"


def test_spanish_joins_lists_with_y_and_e() -> None:
    t = Tongue("es", "asmodee-2009")
    assert t.listed(["Inti"]) == "Inti"
    assert t.listed(["Tú", "Killa", "Sami"]) == "Tú, Killa y Sami"
    for last in ("Inti", "Íñigo", "Hilario", "Ibai", "illari"):
        assert t.listed(["Tú", "Ana", last]) == f"Tú, Ana e {last}"
    for last in ("Hielo", "Iago", "Yolanda", "Ana", "Hugo"):
        assert t.listed(["Tú", last]) == f"Tú y {last}"


def test_spanish_says_resultado_as_its_box_does() -> None:
    for box, _, text in texts("es"):
        assert box == "parker-1994" or not re.search(r"\bcaras?\b", text), text
    any_box = Tongue("es", "asmodee-2009")
    assert any_box.say("Face") == "Resultado"


def test_italian_has_one_gender_for_calza_and_pacos_are_not_jokers() -> None:
    assert found("it", r"\b(una|la|della|alla|quella) «?calza|calze\b|calza sbagliata") == []
    assert found("it", r"\{\} non è (un )?jolly|niente jolly\.") == []
    for box, these in {"asmodee-2024": "i Paco", "parker-1994": "gli assi"}.items():
        t = Tongue("it", box)
        said = t.say("In this round {pacos} are not jokers, and nobody may change the face.")
        assert f"{these} non sono jolly" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_box_is_told_in_its_own_words_and_in_no_others(lang: str) -> None:
    """The Italian box says *ultimo dado* and *occhio di bue* wherever its rules are shown."""
    other = ("wrong dudo", "wrong calza", "seat 0 is", "the seat that opens is", "doubt, ")
    assert found(lang, r"\b(dudo|calza|pal[ií]fico|pacos?)\b", but=other) == []
    t = Tongue(lang, "asmodee-2024")
    told = " ".join(
        part
        for point in ("palifico", "palifico_again", "calza", "calza_barred", "calza_starter")
        for part in (
            point_text(t, point),
            value_text(t, getattr(EDITIONS["asmodee-2024"], point)),
        )
    ).casefold()
    assert "ultimo dado" in told
    assert "occhio di bue" in told
    assert "calza" not in told
    assert not re.search("pal[ií]fico", told)


def test_dutch_plays_partijen() -> None:
    """*Spel* is the game as such; what is begun, won and lost is a *partij*."""
    for _, english, text in texts("nl"):
        if re.search(r"\bmatch(es)?\b", english):
            assert not re.search(r"\b(spel|wedstrijd|potje)\b", text), text
    assert found("nl", r"\bspel\b", but=("Nobody can know", "The Peruvian", "Perudo is", "You know",
                                         "Every box")) == []  # fmt: skip
