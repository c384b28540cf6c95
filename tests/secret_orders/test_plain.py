"""All tests of this folder in a Python without the compiler; see `conftest.py`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

FEWEST = 240  # tests that pass; so that none is lost unseen


def test_the_rules_in_plain_python() -> None:
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(here)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=here.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= FEWEST
