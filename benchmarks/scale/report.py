"""Report the costs and the model as tables, and write them into the page in docs."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

from benchmarks.publishing import put_into, write_json
from benchmarks.scale.costs import UNITS, Costs
from benchmarks.scale.drawing import drawing
from benchmarks.scale.model import Model, Need

SIZES = (1_000, 10_000, 100_000, 1_000_000)
CALM_PERCENT = 20.0
HEAD = (
    "| people | actions a second | processes | busy cores: server / PostgreSQL / Redis | memory "
    "| connections | log a day / kept | all tables read after a restart |\n"
    "|---|---|---|---|---|---|---|---|"
)


def markdown(costs: Costs) -> str:
    return "\n".join(_parts(costs)) + "\n"


def _parts(costs: Costs) -> Iterator[str]:
    repeats = max(len(runs) for runs in costs.runs.values())
    yield (
        f"Measured on {costs.machine} with `{costs.command}`; the median of {repeats} "
        f"{'run' if repeats == 1 else 'runs'}, in brackets the least and the most."
    )
    if max(costs.busy, default=0.0) > CALM_PERCENT:
        yield (
            f"\n**The machine was busy with other things (up to {max(costs.busy):.0f}%): "
            "measure again.**"
        )
    yield "\n| cost | |\n|---|---|"
    for name, what in UNITS.items():
        runs = costs.runs[name]
        spread = f" ({min(runs):,.0f} to {max(runs):,.0f})" if len(runs) > 1 else ""
        yield f"| {what} | {costs[name]:,.0f}{spread} |"
    match = costs["match_entries"]
    yield (
        f"\nA match takes {match * costs['sqlite_bytes'] / 1e3:,.0f} kB in SQLite and "
        f"{match * costs['postgres_bytes'] / 1e3:,.0f} kB in PostgreSQL."
    )
    now, routed = Model(costs), Model(costs, routed=True)
    for title, model in (
        ("As it is: any process serves any table", now),
        ("With each table in one process, and no looking around", routed),
    ):
        yield f"\n### {title}\n\n{HEAD}"
        yield from (_row(model, model.need(size)) for size in SIZES)
    yield "\n### What gives out, in this order\n"
    yield "| | as it is | each table in one process |\n|---|---|---|"
    later = dict(routed.ceilings())
    for name, people in now.ceilings():
        yield f"| {name} | {_people(people)} | {_people(later[name])} |"


def _row(model: Model, need: Need) -> str:
    if not need.processes:
        return f"| {need.people:,.0f} | {need.actions:,.0f} | **no number is enough** | | | | | |"
    columns = [
        f"{need.people:,.0f}",
        f"{need.actions:,.0f}",
        f"{need.processes:,}",
        f"{need.server_cores:,.2f} / {need.database_cores:,.2f} / {need.redis_cores:,.2f}",
        f"{need.memory_gb:,.1f} GB",
        f"{need.connections:,}",
        f"{need.log_gb_a_day:,.1f} / {need.log_gb:,.0f} GB",
        f"{model.restart_seconds(need):,.1f} s",
    ]
    return "| " + " | ".join(columns) + " |"


def _people(people: float) -> str:
    return "never" if people == inf else f"{people:,.0f} people"


def publish(costs: Costs, folder: Path, page: Path | None) -> None:
    """Write the JSON, the chart, and the tables of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "costs.json", costs.as_json())
    (folder / "scale.svg").write_text(drawing(costs), encoding="utf-8")
    if page is not None:
        picture = f"![Busy cores by people, and what gives out when](./{folder.name}/scale.svg)"
        put_into(page, f"{picture}\n\n{markdown(costs)}")
