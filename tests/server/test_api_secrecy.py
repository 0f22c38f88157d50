"""Dice and secrets stay hidden until the cups are up: in streams, answers, lists and logs."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from testkit.server.seated import Sitting
from testkit.serving import Follower, Guest, Serving

CHAT = "nobody-reads-this-in-a-log"


class Received:
    """All that one person was sent, in order, each with its version."""

    def __init__(self, seat: int | None, follower: Follower) -> None:
        self.seat, self.follower = seat, follower
        self.answers: list[tuple[int, str]] = []

    def all(self) -> list[tuple[int, str]]:
        lines = [(line["version"], json.dumps(line)) for line in self.follower.lines]
        return lines + self.answers


@pytest.fixture(scope="module")
def watched(server: Serving) -> Iterator[tuple[Sitting, list[Received]]]:
    """A whole match in which everybody pledged, and all that each person received."""
    sitting = Sitting(
        server, 3, started=False, dice=3, options=["calza"], listed=True, hearing_ms=0
    )
    listening = [*sitting.people, sitting.onlooker]
    told = [
        Received(seat if seat < 3 else None, Follower(guest, sitting.table, 0))
        for seat, guest in enumerate(listening)
    ]
    for guest in sitting.people:
        guest.ask(sitting.table, "pledge", pledge=guest.new_pledge())
    sitting.people[0].ask(sitting.table, "start")
    sitting.people[0].ask(sitting.table, "chat", text=CHAT)
    while True:
        for guest, one in zip(listening, told, strict=True):
            seen = guest.look(sitting.table)
            one.answers.append((seen["version"], json.dumps(seen)))
        if seen["winner"] is not None:
            break
        if seen["gathering"] is not None:
            for guest in sitting.people:
                guest.give_link(sitting.table)
            continue
        turn = seen["game"]["turn"]
        move = {"call": "dudo"} if len(seen["game"]["bids"]) > 2 else None
        answer = sitting.people[turn].act(sitting.table, move)
        told[turn].answers.append((answer["version"], json.dumps(answer)))
        late = told[(turn + 1) % 3]
        refused = sitting.people[late.seat or 0].post(
            f"/api/tables/{sitting.table}/act", bid=[1, 2], version=seen["version"]
        )
        late.answers.append((seen["version"], refused.text))
    for one in told:
        one.follower.until(lambda lines: bool(lines) and lines[-1]["version"] == seen["version"])
    yield sitting, told
    sitting.close()


def rounds(sitting: Sitting) -> list[dict[str, Any]]:
    """Return each round's secret, its cups, and the version that revealed it (None: not yet)."""
    log = sitting.log()
    secrets = {e["round"]: e["secret"] for e in log if e["event"] == "pledged"}
    opened = {e["round"]: e["seq"] for e in log if e["event"] == "revealed"}
    cups = {e["number"]: e["cups"] for e in log if e["event"] == "dealt"}
    return [
        {"secret": secret, "cups": cups.get(number), "revealed": opened.get(number)}
        for number, secret in secrets.items()
    ]


def test_no_secret_before_its_round_is_over(watched: tuple[Sitting, list[Received]]) -> None:
    sitting, told = watched
    assert sum(round_["revealed"] is not None for round_ in rounds(sitting)) >= 3
    for round_ in rounds(sitting):
        for one in told:
            for version, text in one.all():
                if round_["revealed"] is None or version < round_["revealed"]:
                    assert round_["secret"] not in text
        assert round_["revealed"] is None or any(
            round_["secret"] in text for one in told for _, text in one.all()
        )


def cups_in(value: object) -> Iterator[tuple[str, Any]]:
    """Yield every cup or list of cups in a message, with the kind of event that it is part of."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("cup", "cups"):
                yield str(value.get("event", "picture")), inner
            yield from cups_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cups_in(inner)


def test_no_cup_but_ones_own_before_the_showdown(watched: tuple[Sitting, list[Received]]) -> None:
    _, told = watched
    kinds = set()
    for one in told:
        for _, text in one.all():
            for kind, cups in cups_in(json.loads(text)):
                kinds.add(kind)
                if kind == "dealt":
                    shown = [seat for seat, cup in enumerate(cups) if cup is not None]
                    assert shown in ([], [one.seat])
                elif kind == "picture":
                    assert cups is None or one.seat is not None
                else:
                    assert kind == "showdown"
    assert kinds == {"dealt", "picture", "showdown"}


def test_the_cup_in_the_picture_is_ones_own(watched: tuple[Sitting, list[Received]]) -> None:
    sitting, told = watched
    dealt = [round_["cups"] for round_ in rounds(sitting)]
    for one in told:
        for _, text in one.answers:
            game = json.loads(text).get("game")
            if game is not None and game["cup"] is not None:
                assert game["cup"] == dealt[game["round"] - 1][one.seat]


def test_ids_of_guests_are_never_sent(watched: tuple[Sitting, list[Received]]) -> None:
    sitting, told = watched
    ids = {str(guest.token).partition(".")[0] for guest in sitting.people}
    assert len(ids) == 3
    for one in told:
        for _, text in one.all():
            assert not any(player in text for player in ids)


def test_events_have_only_public_fields(
    watched: tuple[Sitting, list[Received]],
) -> None:
    _, told = watched
    texts = " ".join(text for one in told for _, text in one.all())
    assert not re.findall(r'"(player|shaken|digest|key|host_id)"', texts)


def test_how_many_dice_others_have_is_hidden(watched: tuple[Sitting, list[Received]]) -> None:
    """C12."""
    _, told = watched
    for one in told:
        for _, text in one.answers:
            game = json.loads(text).get("game")
            for seat, count in enumerate(game["dice"] if game else ()):
                assert count is None or seat == one.seat or seat in game["out"] or count == 0


def test_where_the_table_agrees_dice_are_counted_in_full_view(server: Serving) -> None:
    with Sitting(server, 3, options=["visible-dice"]) as sitting:
        for guest in (*sitting.people, sitting.onlooker):
            assert guest.look(sitting.table)["game"]["dice"] == [5, 5, 5]


def test_the_log_and_the_metrics_have_no_secrets(
    server: Serving, watched: tuple[Sitting, list[Received]]
) -> None:
    sitting, _ = watched
    ann = sitting.people[0]
    link = Guest(server.url).open(name="Zoe-the-quiet")["personal_link"]
    ann.client.get(link)
    ann.client.get("/seat/not-a-token-at-all")
    ann.client.get("/api/tables", headers={"authorization": "Bearer wrong-token-here"})
    ann.post(f"/api/tables/{sitting.table}/chat", text=CHAT, nonsense=CHAT)
    log = server.log.read_text()
    metrics = ann.client.get("/metrics").text
    assert log.count('"event": "request"') > 50
    forbidden = [
        CHAT,
        "not-a-token-at-all",
        "wrong-token-here",
        link.rpartition("/")[2],
    ]
    for guest in sitting.people:
        forbidden += [str(guest.token), *(p for p in str(guest.token).split(".") if len(p) > 1)]
    forbidden += [round_["secret"] for round_ in rounds(sitting)]
    for secret in forbidden:
        assert secret not in log, secret
        assert secret not in metrics, secret
    for private in (sitting.table, sitting.code, "Ann", "Zoe"):
        assert private not in metrics, private


def test_the_list_tells_names_and_nothing_else_of_people(server: Serving) -> None:
    ann = Guest(server.url)
    table = ann.open(name="Ann", listed=True)["table"]
    text = ann.client.get("/api/tables", params={"limit": 100}).text
    assert table in text
    assert str(ann.token).partition(".")[0] not in text
    assert "secret" not in text


def test_own_past_events_stay_private_after_changing_chairs(server: Serving) -> None:
    """After a change of chairs a resumed stream brings what this person was sent at the time, and
    nothing that was sent to the chair's former owner."""
    with Sitting(server, 3) as sitting:
        ann, bob, cleo = sitting.people
        dealt = sitting.version
        own = cleo.look(sitting.table)["game"]["cup"]
        for guest in (bob, ann):
            guest.ask(sitting.table, "resign")
        bob.ask(sitting.table, "stand")
        cleo.ask(sitting.table, "stand")
        cleo.ask(sitting.table, "sit", name="Cleo", seat=1)
        missed = next(cleo.follow(sitting.table, dealt - 1))
        assert missed["version"] == dealt
        (cups,) = [e["cups"] for e in missed["events"] if e["event"] == "dealt"]
        assert cups == [None, None, own]
