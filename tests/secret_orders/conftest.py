"""In a Python without the compiler the tests of `COMPILED` are too slow."""

from __future__ import annotations

from pathlib import Path

import numba

COMPILED = {"test_heuristic_matches.py"}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    ignored = bool(numba.config.DISABLE_JIT) and collection_path.name in COMPILED
    return True if ignored else None
