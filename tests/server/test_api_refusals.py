"""Every reason for which a table refuses, provoked over HTTP."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from perudo.bots.roster import COMPANY, LEVELS
from perudo.i18n.languages import LANGUAGES
from perudo.i18n.tongue import Tongue
from perudo.table.live.refusals import RULE_OF, TableReason
from testkit.changed_server import bare_server
from testkit.server.seated import Sitting, as_refusal
from testkit.serving import Guest, Serving

Case = Callable[[Serving], httpx.Response]
CASES: dict[TableReason, tuple[int, Case]] = {}
CALZA: dict[str, Any] = {"edition": "asmodee-2009", "options": ["calza"], "hearing_ms": 5_000}


def case(reason: TableReason, status: int) -> Callable[[Case], Case]:
    def note(provoke: Case) -> Case:
        CASES[reason] = (status, provoke)
        return provoke

    return note


def ask(sitting: Sitting, who: int, what: str, /, **body: object) -> httpx.Response:
    return sitting.people[who].post(f"/api/tables/{sitting.table}/{what}", **body)


@case(TableReason.NO_SUCH_TABLE, 404)
def _(server: Serving) -> httpx.Response:
    return httpx.get(f"{server.url}/api/tables/nowhere")


@case(TableReason.CLOSED, 410)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 0, "stand")
    ask(sitting, 1, "stand")
    return ask(sitting, 0, "sit", name="Ann")


@case(TableReason.NOT_SEATED, 403)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    return sitting.onlooker.post(f"/api/tables/{sitting.table}/chat", text="hi")


@case(TableReason.ALREADY_SEATED, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 1, "sit", name="Bobby")


@case(TableReason.NO_SUCH_SEAT, 422)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "unseat", seat=5)


@case(TableReason.SEAT_TAKEN, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "bots", level="easy", seat=1)


@case(TableReason.SEAT_EMPTY, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 1, "stand")
    return ask(sitting, 0, "unseat", seat=1)


@case(TableReason.TABLE_FULL, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "bots", level="easy")


@case(TableReason.NAME_NOT_ALLOWED, 422)
def _(server: Serving) -> httpx.Response:
    return Guest(server.url).post("/api/tables", name="Ann, the first")


@case(TableReason.NAME_TAKEN, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 1, "stand")
    return ask(sitting, 1, "sit", name="ann")


@case(TableReason.COLOUR_TAKEN, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 1, "stand")
    return ask(sitting, 1, "sit", name="Bea", colour="red")


@case(TableReason.UNKNOWN_COLOUR, 422)
def _(server: Serving) -> httpx.Response:
    return Guest(server.url).post("/api/tables", name="Ann", colour="pink")


@case(TableReason.SEATS_EMPTY, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 1, "stand")
    return ask(sitting, 0, "start")


@case(TableReason.NOT_HOST, 403)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 1, "start")


@case(TableReason.MATCH_ON, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "stand")


@case(TableReason.NO_MATCH, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "resign")


@case(TableReason.MATCH_ENDED, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server)
    ask(sitting, 1, "resign")
    return ask(sitting, 0, "start")


@case(TableReason.RESIGNED, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, 3)
    ask(sitting, 1, "resign")
    return ask(sitting, 1, "back")


@case(TableReason.STALE, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, toucan=0)
    seen = sitting.version
    sitting.bid()
    return ask(sitting, 1, "act", call="dudo", version=seen)


@case(TableReason.VERSION_AHEAD, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, toucan=0)
    return ask(sitting, 0, "act", bid=[1, 2], version=sitting.version + 1)


@case(TableReason.KEY_REUSED, 422)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server)
    ask(sitting, 0, "chat", text="one", key="k")
    return ask(sitting, 0, "chat", text="two", key="k")


@case(TableReason.SUPERSEDED, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, 3, **CALZA)
    late, seen = sitting.turn - 1, sitting.version
    answers = sitting.bid()
    sitting.bid()
    return ask(sitting, late, "act", call="calza", answers=answers, version=seen)


@case(TableReason.ALREADY_CLAIMED, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, 3, **CALZA)
    answers = sitting.bid()
    claimant = sitting.after(1)
    claimant.act(sitting.table, {"call": "calza", "answers": answers})
    path = f"/api/tables/{sitting.table}/act"
    return claimant.post(path, call="calza", answers=answers, version=sitting.version)


@case(TableReason.NAME_THE_BID, 422)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, 3, **CALZA)
    sitting.bid()
    return ask(sitting, sitting.turn, "act", call="calza", version=sitting.version)


@case(TableReason.NOT_HELD, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "back")


@case(TableReason.NOT_PAUSED, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "ready")


@case(TableReason.NO_TOUCAN, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False, edition="menteur"), 0, "start", toucan=0)


@case(TableReason.PLEDGE_NOT_ALLOWED, 422)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "pledge", pledge="not a hash")


@case(TableReason.LINK_NOT_PLEDGED, 422)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 0, "pledge", pledge="ab" * 32)
    ask(sitting, 0, "start")
    return ask(sitting, 0, "link", round=1, link="cd" * 32)


@case(TableReason.NOT_GATHERING, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "link", round=1, link="cd" * 32)


@case(TableReason.ALREADY_READY, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, pause_ms=60_000)
    sitting.bid()
    sitting.mover.act(sitting.table, {"call": "dudo"})
    ask(sitting, 0, "ready")
    return ask(sitting, 0, "ready")


@case(TableReason.NOT_AWAY, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "standin", seat=1)


@case(TableReason.HOST_THERE, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 1, "host")


@case(TableReason.STILL_PLAYING, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "skip")


@case(TableReason.TOO_FAST, 409)
def _(server: Serving) -> httpx.Response:
    sitting, olga = Sitting(server), Guest(server.url)
    for number in range(5):
        olga.ask(sitting.table, "remark", name="Olga", text=str(number))
    return olga.post(f"/api/tables/{sitting.table}/remark", name="Olga", text="more")


@case(TableReason.STARTS_ITSELF, 409)
def _(server: Serving) -> httpx.Response:
    guest = Guest(server.url)
    table = guest.post("/api/lobby", name="Ann").json()["table"]
    return guest.post(f"/api/tables/{table}/start")


@case(TableReason.NOT_IN_LOBBY, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "wish", bots=True)


@case(TableReason.SENT_AWAY, 403)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, started=False)
    ask(sitting, 0, "unseat", seat=1)
    return ask(sitting, 1, "sit", name="Bob again")


@case(TableReason.NOT_SENT_AWAY, 409)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "readmit", name="Nobody")


@case(TableReason.TEXT_NOT_ALLOWED, 422)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "chat", text="x" * 281)


@case(TableReason.MUTED, 403)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server)
    ask(sitting, 0, "mute", seat=1)
    return ask(sitting, 1, "chat", text="hi")


@case(TableReason.UNKNOWN_REACTION, 422)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server), 0, "react", reaction="yawn")


@case(TableReason.UNKNOWN_LEVEL, 422)
def _(server: Serving) -> httpx.Response:
    return ask(Sitting(server, started=False), 0, "bots", level="godlike")


@case(TableReason.COACH_AND_CLOCK, 422)
def _(server: Serving) -> httpx.Response:
    return Guest(server.url).post("/api/tables", coach=True, turn_seconds=60)


@case(TableReason.NO_COACH, 422)
def _(server: Serving) -> httpx.Response:
    assert Guest(server.url).post("/api/tables", coach=True).status_code == 201
    with TemporaryDirectory() as folder, bare_server(Path(folder)) as bare:
        return Guest(bare.url).post("/api/tables", coach=True)


@case(TableReason.COACH_OFF, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server)
    return sitting.mover.client.get(f"/api/tables/{sitting.table}/hint")


@case(TableReason.NO_HINT_NOW, 409)
def _(server: Serving) -> httpx.Response:
    sitting = Sitting(server, coach=True)
    return sitting.after(1).client.get(f"/api/tables/{sitting.table}/hint")


@case(TableReason.OUT_OF_RANGE, 422)
def _(server: Serving) -> httpx.Response:
    return Guest(server.url).post("/api/tables", turn_seconds=4)


NEVER_SEEN = {TableReason.NOT_DUE}
"""Of the table's own clockwork; no request leads there."""


def test_every_reason_has_a_case() -> None:
    assert set(CASES) == set(TableReason) - NEVER_SEEN


@pytest.mark.parametrize("reason", CASES, ids=lambda reason: reason.value)
def test_a_refusal_says_what_by_which_rule_and_how_the_table_stands(
    server: Serving, reason: TableReason
) -> None:
    status, provoke = CASES[reason]
    answer = provoke(server)
    refusal = as_refusal(answer)
    assert (answer.status_code, refusal["reason"]) == (status, reason.value)
    assert refusal["clause"] == RULE_OF[reason]
    assert refusal["text"].endswith(f" [{refusal['clause']}]")
    path = answer.request.url.path
    if path.count("/") == 4:
        table = path.split("/")[3]
        assert answer.json()["version"] == httpx.get(f"{server.url}/api/tables/{table}").json()[
            "version"
        ]  # fmt: skip
    else:
        assert answer.json()["version"] is None


def test_what_would_work_is_named(server: Serving) -> None:
    guest = Guest(server.url)
    refusal = as_refusal(guest.post("/api/tables", turn_seconds=4))
    assert (refusal["asked"], refusal["least"], refusal["most"]) == ("turn_seconds", 5, 1_209_600)
    sitting = Sitting(server, started=False)
    assert as_refusal(ask(sitting, 0, "bots", level="x"))["allowed"] == [*LEVELS, *COMPANY]
    assert "toucan" in as_refusal(ask(sitting, 0, "react", reaction="x"))["allowed"]
    assert as_refusal(ask(sitting, 0, "chat", text=""))["most"] == 280


def test_late_action_is_told_what_came_first(server: Serving) -> None:
    sitting = Sitting(server, toucan=0)
    seen = sitting.version
    sitting.people[0].act(sitting.table, {"bid": [3, 4]})
    refusal = as_refusal(ask(sitting, 1, "act", call="dudo", version=seen))
    assert refusal["by"] == {"event": "bid-made", "seat": 0, "bid": [3, 4]}
    assert refusal["text"] == "You were too late: Ann bid 3 fours. [T5]"


@pytest.mark.parametrize(
    ("body", "reason", "asked"),
    [
        ({"edition": "hasbro"}, "unknown-edition", "hasbro"),
        ({"options": ["jokers"]}, "unknown-option", "jokers"),
        ({"edition": "menteur", "options": ["calza"]}, "option-not-offered", "calza"),
        ({"house": {"jokers": "on"}}, "unknown-point", "jokers"),
        ({"house": {"raising": "down"}}, "unknown-value", "down"),
        ({"house": {"calza-ties": "first-heard"}}, "nothing-to-govern", "calza-ties"),
        ({"seats": 1}, "seats", "1"),
        ({"seats": 7}, "seats", "7"),
        ({"dice": 0}, "dice", "0"),
        ({"dice": 6}, "dice", "6"),
    ],
)
def test_impossible_set_up_is_refused(
    server: Serving, body: dict[str, Any], reason: str, asked: str
) -> None:
    answer = Guest(server.url).post("/api/tables", **body)
    refusal = as_refusal(answer)
    assert (answer.status_code, refusal["reason"], refusal["clause"]) == (422, reason, "T10")
    assert refusal["asked"] == asked


TURN_OF_ANN = {
    "en": "It is Ann's turn. [C2]",
    "fr": "C'est à Ann de jouer. [C2]",
    "es": "Es el turno de Ann. [C2]",
    "it": "Tocca a Ann. [C2]",
    "nl": "Ann is aan de beurt. [C2]",
}


def test_refusals_speak_the_language_that_is_asked_for(server: Serving) -> None:
    assert set(TURN_OF_ANN) == set(LANGUAGES)
    sitting = Sitting(server, toucan=0)
    bob, path = sitting.people[1], f"/api/tables/{sitting.table}/act"
    body = {"bid": [1, 2], "version": sitting.version}

    def said(query: str = "", **headers: str) -> str:
        return str(as_refusal(bob.client.post(path + query, json=body, headers=headers))["text"])

    for language, text in TURN_OF_ANN.items():
        assert said(f"?lang={language}") == text
        assert said(**{"accept-language": language}) == text
    assert said(**{"accept-language": "de, nl-BE;q=0.7, it;q=0.9"}) == TURN_OF_ANN["it"]
    assert said("?lang=fr", **{"accept-language": "nl"}) == TURN_OF_ANN["fr"]
    for unknown in ("de", "xx;q=", "*", "fr;q=many", "frisian", "," * 500):
        assert said(**{"accept-language": unknown}) == TURN_OF_ANN["en"]
    assert said("?lang=klingon") == TURN_OF_ANN["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_and_request_refusals_are_worded_too(server: Serving, language: str) -> None:
    t = Tongue(language, "asmodee-2024")
    sitting = Sitting(server, started=False)
    asked = f"/api/tables/{sitting.table}/chat?lang={language}"
    refusal = as_refusal(sitting.onlooker.client.post(asked, json={"text": "x"}))
    sentence = t.say("You are not sitting at this table. Take a chair first.")
    assert refusal["text"] == f"{sentence} [T2]"
    refusal = as_refusal(httpx.get(f"{server.url}/nothing?lang={language}"))
    assert refusal["text"] == f"{t.say('There is nothing at this address.')} [T11]"


@pytest.mark.parametrize(
    ("edition", "word"), [("asmodee-2024", "Occhio di bue"), ("parker-1994", "Calza")]
)
def test_refusals_use_the_words_of_the_box(server: Serving, edition: str, word: str) -> None:
    sitting = Sitting(server, 3, edition=edition)
    answers = sitting.bid()
    path = f"/api/tables/{sitting.table}/act"
    body = {"call": "calza", "answers": answers, "version": sitting.version}
    refusal = as_refusal(sitting.after(1).post(path, **body))
    assert refusal["text"].startswith(f"{word} is not played at this table.")
