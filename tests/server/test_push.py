"""Players of slow tables are called by Web Push: against a push service of our own on loopback."""

import signal
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from queue import Empty

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from perudo.engine.errors import InvalidValue
from perudo.server.admin.erasing import erase
from perudo.server.push import sending
from perudo.server.push.encoding import decoded, encoded
from perudo.server.push.encryption import Recipient, encrypt_with
from perudo.server.push.vapid import contact_address
from perudo.server.storage import Store
from perudo.server.storage.subscriptions import MOST_DEVICES, MOST_FAILURES, Subscription
from testkit.server.push_service import Device, PushService, signed_claims
from testkit.serving import Guest, Serving

DAY = 24 * 60 * 60
LOOPBACK = {"PERUDO_PUSH": "loopback"}


@pytest.fixture(scope="module")
def push() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    database = f"sqlite:///{tmp_path_factory.mktemp('push')}/tables.db"
    with Serving(database, environment=LOOPBACK) as serving:
        yield serving


def subscribe(guest: Guest, device: Device) -> None:
    answer = guest.post("/api/push/subscribe", **device.subscription())
    assert answer.status_code == 200, answer.text


def duel(
    server: Serving, turn_seconds: int | None = DAY, lang: str = "en"
) -> tuple[Guest, Guest, str]:
    """Ann and Ben at a slow table at which Ben opens the first round."""
    ann, ben = Guest(server.url, **{"accept-language": lang}), Guest(server.url)
    code = ann.open(name="Ann", seats=2, turn_seconds=turn_seconds)["code"]
    ben.ask(code, "sit", name="Ben")
    ann.ask(code, "start", toucan=1)
    return ann, ben, code


def test_who_is_away_is_called_when_it_is_their_turn(server: Serving, push: PushService) -> None:
    ann, ben, code = duel(server, lang="it")
    device = push.device()
    subscribe(ann, device)
    ben.act(code)
    message = device.next()
    assert message == {"title": "Tocca a te", "body": "Ben ti aspetta.", "table": code}
    claims, key = signed_claims(device.headers[0]["authorization"])
    assert key == ann.client.get("/api/push/key").json()["key"]
    assert "sub" not in claims  # this server names no contact
    assert 0 < int(device.headers[0]["ttl"]) <= DAY


def test_a_friend_who_sits_down_is_announced(server: Serving, push: PushService) -> None:
    ann, ben = Guest(server.url), Guest(server.url)
    code = ann.open(name="Ann", seats=3, turn_seconds=7 * DAY)["code"]
    own, bens = push.device(), push.device()
    subscribe(ann, own)
    subscribe(ben, bens)
    ben.ask(code, "sit", name="Ben <b>")
    assert own.next()["body"] == "Ben <b> sits down."
    ben.ask(code, "stand")
    ben.ask(code, "sit", name="Ben")
    assert own.next()["body"] == "Ben sits down."
    assert bens.messages.empty()


def test_nobody_is_called_at_a_quick_table(server: Serving, push: PushService) -> None:
    quick_ann, quick_ben, quick = duel(server, 60)
    ann, ben, code = duel(server)
    none, one = push.device(), push.device()
    subscribe(quick_ann, none)
    subscribe(ann, one)
    quick_ben.act(quick)
    ben.act(code)
    assert one.next()["table"] == code
    assert none.messages.empty()


def test_who_is_there_is_not_called(server: Serving, push: PushService) -> None:
    ann, ben, code = duel(server)
    device, mark = push.device(), push.device()
    subscribe(ann, device)
    subscribe(ben, mark)
    stream = ann.follow(code)
    next(stream)
    ben.act(code)
    ann.act(code)  # then Ben, who is away, is called
    assert mark.next()["title"] == "It is your turn"
    assert device.messages.empty()
    stream.close()


def test_a_seat_that_a_link_opened_is_called_on_that_device(
    server: Serving, push: PushService
) -> None:
    """The other device is nobody's guest, or another's: the link's cookie says whose seat it is."""
    ann, ben = Guest(server.url), Guest(server.url)
    opened = ann.open(name="Ann", seats=2, turn_seconds=DAY)
    ben.ask(opened["code"], "sit", name="Ben")
    ann.ask(opened["code"], "start", toucan=1)
    device = push.device()
    with httpx.Client(base_url=server.url) as other:
        other.get(opened["personal_link"].removeprefix(server.url), follow_redirects=True)
        asked = {**device.subscription(), "table": opened["table"]}
        assert other.post("/api/push/subscribe", json=device.subscription()).status_code == 401
        assert other.post("/api/push/subscribe", json=asked).status_code == 200
    ben.act(opened["code"])
    assert device.next()["table"] == opened["code"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(
    server: Serving, push: PushService, status: int
) -> None:
    ann, ben, code = duel(server)
    gone, kept = push.device(status), push.device()
    subscribe(ann, gone)
    subscribe(ann, kept)
    for _ in range(2):
        ben.act(code)
        kept.next()
        ann.act(code)
    gone.next()
    with pytest.raises(Empty):
        gone.messages.get_nowait()


def test_play_does_not_wait_for_a_push_service(server: Serving, push: PushService) -> None:
    ann, ben, code = duel(server)
    device = push.device()
    subscribe(ann, device)
    push.answers.clear()
    ben.act(code)
    assert push.busy.wait(20)
    for _ in range(3):  # the service still holds its answer back
        ann.act(code)
        ben.act(code)
    push.answers.set()
    device.next()


def test_a_device_belongs_to_the_guest_who_came_last_and_only_they_may_remove_it(
    server: Serving, push: PushService
) -> None:
    ann, ben, code = duel(server)
    device = push.device()
    subscribe(ann, device)
    assert ben.post("/api/push/unsubscribe", endpoint=device.endpoint).status_code == 200
    ben.act(code)
    assert device.next()["table"] == code
    assert ann.post("/api/push/unsubscribe", endpoint=device.endpoint).status_code == 200
    subscribe(ben, device)
    ann.act(code)
    assert device.next()["body"] == "Ann waits for you."


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://10.0.0.1/push"},
        {"endpoint": "https://[::ffff:10.0.0.1]/push"},
        {"endpoint": "https://intranet/push"},
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://push.example.org:8443/x"},
        {"endpoint": "https://me:secret@push.example.org/x"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": "https://push.example.org/\r\nX-Header: 1"},
        {"endpoint": "https://[::1"},
        {"endpoint": "https://push.example.org/" + "x" * 1_000},
        {"p256dh": encoded(b"\x04" + b"\x01" * 64)},
        {"p256dh": "not base64!"},
        {"auth": encoded(b"short")},
    ],
)
def test_what_is_no_subscription_is_refused(
    server: Serving, push: PushService, wrong: dict[str, str]
) -> None:
    guest = Guest(server.url)
    answer = guest.post("/api/push/subscribe", **{**push.device().subscription(), **wrong})
    assert answer.status_code == 422
    assert answer.json()["refusal"]["reason"] == "no-push-service"
    assert answer.json()["refusal"]["clause"] == "T17"


def test_strangers_cannot_subscribe_and_the_operator_can_turn_it_off(tmp_path: Path) -> None:
    off = {"PERUDO_PUSH": "off"}
    with Serving(f"sqlite:///{tmp_path}/tables.db", environment=off) as server:
        guest = Guest(server.url)
        assert guest.client.get("/api/push/key").json()["refusal"]["reason"] == "push-off"
        stranger = Guest(server.url, "nobody.-.x")
        subscription = Device("https://push.example.org/x").subscription()
        assert guest.post("/api/push/subscribe", **subscription).status_code == 403
        assert stranger.post("/api/push/subscribe", **subscription).status_code == 401


def test_the_key_outlives_the_server(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path}/tables.db") as server:
        key = Guest(server.url).client.get("/api/push/key").json()["key"]
        server.stop()
        server.start()
        assert Guest(server.url).client.get("/api/push/key").json()["key"] == key
    assert len(decoded(key)) == 65


def test_a_slow_push_service_does_not_hold_up_a_restart(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with PushService() as push, Serving(database, environment=LOOPBACK) as server:
        ann, ben, code = duel(server)
        subscribe(ann, push.device())
        push.answers.clear()
        ben.act(code)
        assert push.busy.wait(20)
        assert server.stop() in (0, -signal.SIGTERM)  # within the seconds that an operator has


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("10.1.2.3", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.168.0.1", False),
        ("0.0.0.0", False),  # noqa: S104
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:0a00:0001::1", False),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::a9fe:a9fe", False),
    ],
)
def test_only_addresses_on_the_internet_are_public(address: str, public: bool) -> None:
    assert sending.is_public(ip_address(address)) is public


@pytest.mark.parametrize(
    "addresses", [["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["fe80::1%eth0"], ["::1"]]
)
def test_a_name_that_leads_into_the_own_network_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    """One private address among the public ones is enough: who waits would get it one day."""
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]
    monkeypatch.setattr(sending, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(InvalidValue):
        sending.safe_address("push.example.org", 443, loopback=False)
    assert sending.deliver("https://push.example.org/x", b"", {}) is sending.Delivery.FAILED


def test_the_address_that_was_looked_at_is_the_one_that_is_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A second look could give another address."""
    reached: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], _seconds: float) -> socket.socket:
        reached.append(address)
        raise OSError

    public = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(sending, "getaddrinfo", lambda *_, **__: public)
    monkeypatch.setattr(sending, "create_connection", connect)
    assert sending.deliver("https://push.example.org/x", b"", {}) is sending.Delivery.FAILED
    assert reached == [("93.184.216.34", 443)]


def test_loopback_is_for_tests_only() -> None:
    for endpoint in ("http://127.0.0.1:8000/x", "https://localhost/x", "http://[::1]:1/x"):
        sending.check_endpoint(endpoint, loopback=True)
        with pytest.raises(InvalidValue):
            sending.check_endpoint(endpoint, loopback=False)


def test_messages_are_encrypted_as_in_the_example_of_rfc_8291() -> None:
    own = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    browser = ec.derive_private_key(
        int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1()
    )
    device = Device("", key=browser, secret=decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    given = device.subscription()
    assert given["p256dh"] == (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    text = b"When I grow up, I want to be a watermelon"
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypt_with(own, salt, text, Recipient(given["p256dh"], given["auth"]))
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert device.decrypt(body) == text


@pytest.mark.parametrize(
    ("contact", "url", "wanted"),
    [
        ("club@perudo.example", "", "mailto:club@perudo.example"),
        ("https://perudo.example/about", "", "https://perudo.example/about"),
        ("ask Ann at the bar", "https://perudo.example", "https://perudo.example"),
        ("", "http://localhost:8000", ""),
    ],
)
def test_push_services_are_told_whom_to_write_to(contact: str, url: str, wanted: str) -> None:
    assert contact_address(contact, url) == wanted


def test_devices_are_few_and_forgotten(store: Store) -> None:
    devices = store.subscriptions

    def known() -> list[str]:
        return sorted(device.endpoint for device in devices.of("ann"))

    for number in range(MOST_DEVICES + 2):
        devices.add(Subscription(f"e{number}", "ann", "", "", "en", number))
    assert known() == [f"e{number}" for number in range(2, MOST_DEVICES + 2)]
    for _ in range(MOST_FAILURES - 1):
        devices.note("e2", failed=True)
    devices.note("e2", failed=False)
    devices.note("e2", failed=True)
    assert "e2" in known()
    for _ in range(MOST_FAILURES):
        devices.note("e3", failed=True)
    assert "e3" not in known()
    devices.remove_before(6)
    assert known() == ["e6"]
    erase(store, "ann", bytes, server_runs=False)
    assert known() == []
