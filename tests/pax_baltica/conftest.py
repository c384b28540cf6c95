"""The game is not offered yet, and its rules have not been checked compiled: plain Python only."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if numba.config.DISABLE_JIT:
        return
    why = pytest.mark.skip(
        reason="pax_baltica is not offered yet: its tests run with NUMBA_DISABLE_JIT=1"
    )
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(why)
