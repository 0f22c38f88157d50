"""The server's own key, by which push services recognise it (RFC 8292, VAPID).

The key is made when a server first starts and kept in the database, so that all processes and all
later versions use the same one: devices subscribe to its public half.
"""

import time
from typing import Final
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from perudo.server.push.encoding import encoded

KEY: Final = "push-key"
"""The setting that holds the key."""
LASTS_SECONDS: Final = 12 * 60 * 60
"""How long a signature is valid; push services allow a day."""
_NUMBER_BYTES: Final = 32


def new_push_key() -> str:
    return format(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value, "064x")


class Vapid:
    def __init__(self, key: str, contact: str = "") -> None:
        """``contact`` is the address of whoever runs this server; some services want one."""
        self._key = ec.derive_private_key(int(key, 16), ec.SECP256R1())
        self._contact = contact
        self.public_key = encoded(public_bytes(self._key.public_key()))
        """The key that browsers subscribe to."""

    def header(self, endpoint: str) -> str:
        """The ``Authorization`` of a message to this endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + LASTS_SECONDS,
        }
        if self._contact:
            claims["sub"] = self._contact
        return f"vapid t={self._signed(claims)}, k={self.public_key}"

    def _signed(self, claims: dict[str, object]) -> str:
        """A JSON web token, signed by ES256."""
        head = encoded(orjson.dumps({"typ": "JWT", "alg": "ES256"}))
        text = f"{head}.{encoded(orjson.dumps(claims))}"
        numbers = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(_NUMBER_BYTES) for number in numbers)
        return f"{text}.{encoded(signature)}"


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def contact_address(contact: str, public_url: str) -> str:
    """The contact as an address that push services accept; empty if there is none."""
    if contact.startswith(("https://", "mailto:")):
        return contact
    if "@" in contact and not any(sign.isspace() for sign in contact):
        return f"mailto:{contact}"
    return public_url if public_url.startswith("https://") else ""
