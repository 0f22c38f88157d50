"""The coach at a live table: who may ask for a hint, when, and that nobody else learns of it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from perudo import position
from perudo.coach.advice import advise
from perudo.i18n.languages import LANGUAGES
from perudo.server import coaching
from perudo.table.live.events_json import settings_from, settings_json
from perudo.table.live.settings import OPEN_LOBBY, Settings
from testkit.changed_server import bare_server
from testkit.server.seated import Sitting, as_refusal
from testkit.serving import Guest, Serving
from testkit.threads import run_apart


def hint(guest: Guest, table: str, query: str = "") -> httpx.Response:
    return guest.client.get(f"/api/tables/{table}/hint{query}")


def test_old_settings_have_no_coach() -> None:
    old = {name: value for name, value in settings_json(Settings()).items() if name != "coach"}
    assert settings_from(old) == Settings()
    assert not Settings().coach
    assert not OPEN_LOBBY.coach


def test_the_player_in_turn_gets_odds_and_a_hint(server: Serving) -> None:
    with Sitting(server, 3, coach=True, toucan=0) as table:
        first = hint(table.mover, table.table).json()
        assert (first["odds"], first["read"], first["odds_lines"]) == (None, None, [])
        assert first["lines"]
        made = table.bid()
        answer = hint(table.mover, table.table).json()
        assert answer["odds"]["bid"] == list(made)
        assert 0 <= answer["odds"]["exact"] <= answer["odds"]["holds"] <= 1
        assert 0 <= answer["wins"] <= 1
        assert answer["best"]
        assert answer["version"] == table.version


def test_a_version_that_comes_again_with_other_dice_gets_its_own_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a restore from a backup a table counts its versions from there again."""
    views = []
    for own in ("33556", "PP446"):
        game = position("asmodee-2009", dice=(5, 5))
        game.deal("22366", own)
        game.play("3x4")
        views.append(game.view(1))
    shown = iter([*views, views[1]])
    monkeypatch.setattr(coaching, "coached_view", lambda *_: next(shown))
    room: Any = SimpleNamespace(table=SimpleNamespace(id="t", version=3))

    async def ask() -> list[Any]:
        coach = coaching.Coaching()
        told = [await coach.advice(room, "ann") for _ in range(3)]
        coach.close()
        return told

    before, after, again = run_apart(ask())
    assert before == (views[0], advise(views[0]))
    assert after == (views[1], advise(views[1]))
    assert again is after


def test_a_hint_is_legal_advice(server: Serving) -> None:
    with Sitting(server, 2, coach=True, options=["calza"]) as table:
        for _ in range(6):
            mover = table.mover
            best = hint(mover, table.table).json()["best"]
            if best.get("call") == "calza":
                best["answers"] = mover.look(table.table)["game"]["bids"][-1][1:]
            assert mover.act(table.table, best)["events"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hints_speak_the_language_that_is_asked_for(server: Serving, lang: str) -> None:
    with Sitting(server, 2, coach=True) as table:
        table.bid()
        english = hint(table.mover, table.table, "?lang=en").json()
        own = hint(table.mover, table.table, f"?lang={lang}").json()
        for lines in ("lines", "odds_lines"):
            assert own[lines]
            assert (own[lines] == english[lines]) == (lang == "en")
        assert own["odds"] == english["odds"]


def test_nobody_else_gets_or_notices_a_hint(server: Serving) -> None:
    with Sitting(server, 3, coach=True) as table:
        table.bid()
        before = [guest.look(table.table) for guest in (*table.people, table.onlooker)]
        hint(table.mover, table.table).raise_for_status()
        assert [g.look(table.table) for g in (*table.people, table.onlooker)] == before
        for guest, reason in (
            (table.after(1), "no-hint-now"),
            (table.after(2), "no-hint-now"),
            (table.onlooker, "not-seated"),
        ):
            assert as_refusal(hint(guest, table.table))["reason"] == reason
        stranger = httpx.get(f"{server.url}/api/tables/{table.table}/hint")
        assert as_refusal(stranger)["reason"] == "not-seated"


def test_who_has_let_a_bot_play_gets_no_hint(server: Serving) -> None:
    with Sitting(server, 2, coach=True, pace_ms=10_000) as table:
        mover, seat = table.mover, table.turn
        mover.ask(table.table, "standin", seat=seat)
        assert as_refusal(hint(mover, table.table))["reason"] == "no-hint-now"


def test_between_and_before_rounds_there_is_no_hint(server: Serving) -> None:
    with Sitting(server, 2, started=False, coach=True, pause_ms=60_000) as table:
        host = table.people[0]
        assert as_refusal(hint(host, table.table))["reason"] == "no-match"
        host.ask(table.table, "start")
        table.bid()
        table.mover.act(table.table, {"call": "dudo"})
        for guest in table.people:
            assert as_refusal(hint(guest, table.table))["reason"] == "no-hint-now"


def test_everybody_is_told_that_the_coach_is_on(server: Serving) -> None:
    with Sitting(server, 2, started=False, coach=True, listed=True) as table:
        assert table.onlooker.look(table.table)["settings"]["coach"] is True
        listed = httpx.get(f"{server.url}/api/tables").json()["tables"]
        assert next(one for one in listed if one["table"] == table.table)["coach"] is True
        for who in (*table.people, table.onlooker):
            page = who.client.get(f"/t/{table.code}").text
            assert "coach-mark" in page
    with Sitting(server, 2, started=False) as table:
        assert "coach-mark" not in table.onlooker.client.get(f"/t/{table.code}").text


def test_a_table_without_a_coach_is_as_light_as_before(server: Serving) -> None:
    with Sitting(server, 2) as table:
        table.bid()
        page = table.mover.client.get(f"/t/{table.code}").text
        assert not [part for part in ('id="hint"', 'id="odds"', 'id="coach"') if part in page]


def test_without_numpy_there_is_no_coach_and_all_else_works(
    server: Serving, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path}/shared.db"
    with Serving(database) as whole:
        host = Guest(whole.url)
        opened = host.open(name="Ann", seats=2, coach=True, pace_ms=0)
        host.ask(opened["table"], "start", fill="easy")
    with bare_server(tmp_path, database) as bare:
        back: dict[str, Any] = {"authorization": f"Bearer {opened['token']}"}
        with httpx.Client(base_url=bare.url, headers=back) as ann:
            table = ann.get(f"/api/tables/{opened['table']}").json()
            assert table["settings"]["coach"] is True
            refusal = as_refusal(ann.get(f"/api/tables/{opened['table']}/hint"))
            assert refusal["reason"] in ("no-coach", "no-hint-now")
            home, new = ann.get("/").text, ann.get("/new").text
            assert '"coach": false' in home.replace("&#34;", '"')
            assert 'name="coach"' not in home
            assert 'hidden><input type="checkbox" name="coach"' in new
            assert '"/practice"' not in home + ann.get("/learn").text
            for path in ("/practice", "/practice/daily", f"/t/{opened['code']}/analysis"):
                assert as_refusal(ann.get(path))["reason"] == "no-coach"
            tried = ann.post("/api/practice", json={"position": "x", "call": "dudo"})
            assert (tried.status_code, as_refusal(tried)["reason"]) == (422, "no-coach")
