"""The base needs nothing but Python; each extra brings what its room imports, and no more."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from perudo.extras import EXTRAS
from testkit import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE = ROOT / "src" / "perudo"
EXTRA_OF = {
    "arena/cluster.py": "ray",
    "arena/exam": "solve",
    "arena": "arena",
    "bots/champion": "champion",
    "client": "client",
    "coach": "champion",
    "envs": "envs",
    "lab": "lab",
    "server": "server",
    "solve": "solve",
    "table/live": "server",
    "terminal": "terminal",
    "train": "train",
    "web": "server",
}
"""The extra that a room may import from; all others import from the standard library only."""
BROUGHT_ALONG = {"server": {"markupsafe", "pydantic", "starlette"}, "terminal": {"rich"}}
"""What comes with a package of the extra."""


def third_party(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").split(".")[0])
    return names - sys.stdlib_module_names - {"perudo"}


def test_rooms_import_only_what_their_extra_brings() -> None:
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        where = str(path.relative_to(SOURCE))
        extra = next(
            (e for room, e in EXTRA_OF.items() if f"{where}/".startswith(f"{room}/")), None
        )
        allowed = set(EXTRAS[extra]) | BROUGHT_ALONG.get(extra, set()) if extra else set()
        assert third_party(path) <= allowed, where
        found |= third_party(path)
    assert {"numpy", "fastapi", "jax"} <= found


def test_extras_match_the_optional_dependencies() -> None:
    assert PROJECT["dependencies"] == []
    offered = PROJECT["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        brought = " ".join(offered[extra]).replace("-", "_").replace("open_spiel", "pyspiel")
        for module in modules:
            assert module in brought, f"{extra}: {module}"
    (everything,) = offered["all"]
    assert all(extra in everything for extra in EXTRAS)


def test_what_users_install_has_a_lower_bound() -> None:
    for extra in EXTRAS:
        for needed in PROJECT["optional-dependencies"][extra]:
            assert ">=" in needed, needed


def pinned(name: str) -> set[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return set(re.findall(r"^([\w-]+)(?:\[\w+\])?==", text, flags=re.MULTILINE))


def test_running_the_server_needs_no_build_tools() -> None:
    wanted = {
        re.split(r"[\[>;]", needed)[0].lower()
        for needed in PROJECT["optional-dependencies"]["server"]
    }
    assert wanted <= pinned("requirements.txt")
    assert not pinned("requirements.txt") & {"babel", "hatchling", "pip", "pytest", "setuptools"}
    assert {"babel", "hatchling", "pytest"} <= pinned("requirements-dev.txt")
    assert {"httpx", "textual"} <= pinned("requirements-terminal.txt")
    assert not pinned("requirements-terminal.txt") & {"fastapi", "sqlalchemy", "pytest"}


@pytest.mark.parametrize(
    "name",
    [
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-docs.txt",
        "requirements-terminal.txt",
    ],
)
def test_pinned_requirements_name_no_package_index(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--" not in text
