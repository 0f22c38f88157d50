"""``perudo play``, and the languages of all commands."""

import gettext
import itertools
from pathlib import Path

import pytest

from perudo.cli.typed import parse_action
from perudo.engine.actions import Action, Call
from perudo.engine.bid import Bid
from perudo.engine.dice import FACES
from perudo.engine.edition import OPTIONS, Presence, point_of
from perudo.engine.house import table_rules
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import DOMAIN, LOCALE_DIR, Tongue
from perudo.records.replay import read_record, replayed
from perudo.wording.dice_text import bid_text
from perudo.wording.rule_text import option_text
from testkit.commands import Run
from testkit.matches import ALL


def full_options(key: str) -> list[str]:
    """Every option that the box offers, as arguments."""
    rules = table_rules(key)
    offered = [o for o in OPTIONS if getattr(rules, point_of(o)) is Presence.OPTIONAL]
    return [word for option in offered for word in ("--option", option)]


PATIENT = ("", "d", "1x2")
"""Goes on, doubts where there is a bid, opens with a low one: enough to reach the end."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ALL)
def test_a_whole_match_in_every_edition_and_language(
    run: Run, tmp_path: Path, key: str, lang: str
) -> None:
    file = tmp_path / "match.perudo"
    words = ["play", "--edition", key, *full_options(key), "--seed", f"{key}{lang}"]
    result = run(
        *words, "--lang", lang, "--seats", "3", "--dice", "2", "--record", str(file),
        typed=itertools.cycle(PATIENT),
    )  # fmt: skip
    assert result.status == 0
    match, _ = replayed(read_record(file.read_bytes()))
    assert match.winner is not None


def test_every_number_of_seats(run: Run) -> None:
    for seats in range(2, 7):
        result = run(
            "play", "--seats", str(seats), "--dice", "1", "--seed", "7",
            typed=itertools.cycle(PATIENT),
        )  # fmt: skip
        assert result.status == 0
        assert "win" in result.out


def test_the_same_seed_plays_the_same_match(run: Run) -> None:
    words = ("play", "--seed", "11", "--option", "calza", "--dice", "2")
    first = run(*words, typed=itertools.cycle(PATIENT)).out
    assert first == run(*words, typed=itertools.cycle(PATIENT)).out
    assert first != run("play", "--seed", "12", *words[3:], typed=itertools.cycle(PATIENT)).out


def test_nonsense_and_illegal_bids_get_a_line_with_the_rule(run: Run) -> None:
    """Ana's seat opens after the toucan question; each answer below is refused in turn."""
    typed = ["nobody", "You", "bla", "3xP", "0x4", "99x4", "2x9", "d", "c", "?", "2 x 3", "q"]
    result = run("play", "--option", "calza", "--seed", "2", typed=iter(typed))
    assert result.status == 0
    for told in (
        "At the table: You, Inti, Killa, Sami.",
        "“bla” is neither a bid nor a call.",
        "[C7]",
        "[C3]",
        "[S9]",
        "[C1]",
        "[C4]",
        "[I5]",
        "You may bid: twos, threes, fours, fives, sixes 1–20.",
        "You: 2 threes",
        "You leave the table.",
    ):
        assert told in result.out, told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["parker-1994", "asmodee-2009"])
def test_bids_are_understood_as_they_are_said(lang: str, key: str) -> None:
    """Any bid can be typed as the program shows it, and means only that bid."""
    t = Tongue(lang, key)
    for quantity in (1, 4):
        for face in FACES:
            bid = Bid(quantity, face)
            assert parse_action(t, bid_text(t, bid)) == bid
            assert parse_action(t, bid_text(t, bid).upper().replace("'", "’")) == bid
    for typed in ("4", "x5", "4 monkeys", "4x", "4x55", "-4x5", "4.5x5", "five fives"):
        assert parse_action(t, typed) is None


@pytest.mark.parametrize(
    ("lang", "box", "typed", "meant"),
    [
        ("en", "parker-1994", "3xA", Bid(3, 1)),
        ("en", "parker-1994", "3 ace", Bid(3, 1)),
        ("fr", "parker-1994", "3 as", Bid(3, 1)),
        ("it", "parker-1994", "3 assi", Bid(3, 1)),
        ("nl", "parker-1994", "3 azen", Bid(3, 1)),
        ("nl", "parker-1994", "1 aas", Bid(1, 1)),
        ("es", "parker-1994", "3 ases", Bid(3, 1)),
        ("en", "weekend", "3P", Bid(3, 1)),
        ("fr", "weekend", "3 pacos", Bid(3, 1)),
        ("nl", "asmodee-2009", "3 paco’s", Bid(3, 1)),
        ("it", "asmodee-2024", "3 1", Bid(3, 1)),
        ("en", "weekend", "4 five", Bid(4, 5)),
        ("es", "weekend", "1 doses", Bid(1, 2)),
        ("fr", "menteur", "Menteur !", Call.DUDO),
        ("fr", "menteur", "dudo", Call.DUDO),
        ("fr", "weekend", "je doute", Call.DUDO),
        ("it", "asmodee-2024", "dubito!", Call.DUDO),
        ("it", "asmodee-2024", "dudo", Call.DUDO),
        ("es", "asmodee-2009", "¡Lo dudo!", Call.DUDO),
        ("nl", "asmodee-2009", "ik betwijfel het", Call.DUDO),
        ("en", "asmodee-2009", "liar!", Call.DUDO),
        ("it", "asmodee-2024", "Occhio  di bue!", Call.CALZA),
        ("it", "asmodee-2024", "calza", Call.CALZA),
        ("nl", "parker-1994", "occhio di bue", Call.CALZA),
        ("fr", "weekend", "exact", Call.CALZA),
        ("en", "weekend", "3 as", None),
        ("en", "weekend", "3xD", None),
        ("fr", "menteur", "mort subite", None),
    ],
)
def test_what_people_type_is_understood(
    lang: str, box: str, typed: str, meant: Action | None
) -> None:
    assert parse_action(Tongue(lang, box), typed) == meant


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("box", ALL)
def test_typed_words_are_unambiguous(lang: str, box: str) -> None:
    """The words for the calls and the faces of a language are all different."""
    t = Tongue(lang, box)
    dudo = {typed for typed in said_for(t, "dudo") if parse_action(t, typed) is Call.DUDO}
    calza = {typed for typed in said_for(t, "calza") if parse_action(t, typed) is Call.CALZA}
    assert dudo == set(said_for(t, "dudo"))
    assert calza == set(said_for(t, "calza"))
    for other in ALL:
        for face in FACES:
            spoken = bid_text(Tongue(lang, other), Bid(7, face))
            assert parse_action(t, spoken) == Bid(7, face)
    for word in ("q", *t.say("quit, exit, leave").split(", ")):
        assert parse_action(t, word) is None


def said_for(t: Tongue, term: str) -> list[str]:
    listed = "doubt, I doubt it, liar" if term == "dudo" else "exact, exactly"
    words = catalogue_words(t.lang, listed)
    return [*(Tongue(t.lang, box).word(term) for box in ALL), *words]


def catalogue_words(lang: str, listed: str) -> list[str]:
    return gettext.translation(DOMAIN, LOCALE_DIR, [lang]).gettext(listed).split(", ")


@pytest.mark.parametrize(
    ("box", "typed", "option"),
    [
        ("asmodee-2024", "occhio di bue", "calza"),
        ("asmodee-2024", "Occhio-di-Bue", "calza"),
        ("asmodee-2024", "ultimo dado", "palifico"),
        ("asmodee-2024", "calza", "calza"),
        ("asmodee-2024", "dés perdus à la vue de tous", "visible-dice"),
        ("asmodee-2009", "visible dice", "visible-dice"),
        ("asmodee-2009", "des perdus a la vue de tous", "visible-dice"),
        ("weekend", "CALZA", "calza"),
    ],
)
def test_options_are_understood_in_the_words_of_the_box(
    run: Run, box: str, typed: str, option: str
) -> None:
    result = run("play", "--edition", box, "--lang", "fr", "--option", typed, "--seed", "1")
    assert result.status == 0
    t = Tongue("fr", box)
    told = t.say("Options: {options}.", options=option_text(t, option))
    assert told in result.out
    as_house = run("play", "--edition", box, "--lang", "fr", "--house", f"{typed}=on")
    assert told in as_house.out


def test_an_unknown_option_is_quoted_as_typed(run: Run) -> None:
    result = run("play", "--option", "Occhio di Falco")
    assert result.status == 2
    assert "“Occhio di Falco”" in result.err


@pytest.mark.parametrize(
    ("box", "seats", "offered"),
    [
        ("parker-1994", 2, False),
        ("parker-1994", 3, True),
        ("asmodee-2024", 2, False),
        ("asmodee-2024", 3, True),
        ("asmodee-2009", 2, True),
        ("weekend", 2, True),
    ],
)
def test_calza_is_offered_where_it_can_be_called(
    run: Run, box: str, seats: int, offered: bool
) -> None:
    words = ("play", "--edition", box, "--option", "calza", "--seats", str(seats))
    result = run(*words, typed=iter(["q"] * 2))
    assert ("To say that it is exactly right" in result.out) is offered


@pytest.mark.parametrize(
    ("options", "said"), [((), ""), (("ultimo dado",), ", except after ultimo dado")]
)
def test_an_exception_is_told_where_it_is_played(
    run: Run, options: tuple[str, ...], said: str
) -> None:
    words = [word for option in options for word in ("--option", option)]
    result = run("play", *words, "--seed", "2", typed=iter(["You", "3xP", "q"]))
    assert f"Nobody opens a round with Pacos{said}. [C7]" in result.out


def test_the_words_of_the_box_are_understood(run: Run) -> None:
    typed = ["Inti", "¡DUBITO!"]
    result = run("play", "--seats", "2", "--dice", "1", "--seed", "5", typed=iter(typed))
    assert "You: Dubito!" in result.out


def test_hidden_dice_are_not_counted_for_the_player_and_visible_ones_are(run: Run) -> None:
    hidden = run("play", "--seed", "5", typed=iter(["", "", "q"])).out
    shown = run("play", "--seed", "5", "--option", "visible-dice", typed=iter(["", "", "q"])).out
    assert "Dice left" not in hidden
    assert "Dice left: You 5, Inti 5, Killa 5, Sami 5" in shown


def test_no_die_of_another_cup_is_shown_before_the_showdown(run: Run) -> None:
    """Only the own cup is shown between the opening of a round and its call."""
    typed = itertools.chain(["You"], ["1x2"], itertools.repeat("q"))
    result = run("play", "--seats", "6", "--edition", "asmodee-2024", "--seed", "1", typed=typed)
    assert result.out.count("Your dice:") >= 1
    assert "  Inti" not in result.out


def test_end_of_input_leaves_the_table(run: Run) -> None:
    result = run("play", "--seed", "1")
    assert result.status == 0
    assert "You leave the table" in result.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seats", "7"], "2 to 6"),
        (["--seats", "two"], "number"),
        (["--dice", "6"], "1 to 5"),
        (["--option", "palifico", "--edition", "parker-1994"], "always played"),
        (["--name", "a,b"], "a,b"),
        (["--name", "inti"], "Inti"),
        (["--record", "/no/such/folder/x"], "no such file or folder"),
        (["--lang", "xx"], "en, fr, es, it, nl"),
        (["--frobnicate"], "--frobnicate"),
    ],
)
def test_play_refuses_bad_arguments(run: Run, words: list[str], told: str) -> None:
    result = run("play", *words)
    assert result.status == 2
    assert told in result.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_and_errors_speak_the_language(run: Run, lang: str) -> None:
    usage = {"en": "usage:", "fr": "utilisation", "es": "uso:", "it": "uso:", "nl": "gebruik:"}
    assert run("--lang", lang, "--help").out.startswith(usage[lang])
    assert run("play", "--lang", lang, "--help").out.startswith(usage[lang])
    assert run("perft", "--lang", lang).err.startswith(usage[lang])
    if lang != "en":
        assert "required" not in run("perft", "--lang", lang).err


def test_the_language_of_the_system_is_used(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert "gebruik" in run("--help").out
