"""The documents agree with the program."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from perudo.engine.editions import EDITIONS
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text
from perudo.records.replay import replayed
from testkit import ROOT
from testkit.commands import Run
from testkit.docs import anchors_in, code_blocks, links_in
from tools.drawings import DRAWN, WALK, layers


def test_readme_examples_run_and_match_their_output() -> None:
    (code,) = code_blocks("README.md", "python")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 5
    runner, report = doctest.DocTestRunner(), list[str]()
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


def test_both_forms_in_the_records_page_are_the_same_match() -> None:
    text, jsonl = (code_blocks("docs/records.md")[index] for index in (0, 1))
    record = read_text(text)
    assert read_jsonl(jsonl) == record
    assert write_jsonl(record) == jsonl
    replayed(record)


def test_the_readme_lists_the_editions_with_their_options() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for key, edition in EDITIONS.items():
        row = next(line for line in text.split("\n") if line.startswith(f"| `{key}`"))
        for option, value in (
            ("calza", edition.calza),
            ("palifico", edition.palifico),
            ("visible-dice", edition.visible_dice),
        ):
            assert (f"`{option}`" in row) == (value.value == "optional"), row


def test_documents_list_every_room_and_its_files() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    maps = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rooms").glob("*.md")
    )
    rooms = [room for row in layers() for room in row if room != "version"]
    assert len(rooms) >= 15
    for room in rooms:
        assert f"| `{room}` |" in page
        assert f"<!-- files of perudo.{room} -->" in maps


def test_room_pages_name_existing_files() -> None:
    pages = [*(ROOT / "docs" / "rooms").glob("*.md"), ROOT / "docs" / "decisions" / "README.md"]
    text = "".join(path.read_text(encoding="utf-8") for path in pages)
    named = re.findall(r"`((?:[a-z0-9_]+/)+[a-z0-9_-]+\.(?:py|js))`", text)
    assert len(named) > 10
    for name in named:
        assert (ROOT / "src" / "perudo" / name).exists() or (ROOT / name).exists(), name


def test_contributing_lists_every_test_folder() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?`) \| .+ \| .*\|$", guide, flags=re.MULTILINE)
    listed = {folder for row in rows for folder in re.findall(r"`(\w+)`", row)}
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert listed == folders
    for module in re.findall(r"`(testkit(?:\.\w+)+)`", guide):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file(), module


def test_decisions_index_lists_every_page() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    for page in folder.glob("0*.md"):
        assert f"]({page.name})" in listed


def test_drawings_are_up_to_date() -> None:
    for name, draw in DRAWN.items():
        drawn = (ROOT / "docs" / "drawings" / name).read_text(encoding="utf-8")
        assert drawn == draw(), "make drawings"


def test_walk_of_a_bid_names_existing_files() -> None:
    for step in WALK:
        for file in step.files:
            assert (ROOT / "src" / "perudo" / file).is_file(), file


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_are_valid(page: Path) -> None:
    for target, anchor in links_in(page):
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors_in(there), f"{target}#{anchor}"


INTERACTIVE = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", INTERACTIVE, ids=lambda page: str(page.relative_to(ROOT)))
def test_interactive_sessions_in_documents_run(page: Path) -> None:
    path = str(page.relative_to(ROOT))
    code = "\n".join(block for block in code_blocks(path, "python") if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(code, {}, path, path, 0)
    assert test.examples
    runner, report = doctest.DocTestRunner(), list[str]()
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


def test_recorded_match_in_howto_replays(run: Run, record_file: Callable[[str], str]) -> None:
    kitchen = code_blocks("docs/howto/write-down-a-match.md")[0]
    told = run("replay", record_file(kitchen))
    assert told.status == 0
    assert "Ben wins the match!" in told.out


def test_house_rule_errors_in_howto_match(run: Run) -> None:
    page = (ROOT / "docs" / "howto" / "house-rules.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\$ perudo (.+)\n(perudo: .+)$", page, flags=re.MULTILINE)
    assert len(shown) == 2
    for command, refusal in shown:
        assert refusal in run(*command.split()).err
