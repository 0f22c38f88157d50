"""The results of an exam, put together for people and programs."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from perudo.arena.contest import Contest
from perudo.arena.exam.exact import ExactStudy
from perudo.arena.exam.forecasts import GROUPS
from perudo.arena.exam.plan import Plan
from perudo.arena.exam.response import ResponseStudy, response_of
from perudo.arena.exam.sums import Mean, Sums
from perudo.arena.report import table_name
from perudo.arena.standing import Share, share_of
from perudo.arena.tally import Tally

Cells = dict[tuple[str, int], Share]
"""Win shares by row (an opponent or a table) and number of seats."""


class Forecast(NamedTuple):
    """Forecasts of about the same chance: how many, how many came true, and their mean."""

    made: int
    true: int
    said: float


class Findings(NamedTuple):
    plan: Plan
    tallies: dict[str, Tally]
    """The tally of each contest by its key."""
    sums: dict[str, Sums]
    """The sums of each other study by its key."""

    def by_opponent(self, contests: Sequence[Contest]) -> Cells:
        """Return the share of the bot against each other, over all tables."""
        return self._cells(contests, lambda contest: contest.lineup[-1])

    def by_table(self, contests: Sequence[Contest]) -> Cells:
        """Return the share of the bot at each kind of table, over all opponents."""
        return self._cells(contests, lambda contest: table_name(contest).rpartition(",")[0])

    def worst(self, contests: Sequence[Contest]) -> tuple[Contest, Share] | None:
        """Return the contest with the lowest share, compared with the fair one."""
        every = [(c, self._share([c])) for c in contests]
        return min(every, key=lambda each: each[1].share / each[1].fair, default=None)

    def responses(self) -> list[tuple[ResponseStudy, Mean]]:
        return [(study, response_of(self.sums[study.key])) for study in self.plan.responses]

    def exact(self) -> list[tuple[ExactStudy, float]]:
        return [(study, self.sums[study.key].numbers[0]) for study in self.plan.exact]

    def forecasts(self) -> list[Forecast]:
        """Return the forecasts of all sizes of tables together, in groups by their chance."""
        total = Sums([0.0] * (3 * GROUPS))
        for study in self.plan.forecasts:
            total.add(self.sums[study.key])
        numbers = [total.numbers[3 * group : 3 * group + 3] for group in range(GROUPS)]
        return [Forecast(int(n), int(true), said / n if n else 0.0) for n, true, said in numbers]

    def as_json(self) -> dict[str, Any]:
        return {
            part: [self._contest_json(contest) for contest in contests]
            for part, contests in (
                ("alone", self.plan.alone),
                ("paired", self.plan.paired),
                ("exploiter", self.plan.exploiter),
            )
        } | {
            "responses": [
                {"dice": study.dice, **mean._asdict()} for study, mean in self.responses()
            ],
            "exact": [
                {"dice": study.dice, "palifico": study.palifico, "exploitability": value}
                for study, value in self.exact()
            ],
            "forecasts": [forecast._asdict() for forecast in self.forecasts()],
        }

    def _contest_json(self, contest: Contest) -> dict[str, Any]:
        return {
            "table": table_name(contest),
            "lineup": contest.lineup,
            "seed": contest.seed,
            **self._share([contest])._asdict(),
        }

    def _cells(self, contests: Sequence[Contest], row: Callable[[Contest], str]) -> Cells:
        groups: dict[tuple[str, int], list[Contest]] = {}
        for contest in contests:
            groups.setdefault((row(contest), len(contest.lineup)), []).append(contest)
        return {key: self._share(group) for key, group in groups.items()}

    def _share(self, contests: Iterable[Contest]) -> Share:
        wins = matches = 0
        fair = 0.0
        for contest in contests:
            tally, hero = self.tallies[contest.key], contest.lineup[0]
            places = [place for place, name in enumerate(contest.lineup) if name == hero]
            wins += sum(tally.wins[place] for place in places)
            matches += tally.matches
            fair = len(places) / len(contest.lineup)
        return share_of(wins, matches, fair)


def findings_of(plan: Plan, results: Sequence[Any]) -> Findings:
    """Put the results of ``plan.studies()`` together."""
    by_key = {study.key: result for study, result in zip(plan.studies(), results, strict=True)}
    return Findings(
        plan,
        {key: result for key, result in by_key.items() if isinstance(result, Tally)},
        {key: result for key, result in by_key.items() if isinstance(result, Sums)},
    )
