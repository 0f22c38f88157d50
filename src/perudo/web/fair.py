"""The page that checks the dice of a record in the reader's own browser, in the reader's words."""

from perudo.i18n.tongue import Tongue
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue


def fair_page(reader: Reader) -> Page:
    return page("fair", reader, styles=("fair",), texts=fair_texts(tongue(reader.lang)))


def fair_texts(t: Tongue) -> dict[str, str]:
    follows = t.say("Every die that was revealed follows from its secret and the seeds.")
    compare = t.say("Compare the promises with those that you saw before each round yourself.")
    not_fair = t.say("These dice are not proven fair.")
    where = t.say("The table below says where.")
    return {
        "title": t.say("Check the dice of a match"),
        "about": t.say(
            "Before each round the server promised a secret; each seat could add a seed of its "
            "own. All dice follow from both. This page throws them again, here in your browser. "
            "It looks at the dice, not at the rules: “perudo verify” checks both."
        ),
        "noscript": t.say("This page needs JavaScript. Without it, use “perudo verify”."),
        "ok": f"{follows} {compare}",
        "not_ok": f"{not_fair} {where}",
        "nothing": t.say(
            "This record carries no proof of its dice. Only matches played on a server do, "
            "from the first round that was revealed."
        ),
        "fits": t.say("fits"),
        "differs": t.say("DOES NOT FIT"),
        "first_turn": t.say("First turn"),
        "lot": t.say("drawn by lot"),
        "commitment": t.say("promise"),
        "not_chance": t.say("not left to chance"),
        "no_proof": t.say("NOT PROVEN: the secret is missing"),
        "no_cups": t.say("NOT PROVEN: the record has no cups"),
        "not_revealed": t.say("not over, so not revealed yet"),
        "line": t.say("Line"),
        "bad_mark": t.say(
            "This is no record in JSON lines form; its first line begins with {start}. A record in "
            "text form becomes one with: perudo convert FILE --to jsonl",
            start='{"perudo":1',
        ),
        "bad_json": t.say("This is no JSON object. Each line of a record is one."),
        "bad_shape": t.say("This value cannot be read. A record as the server wrote it can."),
        "bad_fair": t.say(
            "A proof has the commitment and the secret, 64 of the signs 0-9 a-f each, and a seed "
            "for each seat."
        ),
        "from_file": t.say("A record in JSON lines form, from a file"),
        "pasted": t.say("or pasted here"),
        "check": t.say("Check the dice"),
        "caption": t.say("What the record says, and what its secrets and seeds give"),
        "round": t.say("Round"),
        "seat": t.say("Seat"),
        "noted": t.say("In the record"),
        "thrown": t.say("Thrown again"),
        "result": t.say("Result"),
    }
