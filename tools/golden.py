"""Write the golden matches again: ``python -m tools.golden``.

Only for a change of the rules themselves. Read the difference line by line before you commit it.
"""

from perudo.engine.editions import EDITIONS
from perudo.engine.house import options_offered, table_rules
from perudo.engine.setup import Setup
from perudo.records.notation import write_text
from perudo.records.writing import record_of
from testkit import ROOT
from testkit.golden import SEPARATOR, event_line
from testkit.random_play import played

GOLDEN = ROOT / "tests" / "golden"
NAMES = ("Ana", "Jean Luc", "3", "Dora", "Eva", "Finn")
TABLES = ((2, 5, 0.0), (4, 5, 0.0), (6, 3, 0.25))
"""Seats, starting dice, and the share of rounds with unknown cups."""


def golden(key: str, number: int, seed: int) -> str:
    seats, dice, unseen = TABLES[number - 1]
    setup = Setup(table_rules(key, options_offered(EDITIONS[key])), seats, dice)
    play = played(setup, seed, unseen=unseen)
    record = write_text(record_of(NAMES[:seats], play.events))
    lines = [event_line(event) for event in play.events]
    return "\n".join([record + SEPARATOR, *lines, ""])


def main() -> None:
    for box, key in enumerate(EDITIONS, 1):
        for number in range(1, len(TABLES) + 1):
            text = golden(key, number, seed=7000 + 10 * box + number)
            (GOLDEN / f"{key}-{number}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
