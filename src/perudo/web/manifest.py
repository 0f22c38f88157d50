"""The web app manifest, for installing the site on a device."""

from typing import Any, Final

from perudo.web.reader import Reader
from perudo.web.rendering import tongue

ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml"),
    ("icon-192.png", "192x192", "image/png"),
    ("icon-512.png", "512x512", "image/png"),
)


def manifest(reader: Reader) -> dict[str, Any]:
    t = tongue(reader.lang)
    return {
        "id": "/",
        "name": "Perudo",
        "short_name": "Perudo",
        "description": t.say("The Peruvian game of hidden dice, by the rules of your box."),
        "lang": reader.lang,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf6ea",
        "theme_color": "#124b40",
        "icons": [
            {"src": f"/static/{name}", "sizes": sizes, "type": media}
            for name, sizes, media in ICONS
        ],
        "shortcuts": [
            {"name": t.say("Open a table"), "url": "/new"},
            {"name": t.say("How to play"), "url": "/learn"},
        ],
    }
