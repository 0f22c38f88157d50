"""Every clause of the rules page has a test that is named by its id."""

import ast
import re
from pathlib import Path

import pytest

from testkit import ROOT

HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "rules.md"

# How many clauses each letter has on the page.
CLAUSES = {"C": 12, "P": 9, "A": 10, "I": 12, "M": 3, "W": 7, "S": 20}


def defined_on(page: str) -> list[str]:
    """Return the ids of the clauses that the page defines.

    ``C8`` and ``S14`` stand in the first column of their tables, ``P1:`` or ``I3 OPTIONAL`` at the
    head of a cell of "Where they differ".
    """
    ids = []
    for section in page.split("\n## "):
        pattern, columns = r"[CS][0-9]+$", slice(0, 1)
        if section.startswith("Where they differ"):
            pattern, columns = r"[PAIMW][0-9]+\b", slice(1, None)
        for line in section.splitlines():
            if line.startswith("|"):
                cells = [cell.strip() for cell in line.strip("| ").split("|")]
                found = (re.match(pattern, cell) for cell in cells[columns])
                ids += [one[0] for one in found if one]
    return ids


def named_by_tests(folder: Path) -> set[str]:
    """Return the clause ids at the beginning of test names."""
    return {
        found[1]
        for path in folder.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and (found := re.match(r"test_([A-Z][0-9]+)_", node.name))
    }


@pytest.fixture(scope="module")
def defined() -> list[str]:
    return defined_on(PAGE.read_text("utf-8"))


def test_the_page_defines_73_clauses_each_once(defined: list[str]) -> None:
    expected = [f"{letter}{n}" for letter, last in CLAUSES.items() for n in range(1, last + 1)]
    assert len(expected) == 73
    assert sorted(defined) == sorted(expected)


def test_every_clause_has_a_test(defined: list[str]) -> None:
    named = named_by_tests(HERE)
    missing = [clause for clause in defined if clause not in named]
    assert not missing, f"no test names these clauses: {', '.join(missing)}"


def test_no_test_names_an_unknown_clause(defined: list[str]) -> None:
    unknown = sorted(named_by_tests(HERE) - set(defined))
    assert not unknown, f"docs/rules.md does not have these clauses: {', '.join(unknown)}"
