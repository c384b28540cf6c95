"""Which tests are compiled.

Each number of seats is a record of its own and takes a minute to compile. So in a Python with the
compiler the modules below look at one table, and `test_plain.py` runs all others without it. A
module that is named on the command line runs as it is asked for.
"""

from __future__ import annotations

from pathlib import Path

import numba
import pytest

ONLY_COMPILED = {"test_heuristic_matches.py", "test_plain.py"}
COMPILED = {"test_conformance.py", *ONLY_COMPILED}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    name = collection_path.name
    if not (name.startswith("test_") and name.endswith(".py")):
        return None
    if numba.config.DISABLE_JIT:
        return True if name in ONLY_COMPILED else None
    named = any(name in argument for argument in config.args)
    return None if name in COMPILED or named else True
