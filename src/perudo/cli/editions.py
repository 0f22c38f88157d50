"""``perudo editions``: the boxes side by side, from the very values that the engine plays."""

import argparse
from collections.abc import Iterable
from enum import Enum

from perudo.cli import out
from perudo.engine.edition import POINT_TYPES, POINTS, Edition, Presence, name_of
from perudo.engine.editions import DEFAULT, EDITIONS, own_clauses
from perudo.engine.house import SetupProblem, edition_named, governs, options_offered
from perudo.i18n.tongue import Tongue
from perudo.wording.editions import box_text, point_text, rule_text, value_text
from perudo.wording.setup import setup_problem_text


def about(t: Tongue) -> str:
    return t.say("compare the five editions, or show one with its rule points")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("edition", metavar="NAME", nargs="?", help=t.say("one edition"))
    parser.add_argument("--json", action="store_true", help=t.say("for programs"))


def run(args: argparse.Namespace, lang: str) -> int:
    t = Tongue(lang, DEFAULT.key)
    try:
        chosen = list(EDITIONS.values()) if args.edition is None else [edition_named(args.edition)]
    except SetupProblem as problem:
        out.fail(setup_problem_text(t, problem))
    if args.json:
        values = {edition.key: _json(edition) for edition in chosen}
        out.data(values if args.edition is None else values[args.edition])
    elif args.edition is None:
        _compare(t)
    else:
        _show(lang, chosen[0])
    return 0


def _json(edition: Edition) -> dict[str, object]:
    return {
        "box": box_text(Tongue("en", edition.key), edition.words),
        "options": options_offered(edition),
        "points": {
            name_of(point): {
                "value": getattr(edition, point).value,
                "clauses": own_clauses(edition, point),
                "values": [value.value for value in POINT_TYPES[point]],
            }
            for point in POINTS
        },
    }


def _compare(t: Tongue) -> None:
    for key, edition in EDITIONS.items():
        mark = "*" if edition is DEFAULT else " "
        out.line(f"{mark} {key:<13} {box_text(t, edition.words)}")
    out.line(t.say("* the default"))
    for point in POINTS:
        out.line()
        out.line(point_text(t, point))
        groups: dict[Enum, list[Edition]] = {}
        for edition in EDITIONS.values():
            if governs(edition, point):
                groups.setdefault(getattr(edition, point), []).append(edition)
        for editions in groups.values():
            keys = ", ".join(edition.key for edition in editions)
            clauses = [clause for edition in editions for clause in own_clauses(edition, point)]
            out.line(f"  {rule_text(t, editions[0], point)}{_cited(clauses)}")
            out.line(f"    {keys}")


def _cited(clauses: Iterable[str]) -> str:
    """The clauses in brackets, each once; nothing where there is none."""
    named = ", ".join(dict.fromkeys(clauses))
    return f"  [{named}]" if named else ""


def _show(lang: str, edition: Edition) -> None:
    t = Tongue(lang, edition.words.value)
    out.line(f"{edition.key} — {box_text(t, edition.words)}")
    out.line(
        t.say("Options: {options}.", options=", ".join(options_offered(edition)) or t.say("none"))
    )
    for point in POINTS:
        value = getattr(edition, point)
        out.line()
        out.line(f"{point_text(t, point)}{_cited(own_clauses(edition, point))}")
        if governs(edition, point):
            out.line(f"  {value_text(t, value)}")
        allowed = [v.value for v in POINT_TYPES[point] if v is not Presence.OPTIONAL]
        out.line(f"  --house {name_of(point)}={'|'.join(allowed)}")
