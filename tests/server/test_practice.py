"""Practice over HTTP: positions for everybody, answers judged without any state."""

import re
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from perudo.coach.practice import Position, Theme, daily, positions
from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.i18n.languages import LANGUAGES
from testkit.server.seated import as_refusal
from testkit.serving import Serving

PATIENCE = 60.0
"""Seconds: the first request loads the coach."""


def fetch(server: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(server.url + path, headers=headers, timeout=PATIENCE)


def send(server: Serving, position: str, query: str = "", **action: Any) -> httpx.Response:
    body = {"position": position, **action}
    return httpx.post(f"{server.url}/api/practice{query}", json=body, timeout=PATIENCE)


def as_json(action: Action | None) -> dict[str, Any]:
    if action is None:
        return {}
    return {"bid": action} if isinstance(action, Bid) else {"call": action.value}


def shown_key(server: Serving, path: str, **headers: str) -> str:
    page = fetch(server, path, **headers)
    assert page.status_code == 200
    found = re.search(r'data-position="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def test_the_daily_puzzle_is_the_same_for_everybody(server: Serving) -> None:
    before = datetime.now(UTC).date()
    keys = {shown_key(server, "/practice/daily", **{"accept-language": lang}) for lang in LANGUAGES}
    after = datetime.now(UTC).date()
    assert len(keys) == 1 or before != after
    assert keys <= {daily(before).key, daily(after).key}


def test_every_theme_and_position_has_its_address(server: Serving) -> None:
    overview = fetch(server, "/practice").text
    for theme in Theme:
        assert f'data-practice="{theme.value}"' in overview
        first = positions(theme)[0].key
        assert shown_key(server, f"/practice?theme={theme.value}") == first
        last = positions(theme)[-1].key
        assert shown_key(server, f"/practice?position={last}") == last
    for path in ("?theme=nothing", "?position=nothing", "?theme=calza&position=x"):
        assert fetch(server, f"/practice{path}").status_code == 404
    assert fetch(server, f"/practice?position={'x' * 41}").status_code == 422


def one_of_each() -> list[Position]:
    kinds = {(position.theme, position.asking): position for theme in Theme
             for position in positions(theme)}  # fmt: skip
    return list(kinds.values())


@pytest.mark.parametrize("position", one_of_each(), ids=lambda position: position.key)
def test_answers_are_judged_and_explained(server: Serving, position: Position) -> None:
    played = send(server, position.key, **as_json(position.played)).json()
    assert 0 <= played["lost"] <= 1
    assert [line for line in played["outlooks"] if line["played"]]
    best = send(server, position.key, **played["best"]).json()
    assert (best["verdict"], best["lost"]) == ("good", 0)
    assert best["outlooks"][0]["played"]
    assert sum(line["favourite"] for line in best["outlooks"]) == 1
    assert best["lines"]


def test_an_answer_leaves_nothing_behind(server: Serving) -> None:
    position = positions(Theme.OPENING)[0]
    answers = [send(server, position.key, **as_json(position.played)) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert "set-cookie" not in answers[0].headers


def test_what_is_not_allowed_is_refused_by_the_rules(server: Serving) -> None:
    opening = next(p for p in positions(Theme.OPENING) if not p.asking)
    refusal = as_refusal(send(server, opening.key, bid=[99, 3]))
    assert refusal["clause"] != "T11"
    for action in ({}, {"call": "dudo"}, {"bid": [1, 3], "call": "dudo"}, {"bid": [1, 9]}):
        answer = send(server, opening.key, **action)
        assert answer.status_code in (409, 422), action
    assert send(server, "opening-none", call="dudo").status_code == 404
    assert send(server, opening.key, call="hint").status_code == 422


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_explanations_speak_the_language_that_is_asked_for(server: Serving, lang: str) -> None:
    position = positions(Theme.LAST_TWO)[0]
    said = {
        one: send(server, position.key, f"?lang={one}", **as_json(position.played)).json()
        for one in ("en", lang)
    }
    assert len(said[lang]["lines"]) == len(said["en"]["lines"])
    assert not set(said[lang]["lines"]) & set(said["en"]["lines"])
    assert said[lang]["lost"] == said["en"]["lost"]
