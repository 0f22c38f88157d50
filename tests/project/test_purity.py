"""What the engine may import and compare, and how long a file may be."""

import ast
import sys
from pathlib import Path

from perudo.engine.edition import POINT_TYPES, POINTS, Presence
from testkit import ROOT

ENGINE = ROOT / "src" / "perudo" / "engine"


def imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_the_engine_imports_itself_and_the_standard_library_only() -> None:
    files = sorted(ENGINE.glob("*.py"))
    assert len(files) > 10
    for path in files:
        for name in imports(path):
            inside = name.startswith("perudo.engine")
            assert inside or name.split(".")[0] in sys.stdlib_module_names, f"{path.name}: {name}"


def test_no_code_compares_an_edition_by_its_key() -> None:
    """Rule points decide, never the name of the box."""
    for path in ENGINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                for side in (node.left, *node.comparators):
                    assert getattr(side, "attr", "") != "key", f"{path.name}:{node.lineno}"


PLAYED = {"palifico": "plays_palifico", "calza": "plays_calza", "visible_dice": "shows_lost_dice"}
"""Rules that are either played or not, and the property by which the engine asks."""


def test_every_rule_point_is_read_in_the_engine() -> None:
    """A point that no ``match`` statement reads would have no effect."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ENGINE.glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    read = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    decided = {
        inside.attr
        for node in nodes
        if isinstance(node, ast.Match)
        for inside in ast.walk(node.subject)
        if isinstance(inside, ast.Attribute)
    }
    assert set(PLAYED) == {point for point, kind in POINT_TYPES.items() if kind is Presence}
    assert set(PLAYED.values()) <= read
    assert set(POINTS) - set(PLAYED) - {"words"} <= decided


def test_no_file_is_too_long() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("src", "tests", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert not long
