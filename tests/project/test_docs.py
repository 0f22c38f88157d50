"""The documents agree with the program."""

import doctest
import re

from perudo.engine.editions import EDITIONS
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import read_text
from perudo.records.replay import replayed
from testkit import ROOT
from testkit.docs import code_blocks


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


def test_every_room_is_in_the_architecture_page() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [path.parent.name for path in (ROOT / "src" / "perudo").glob("*/__init__.py")]
    rooms.append("testing")
    assert len(rooms) >= 7
    for room in rooms:
        assert f"| `{room}` |" in page
    for path in (ROOT / "src" / "perudo" / "engine").glob("*.py"):
        assert path.stem == "__init__" or f"`{path.stem}`" in page, path.name


def test_links_between_documents_are_valid() -> None:
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
