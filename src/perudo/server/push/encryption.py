"""Encrypt a message for one browser, so that the push service cannot read it (RFC 8291)."""

from collections.abc import Callable
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from perudo.engine.errors import InvalidValue
from perudo.server.push.encoding import decoded
from perudo.server.push.vapid import public_bytes

RECORD_BYTES: Final = 4096
SALT_BYTES, SECRET_BYTES, POINT_BYTES = 16, 16, 65
_LAST_RECORD: Final = b"\x02"


class Recipient:
    """The keys that a browser made for its subscription."""

    def __init__(self, p256dh: str, auth: str) -> None:
        """Raise ``InvalidValue`` unless these are keys of a subscription."""
        self.point, self.secret = decoded(p256dh), decoded(auth)
        if len(self.point) != POINT_BYTES or len(self.secret) != SECRET_BYTES:
            raise InvalidValue("a key has the wrong size")
        try:
            self.key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), self.point)
        except ValueError:
            raise InvalidValue("a key is no point of the curve P-256") from None


def encrypt(message: bytes, recipient: Recipient, random_bytes: Callable[[int], bytes]) -> bytes:
    """Return the body of a request with ``Content-Encoding: aes128gcm`` (RFC 8188)."""
    own = ec.generate_private_key(ec.SECP256R1())
    return encrypt_with(own, random_bytes(SALT_BYTES), message, recipient)


def encrypt_with(
    own: ec.EllipticCurvePrivateKey, salt: bytes, message: bytes, recipient: Recipient
) -> bytes:
    """Encrypt with a key and a salt, both of which are good for one message only."""
    own_point = public_bytes(own.public_key())
    shared = own.exchange(ec.ECDH(), recipient.key)
    key, nonce = message_keys(shared, recipient.point, own_point, recipient.secret, salt)
    head = salt + RECORD_BYTES.to_bytes(4) + len(own_point).to_bytes(1) + own_point
    return head + AESGCM(key).encrypt(nonce, message + _LAST_RECORD, None)


def message_keys(
    shared: bytes, theirs: bytes, ours: bytes, secret: bytes, salt: bytes
) -> tuple[bytes, bytes]:
    """The key and the nonce of a message; ``theirs`` is the browser's point, ``ours`` our own."""
    seed = _derived(shared, secret, b"WebPush: info\x00" + theirs + ours, 32)
    key = _derived(seed, salt, b"Content-Encoding: aes128gcm\x00", 16)
    return key, _derived(seed, salt, b"Content-Encoding: nonce\x00", 12)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
