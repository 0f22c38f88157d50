"""Report the figures as tables, and write them into the page in docs."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.publishing import put_into, write_json
from benchmarks.web.drawing import drawing
from benchmarks.web.results import Results, Spread, spread
from benchmarks.web.stage import FAST_3G

MOST_BYTES = 60_000
MOST_START_MS = 200.0
"""After an empty answer would be there, over the same line."""
MOST_UPDATE_MS = 80.0
TABLE = "table"


def markdown(results: Results) -> str:
    return "\n".join(_parts(results)) + "\n"


def _parts(results: Results) -> Iterator[str]:
    busy, load = spread(results.busy), spread(results.load)
    yield (
        f"{results.machine}, Chromium {results.browser}, without a GPU. Before each measurement "
        f"others kept {busy.middle:.0f}% of it busy ({busy.least:.0f} to {busy.most:.0f}); "
        f"the load was {load.middle:.1f} ({load.least:.1f} to {load.most:.1f}, our own browser "
        "included)."
    )
    yield from _weights(results)
    yield from _starts(results)
    yield from _updates(results)


def _weights(results: Results) -> Iterator[str]:
    repeats = len(results.weights[TABLE])
    yield f"\n### Weight, in kB over the wire, median of {repeats} visits with nothing kept\n"
    yield "| page | its document | all in all | requests of the page |"
    yield "|---|---|---|---|"
    for page, weights in results.weights.items():
        first = spread([weight.first for weight in weights])
        total = spread([weight.total for weight in weights])
        requests = median(len(weight.requests) for weight in weights)
        yield f"| {page} | {first.middle / 1000:.1f} | {_kilo(total)} | {requests:.0f} |"
    most = max(weight.total for weight in results.weights[TABLE])
    yield (
        f"\nWanted: the table's page under {MOST_BYTES // 1000} kB in all. "
        f"{_verdict(most < MOST_BYTES)}: {most / 1000:.1f} kB at most."
    )


def _starts(results: Results) -> Iterator[str]:
    repeats = len(results.starts[FAST_3G.name])
    yield (
        "\n### From opening the table's page until a bid can be made, in ms, "
        f"median of {repeats} (least to most)\n"
    )
    yield "| device and line | page has arrived | first paint | it works | an empty answer |"
    yield "|---|---|---|---|---|"
    for profile, starts in results.starts.items():
        columns = [
            profile,
            f"{median(start.arrived for start in starts):,.0f}",
            f"{median(start.painted for start in starts):,.0f}",
            f"**{_whole(results.interactive(profile))}**",
            _whole(results.empty(profile)),
        ]
        yield "| " + " | ".join(columns) + " |"
    worst, nothing = results.interactive(FAST_3G.name), results.empty(FAST_3G.name)
    yield (
        f"\nWanted: at most {MOST_START_MS:.0f} ms after an empty answer, on fast 3G. "
        f"{_verdict(worst.middle - nothing.middle <= MOST_START_MS)}: "
        f"{worst.middle:,.0f} ms, of which {nothing.middle:,.0f} ms are what "
        "an empty answer takes there."
    )


def _updates(results: Results) -> Iterator[str]:
    yield "\n### From a bid to the picture of it, in ms, on a processor 4x slower\n"
    yield (
        "| seats | bids | frame to paint p50 / p95 | nothing to paint p50 / p95 | press on one "
        "device to paint on another p50 / p95 | the page was slower by |"
    )
    yield "|---|---|---|---|---|---|"
    for seats, runs in results.updates.items():
        columns = [
            seats,
            str(len(results.all_updates(seats, "to_paint"))),
            *(
                _pair(results.all_updates(seats, what))
                for what in ("to_paint", "idle", "end_to_end")
            ),
            f"{median(run.slower for run in runs):.1f}x",
        ]
        yield "| " + " | ".join(columns) + " |"
    middles = [spread(results.all_updates(s, "to_paint")).middle for s in results.updates]
    yield (
        f"\nWanted: a median under {MOST_UPDATE_MS:.0f} ms from frame to paint. "
        f"{_verdict(max(middles) < MOST_UPDATE_MS)}: {max(middles):.0f} ms."
    )


def _verdict(kept: bool) -> str:
    return "Kept" if kept else "**Not kept**"


def _kilo(value: Spread) -> str:
    return f"{value.middle / 1000:.1f} ({value.least / 1000:.1f} to {value.most / 1000:.1f})"


def _whole(value: Spread) -> str:
    return f"{value.middle:,.0f} ({value.least:,.0f} to {value.most:,.0f})"


def _pair(values: list[float]) -> str:
    found = spread(values)
    return f"{found.middle:.0f} / {found.p95:.0f}"


def publish(results: Results, folder: Path, page: Path | None) -> None:
    """Write the JSON, the chart, and the tables of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "web.json", results.as_json())
    (folder / "web.svg").write_text(drawing(results), encoding="utf-8")
    if page is not None:
        picture = (
            f"![When the table's page works, and how soon a bid is seen](./{folder.name}/web.svg)"
        )
        put_into(page, f"{picture}\n\n{markdown(results)}")
