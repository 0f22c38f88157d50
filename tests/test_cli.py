"""The commands as a person or a program uses them."""

import itertools
import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from naive_perft import naive_perft
from perudo.cli.main import main
from perudo.engine.edition import OPTIONS, Presence, point_of
from perudo.engine.house import table_rules
from perudo.i18n.languages import LANGUAGES
from perudo.records.replay import read_record, replayed
from support import ALL

EXAMPLE = """\
perudo 1
edition: asmodee-2009
options: calza
seats: Ana, Bea, Carl, Dan, Eve
starter: random @Ana

1. P2446 P3445 PP235 22366 P3455 | 4x4 6x4 4xP 9x5 dudo
2. ? | 3x2 4x2 calza@Carl =4
"""


class Result:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process, in English unless it says otherwise."""
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)

    def run_it(*words: str, typed: Iterator[str] | None = None) -> Result:
        def answer(prompt: str = "") -> str:
            sys.stdout.write(prompt)
            try:
                return next(typed or iter(()))
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        try:
            status = main(words)
        except SystemExit as stop:  # the argument parser's own way out
            status = int(stop.code or 0)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Result(status, said.out, said.err)

    return run_it


@pytest.fixture
def record_file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        file = tmp_path / "match.perudo"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def full_options(key: str) -> list[str]:
    """Every option that the box offers, as arguments."""
    rules = table_rules(key)
    offered = [o for o in OPTIONS if getattr(rules, point_of(o)) is Presence.OPTIONAL]
    return [word for option in offered for word in ("--option", option)]


# --- editions ---------------------------------------------------------------------------------


def test_editions_compares_the_five(run: Run) -> None:
    result = run("editions")
    assert result.status == 0
    for word in (*ALL, "[P2, I2, W2]", "[A2]", "[M2]", "[I6]", "[A10, I11]", "occhio di bue"):
        assert word in result.out


def test_editions_in_json_is_the_edition_values(run: Run) -> None:
    boxes = json.loads(run("editions", "--json").out)
    assert list(boxes) == list(ALL)
    for key, box in boxes.items():
        rules = table_rules(key)
        for point, shown in box["points"].items():
            assert shown["value"] == getattr(rules, point.replace("-", "_")).value
    assert boxes["asmodee-2024"]["options"] == ["calza", "palifico", "visible-dice"]
    assert boxes["menteur"]["options"] == []
    assert boxes["asmodee-2009"]["points"]["raising"]["clause"] == "A2"
    assert json.loads(run("editions", "weekend", "--json").out) == boxes["weekend"]


@pytest.mark.parametrize("key", ALL)
def test_one_edition_shows_each_rule_point_and_how_to_change_it(run: Run, key: str) -> None:
    result = run("editions", key)
    assert result.status == 0
    assert "--house raising=any-face|one-axis|rising-face" in result.out
    assert table_rules(key).key in result.out


def test_an_unknown_edition_is_told_the_known_ones(run: Run) -> None:
    result = run("editions", "monopoly")
    assert result.status == 2
    assert "monopoly" in result.err
    assert all(key in result.err for key in ALL)


# --- perft ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ALL)
def test_perft_prints_the_nodes(run: Run, key: str) -> None:
    result = run("perft", "--edition", key, "--dice", "5,5,5", "--depth", "3", "--json")
    assert json.loads(result.out) == {"nodes": naive_perft(key, (5, 5, 5), 3)}


def test_perft_palifico_implies_the_option_of_asmodee_2024(run: Run) -> None:
    words = ("perft", "--dice", "1,2,3", "--depth", "3", "--palifico", "--json")
    nodes = json.loads(run(*words).out)["nodes"]
    assert nodes == naive_perft("asmodee-2024", (1, 2, 3), 3, palifico=True)
    assert json.loads(run(*words, "--option", "palifico").out)["nodes"] == nodes


def test_perft_counts_calza_callers(run: Run) -> None:
    words = ("perft", "--edition", "parker-1994", "--dice", "5,5,5,5", "--depth", "2", "--json")
    with_calza = json.loads(run(*words, "--option", "calza").out)["nodes"]
    assert with_calza == naive_perft("parker-1994", (5, 5, 5, 5), 2, calza=True)


def test_perft_for_people(run: Run) -> None:
    assert run("perft", "--dice", "1,1", "--depth", "2").out.split() == ["1", "50", "2", "1675"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--dice", "5,x", "--depth", "1"], "5,5,5"),
        (["--dice", "5", "--depth", "1"], "2 to 6"),
        (["--dice", "5,6", "--depth", "1"], "0 to 5"),
        (["--dice", "0,5", "--depth", "1"], "seat 0"),
        (["--dice", "5,0", "--depth", "1"], "two seats"),
        (["--dice", "5,5", "--depth", "0"], "1 to 200"),
        (["--dice", "5,5", "--depth", "many"], "many"),
        (["--dice", "5,5", "--depth", "²"], "1 to 200"),
        (["--dice", "5,5", "--depth", "1", "--edition", "menteur", "--option", "calza"], "--house"),
        (["--dice", "5,5", "--depth", "1", "--option", "poker"], "visible-dice"),
        (["--dice", "5,5", "--depth", "1", "--house", "raising"], "RULE=VALUE"),
        (["--dice", "5,5", "--depth", "1", "--house", "raising=up"], "one-axis"),
        (["--dice", "5,5", "--depth", "1", "--house", "colour=red"], "raising"),
        (["--dice", "5,5", "--depth", "1", "--house", "palifico=off", "--palifico"], "alifico"),
        (["--dice", "5,5"], "--depth"),
    ],
)
def test_bad_arguments_get_a_clear_line(run: Run, words: list[str], told: str) -> None:
    result = run("perft", *words)
    assert result.status == 2
    assert told in result.err
    assert result.out == ""


# --- replay and convert -----------------------------------------------------------------------


def test_replay_tells_the_match_round_by_round(run: Run, record_file: Callable[[str], str]) -> None:
    result = run("replay", record_file(EXAMPLE))
    assert result.status == 0
    for line in (
        "Carl: 4 Pacos",
        "Eve: Dudo!",
        "On the table: 9 fives (4 and 5 Pacos).",
        "The bid holds.",
        "Eve loses a die.",
        "— Round 2. Eve opens.",
        "Carl: Calza!",
        "Every action is legal. The match is not over.",
    ):
        assert line in result.out


def test_replay_names_the_line_the_action_the_clause_and_what_was_legal(
    run: Run, record_file: Callable[[str], str]
) -> None:
    file = record_file(EXAMPLE.replace("6x4 4xP 9x5", "6x4 2xP 9x5"))
    result = run("replay", file)
    assert result.status == 1
    assert "line 7: 2xP:" in result.err
    assert "[C8]" in result.err
    assert (
        "Legal: fours 7–25 · fives, sixes 6 · Pacos 3–25 · dudo · calza (Ana, Carl, Dan, Eve)."
        in (result.err)
    )


def test_replay_json_gives_the_events_and_the_refusal(
    run: Run, record_file: Callable[[str], str]
) -> None:
    good = [
        json.loads(line)
        for line in run("replay", record_file(EXAMPLE), "--json").out.split("\n")
        if line
    ]
    assert good[0]["event"] == "match-started"
    assert {"event": "bid-made", "seat": 2, "bid": [4, 1]} in good
    assert {"event": "die-lost", "seat": 4} in good
    bad = run("replay", record_file(EXAMPLE.replace("4x2 calza", "3x2 calza")), "--json")
    assert bad.status == 1
    last = json.loads(bad.out.strip().split("\n")[-1])
    assert (last["event"], last["line"], last["action"], last["clause"]) == (
        "refused",
        8,
        "3x2",
        "A2",
    )
    assert last["legal"]["bids"]["2"] == [4, 25]
    assert last["legal"]["bids"]["6"] == [3, 3]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "perudo 1"),
        ("hello", "perudo 1"),
        ("perudo 1\nedition: chess\nseats: A, B", "asmodee-2024"),
        ("perudo 1\nedition: menteur\noptions: calza\nseats: A, B", "--house calza=on"),
        ("perudo 1\nedition: menteur\nseats: A", "2 to 6"),
        ("perudo 1\nedition: menteur\nseats: A, B\n1. ? | 3x2 dudo =1", "who starts"),
    ],
)
def test_a_record_that_cannot_be_read_says_why(
    run: Run, record_file: Callable[[str], str], text: str, told: str
) -> None:
    result = run("replay", record_file(text))
    assert result.status == 1
    assert "line " in result.err
    assert told in result.err


def test_a_missing_file_is_a_clear_line(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.txt"), str(tmp_path), "nul\0byte"):
        result = run("replay", name)
        assert result.status == 2
        assert "Cannot read" in result.err


def test_convert_there_and_back(run: Run, record_file: Callable[[str], str]) -> None:
    text = run("convert", record_file(EXAMPLE), "--to", "text").out
    jsonl = run("convert", record_file(text), "--to", "jsonl").out
    assert len(jsonl.splitlines()) == 4
    assert run("convert", record_file(jsonl), "--to", "text").out == text


# --- play -------------------------------------------------------------------------------------

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
        "“bla” is no bid and no call.",
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
    """Only the own cup stands between the opening of a round and its call."""
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


# --- languages --------------------------------------------------------------------------------


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


# --- as a real process ------------------------------------------------------------------------


def perudo(*words: str) -> list[str]:
    return [sys.executable, "-m", "perudo.cli.main", *words]


def test_ctrl_c_ends_play_with_a_line_and_no_traceback() -> None:
    """In a real terminal, with a real interrupt, at the first question."""
    terminal, side = pty.openpty()
    process = subprocess.Popen(
        perudo("play", "--lang", "en"),
        stdin=side,
        stdout=side,
        stderr=side,
        # A shell that runs us in the background leaves interrupts ignored: not so in a terminal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    os.close(side)
    said = read_until(terminal, b"draw lots: ")
    process.send_signal(signal.SIGINT)
    said += read_until(terminal, None)
    os.close(terminal)
    assert process.wait(timeout=30) == 130
    assert b"You leave the table" in said
    assert b"Traceback" not in said


def read_until(terminal: int, awaited: bytes | None) -> bytes:
    """What comes until these bytes, or until the other side ends."""
    said = b""
    while awaited is None or awaited not in said:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"nothing came after {said!r}"
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # Linux says so that the other side is closed
            break
        if not chunk:
            break
        said += chunk
    return said


def test_a_reader_that_stops_reading_is_no_error() -> None:
    process = subprocess.Popen(
        perudo("editions", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 0


def test_a_terminal_without_unicode_is_no_error() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        perudo("editions", "--lang", "fr"), env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_help_imports_nothing_heavy() -> None:
    """The commands start at once: nothing outside the standard library is imported."""
    code = (
        "import sys; from perudo.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "mods = {m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)\n"
        "sys.exit(str(sorted(m for m in mods if m in ('babel', 'numpy', 'jax', 'fastapi'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"
