"""The page that checks the dice of a record in the reader's own browser, in the reader's words."""

from perudo.i18n.tongue import Tongue
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue


def fair_page(reader: Reader) -> Page:
    return page("fair", reader, styles=("fair",), says=fair_says(tongue(reader.lang)))


def fair_says(t: Tongue) -> dict[str, str]:
    """All that ``fair.js`` may have to say, as attributes of the element that it works for."""
    follows = t.say("Every die that was revealed follows from its secret and the seeds.")
    compare = t.say("Compare the promises with those that you saw before each round yourself.")
    not_fair = t.say("These dice are not proven fair.")
    where = t.say("The table below says where.")
    texts = {
        "ok": f"{follows} {compare}",
        "not-ok": f"{not_fair} {where}",
        "nothing": t.say(
            "This record carries no proof of its dice. Only matches played on a server do, "
            "from the first round that was revealed."
        ),
        "fits": t.say("fits"),
        "differs": t.say("DOES NOT FIT"),
        "first-turn": t.say("First turn"),
        "lot": t.say("drawn by lot"),
        "commitment": t.say("promise"),
        "not-chance": t.say("not left to chance"),
        "no-proof": t.say("NOT PROVEN: the secret is missing"),
        "no-cups": t.say("NOT PROVEN: the record has no cups"),
        "not-revealed": t.say("not over, so not revealed yet"),
        "round-word": t.say("Round"),
        "line": t.say("Line"),
        "bad-mark": t.say(
            "This is not a record in JSON lines form; its first line begins with {start}. A "
            "record in text form becomes one with: perudo convert FILE --to jsonl",
            start='{"perudo":1',
        ),
        "bad-json": t.say("This is not a JSON object. Each line of a record is one."),
        "bad-shape": t.say("This value cannot be read. A record as the server wrote it can."),
        "bad-fair": t.say(
            "A proof has the commitment and the secret, 64 of the signs 0-9 a-f each, and a seed "
            "for each seat."
        ),
    }
    return {f"data-say-{name}": text for name, text in texts.items()}
