"""The words of a push message, which a device shows while no page is open: never a die."""

from typing import NamedTuple

from perudo.web.rendering import tongue


class PushText(NamedTuple):
    title: str
    body: str


def turn_text(lang: str, others: list[str]) -> PushText:
    t = tongue(lang)
    who = t.listed(others)
    if len(others) == 1:
        return PushText(t.say("It is your turn"), t.say("{who} waits for you.", who=who))
    return PushText(t.say("It is your turn"), t.say("{who} wait for you.", who=who))


def sat_text(lang: str, who: str) -> PushText:
    t = tongue(lang)
    return PushText(t.say("Somebody is at your table"), t.say("{who} sits down.", who=who))
