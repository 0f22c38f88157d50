"""Report the figures as tables, and write them into the page between its two marks."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.load.cells import Cell
from benchmarks.load.drawing import drawing
from benchmarks.load.results import Middle, Results
from benchmarks.publishing import put_into, write_json

WANTED_MS = 50.0
"""With one action a second at every table, 99 of 100 actions should reach everybody sooner."""
BUSY = 0.95
"""A client that uses this share of its core may be the bottleneck."""
IDLE = 0.6

NAMES = {"ceiling": "bare web server", "sqlite": "SQLite", "postgres": "PostgreSQL"}
HEAD = (
    "| tables | store | actions a second | actions per CPU second | of the bare web server "
    "| own answer p50 / p99 | all seats p50 / p99 / max | CPU: server / client / database "
    "| memory before → after |\n|---|---|---|---|---|---|---|---|---|"
)


def markdown(results: Results) -> str:
    return "\n".join(_parts(results)) + "\n"


def _parts(results: Results) -> Iterator[str]:
    repeats = max(len(runs) for runs in results.runs.values())
    yield f"{results.machine}. {_pinning(results)}\n"
    yield (
        f"Each line is the median of {repeats} {'run' if repeats == 1 else 'runs'} of "
        f"{results.seconds:g} s, each with a fresh server and an empty database; in brackets the "
        "least and the most. Delays are in milliseconds, from the moment the request is sent. "
        + _disk(results)
    )
    titles = {
        "full": "As fast as they can: a table acts again as soon as all its seats have seen",
        "calza": "The same with calza, a third of the rounds ended by one out of turn",
        "paced": "One action a second at every table",
    }
    for mode, title in titles.items():
        cells = sorted(results.cells(mode), key=lambda cell: cell.tables)
        if cells:
            yield f"\n### {title}\n\n{HEAD}"
            yield from (_row(results, cell) for cell in cells)
    yield from _remarks(results)


def _disk(results: Results) -> str:
    rate = median(one.per_second for one in results.disk)
    p99 = median(one.p99 for one in results.disk)
    worst = max(one.worst for one in results.disk)
    return (
        f"The disk takes {rate:,.0f} forced writes a second, one after the other "
        f"(p99 {p99:.1f} ms, the slowest {worst:.1f} ms)."
    )


def _pinning(results: Results) -> str:
    if not results.pinned:
        return "Server and client share the cores as the system likes: fewer than two could be had."
    return (
        "The server is held to one core and the client to another, though nothing else is kept off "
        "them; PostgreSQL may use all, and its processor time is not in that of the server."
    )


def _row(results: Results, cell: Cell) -> str:
    def value(name: str, digits: int = 1) -> str:
        return f"{results.middle(cell, name).value:,.{digits}f}"

    share = results.of_ceiling(cell)
    columns = [
        str(cell.tables),
        NAMES[cell.store],
        _spread(results.middle(cell, "per_second")),
        _spread(results.middle(cell, "per_cpu_second")),
        "" if share is None else f"{share.value:.1%}",
        f"{value('answer_p50')} / {value('answer_p99')}",
        f"{value('seen_p50')} / {value('seen_p99')} / {value('seen_max')}",
        " / ".join(
            f"{results.middle(cell, f'{who}_share').value:.0%}"
            for who in ("server", "client", "database")
        ),
        f"{value('memory_before', 0)} → {value('memory_after', 0)} MB",
    ]
    return "| " + " | ".join(columns) + " |"


def _spread(middle: Middle) -> str:
    return f"{middle.value:,.0f} ({middle.least:,.0f} to {middle.most:,.0f})"


def _remarks(results: Results) -> Iterator[str]:
    for cell in results.cells("paced"):
        p99 = results.middle(cell, "seen_p99")
        if cell.store != "ceiling":
            verdict = "under" if p99.value < WANTED_MS else "**not** under"
            yield (
                f"\n{NAMES[cell.store]}, {cell.tables} tables at one action a second: p99 "
                f"{p99.value:.1f} ms ({p99.least:.1f} to {p99.most:.1f}), "
                f"{verdict} {WANTED_MS:.0f} ms."
            )
    for cell in results.cells("calza"):
        heard = results.middle(cell, "heard_p50").value
        yield (
            f"\n{NAMES[cell.store]}: a calza out of turn was known to all after {heard:.0f} ms "
            "(median), 400 ms of them the hearing."
        )
    busy = [c for c in results.runs if results.middle(c, "client_share").value > BUSY]
    for cell in busy:
        yield f"\nThe client was the bottleneck: {cell}. The server could have done more."
    for cell in results.cells("full"):
        # It waits for nothing but the client: if both were idle, other programs used their cores.
        shares = [results.middle(cell, f"{who}_share").value for who in ("server", "client")]
        if cell.store == "ceiling" and cell.tables > 1 and max(shares) < IDLE:
            yield f"\nThe machine was busy with other things: {cell}. Measure again."


def publish(results: Results, folder: Path, page: Path | None) -> None:
    """Write JSON, table and drawing into the folder, and the table also into the page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "load.json", results.as_json())
    (folder / "load.svg").write_text(drawing(results), encoding="utf-8")
    table = markdown(results)
    (folder / "table.md").write_text(f"# Load, as measured\n\n{table}", encoding="utf-8")
    if page is not None:
        picture = f"![Actions a second and delays](./{folder.name}/load.svg)"
        put_into(page, f"{picture}\n\n{table}")
