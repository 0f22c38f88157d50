"""The page that checks the dice of a record in the reader's browser."""

from perudo.i18n.tongue import Tongue
from perudo.web.reader import Reader
from perudo.web.rendering import Page, fragment, page, tongue


def fair_page(reader: Reader) -> Page:
    says = fair_says(tongue(reader.lang))
    return page("fair", reader, styles=("fair",), scripts=("fair",), says=says)


def fair_words(reader: Reader) -> str:
    """The element for the check at the end of a match, with all its texts."""
    t = tongue(reader.lang)
    away = t.say("The record could not be fetched. Please try again.")
    return fragment("fair_words", reader, says={**fair_says(t), "data-say-away": away})


def fair_says(t: Tongue) -> dict[str, str]:
    """All texts of ``check.js``, as attributes of the element it works on."""
    texts = {**_verdicts(t), **_checks(t), **_bad_lines(t)}
    found = {f"found-{code}": text for code, text in _findings(t).items()}
    return {f"data-say-{name}": text for name, text in {**texts, **found}.items()}


def _verdicts(t: Tongue) -> dict[str, str]:
    """The line about the whole match; the script fills in the braces."""
    follows = t.say("Every die that was revealed follows from its secret and the seeds.")
    compare = t.say("Compare the promises with those that you saw before each round yourself.")
    return {
        "ok": f"{follows} {compare}",
        "not-ok": t.say("These dice are not proven fair."),
        "nothing": t.say(
            "This record carries no proof of its dice. Only matches played on a server do, "
            "from the first round that was revealed."
        ),
        "checked": t.say(
            "This device checked all {dice} dice of {rounds} rounds: nobody could choose them.",
            dice="{dice}",
            rounds="{rounds}",
        ),
        "checked-one": t.say(
            "This device checked all {dice} dice of the only round: nobody could choose them.",
            dice="{dice}",
        ),
        "checked-part": t.say(
            "This device checked all {dice} dice of {rounds} rounds. It took part itself in these "
            "rounds: {own}. There nobody could choose them.",
            dice="{dice}",
            rounds="{rounds}",
            own="{own}",
        ),
        "no-part": t.say(
            "All dice fit together, but this device took no part in them: it cannot tell whether "
            "somebody chose them."
        ),
        "more": t.say("More of that below: {n}.", n="{n}"),
    }


def _checks(t: Tongue) -> dict[str, str]:
    return {
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
    }


def _findings(t: Tongue) -> dict[str, str]:
    """What ``kept.js`` finds wrong or worth knowing in a round."""
    facts = {"round": "{round}", "to": "{to}", "who": "{who}"}
    return {
        "start": t.say("The first turn does not follow from these dice."),
        "no-proof": t.say("Round {round}: the secret is missing.", **facts),
        "no-cups": t.say("Round {round}: the record has no cups.", **facts),
        "secret": t.say("Round {round}: the secret is not the one that was promised.", **facts),
        "cup": t.say("Round {round}: the dice of {who} are not those that were thrown.", **facts),
        "not-the-pledged": t.say(
            "Round {round}: {who} revealed another number than was fixed before.", **facts
        ),
        "not-pledged": t.say(
            "Round {round}: {who} put in a number that was not fixed before.", **facts
        ),
        "missing": t.say("Round {round}: the number that {who} had fixed is missing.", **facts),
        "bot": t.say("Round {round}: {who} is a bot, and bots must not put anything in.", **facts),
        "withheld": t.say("Round {round}: {who} did not reveal (withheld).", **facts),
        "anew": t.say("Round {round}: {who} took part with a new device or a new number.", **facts),
        "redealt": t.say("Round {round} was dealt again after the server was restored.", **facts),
        "other-match": t.say("The server gave the record of another match."),
        "old-proof": t.say("The record leaves out what the players' devices had fixed."),
        "commitment": t.say(
            "Round {round}: the server's secret is not the one it pledged to you.", **facts
        ),
        "pledge": t.say(
            "Round {round}: for {who} the record has another fingerprint than your device saw.",
            **facts,
        ),
        "changed": t.say(
            "Round {round}: the record has another number than your device sent.", **facts
        ),
        "ignored": t.say(
            "Round {round}: your device revealed in time, but the record says that it did not.",
            **facts,
        ),
        "hidden-deal": t.say("Round {round} was dealt more often than the record says.", **facts),
        "left-out": t.say("Round {round} is missing in the record.", **facts),
        "late": t.say("Round {round}: your device did not reveal in time.", **facts),
        "not-there": t.say("Round {round} was dealt again without your device.", **facts),
        "elsewhere": t.say(
            "From round {round} on another device took part for your seat. If it was not yours, "
            "these dice are not proven.",
            **facts,
        ),
        "elsewhere-once": t.say(
            "In round {round} another device took part for your seat. If it was not yours, its "
            "dice are not proven.",
            **facts,
        ),
        "elsewhere-then": t.say(
            "From round {round} to round {to} another device took part for your seat. If it was "
            "not yours, these dice are not proven.",
            **facts,
        ),
    }


def _bad_lines(t: Tongue) -> dict[str, str]:
    """Why a record cannot be read."""
    return {
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
