"""What a user gets from `pip install`: one top-level name, with every module and data file."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA_SUFFIXES = {
    ".css", ".html", ".j2", ".js", ".json", ".md", ".po", ".safetensors", ".svg", ".toml",
}  # fmt: skip
NOT_SOURCE = (
    ".*", "__pycache__", "build", "dist", "runs", "*.egg-info", "*.nbi", "*.nbc",
)  # fmt: skip


def packaged_folders() -> tuple[str, ...]:
    """The top-level folders that setup.py names."""
    for node in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "TOP_LEVEL":
            return tuple(ast.literal_eval(node.value))
    raise AssertionError("setup.py has no TOP_LEVEL")


FOLDERS = packaged_folders()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel of the working tree, built from a copy, so no build output lands in the tree."""
    tree = tmp_path_factory.mktemp("tree") / "checkout"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    out = tree / "dist"
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    built = subprocess.run([*command, str(tree)], cwd=tree, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_claims_one_top_level_name(wheel: zipfile.ZipFile) -> None:
    """Bare `agents` or `envs` would overwrite other people's packages."""
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"legation"}
    assert {name.split("/")[1] for name in wheel.namelist() if name.startswith("legation/")} == {
        "__init__.py",
        "py.typed",
        *FOLDERS,
    }


def test_every_module_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    """Also catches a folder without `__init__.py`, which would be left out without a word."""
    modules = {
        f"legation/{file.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
    }
    assert modules - set(wheel.namelist()) == set()


def test_every_data_file_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    data = {
        f"legation/{file.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.suffix in DATA_SUFFIXES and "__pycache__" not in file.parts
    }
    assert data - set(wheel.namelist()) == set()


def test_the_wheel_holds_nothing_but_code_and_data(wheel: zipfile.ZipFile) -> None:
    kinds = {".py", ".typed", *DATA_SUFFIXES}
    names = [name for name in wheel.namelist() if name.startswith("legation/")]
    assert [name for name in names if Path(name).suffix not in kinds] == []


def test_metadata(wheel: zipfile.ZipFile) -> None:
    def read(ending: str) -> str:
        (name,) = (name for name in wheel.namelist() if name.endswith(f".dist-info/{ending}"))
        return wheel.read(name).decode()

    metadata = message_from_string(read("METADATA"))
    assert metadata["License-Expression"] == "Apache-2.0"
    assert read("licenses/LICENSE") == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "legation = legation.cli.main:main" in read("entry_points.txt")
    # A range that admits a newer torch pulls gigabytes of an untested release.
    (torch,) = (d for d in metadata.get_all("Requires-Dist", []) if d.startswith("torch"))
    assert "<=2.13.0" in torch


def test_setup_and_type_checker_know_the_same_folders() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        checked = tomllib.load(file)["tool"]["mypy"]["packages"]
    assert sorted(checked) == sorted(f"legation.{folder}" for folder in FOLDERS)
