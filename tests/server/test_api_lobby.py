"""Opening, finding, joining and leaving tables over HTTP."""

from collections.abc import Iterator

import httpx
import pytest

from testkit.server.seated import Sitting
from testkit.serving import Guest, Serving


@pytest.fixture
def ann(server: Serving) -> Iterator[Guest]:
    guest = Guest(server.url)
    yield guest
    guest.close()


@pytest.fixture
def bob(server: Serving) -> Iterator[Guest]:
    guest = Guest(server.url)
    yield guest
    guest.close()


def listed(guest: Guest) -> dict[str, dict[str, object]]:
    tables = guest.client.get("/api/tables", params={"limit": 100}).json()["tables"]
    return {table["table"]: table for table in tables}


def names(guest: Guest, table: str) -> list[str | None]:
    return [chair and chair["name"] for chair in guest.look(table)["chairs"]]


def test_an_opened_table_is_what_was_asked_for(ann: Guest) -> None:
    opened = ann.open(
        edition="asmodee-2009", options=["calza"], seats=3, dice=4, turn_seconds=60, name="Ann"
    )
    assert (opened["seat"], opened["version"]) == (0, 1)
    seen = ann.look(opened["table"])
    settings = seen["settings"]
    assert (settings["edition"], settings["options"]) == ("asmodee-2009", ["calza"])
    assert (settings["seats"], settings["dice"], settings["turn_seconds"]) == (3, 4, 60)
    assert (seen["host"], seen["on"], seen["winner"]) == (0, False, None)
    assert names(ann, opened["table"]) == ["Ann", None, None]


def test_who_opens_without_a_name_watches_and_the_first_to_sit_is_host(
    ann: Guest, bob: Guest
) -> None:
    opened = ann.open()
    assert opened["seat"] is None
    sat = bob.ask(opened["table"], "sit", name="Bob")
    assert sat["seat"] == 0
    assert ann.look(opened["table"])["host"] == 0


def test_only_listed_tables_are_in_the_list_and_only_until_they_start(
    ann: Guest, bob: Guest
) -> None:
    hidden = ann.open(name="Ann", seats=2)["table"]
    shown = ann.open(name="Ann", seats=2, listed=True)
    entry = listed(bob)[shown["table"]]
    assert hidden not in listed(bob)
    assert entry == {
        "table": shown["table"],
        "code": shown["code"],
        "edition": "asmodee-2024",
        "options": [],
        "house": {},
        "seats": 2,
        "free": 1,
        "names": ["Ann"],
        "turn_seconds": None,
        "lobby": False,
        "coach": False,
    }
    ann.ask(shown["table"], "start", fill="easy")
    assert shown["table"] not in listed(bob)


def test_the_list_is_as_long_as_asked(ann: Guest) -> None:
    for _ in range(2):
        ann.open(listed=True)
    assert len(ann.client.get("/api/tables", params={"limit": 1}).json()["tables"]) == 1
    for wrong in ("0", "101", "x", "-1"):
        answer = ann.client.get("/api/tables", params={"limit": wrong})
        assert (answer.status_code, answer.json()["refusal"]["reason"]) == (422, "malformed")


@pytest.mark.parametrize("typed", ["{}", "{small}", "{small_dashed}", "{spaced}"])
def test_a_code_is_found_however_people_type_it(ann: Guest, bob: Guest, typed: str) -> None:
    opened = ann.open(name="Ann")
    code = opened["code"]
    small = code.lower()
    path = typed.format(
        code,
        small=small,
        small_dashed=f"{small[:3]}-{small[3:]}",
        spaced=f"{code[:3]} {code[3:]}",
    )
    assert bob.look(path)["table"] == opened["table"]
    assert bob.ask(path, "sit", name="Bob")["table"] == opened["table"]
    assert ann.look(opened["table"])["chairs"][1]["name"] == "Bob"


def test_the_link_for_friends_and_the_answer_agree(ann: Guest, server: Serving) -> None:
    opened = ann.open(name="Ann")
    assert opened["link"] == f"{server.url}/t/{opened['code']}"
    assert opened["personal_link"].startswith(f"{server.url}/seat/")


def test_a_chair_can_be_chosen(ann: Guest, bob: Guest) -> None:
    table = ann.open(name="Ann", seats=4)["table"]
    assert bob.ask(table, "sit", name="Bob", seat=3)["seat"] == 3
    assert names(ann, table) == ["Ann", None, None, "Bob"]


def test_names_are_trimmed_and_told_apart_whatever_their_letters(ann: Guest, bob: Guest) -> None:
    table = ann.open(name="  Ann  ")["table"]
    assert names(ann, table)[0] == "Ann"
    assert bob.refused(table, "sit", name="ANN")[1]["reason"] == "name-taken"
    assert bob.ask(table, "sit", name="Ñandú 鳥")["seat"] == 1


def test_the_host_adds_and_removes_bots(ann: Guest, bob: Guest) -> None:
    table = ann.open(name="Ann", seats=3)["table"]
    ann.ask(table, "bots", level="easy")
    ann.ask(table, "bots", level="hard", seat=2)
    chairs = ann.look(table)["chairs"]
    assert [chair["level"] for chair in chairs] == [None, "easy", "hard"]
    assert [chair["person"] for chair in chairs] == [True, False, False]
    assert len({chair["name"] for chair in chairs}) == 3
    ann.ask(table, "unseat", seat=1)
    assert ann.look(table)["chairs"][1] is None
    assert bob.ask(table, "sit", name="Bob")["seat"] == 1


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("bots", {"level": "easy"}),
        ("unseat", {"seat": 0}),
        ("start", {"fill": "easy"}),
        ("mute", {"seat": 0}),
    ],
)
def test_commands_of_the_host_are_refused_to_others(
    ann: Guest, bob: Guest, what: str, body: dict[str, object]
) -> None:
    table = ann.open(name="Ann", seats=3)["table"]
    stranger = bob.refused(table, what, **body)
    bob.ask(table, "sit", name="Bob")
    seated = bob.refused(table, what, **body)
    for status, refusal in (stranger, seated):
        assert (status, refusal["reason"], refusal["seat"]) == (403, "not-host", 0)
        assert "Ann" in refusal["text"]
    ann.ask(table, what, **body | ({"seat": 1} if "seat" in body else {}))


def test_start_waits_for_all_chairs_unless_bots_fill_them(ann: Guest) -> None:
    table = ann.open(name="Ann", seats=4)["table"]
    status, refusal = ann.refused(table, "start")
    assert (status, refusal["reason"], refusal["least"]) == (409, "seats-empty", 3)
    started = ann.ask(table, "start", fill="easy")
    assert [e["event"] for e in started["events"]][:3] == ["bot-sat"] * 3
    assert ann.look(table)["on"] is True


def test_the_toucan_opens_where_the_edition_asks_for_it(server: Serving) -> None:
    for toucan in (0, 1, 2):
        with Sitting(server, 3, toucan=toucan) as sitting:
            assert sitting.turn == toucan


def test_the_host_leaves_and_the_next_person_clockwise_is_host(server: Serving) -> None:
    with Sitting(server, 3, started=False) as sitting:
        ann, bob, cleo = sitting.people
        bob.ask(sitting.table, "stand")
        ann.ask(sitting.table, "bots", level="easy", seat=1)
        stood = ann.ask(sitting.table, "stand")
        assert {"event": "host-changed", "seat": 2} in stood["events"]
        assert sitting.onlooker.look(sitting.table)["host"] == 2
        cleo.ask(sitting.table, "unseat", seat=1)
        assert bob.ask(sitting.table, "sit", name="Bob")["seat"] == 0


def test_when_the_last_person_leaves_the_table_is_closed(server: Serving) -> None:
    with Sitting(server, 2, started=False, listed=True) as sitting:
        ann, bob = sitting.people
        ann.ask(sitting.table, "stand")
        assert bob.ask(sitting.table, "stand")["events"][-1] == {"event": "closed"}
        assert sitting.onlooker.look(sitting.table)["closed"] is True
        assert ann.refused(sitting.table, "sit", name="Ann")[0] == 410
        assert sitting.table not in listed(ann)


def test_nobody_sits_down_or_leaves_in_the_middle_of_a_match(server: Serving) -> None:
    with Sitting(server) as sitting:
        for what, body in (("stand", {}), ("unseat", {"seat": 1}), ("bots", {"level": "easy"})):
            status, refusal = sitting.people[0].refused(sitting.table, what, **body)
            assert (status, refusal["reason"]) == (409, "match-on")
        assert sitting.onlooker.refused(sitting.table, "sit", name="Zoe")[1]["reason"] == "match-on"


def test_a_stranger_without_a_token_gets_one_by_sitting_down(ann: Guest, server: Serving) -> None:
    table = ann.open(name="Ann", seats=2)["table"]
    sat = httpx.post(f"{server.url}/api/tables/{table}/sit", json={"name": "Bob"}).json()
    bob = Guest(server.url, sat["token"])
    assert bob.look(table)["seat"] == 1
    bob.close()
