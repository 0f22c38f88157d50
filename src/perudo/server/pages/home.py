"""What the server's bare address shows."""

from functools import cache

from perudo.i18n.tongue import Tongue
from perudo.server.pages.filling import filled


@cache
def home_page(lang: str, box: str) -> bytes:
    t = Tongue(lang, box)
    texts = {
        "running": t.say("The server is running. Tables are played over HTTP, by bots and curl."),
        "how": t.say("How to ask it"),
        "tables": t.say("Tables that wait for players"),
        "fair": t.say("Check the dice of a match"),
    }
    return filled("home.html", lang, texts)
