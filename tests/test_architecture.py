"""Who may import whom, and the other house rules that a machine can check.

Each rule is a function from a path (relative to the root), its source and the modules that exist
to a list of complaints. So each can be shown to catch a planted violation.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import pytest

from legation.envs import GAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE_FOLDERS = ("envs", "agents", "training", "evaluation", "play", "cli")
CODE_FOLDERS = (*PACKAGE_FOLDERS, "tests", "benchmarks", "examples", "docs")
NOT_GAMES = {"engine", "adapters"}
MAX_LINES = 400
BANNED_NAMES = {"utils", "util", "common", "helpers", "helper", "misc"}
TORCH_FILES = {"agents/network.py", "agents/neural.py", "agents/checkpoint.py"}
ENGINE_LIBRARIES = {"numpy", "numba"}
GAME_LIBRARIES = {"numpy"}

# Lower layers know nothing of higher ones; play and training are at one height, and strangers.
HEIGHT = {
    "envs.engine": 0,
    "envs.game": 1,
    "envs": 2,  # the registry, envs/__init__.py
    "envs.adapters": 3,
    "agents": 4,
    "evaluation": 5,
    "training": 6,
    "play": 6,
    "cli": 7,
}

Rule = Callable[[str, str, frozenset[str]], list[str]]


# --- reading the sources ---------------------------------------------------------------------


def module_name(path: str) -> str:
    """`envs/engine/game.py` -> `legation.envs.engine.game`."""
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(("legation", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imported(path: str, source: str, modules: frozenset[str]) -> Iterator[str]:
    """Full names of the modules that a file imports, wherever in the file it does so.

    `from a import b` counts as `a.b` where that is a module of ours, else as `a`.
    """
    package = module_name(path) + (".x" if path.endswith("__init__.py") else "")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: -node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in modules else base
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = called.id if isinstance(called, ast.Name) else called
            first = node.args[0]
            if name in ("import_module", "__import__") and isinstance(first, ast.Constant):
                yield str(first.value)


def layer(module: str) -> str | None:
    """The layer of a module of ours, or None for a library, a test and the like."""
    parts = module.split(".")
    if parts[0] != "legation" or len(parts) < 2 or parts[1] not in PACKAGE_FOLDERS:
        return None
    if parts[1] == "envs" and len(parts) > 2:
        return f"envs.{parts[2]}" if parts[2] in NOT_GAMES else "envs.game"
    return parts[1]


def game_of(module: str) -> str | None:
    return module.split(".")[2] if layer(module) == "envs.game" else None


def top(module: str) -> str:
    return module.split(".")[0]


# --- the rules -------------------------------------------------------------------------------


def engine_stands_alone(path: str, source: str, modules: frozenset[str]) -> list[str]:
    if layer(module_name(path)) != "envs.engine":
        return []
    return [
        f"{path} imports {target}: the engine knows numpy, numba and the standard library only"
        for target in imported(path, source, modules)
        if layer(target) != "envs.engine"
        and top(target) not in ENGINE_LIBRARIES | sys.stdlib_module_names
    ]


def games_know_the_engine_only(path: str, source: str, modules: frozenset[str]) -> list[str]:
    own = game_of(module_name(path))
    if own is None:
        return []
    return [
        f"{path} imports {target}: a game knows the engine, numpy and the standard library only"
        for target in imported(path, source, modules)
        if layer(target) != "envs.engine"
        and game_of(target) is None
        and top(target) not in GAME_LIBRARIES | sys.stdlib_module_names
    ]


def games_never_import_each_other(path: str, source: str, modules: frozenset[str]) -> list[str]:
    own = game_of(module_name(path))
    if own is None:
        return []
    return [
        f"{path} imports {target}: games never import each other"
        for target in imported(path, source, modules)
        if game_of(target) not in (None, own)
    ]


def imports_go_down(path: str, source: str, modules: frozenset[str]) -> list[str]:
    own = layer(module_name(path))
    if own is None:
        return []
    return [
        f"{path} imports {target}: {own} is below {layer(target)}"
        for target in imported(path, source, modules)
        if HEIGHT[layer(target) or own] > HEIGHT[own]
    ]


def play_and_training_are_strangers(path: str, source: str, modules: frozenset[str]) -> list[str]:
    strangers = {"play": "training", "training": "play"}
    own = layer(module_name(path))
    return [
        f"{path} imports {target}: {own} never imports {layer(target)}"
        for target in imported(path, source, modules)
        if own in strangers and layer(target) == strangers[own]
    ]


def agents_never_import_training(path: str, source: str, modules: frozenset[str]) -> list[str]:
    return [
        f"{path} imports {target}: agents never import training"
        for target in imported(path, source, modules)
        if layer(module_name(path)) == "agents" and layer(target) == "training"
    ]


def torch_stays_in_its_files(path: str, source: str, modules: frozenset[str]) -> list[str]:
    folder = PurePosixPath(path).parts[0]
    if folder not in PACKAGE_FOLDERS or folder == "training" or path in TORCH_FILES:
        return []
    return [
        f"{path} imports {target}: torch belongs to training/ and {', '.join(sorted(TORCH_FILES))}"
        for target in imported(path, source, modules)
        if top(target) == "torch"
    ]


def generic_files_name_no_game(path: str, source: str, modules: frozenset[str]) -> list[str]:
    """Identifiers and string literals; docstrings and comments may give examples."""
    names_games = ("agents/heuristics/", "agents/zoo/")
    if layer(module_name(path)) in (None, "envs", "envs.game") or path.startswith(names_games):
        return []
    tree = ast.parse(source)
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
    found = []
    for node in ast.walk(tree):
        if node in docstrings:
            continue
        for text in words(node):
            plain = re.sub(r"[\W_]", "", text).lower()
            found += [
                f"{path}:{getattr(node, 'lineno', 1)} names the game {game}: {text!r}"
                for game in sorted(GAMES)
                if game.replace("_", "") in plain
            ]
    return found


def words(node: ast.AST) -> Iterator[str]:
    """The identifiers of one node (names, attributes, arguments, imports) or its string."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, str):
            yield value
        elif isinstance(value, bytes):
            yield value.decode(errors="ignore")
        return
    for field in ("id", "attr", "name", "asname", "arg", "module", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value
    for field in ("names", "kwd_attrs"):  # of global and nonlocal; of class patterns
        yield from (value for value in getattr(node, field, ()) if isinstance(value, str))


def files_are_short(path: str, source: str, modules: frozenset[str]) -> list[str]:
    lines = len(source.splitlines())
    return [f"{path} has {lines} lines, {MAX_LINES} at most"] if lines > MAX_LINES else []


def modules_are_named_for_what_they_hold(
    path: str, source: str, modules: frozenset[str]
) -> list[str]:
    bad = BANNED_NAMES.intersection(PurePosixPath(path).with_suffix("").parts)
    return [f"{path}: {name!r} says nothing about what is in it" for name in sorted(bad)]


# --- the repository keeps them ---------------------------------------------------------------


def our_files() -> list[str]:
    folders = [ROOT / name for name in CODE_FOLDERS]
    files = [*ROOT.glob("*.py"), *(file for folder in folders for file in folder.rglob("*.py"))]
    return sorted(file.relative_to(ROOT).as_posix() for file in files)


FILES = our_files()
MODULES = frozenset(module_name(path) for path in FILES)


def complaints(rule: Rule) -> list[str]:
    return [
        line
        for path in FILES
        for line in rule(path, (ROOT / path).read_text(encoding="utf-8"), MODULES)
    ]


def test_engine_imports_only_numpy_numba_and_the_standard_library() -> None:
    assert complaints(engine_stands_alone) == []


def test_games_import_only_the_engine_numpy_and_the_standard_library() -> None:
    assert complaints(games_know_the_engine_only) == []


def test_games_never_import_each_other() -> None:
    assert complaints(games_never_import_each_other) == []


def test_imports_go_down() -> None:
    assert complaints(imports_go_down) == []


def test_play_and_training_never_import_each_other() -> None:
    assert complaints(play_and_training_are_strangers) == []


def test_agents_never_import_training() -> None:
    assert complaints(agents_never_import_training) == []


def test_torch_stays_in_its_files() -> None:
    assert complaints(torch_stays_in_its_files) == []


def test_generic_files_name_no_game() -> None:
    assert complaints(generic_files_name_no_game) == []


def test_files_are_short() -> None:
    assert complaints(files_are_short) == []


def test_no_module_is_called_utils() -> None:
    assert complaints(modules_are_named_for_what_they_hold) == []


def test_every_game_folder_is_in_the_registry() -> None:
    """And the registry names no game that isn't there; so the rules above know every game."""
    folders = {init.parent.name for init in (ROOT / "envs").glob("*/__init__.py")}
    assert folders - NOT_GAMES == set(GAMES)


# --- a planted violation is caught -----------------------------------------------------------

GAME = min(GAMES)
PLANTED = [
    (engine_stands_alone, "envs/engine/batch.py", "import scipy"),
    (engine_stands_alone, "envs/engine/batch.py", "def f():\n    import gymnasium.spaces"),
    (engine_stands_alone, "envs/engine/batch.py", "from legation.envs import load_game"),
    (engine_stands_alone, "envs/engine/batch.py", f"from legation.envs import {GAME}"),
    (engine_stands_alone, "envs/engine/batch.py", "from ..adapters import pettingzoo"),
    (engine_stands_alone, "envs/engine/__init__.py", "from ..adapters import pettingzoo"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "from numba import njit"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "from legation.agents import base"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "from legation.envs import GAMES"),
    (games_never_import_each_other, f"envs/{GAME}/rules.py", "import legation.envs.chess.rules"),
    (games_never_import_each_other, f"envs/{GAME}/rules.py", "from ..chess import rules"),
    (games_never_import_each_other, f"envs/{GAME}/rules.py", "from legation.envs import chess"),
    (imports_go_down, "agents/base.py", "from legation.evaluation.arena import play"),
    (imports_go_down, "envs/adapters/gymnasium.py", "from legation.agents.uniform import Uniform"),
    (imports_go_down, "envs/__init__.py", "import legation.envs.adapters"),
    (imports_go_down, "evaluation/arena.py", "def f():\n    import legation.training.ppo"),
    (imports_go_down, "training/loop.py", "from legation.cli.main import main"),
    (play_and_training_are_strangers, "play/bots.py", "from legation.training import ppo"),
    (play_and_training_are_strangers, "play/bots.py", "import_module('legation.training.ppo')"),
    (play_and_training_are_strangers, "training/loop.py", "from legation.play.table import Table"),
    (agents_never_import_training, "agents/neural.py", "from ..training.config import Config"),
    (torch_stays_in_its_files, "agents/search.py", "import torch.nn as nn"),
    (torch_stays_in_its_files, "cli/train.py", "def f():\n    from torch import nn"),
    (torch_stays_in_its_files, "envs/engine/batch.py", "import importlib as i\n"
     "i.import_module('torch')"),
    (generic_files_name_no_game, "agents/load.py", f"if game == '{GAME}': pass"),
    (generic_files_name_no_game, "agents/load.py", f"label = f'{GAME}:heuristic'"),
    (generic_files_name_no_game, "cli/main.py", f"from legation.envs import {GAME}"),
    (generic_files_name_no_game, "cli/main.py", f"import legation.envs.{GAME} as g"),
    (generic_files_name_no_game, "play/table.py", f"def {GAME}_table(): pass"),
    (generic_files_name_no_game, "envs/adapters/gymnasium.py", f"ID = '{GAME.title()}-v0'"),
    (generic_files_name_no_game, "envs/engine/game.py", f"class {GAME.title()}Rules: pass"),
    (generic_files_name_no_game, "training/config.py", f"f({GAME}=1)"),
    (files_are_short, "agents/base.py", "\n" * (MAX_LINES + 1)),
    (modules_are_named_for_what_they_hold, "agents/utils.py", ""),
    (modules_are_named_for_what_they_hold, "tests/common/toys.py", ""),
]  # fmt: skip

ALLOWED = [
    (engine_stands_alone, "envs/engine/batch.py", "import os, numpy\nfrom numba import njit"),
    (engine_stands_alone, "envs/engine/batch.py", "from .schema import Schema"),
    (engine_stands_alone, "envs/adapters/gymnasium.py", "import gymnasium"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "import numpy as np, tomllib"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "from . import text"),
    (games_know_the_engine_only, f"envs/{GAME}/rules.py", "from legation.envs.engine import game"),
    (games_never_import_each_other, f"envs/{GAME}/rules.py", "from .text import TEXT"),
    (imports_go_down, "cli/main.py", "from legation.training import ppo"),
    (imports_go_down, "envs/__init__.py", f"def f():\n    import legation.envs.{GAME}"),
    (imports_go_down, "envs/adapters/gymnasium.py", "from legation.envs import load_game"),
    (torch_stays_in_its_files, "agents/neural.py", "import torch"),
    (torch_stays_in_its_files, "training/ppo.py", "import torch"),
    (torch_stays_in_its_files, "benchmarks/peers.py", "import torch"),
    (generic_files_name_no_game, "agents/load.py", f'"""As in {GAME}:heuristic."""'),
    (generic_files_name_no_game, f"agents/heuristics/{GAME}.py", f"name = '{GAME}'"),
    (generic_files_name_no_game, "envs/__init__.py", f"GAMES = {{'{GAME}': 1}}"),
    (files_are_short, "agents/base.py", "\n" * MAX_LINES),
    (modules_are_named_for_what_they_hold, "agents/network.py", ""),
]

# The modules that the snippets above mean, whether or not they exist yet.
SNIPPET_MODULES = MODULES | {
    "legation.agents.base", "legation.envs.adapters.pettingzoo", "legation.envs.chess",
    "legation.envs.chess.rules", f"legation.envs.{GAME}", f"legation.envs.{GAME}.text",
    "legation.training.ppo",
}  # fmt: skip


@pytest.mark.parametrize(("rule", "path", "source"), PLANTED)
def test_a_planted_violation_is_caught(rule: Rule, path: str, source: str) -> None:
    assert rule(path, source, SNIPPET_MODULES)


@pytest.mark.parametrize(("rule", "path", "source"), ALLOWED)
def test_what_is_allowed_passes(rule: Rule, path: str, source: str) -> None:
    assert rule(path, source, SNIPPET_MODULES) == []
