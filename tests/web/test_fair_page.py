"""The page that checks dice, in a real browser, against Python's results."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from perudo.i18n.languages import LANGUAGES
from perudo.records import fair_dice
from perudo.records.jsonl import write_jsonl
from perudo.records.proof import DrawCheck, RollsCheck, RoundCheck, verify
from perudo.records.record import Record
from testkit.fair_matches import fair_record
from testkit.matches import rules_of
from testkit.serving import Serving

RECORD = fair_record(rules_of("menteur"), 4, 11)
ROLLED = fair_record(rules_of("weekend"), 4, 12)


@pytest.fixture
def page(browser: Browser, site: Serving) -> Iterator[Page]:
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(f"{site.url}/fair")
    yield page
    page.close()
    # The browser asks for an icon of its own accord; there is none yet.
    assert [text for text in wrong if "404" not in text] == []


def call_script(page: Page, call: str, argument: object = None) -> Any:
    parts = "await import('/static/proof.js'), await import('/static/hashing.js')"
    script = f"async (given) => {{ const m = Object.assign({{}}, {parts}); return {call}; }}"
    return page.evaluate(script, argument)


def verify_in_browser(page: Page, text: str) -> Any:
    return call_script(page, "m.verifyRecord(given)", text)


def lines_of(record: Record) -> list[Any]:
    return [json.loads(line) for line in write_jsonl(record).splitlines()]


def text_of(lines: list[Any]) -> str:
    return "\n".join(map(json.dumps, lines))


def failing(result: Any) -> list[int]:
    rounds = [check["round"] for check in result["rounds"] if not check["ok"]]
    return rounds if result["starter"]["ok"] else [0, *rounds]


def test_hashes_match_python(page: Page) -> None:
    """Lengths around the ends of blocks, where the padding changes."""
    for length in (0, 1, 31, 32, 54, 55, 56, 63, 64, 65, 118, 119, 120, 128, 1000):
        data = bytes((7 * n + length) % 256 for n in range(length))
        digest = call_script(page, "m.toHex(m.sha256(Uint8Array.from(given)))", list(data))
        assert digest == fair_dice.commitment(data), length


def test_dice_and_draws_match_python(page: Page) -> None:
    """Of demo/1, round 18, the second byte is left out; of demo/140 the first of the lot; and a
    hundred dice take several hashes. A key longer than a block is hashed first."""
    for secret, label in ((bytes(range(32)), "demo/1"), (bytes(range(100)), "demo/140")):
        given = {"secret": list(secret), "label": label, "seeds": ["alpha", "", "gamma"]}
        start = "Uint8Array.from(given.secret), given.label"
        thrown = call_script(page, f"m.dice({start}, 18, given.seeds, 'seat 0', 100)", given)
        assert tuple(thrown) == fair_dice.dice(secret, label, 18, given["seeds"], "seat 0", 100)  # type: ignore[arg-type]
    for label in ("demo/1", "demo/140"):
        for seats in range(2, 7):
            given = {"secret": list(range(32)), "label": label, "seeds": ["alpha", "", "gamma"]}
            drawn = call_script(page, f"m.draw({start}, given.seeds, {seats})", given)
            assert drawn == fair_dice.draw(bytes(range(32)), label, ("alpha", "", "gamma"), seats)


@pytest.mark.parametrize("record", [RECORD, ROLLED], ids=["drawn", "rolled"])
def test_a_whole_match_is_proven_die_by_die(page: Page, record: Record) -> None:
    result = verify_in_browser(page, write_jsonl(record))
    assert (result["ok"], result["label"]) == (True, record.fair)
    assert result["names"] == list(record.names)
    starter, *rounds = verify(record)
    if isinstance(starter, DrawCheck):
        assert result["starter"]["recomputed"] == starter.recomputed
    else:
        assert isinstance(starter, RollsCheck)
        rolls = [[(c["seat"], c["recomputed"]) for c in off] for off in result["starter"]["rolls"]]
        assert rolls == [[(c.seat, list(c.recomputed)) for c in off] for off in starter.offs]
    assert len(rounds) == len(result["rounds"]) > 5
    for check, found in zip(rounds, result["rounds"], strict=True):
        assert isinstance(check, RoundCheck)
        assert (found["round"], found["commitment"]) == (check.number, check.commitment)
        assert found["recomputed"] == check.recomputed
        assert found["seats"] == [
            {"seat": c.seat, "ok": True, "noted": list(c.noted), "recomputed": list(c.recomputed)}
            for c in check.cups
        ]


def test_each_kind_of_tampering_is_found(page: Page) -> None:
    honest = lines_of(RECORD)

    def tampered(index: int, **proof: object) -> list[Any]:
        lines: list[Any] = json.loads(json.dumps(honest))
        lines[index]["fair"].update(proof)
        return lines

    die = tampered(4)
    die[4]["cups"][1][0] = die[4]["cups"][1][0] % 6 + 1
    result = verify_in_browser(page, text_of(die))
    assert failing(result) == [3]
    assert [cup["seat"] for cup in result["rounds"][2]["seats"] if not cup["ok"]] == [1]
    assert failing(verify_in_browser(page, text_of(tampered(4, secret="00" * 32)))) == [3]
    assert failing(verify_in_browser(page, text_of(tampered(4, seeds=["a", "b", "c", "d"])))) == [3]
    broken = verify_in_browser(page, text_of(tampered(4, commitment="00" * 32)))
    assert failing(broken) == [3]
    assert all(cup["ok"] for cup in broken["rounds"][2]["seats"])
    lot = tampered(4)
    lot[1]["seat"] = (lot[1]["seat"] + 1) % 4
    assert failing(verify_in_browser(page, text_of(lot))) == [0]
    roll = lines_of(ROLLED)
    roll[1]["rolls"][0][2][0] = roll[1]["rolls"][0][2][0] % 6 + 1
    assert failing(verify_in_browser(page, text_of(roll))) == [0]
    label = tampered(4)
    label[0]["fair"] += "2"
    assert len(failing(verify_in_browser(page, text_of(label)))) >= len(honest) - 2


def test_unproven_rounds_match_python(page: Page) -> None:
    lines = lines_of(RECORD)
    del lines[3]["fair"]
    hidden = verify_in_browser(page, text_of(lines))
    assert failing(hidden) == [2]
    assert hidden["rounds"][1]["why"] == "no-proof"
    lines[3]["actions"].pop()
    under_way = verify_in_browser(page, text_of(lines[:4]))
    assert failing(under_way) == []
    assert under_way["ok"]
    assert under_way["rounds"][1]["why"] == "not-revealed"
    unseen = lines_of(RECORD)
    unseen[2]["cups"] = None
    assert verify_in_browser(page, text_of(unseen))["rounds"][0]["why"] == "no-cups"
    told = lines_of(RECORD)
    told[1] = {"starter": "noted", "seat": 0}
    assert verify_in_browser(page, text_of(told))["starter"] == {
        "ok": True,
        "how": "noted",
        "why": "not-chance",
    }
    plain = verify_in_browser(page, '{"perudo":1,"edition":"menteur","seats":["A","B"]}')
    assert (plain["ok"], plain["why"]) == (False, "no-proof")


def check_in_form(page: Page, text: str) -> str:
    """Fill in the form as a person does and return the result."""
    page.get_by_label("or pasted here").fill(text)
    page.get_by_role("button", name="Check the dice").click()
    return str(page.get_by_role("status").inner_text())


def test_a_person_checks_a_record(page: Page) -> None:
    assert check_in_form(page, write_jsonl(RECORD)).startswith(
        "Every die that was revealed follows"
    )
    rows = page.locator("tbody tr").all_inner_texts()
    dice = [cup for noted in RECORD.rounds for cup in noted.cups or () if cup]
    assert len(rows) == 1 + len(RECORD.rounds) + len(dice)
    assert rows[0].split("\t")[0] == "First turn"
    assert all(row.endswith("\tfits") for row in rows)
    proof = RECORD.rounds[0].fair
    assert proof is not None
    assert rows[1].split("\t")[1:4] == ["promise", proof.commitment, proof.commitment]


def test_the_page_says_what_is_wrong_and_where(page: Page) -> None:
    lines = lines_of(RECORD)
    was = sorted(lines[4]["cups"][1])
    lines[4]["cups"][1][0] = lines[4]["cups"][1][0] % 6 + 1
    assert check_in_form(page, text_of(lines)).startswith("These dice are not proven fair.")
    wrong = [row.split("\t") for row in page.locator("tbody tr").all_inner_texts() if "NOT" in row]
    noted = " ".join(map(str, sorted(lines[4]["cups"][1])))
    name = RECORD.names[1]
    assert wrong == [["3", name, noted, " ".join(map(str, was)), "DOES NOT FIT"]]


UNREADABLE = (
    ("perudo 1\nedition: menteur", "Line 1: This is not a record in JSON lines form"),
    ('{"perudo":1,"seats":["A","B"]}\nhello', "Line 2: This is not a JSON object."),
    ('{"edition":"menteur"}', "Line 1: This is not a record in JSON lines form"),
    ('{"perudo":1,"seats":["A","B"],"fair":"a|b"}', "Line 1: This value cannot be read."),
    ('{"perudo":1,"seats":["A","B"]}\n\n{"round":2}', "Line 3: This value cannot be read."),
    (
        '{"perudo":1,"seats":["A","B"],"fair":"a/1"}\n{"round":1,"fair":{"seeds":[]}}',
        "Line 2: A proof has the commitment and the secret",
    ),
    ('{"perudo":1,"seats":["A","B"]}', "This record carries no proof of its dice."),
)


def test_an_unreadable_record_is_reported(page: Page) -> None:
    for text, told in UNREADABLE:
        check_in_form(page, write_jsonl(RECORD))
        assert page.get_by_role("table").count() == 1
        assert check_in_form(page, text).startswith(told)
        assert page.get_by_role("table").count() == 0


def test_a_record_from_a_file_cannot_inject_html(page: Page, tmp_path: Path) -> None:
    lines = lines_of(RECORD)
    lines[0]["seats"][0] = "<img src=x onerror=alert(1)>"
    file = tmp_path / "match.jsonl"
    file.write_text(text_of(lines), encoding="utf-8")
    page.get_by_label("A record in JSON lines form, from a file").set_input_files(file)
    page.wait_for_function("document.querySelector('textarea').value !== ''")
    page.get_by_role("button", name="Check the dice").click()
    assert page.get_by_role("status").inner_text().startswith("Every die")
    assert page.locator("img").count() == 0
    assert page.get_by_text("<img src=x onerror=alert(1)>").count() > 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [320, 1200])
def test_the_page_fits_in_every_language(
    browser: Browser, site: Serving, lang: str, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 700})
    page.goto(f"{site.url}/fair?lang={lang}")
    assert page.evaluate("document.documentElement.lang") == lang
    page.fill("#record", write_jsonl(RECORD))
    page.click("form button")
    page.wait_for_selector("table:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
