"""The client's share in the dice: a link is never given for two gatherings."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perudo.client.chain import LINKS, Chains, elements
from perudo.client.part import MOST_REFUSALS, Duty, Part
from perudo.client.state import Chair, Gathering, TableState
from perudo.records.fair_dice import link_fits

FIXED = "ab" * 32


def table(pledge: str, gathering: Gathering | None = None, **changes: object) -> TableState:
    own = Chair("Ann", "", True, None, False, False, False, False, pledge)
    base = TableState(
        table="abc", code="ABC", version=9, seat=0, host=0, chairs=(own, replace(own, name="Bo")),
        match=1, on=True, closed=False, winner=None, deadline=None, paused_until=None,
        claimed=False, gathering=gathering, game=None, json={},
    )  # fmt: skip
    return replace(base, **changes)  # type: ignore[arg-type]


def gathering(pledge: str, round_number: int = 1, commitment: str = FIXED) -> Gathering:
    return Gathering(round_number, commitment, (pledge, ""), ("", ""))


def test_links_hash_to_the_pledge_one_after_the_other() -> None:
    chains = Chains()
    pledge = chains.pledge_anew()
    for round_number in range(1, LINKS + 1):
        link = chains.spend(pledge, f"round {round_number}")
        assert link is not None
        assert link_fits(link, pledge)
        pledge = link
    assert chains.spend(pledge, "one more") is None


def test_a_link_is_spent_on_one_gathering() -> None:
    chains = Chains()
    pledge = chains.pledge_anew()
    link = chains.spend(pledge, "first")
    assert chains.spend(pledge, "first") == link
    assert chains.spend(pledge, "second") is None


def test_a_chain_that_was_kept_does_not_spend_twice(tmp_path: Path) -> None:
    file = tmp_path / "chains"
    pledge = Chains(file).pledge_anew()
    link = Chains(file).spend(pledge, "first")
    assert Chains(file).spend(pledge, "second") is None
    assert Chains(file).spend(pledge, "first") == link


@pytest.mark.parametrize("content", ["", "{}", '[{"root": 3}]', '[{"root":"zz","used":0,"on":""}]'])
def test_chains_that_cannot_be_read_count_as_none(tmp_path: Path, content: str) -> None:
    file = tmp_path / "chains"
    file.write_text(content)
    assert Chains(file).find(FIXED) is None


def test_another_secret_for_the_same_round_gets_no_link() -> None:
    """A server that asks again with another commitment would choose between two throws."""
    part = Part(Chains())
    pledge = part.chains.pledge_anew()
    first = part.duty(table(pledge, gathering(pledge)), current=True)
    assert first is not None
    assert first.what == "link"
    again = part.duty(table(pledge, gathering(pledge, commitment="cd" * 32)), current=False)
    assert again is not None
    assert again.what == "pledge"
    assert len(part.notes()) == 1


def test_the_same_gathering_is_answered_once() -> None:
    part = Part(Chains())
    pledge = part.chains.pledge_anew()
    assert part.duty(table(pledge, gathering(pledge)), current=True) is not None
    assert part.duty(table(pledge, gathering(pledge)), current=False) is None


def test_what_was_fixed_is_noted_before_the_link_is_revealed(tmp_path: Path) -> None:
    part = Part(Chains(), tmp_path / "kept.jsonl")
    pledge = part.chains.pledge_anew()
    duty = part.duty(table(pledge, gathering(pledge)), current=True)
    assert duty is not None
    (note,) = part.notes()
    assert (note.commitment, note.pledges, note.link) == (FIXED, (pledge, ""), duty.body["link"])


def test_a_seat_without_a_pledge_pledges_and_a_foreign_one_is_replaced_once() -> None:
    part = Part(Chains())
    anew = part.duty(table("ef" * 32), current=True)
    assert anew is not None
    assert anew.what == "pledge"
    assert part.duty(table("ef" * 32), current=False) is None  # another device took over
    assert part.duty(table(""), current=False) is not None


def test_refused_pledges_end_until_the_client_connects_again() -> None:
    part = Part(Chains())
    for _ in range(MOST_REFUSALS):
        duty = part.duty(table(""), current=False)
        assert duty is not None
        part.refused(duty)
    assert part.duty(table(""), current=False) is None
    assert part.duty(table(""), current=True) is not None


def test_a_table_that_went_back_gets_a_new_pledge() -> None:
    part = Part(Chains())
    pledge = part.chains.pledge_anew()
    part.duty(table(pledge, gathering(pledge)), current=True)
    anew = part.duty(table(pledge), current=True)  # a backup: the link was shown already
    assert isinstance(anew, Duty)
    assert anew.what == "pledge"
    assert elements(part.chains._chains[-1].root)[0] == anew.body["pledge"]


@pytest.mark.parametrize("change", [{"seat": None}, {"closed": True}, {"on": False, "winner": 1}])
def test_nothing_is_asked_of_those_who_do_not_play(change: dict[str, Any]) -> None:
    assert Part(Chains()).duty(table("", **change), current=True) is None
