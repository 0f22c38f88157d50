"""Back up and restore with the real commands, and make tables to put into backups."""

import json
from pathlib import Path
from typing import Any

from perudo.engine.bid import Bid
from perudo.server import plays
from perudo.server.audit import Finding, audit
from perudo.server.headings import heading_of
from perudo.server.storage import Append, Outcome, Store
from perudo.server.tables import stored_entry
from perudo.table.live.clockwork import due_at
from perudo.table.live.commands import Act, Sit, Start
from perudo.table.live.decide import decide, open_table
from perudo.table.live.events_json import to_json
from perudo.table.live.log import read_events
from perudo.table.live.outside import SystemOutside
from perudo.table.live.settings import Settings
from testkit.commands import Run

Json = dict[str, Any]


def run_json(run: Run, *words: str) -> Json:
    result = run(*words, "--json")
    assert (result.status, result.err) == (0, "")
    value: Json = json.loads(result.out)
    return value


def back_up(run: Run, url: str, file: Path) -> Json:
    return run_json(run, "backup", str(file), "--database", url)


def put_back(run: Run, url: str, file: Path, *words: str) -> Json:
    return run_json(run, "restore", str(file), "--database", url, *words)


def rows(url: str) -> dict[str, Any]:
    """Return all that a database holds about tables, by table id, and its signing key."""
    store = Store(url)
    try:
        ids = list(store.all_tables())
        return {
            table: (store.entries(table), store.heading(table), store.timer(table)) for table in ids
        } | {"key": store.stored_setting("key")}
    finally:
        store.close()


def events_of(url: str, table: str) -> list[Json]:
    store = Store(url)
    try:
        log = store.entries(table)
        return [to_json(event) for entry in log for event in read_events(entry.body)]
    finally:
        store.close()


def events_in(file: Path, table: str) -> list[Json]:
    return events_of(f"sqlite:///{file}", table)


def audit_findings(url: str) -> list[Finding]:
    store = Store(url)
    try:
        return [finding for _, findings in audit(store) for finding in findings]
    finally:
        store.close()


def add_tables_in_play(store: Store, *ids: str) -> None:
    """Write tables with a round under way into the store, without a server."""
    outside = SystemOutside(store.now)
    for table in ids:
        opened = open_table(
            table, table[-6:].upper(), Settings(seats=2), "ann", Sit("Ann"), outside
        )
        decisions = [opened]
        for player, command in (("bob", Sit("Bob")), ("ann", Start()), (None, Act(Bid(1, 3), 3))):
            latest = decisions[-1].table
            who = player
            if who is None:
                assert latest.turn is not None
                who = ("ann", "bob")[latest.turn]
            decisions.append(decide(latest, who, command, outside))
        before = None
        for decision in decisions:
            after = decision.table
            entry, played = stored_entry(decision, None, ""), plays.changed(before, after)
            append = Append(entry, due_at(after), True, heading_of(after), played)
            assert store.append([append]) == [Outcome.COMMITTED]
            before = after


def secrets(events: list[Json]) -> set[str]:
    return {event["secret"] for event in events if event["event"] == "pledged"}


def cups(events: list[Json]) -> list[Any]:
    return [event["cups"] for event in events if event["event"] == "dealt"]
