"""The game is not offered yet, and its rules have not been checked compiled: plain Python only.

With NUMBA_DISABLE_JIT=1 the registries know it, for these tests.
"""

from __future__ import annotations

from pathlib import Path

import numba

from legation.agents.heuristics import HEURISTICS
from legation.envs import GAMES

NAME = "secret_orders"
COMPILED = {"test_heuristic_matches.py", "test_plain.py"}

if numba.config.DISABLE_JIT:
    GAMES.setdefault(NAME, f"legation.envs.{NAME}")
    HEURISTICS.setdefault(NAME, f"legation.agents.heuristics.{NAME}")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Compiled, no module of the folder can be imported: the registry does not know the game."""
    if numba.config.DISABLE_JIT:
        return True if collection_path.name in COMPILED else None
    return True if collection_path.name.startswith("test_") else None
