"""What the package imports is declared, and locked: a fresh machine has nothing else."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("envs", "agents", "training", "evaluation", "play", "cli")
# Imported in functions that say what to install where it is missing; extras of their own.
OPTIONAL = {"pyspiel", "open_spiel"}
# Import names that differ from the names of packages.
PACKAGES = {"google": "protobuf"}


def imported_libraries(source: str) -> set[str]:
    """The top-level names of the libraries that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"legation", "tests"}


def declared(*extras: str) -> set[str]:
    """The names that the package depends on, with those of extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return {normal(re.split(r"[<>=\[ ;]", line)[0]) for line in lines}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_library_is_a_declared_dependency() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for name in imported_libraries(path.read_text(encoding="utf-8")) - OPTIONAL
        # The pages are an extra; nothing else may need it.
        if normal(PACKAGES.get(name, name)) not in declared(*(["play"] * (folder == "play")))
    }
    assert not missing


def test_every_dependency_is_locked() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {normal(line.split("==")[0]) for line in lock.splitlines() if "==" in line}
    assert declared("play", "dev") <= locked


def test_an_undeclared_import_is_seen() -> None:
    source = "def f():\n    from pandas.core import frame\n    import os\n"
    assert imported_libraries(source) == {"pandas"}
