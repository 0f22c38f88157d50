"""Base64 for addresses without padding, as the web's push standards write keys."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from perudo.engine.errors import InvalidValue


def encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Decode; raise ``InvalidValue`` for anything that ``encoded`` would not have written."""
    try:
        raw = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise InvalidValue("not base64") from None
    if encoded(raw) != text.rstrip("="):
        raise InvalidValue("not base64")
    return raw
