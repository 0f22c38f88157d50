"""``perudo editions`` and ``perudo perft``."""

import json

import pytest

from perudo.engine.house import table_rules
from testkit.commands import Run
from testkit.matches import ALL
from testkit.naive_perft import naive_perft


def test_editions_compares_the_five(run: Run) -> None:
    result = run("editions")
    assert result.status == 0
    for word in (
        *ALL,
        "[P2, I2, W2, S11]",
        "[A2]",
        "[M2]",
        "[I6, S13]",
        "[A10, I11]",
        "occhio di bue",
    ):
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
    assert boxes["asmodee-2009"]["points"]["raising"]["clauses"] == ["A2"]
    assert json.loads(run("editions", "weekend", "--json").out) == boxes["weekend"]


def test_S20_no_book_is_credited_with_what_it_does_not_say(run: Run) -> None:
    compared = run("editions").out
    for told in (
        "whoever last saw a toucan  [I1]\n  drawn at random if nobody knows  [S20]",
        "one by one  [I10]\n  the bidder last  [S20]",
        "whoever lost a die  [W7]\n  the caller if nobody lost one  [S4]",
        "the first clockwise from the bidder  [S17, A8, I9]",
        "whoever is heard first  [S18, I12]",
        "always allowed  [S10]",
    ):
        assert told in compared


@pytest.mark.parametrize("key", ALL)
def test_one_edition_shows_each_rule_point_and_how_to_change_it(run: Run, key: str) -> None:
    result = run("editions", key)
    assert result.status == 0
    assert "--house raising=any-face|one-axis|rising-face" in result.out
    assert table_rules(key).key in result.out


def test_a_box_without_calza_has_no_rows_about_it(run: Run) -> None:
    shown = run("editions", "menteur").out
    assert "--house calza=" in shown, "a house may add it"
    for point in ("callers", "barred", "starter", "ties", "against-move"):
        assert f"--house calza-{point}=" not in shown
        assert f"--house calza-{point}=" in run("editions", "asmodee-2009").out
    assert "menteur, mort subite, Paco" in shown
    # Where only the player to act may call, nobody speaks at the same time.
    assert "--house calza-ties=" not in run("editions", "weekend").out


@pytest.mark.parametrize("words", [(), ("parker-1994",), ("asmodee-2024",), ("weekend",)])
def test_a_book_is_credited_with_its_own_rules_only(run: Run, words: tuple[str, ...]) -> None:
    """S20 and its like: what the books leave open is marked as our own decision."""
    ours = {
        "drawn at random if nobody knows": "S20",
        "the bidder last": "S20",
        "only tied players roll again": "S1",
        "the caller if nobody lost one": "S4",
        "not the bidder either": "S5",
    }
    lines = [line.strip() for line in run("editions", *words).out.splitlines()]
    told = {said: line for said in ours for line in lines if said in line}
    assert told == {said: f"{said}  [{ours[said]}]" for said in told}
    assert len(told) == (5 if not words else 2)
    points = json.loads(run("editions", "asmodee-2024", "--json").out)["points"]
    assert points["reveal"]["clauses"] == ["I10", "S20"]
    assert points["raising"]["clauses"] == ["I2"]


def test_an_unknown_edition_is_told_the_known_ones(run: Run) -> None:
    result = run("editions", "monopoly")
    assert result.status == 2
    assert "monopoly" in result.err
    assert all(key in result.err for key in ALL)


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
