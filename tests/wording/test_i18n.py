"""Every shown text is translated, in all languages and the words of all boxes."""

import argparse
import ast
import re
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from perudo.engine.editions import EDITIONS
from perudo.i18n.argparse_words import SAID, SAID_COUNTED
from perudo.i18n.languages import LANGUAGES, system_language
from perudo.i18n.tongue import LOCALE_DIR, Tongue
from perudo.i18n.words import BOX_WORDS, TERMS
from testkit import ROOT

SOURCE = ROOT / "src" / "perudo"
TRANSLATED = {"say": 1, "plural": 2, "N_": 1, "N2_": 2}


@cache
def catalogue(lang: str) -> Catalog:
    with (LOCALE_DIR / lang / "LC_MESSAGES" / "perudo.po").open("rb") as file:
        return read_po(file, locale=lang)


@cache
def calls() -> list[tuple[Path, ast.Call, str]]:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                found.append((path, node, name))
    return found


@cache
def shown_messages() -> set[tuple[str, ...]]:
    """Every message in the source: one text, or singular and plural."""
    messages = set()
    for path, node, name in calls():
        if name in TRANSLATED:
            texts = node.args[: TRANSLATED[name]]
            where = f"{path.name}:{node.lineno}"
            literal = all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in texts)
            assert literal, f"{where}: only a literal message can be translated"
            messages.add(tuple(str(t.value) for t in texts if isinstance(t, ast.Constant)))
    return messages | template_messages()


def template_messages() -> set[tuple[str, ...]]:
    messages = set()
    for path in sorted((SOURCE / "web" / "templates").glob("*.html")):
        tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            name = getattr(call.node, "name", "")
            if name in TRANSLATED:
                texts = call.args[: TRANSLATED[name]]
                where = f"{path.name}:{call.lineno}"
                literal = all(isinstance(t, nodes.Const) for t in texts)
                assert literal, f"{where}: only a literal message can be translated"
                messages.add(tuple(t.value for t in texts if isinstance(t, nodes.Const)))
    return messages


def test_templates_have_no_text_of_their_own() -> None:
    """All words of a page come from the catalogues; names and signs are the same for everybody."""
    allowed = {"Perudo"}
    for path in sorted((SOURCE / "web" / "templates").glob("*.html")):
        tree = Environment(autoescape=True).parse(path.read_text(encoding="utf-8"))
        text = "".join(
            part.data if isinstance(part, nodes.TemplateData) else "\x00"
            for output in tree.find_all(nodes.Output)
            for part in output.nodes
        )
        bare = re.sub(r"<[^>]*>", "\n", text.replace("\x00", ""))
        words = {word.strip(" ·:") for word in re.findall(r"[^\n]*[^\W\d_]{3}[^\n]*", bare)}
        assert words <= allowed, path.name


def placeholders(text: str) -> set[str]:
    braces = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return braces | set(re.findall(r"%(?:\(\w+\))?[sr]", text))


def texts_of(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_shown_string_is_translated(lang: str) -> None:
    po = catalogue(lang)
    missing = []
    for ids in shown_messages():
        message = po.get(ids[0])
        if message is None or not all(texts_of(message)) or message.fuzzy:
            missing.append(ids[0])
    for box, term in BOX_WORDS:
        message = po.get(term, context=box)
        if message is None or not all(texts_of(message)):
            missing.append(f"{box}: {term}")
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_have_no_unused_strings(lang: str) -> None:
    known = {ids[0] for ids in shown_messages()} | {term for _, term in BOX_WORDS}
    ids = [m.id if isinstance(m.id, str) else m.id[0] for m in catalogue(lang) if m.id]
    assert [i for i in ids if i not in known] == []
    assert not catalogue(lang).obsolete


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_translation_uses_the_facts_of_its_message(lang: str) -> None:
    words = {form for term in TERMS for form in (term, term.capitalize())}
    for message in catalogue(lang):
        if not message.id:
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        wanted = set().union(*map(placeholders, ids))
        for text in texts_of(message):
            # The singular of a counted message may spell its number out; a box's own word may
            # serve another form of itself.
            got = placeholders(text)
            assert got <= wanted | words, f"{lang}: {text}"
            assert wanted - words <= got | {"n"}, f"{lang}: {text}"


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_sentences_are_translated_and_not_copied(lang: str) -> None:
    """Catches forgotten entries: a translated sentence is never the English one."""
    copied = [
        message.id
        for message in catalogue(lang)
        if isinstance(message.id, str)
        and len(re.findall(r"(?<![{(%])\b[a-z]{3,}\b(?![})])", message.id)) > 3
        and message.id == message.string
    ]
    assert not copied


def test_what_the_argument_parser_says_is_translated() -> None:
    """All messages of this Python's own parser that ours can show; others may have others."""
    tree = ast.parse(Path(argparse.__file__).read_text(encoding="utf-8"))
    said = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in ("_", "ngettext")
        and isinstance(node.args[0], ast.Constant)
    }
    # What only a mistake in our own code could bring up, or what we do not use.
    unreachable = {
        " (default: %(default)s)",
        "%(prog)s: warning: %(message)s\n",
        "%r is not callable",
        'argument "-" with mode %r',
        "conflicting subparser alias: %s",
        "conflicting subparser: %s",
        ".__call__() not defined",
        "cannot have multiple subparser arguments",
        "cannot merge actions - two groups are named %r",
        "can't open '%(filename)s': %(error)s",
        "conflicting option string: %s",
        "conflicting option strings: %s",
        "dest= is required for options like %r",
        "invalid conflict_resolution value: %r",
        "invalid option string %(option)r: must start with a character %(prefix_chars)r",
        "mutually exclusive arguments must be optional",
        "one of the arguments %s is required",
        "'required' is an invalid argument for positionals",
        "subcommands",
        "unexpected option string: %s",
    }
    ours = set(SAID) | {one for one, _ in SAID_COUNTED}
    said = {str(text) for text in said if "deprecated" not in str(text)}
    assert said - unreachable <= ours


def test_all_output_goes_through_a_catalogue() -> None:
    """``out.line`` and ``out.fail`` take texts from a catalogue, never a bare literal."""
    bare = []
    for path, node, name in calls():
        if name in ("line", "fail", "write", "input") and "cli" in path.parts and node.args:
            for part in ast.walk(node.args[0]):
                is_text = isinstance(part, ast.Constant) and isinstance(part.value, str)
                inside = any(
                    isinstance(call, ast.Call)
                    and getattr(call.func, "attr", "") in ("say", "plural", "join", "word")
                    and part in list(ast.walk(call))
                    for call in ast.walk(node.args[0])
                )
                if is_text and not inside and re.search("[a-zA-Z]{3}", str(part.value)):  # type: ignore[attr-defined]
                    bare.append(f"{path.name}:{node.lineno}: {part.value!r}")  # type: ignore[attr-defined]
    allowed = ("'perudo: '", "'  --house '", "'jsonl'")
    assert [text for text in bare if not text.endswith(allowed)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", EDITIONS)
def test_each_box_speaks_its_own_words(lang: str, box: str) -> None:
    t = Tongue(lang, box)
    calls_of_the_box = {
        "parker-1994": ("dudo", "calza"),
        "asmodee-2009": ("dudo", "calza"),
        "asmodee-2024": ("dubito", "occhio di bue"),
        "menteur": ("menteur", "calza"),
        "weekend": ("dudo", "calza"),
    }
    assert (t.word("dudo"), t.word("calza")) == calls_of_the_box[box]
    assert t.word("palifico") in {
        "asmodee-2024": ("ultimo dado",),
        "menteur": ("mort subite",),
    }.get(box, ("palifico", "palífico"))
    assert t.say("{who}: {Dudo}!", who="Ana") != t.say("{who}: {Calza}!", who="Ana")


def test_the_parker_box_plays_tours_with_aces_in_french() -> None:
    heading = "Round {number}. You open."
    parker, weekend = Tongue("fr", "parker-1994"), Tongue("fr", "weekend")
    assert "Tour" in parker.say(heading, number=1)
    assert "Manche" in weekend.say(heading, number=1)
    assert parker.plural("{n} {paco}", "{n} {pacos}", 3) == "3 as"


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "nl_BE"}, "nl"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "es:fr"}, "es"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "es"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:it"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "it_IT", "LANG": "fr_FR"}, "it"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "est_EE"}, "en"),
    ],
)
def test_the_system_says_which_language(environ: dict[str, str], lang: str) -> None:
    assert system_language(environ) == lang
