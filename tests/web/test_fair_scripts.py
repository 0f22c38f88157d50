"""The browser's check of a record against Python's, on honest and on tampered records.

Also the findings from a device's own notes on a match.
"""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.problems import RecordProblem
from perudo.records.proof import (
    Check,
    DrawCheck,
    NotChance,
    NothingToCheck,
    RollsCheck,
    RoundCheck,
    Unproven,
    pledges_of,
    verify,
)
from testkit.fair_matches import Pledging, Unpledged, fair_record
from testkit.live.sandbox import hash_chain
from testkit.matches import rules_of
from testkit.serving import Serving

Lines = list[dict[str, Any]]

CHECK_ALL = """async (texts) => {
  const { verifyRecord } = await import("/static/proof.js");
  const { RecordError } = await import("/static/record.js");
  return texts.map((text) => {
    try {
      return verifyRecord(text);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return { unreadable: error.line };
    }
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: Serving) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{site.url}/fair")
    yield page
    page.close()


def found_by_python(text: str) -> dict[str, Any]:
    try:
        checks = verify(read_jsonl(text))
    except RecordProblem as problem:
        return {"unreadable": problem.line}
    return {"ok": all(check.ok for check in checks), "checks": [plain(check) for check in checks]}


def plain(check: Check) -> object:
    match check:
        case RoundCheck():
            cups = [(cup.seat, cup.ok, list(cup.recomputed)) for cup in check.cups]
            seeds = [(seed.seat, seed.ok, seed.state.value, seed.anew) for seed in check.seeds]
            facts = {"cups": cups, "seeds": seeds, "redealt": check.redealt}
            return {"round": check.number, "ok": check.ok, "kept": check.kept, **facts}
        case Unproven(number, why):
            return {"round": number, "ok": check.ok, "why": why.value}
        case DrawCheck() | RollsCheck() | NotChance():
            return {"starter": check.ok}
        case NothingToCheck():
            return "nothing"


def found_by_browser(result: dict[str, Any]) -> dict[str, Any]:
    if "unreadable" in result:
        return result
    if result["why"]:
        return {"ok": False, "checks": ["nothing"]}
    checks = [shown(check) for check in result["rounds"]]
    if result["starter"] is not None:
        starter = result["starter"]
        first = {"round": 0, "ok": starter["ok"], "why": starter["why"]}
        told = starter["why"] in ("no-proof", "not-revealed")
        checks.insert(0, first if told else {"starter": starter["ok"]})
    return {"ok": result["ok"], "checks": checks}


def shown(check: dict[str, Any]) -> dict[str, Any]:
    if check["why"]:
        return {"round": check["round"], "ok": check["ok"], "why": check["why"]}
    cups = [(cup["seat"], cup["ok"], cup["recomputed"]) for cup in check["seats"]]
    seeds = [(seed["seat"], seed["ok"], seed["state"], seed["anew"]) for seed in check["seeds"]]
    kept = check["commitment"] == check["recomputed"]
    facts = {"cups": cups, "seeds": seeds, "redealt": check["redealt"]}
    return {"round": check["round"], "ok": check["ok"], "kept": kept, **facts}


def compare(page: Page, texts: list[str]) -> list[dict[str, Any]]:
    """What both have found."""
    found = [found_by_python(text) for text in texts]
    for text, python, browser in zip(texts, found, page.evaluate(CHECK_ALL, texts), strict=True):
        assert found_by_browser(browser) == python, text
    return found


def text_of(lines: Lines) -> str:
    return "\n".join(map(json.dumps, lines))


HONEST = [
    write_jsonl(fair_record(rules_of(box), seats, seed, dice=dice, proof=proof))
    for proof in (Unpledged, Pledging)
    for seed, (box, seats, dice) in enumerate(
        [("menteur", 2, 5), ("weekend", 4, 3), ("asmodee-2024", 6, 2), ("asmodee-2009", 3, 4)]
    )
]


def test_honest_records_of_both_versions(page: Page) -> None:
    found = compare(page, HONEST)
    assert all(one["ok"] for one in found)
    states = {
        seed[2] for one in found for check in one["checks"] for seed in check.get("seeds", ())
    }
    assert states == {"no-part", "given", "withheld"}


def test_a_redealt_round_is_reported(page: Page) -> None:
    lines = [json.loads(line) for line in HONEST[-1].splitlines()]
    lines[3]["redealt"] = 2
    (found,) = compare(page, [text_of(lines)])
    assert [check["redealt"] for check in found["checks"][1:4]] == [0, 2, 0]


def some_hex(random: Random) -> str:
    return random.randbytes(32).hex()


def _seed(lines: Lines, line: dict[str, Any], random: Random) -> None:
    seeds = line["fair"]["seeds"]
    others = [noted["fair"]["seeds"][0] for noted in lines[1:] if "fair" in noted]
    seeds[random.randrange(len(seeds))] = random.choice(["", "-", "abc", some_hex(random), *others])


def _pledge(lines: Lines, line: dict[str, Any], random: Random) -> None:
    pledges = line.setdefault("pledges", [""] * len(line["fair"]["seeds"]))
    pledges[random.randrange(len(pledges))] = random.choice(["", some_hex(random)])


def _no_pledges(lines: Lines, line: dict[str, Any], random: Random) -> None:
    line.pop("pledges", None)


def _die(lines: Lines, line: dict[str, Any], random: Random) -> None:
    cup = random.choice([cup for cup in line["cups"] if cup])
    cup[0] = cup[0] % 6 + 1


def _promise(lines: Lines, line: dict[str, Any], random: Random) -> None:
    line["fair"][random.choice(["commitment", "secret"])] = some_hex(random)


def _no_proof(lines: Lines, line: dict[str, Any], random: Random) -> None:
    del line["fair"]


def _no_cups(lines: Lines, line: dict[str, Any], random: Random) -> None:
    line["cups"] = None


def _bots(lines: Lines, line: dict[str, Any], random: Random) -> None:
    seats = range(len(lines[0]["seats"]))
    lines[0]["bots"] = sorted(random.sample(seats, random.randint(0, len(seats))))


def _version(lines: Lines, line: dict[str, Any], random: Random) -> None:
    lines[0]["proof"] = 3 - lines[0].get("proof", 1)


def _label(lines: Lines, line: dict[str, Any], random: Random) -> None:
    lines[0]["fair"] += "2"


def _unreadable(lines: Lines, line: dict[str, Any], random: Random) -> None:
    seats = len(lines[0]["seats"])
    header, key, value = random.choice(
        [
            (True, "proof", 3),
            (True, "proof", 0),
            (True, "proof", "2"),
            (True, "bots", [seats]),
            (True, "bots", 1),
            (False, "pledges", [""] * (seats + 1)),
            (False, "pledges", ["x"] * seats),
            (False, "pledges", 1),
            (False, "redealt", "x"),
            (False, "redealt", -1),
        ]
    )
    (lines[0] if header else line)[key] = value


TAMPERINGS: list[Callable[[Lines, dict[str, Any], Random], None]] = [
    *(_seed, _pledge, _no_pledges, _die, _promise, _no_proof, _no_cups),
    *(_bots, _version, _label, _unreadable),
]


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__.strip("_"))
def test_tampering_is_found_where_python_finds_it(
    page: Page, tamper: Callable[[Lines, dict[str, Any], Random], None]
) -> None:
    texts = []
    for number, honest in enumerate(HONEST * 6):
        random = Random(number)
        lines = [json.loads(line) for line in honest.splitlines()]
        rounds = [line for line in lines if "round" in line]
        tamper(lines, random.choice(rounds), random)
        texts.append(text_of(lines))
    found = compare(page, texts)
    assert any(not one.get("ok", False) for one in found)


# --- beside what the device kept -----------------------------------------------------------------

JUDGE = """async ([text, seat, notes, own]) => {
  const { verifyRecord } = await import("/static/proof.js");
  const { judge } = await import("/static/check.js");
  const kept = { seat, notes, isOwn: (pledge) => own.includes(pledge) };
  const { found, ...judged } = judge(verifyRecord(text), kept);
  const told = found.map(({ code, fault, round }) => [code, fault, round]);
  return { ...judged, faults: told.filter((one) => one[1]), facts: told.filter((one) => !one[1]) };
}"""


class Played:
    """A match of two of whom one has kept everything: the record, and the notes of seat 0."""

    def __init__(self) -> None:
        record = fair_record(rules_of("menteur"), 2, 5, dice=5, proof=AlwaysThere)
        self.lines: Lines = [json.loads(line) for line in write_jsonl(record).splitlines()]
        self.rounds = [line for line in self.lines if "round" in line]
        self.own = [pledges[0] for pledges in pledges_of(record)]
        self.notes = [
            {
                "round": noted["round"],
                "seat": 0,
                "commitment": noted["fair"]["commitment"],
                "pledges": list(pledges),
                "link": noted["fair"]["seeds"][0],
                "given": True,
            }
            for noted, pledges in zip(self.rounds, pledges_of(record), strict=True)
        ]

    def judged(self, page: Page) -> dict[str, Any]:
        judged: dict[str, Any] = page.evaluate(
            JUDGE, [text_of(self.lines), 0, self.notes, self.own]
        )
        return judged


class AlwaysThere(Pledging):
    """Everybody reveals every link of one chain."""

    def __init__(self, random: Random, seats: int) -> None:
        super().__init__(random, seats)
        self.bots = ()
        self._chains = [hash_chain(random.randbytes(32)) for _ in range(seats)]

    def seeds(self, number: int) -> tuple[str, ...]:
        self.pledges[number] = tuple(chain[number - 1] for chain in self._chains)
        return tuple(chain[number] for chain in self._chains)


def test_honest_records_agree_with_the_notes(page: Page) -> None:
    played = Played()
    dice = sum(len(cup) for noted in played.rounds for cup in noted["cups"])
    every = list(range(1, len(played.rounds) + 1))
    expected = {"ok": True, "own": every, "rounds": len(every), "dice": dice}
    assert played.judged(page) == {**expected, "faults": [], "facts": []}


def test_contradictions_with_the_notes_are_found(page: Page) -> None:
    def faults(change: Callable[[Played], object]) -> Any:
        played = Played()
        change(played)
        judged = played.judged(page)
        assert judged["ok"] is False
        return judged["faults"]

    other = "0" * 64
    assert faults(lambda p: p.notes[1].update(commitment=other)) == [["commitment", True, 2]]
    assert faults(lambda p: p.notes[1].update(link=other)) == [["changed", True, 2]]
    assert faults(lambda p: p.notes[1].update(pledges=[p.notes[1]["pledges"][0], other])) == [
        ["pledge", True, 2]
    ]
    twice = faults(lambda p: p.notes.append({**p.notes[1], "commitment": other}))
    assert twice == [["hidden-deal", True, 2]]
    late = len(Played().rounds) + 2
    assert faults(lambda p: p.notes.append({**p.notes[0], "round": late})) == [
        ["left-out", True, late]
    ]
    old = faults(lambda p: p.lines[0].update(proof=1))
    assert ["old-proof", True, None] in old


def test_findings_that_are_not_faults(page: Page) -> None:
    def facts(change: Callable[[Played], object]) -> Any:
        played = Played()
        change(played)
        judged = played.judged(page)
        assert (judged["ok"], judged["faults"]) == (True, [])
        return judged["facts"], judged["own"]

    last = len(Played().rounds)
    every = list(range(1, last + 1))

    def dealt_again(played: Played, *, there: bool) -> None:
        played.rounds[1] |= {"redealt": 1, "pledges": played.notes[1]["pledges"]}
        first = {**played.notes[1], "commitment": "0" * 64}
        played.notes[1:2] = [first, played.notes[1]] if there else [first]

    assert facts(lambda p: dealt_again(p, there=True)) == ([["redealt", False, 2]], every)
    assert facts(lambda p: dealt_again(p, there=False)) == (
        [["redealt", False, 2], ["not-there", False, 2]],
        [1, *every[2:]],
    )
    # Given up while the cups of one more round were being shaken.
    assert facts(lambda p: p.notes.append({**p.notes[-1], "round": last + 1})) == ([], every)

    def elsewhere(played: Played, rounds: slice) -> None:
        del played.notes[rounds], played.own[rounds]

    told, own = facts(lambda p: elsewhere(p, slice(1, None)))
    assert (told, own) == ([["elsewhere", False, 2]], [1])
    told, own = facts(lambda p: elsewhere(p, slice(1, 2)))
    assert (told, own) == ([["elsewhere-once", False, 2]], [1, *every[2:]])
    told, own = facts(lambda p: elsewhere(p, slice(0, 2)))
    assert (told, own) == ([["elsewhere-then", False, 1]], every[2:])
