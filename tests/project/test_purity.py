"""What the engine must never depend on, and the size that says a file has two jobs."""

import ast
import sys
from pathlib import Path

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
    """A rule point decides, never the name of the box."""
    for path in ENGINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                for side in (node.left, *node.comparators):
                    assert getattr(side, "attr", "") != "key", f"{path.name}:{node.lineno}"


def test_no_file_is_long_enough_for_two_jobs() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("src", "tests", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert not long
