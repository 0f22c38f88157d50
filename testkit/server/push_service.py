"""A push service on loopback, with devices that really decrypt what they get."""

import json
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from secrets import token_bytes, token_hex
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from perudo.server.push.encoding import decoded, encoded
from perudo.server.push.encryption import message_keys
from perudo.server.push.vapid import public_bytes

PATIENCE = 20.0
DAY_SECONDS = 24 * 60 * 60


@dataclass
class Device:
    """A browser's subscription: its keys, and what was pushed to it."""

    endpoint: str
    status: int = 201
    """What the service answers for it."""
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: token_bytes(16))
    messages: "Queue[dict[str, Any]]" = field(default_factory=Queue)
    headers: list[dict[str, str]] = field(default_factory=list)

    def subscription(self) -> dict[str, str]:
        return {
            "endpoint": self.endpoint,
            "p256dh": encoded(public_bytes(self.key.public_key())),
            "auth": encoded(self.secret),
        }

    def next(self) -> dict[str, Any]:
        return self.messages.get(timeout=PATIENCE)

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt a body as RFC 8291 and RFC 8188 describe it; there is one record."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        own = public_bytes(self.key.public_key())
        key, nonce = message_keys(shared, own, sender, self.secret, salt)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert padded.endswith(b"\x02"), "the last record ends with a two"
        return padded[:-1]


def signed_claims(header: str) -> tuple[dict[str, Any], str]:
    """Check the signature of an ``Authorization`` header; return its claims and its key."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    text, _, signature = parts["t"].rpartition(".")
    head, _, claims = text.partition(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    numbers = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(numbers, text.encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(decoded(claims))
    return found, parts["k"]


class PushService:
    """A service that refuses what is not signed for it, and decrypts for its devices."""

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        self.busy = Event()
        """Set when a message has arrived while the service holds its answers back."""
        self.answers = Event()
        """Clear it to hold all answers back."""
        self.answers.set()
        self.wrong: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def device(self, status: int = 201) -> Device:
        path = f"/push/{token_hex(16)}"
        device = Device(self.url + path, status)
        self.devices[path] = device
        return device

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        claims, _ = signed_claims(headers["authorization"])
        assert claims["aud"] == self.url
        assert 0 < claims["exp"] - time.time() <= DAY_SECONDS
        assert headers["content-encoding"] == "aes128gcm"
        assert 0 <= int(headers["ttl"]) <= DAY_SECONDS
        assert len(headers["topic"]) <= 32
        device = self.devices[path]
        device.headers.append(headers)
        device.messages.put(json.loads(device.decrypt(body)))
        if not self.answers.is_set():
            self.busy.set()
            self.answers.wait(PATIENCE)
        return device.status

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.answers.set()
        self._server.shutdown()
        self._server.server_close()
        assert self.wrong == []


def _handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                status = service.take(self.path, headers, body)
            except Exception as error:
                service.wrong.append(repr(error))
                status = 400
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Handler
