"""No state within the declared ranges, possible or not, makes the rules read past an array."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba

COUNT = 300 if numba.config.DISABLE_JIT else 3000


def test_compiled_rules_stay_within_their_arrays(tmp_path: Path) -> None:
    # A cache of its own: the usual one holds code without checks, under the same name.
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "legation.tests.pax_baltica.bounds", str(COUNT)],
        env={**os.environ, **checked}, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    states, legal = (int(word) for word in done.stdout.split() if word.isdigit())
    # Most have: the guards must not be what keeps the rules from looking.
    assert states == COUNT
    assert legal > COUNT / 2
