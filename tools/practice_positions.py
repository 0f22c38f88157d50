"""Choose the positions of the practice page from matches between our bots.

``python tools/practice_positions.py`` writes ``src/perudo/coach/positions``. A position is taken if
the player in the match gave away at least an inaccuracy there, as the coach judges it now: run this
again when the coach has learned something new.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from perudo.bots.roster import bot_named
from perudo.coach.advice import advise
from perudo.coach.judging import WORTH_ASKING, Verdict, judge
from perudo.coach.practice import FOLDER, Theme
from perudo.engine.actions import Action
from perudo.engine.bid import Bid
from perudo.engine.house import table_rules
from perudo.engine.setup import Setup
from perudo.engine.view import View
from perudo.odds.odds import Odds
from perudo.records.decisions import Decision, Passed, moments
from perudo.records.positions import NotedPosition, position_of, view_of, write_position
from perudo.records.record import Record
from perudo.records.writing import record_of
from perudo.table.bot_seat import BotSeat
from perudo.table.dice_sources import RandomDice
from perudo.table.local import LocalTable

EACH: Final = 40
PER_KIND: Final = 24
"""The most positions of a theme with the same kind of best action, so that none can be guessed."""
PER_MATCH: Final = 3
MOST_MATCHES: Final = 400
PLAYERS: Final = ("medium", "hard", "cautious", "counter", "bold")
BOXES: Final = {
    "parker-1994": ["calza"],
    "asmodee-2009": ["calza"],
    "asmodee-2024": ["calza", "palifico"],
    "menteur": [],
    "weekend": ["calza"],
}
LIKELY: Final = (0.1, 0.9)
"""A standing bid that is surely true or false teaches nothing."""


def themes(view: View, *, asking: bool) -> Iterator[Theme]:
    """Yield the themes that a decision belongs to, if it is an open question."""
    odds = Odds(view).standing()
    if odds is not None and not LIKELY[0] < odds.holds < LIKELY[1]:
        return
    if view.palifico is not None:
        if not asking:
            yield Theme.PALIFICO
    elif odds is None:
        if view.seats - len(view.out) > 2:
            yield Theme.OPENING
    elif view.legal.calza and odds.exact > WORTH_ASKING:
        yield Theme.CALZA
    elif view.seats - len(view.out) == 2 and not asking:
        yield Theme.LAST_TWO


def kind_of(action: Action | None) -> str:
    return "bid" if isinstance(action, Bid) else str(action)


def played_match(number: int, box: str) -> tuple[str, Record]:
    luck = Random(f"practice {number} {box}")  # noqa: S311
    seats = luck.choice((2, 3, 3, 4, 4, 5, 6))
    names = [luck.choice(PLAYERS) for _ in range(seats)]
    players = [BotSeat(bot_named(name), luck) for name in names]
    table = LocalTable(Setup(table_rules(box, BOXES[box]), seats), players, RandomDice(luck))
    table.play()
    record = record_of([f"{name} {seat}" for seat, name in enumerate(names)], table.events)
    return f"{'-'.join(names)}, match {number}", record


class Collection:
    """The positions of each theme, as they are found."""

    def __init__(self) -> None:
        self.kept: dict[Theme, list[NotedPosition]] = {theme: [] for theme in Theme}
        self._kinds: Counter[tuple[Theme, str]] = Counter()

    @property
    def is_full(self) -> bool:
        return all(len(kept) == EACH for kept in self.kept.values())

    def add_from(self, source: str, record: Record) -> None:
        taken: Counter[Theme] = Counter()
        for moment in moments(record):
            match moment:
                case Decision(_, view, action, asking):
                    played: Action | None = action
                case Passed(_, view):
                    played, asking = None, True
                case _:
                    continue
            for theme in themes(view, asking=asking):
                if taken[theme] == PER_MATCH or len(self.kept[theme]) == EACH:
                    continue
                noted = position_of(
                    view, asking=asking, played=played, source=f"{source}, round {view.number}"
                )
                taken[theme] += self._add(theme, noted)

    def _add(self, theme: Theme, noted: NotedPosition) -> bool:
        view = view_of(noted)
        judged = judge(view, noted.played, advise(view, asking=noted.asking), asking=noted.asking)
        kind = kind_of(judged.advice.best.action)
        crowded = theme is not Theme.OPENING and self._kinds[theme, kind] == PER_KIND
        if judged.verdict is Verdict.GOOD or crowded:
            return False
        self.kept[theme].append(noted)
        self._kinds[theme, kind] += 1
        return True


def main() -> None:
    collection = Collection()
    for number in range(MOST_MATCHES):
        if not collection.is_full:
            collection.add_from(*played_match(number, list(BOXES)[number % len(BOXES)]))
    FOLDER.mkdir(exist_ok=True)
    for theme, positions in collection.kept.items():
        text = "".join(write_position(position) + "\n" for position in positions)
        (FOLDER / f"{theme.value}.jsonl").write_text(text, encoding="utf-8")
        boxes = Counter(position.rules.key for position in positions)
        sys.stdout.write(f"{theme.value}: {len(positions)} positions of {dict(boxes)}\n")


if __name__ == "__main__":
    main()
