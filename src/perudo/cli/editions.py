"""``perudo editions``: compare the boxes, from the values that the engine plays by."""

import argparse
from enum import Enum

from perudo.cli import out
from perudo.cli.arguments import add_json
from perudo.engine.edition import POINT_TYPES, POINTS, Edition, Presence, name_of
from perudo.engine.editions import DEFAULT, EDITIONS, own_clauses
from perudo.engine.house import SetupProblem, edition_named, governs, options_offered
from perudo.i18n.tongue import Tongue
from perudo.i18n.words import COMMON_WORDS
from perudo.wording.rule_text import Cited, box_text, point_text, rule_cited
from perudo.wording.setup_text import setup_problem_text


def about(t: Tongue) -> str:
    return t.say("compare the five editions, or show one rule by rule")


def add_arguments(parser: argparse.ArgumentParser, t: Tongue) -> None:
    parser.add_argument("edition", metavar="NAME", nargs="?", help=t.say("one edition"))
    add_json(parser, t)


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
        _compare(Tongue(lang, COMMON_WORDS))
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
    out.line(t.say("[P1]: a clause of the rulebook; [S1]: our decision where the book is silent"))
    for point in POINTS:
        out.line()
        out.line(point_text(t, point))
        groups: dict[Enum, list[Edition]] = {}
        for edition in EDITIONS.values():
            if governs(edition, point):
                groups.setdefault(getattr(edition, point), []).append(edition)
        for editions in groups.values():
            cited = [rule_cited(t, edition, point) for edition in editions]
            rule, ours = cited[0]
            # Each clause once: several boxes may share a decision of ours.
            clauses = dict.fromkeys(own.clause for own, _ in cited if own.clause)
            _rule_lines(rule._replace(clause=", ".join(clauses)), ours)
            out.line("    " + ", ".join(edition.key for edition in editions))


def _rule_lines(rule: Cited, ours: Cited | None) -> None:
    """The rule, and below it our own decision."""
    for text, clause in filter(None, (rule, ours)):
        out.line(f"  {text}{f'  [{clause}]' if clause else ''}")


def _show(lang: str, edition: Edition) -> None:
    t = Tongue(lang, edition.words.value)
    out.line(f"{edition.key} — {box_text(t, edition.words)}")
    out.line(
        t.say("Options: {options}.", options=", ".join(options_offered(edition)) or t.say("none"))
    )
    for point in POINTS:
        if not governs(edition, point):
            continue
        out.line()
        out.line(point_text(t, point))
        _rule_lines(*rule_cited(t, edition, point))
        allowed = [v.value for v in POINT_TYPES[point] if v is not Presence.OPTIONAL]
        out.line(f"  --house {name_of(point)}={'|'.join(allowed)}")
