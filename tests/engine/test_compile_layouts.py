"""Kernels for records of two layouts, each compiled by another process, in one process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

# Too long to be put in place of its calls: so it stays a function with a name of its own.
LONG = "\n".join(
    f"        if s.a[(k * {i} + n) % 40] != 0:\n            total += s.a[(k + {i}) % 40] // {i}"
    for i in range(1, 60)
)
SCRIPT = f"""
import sys
import numpy as np
from legation.envs.engine import bind, rule

A, B = ("a", "i4", (40,)), ("b", "i4")
LAYOUTS = {{"early": [B, A], "late": [A, B]}}

@rule
def deep(s, n):
    total = s.b
    for k in range(n):
{LONG}
    return total

@rule
def get(s):
    total = deep(s, 3) - deep(s, 4)
    for k in range(s.a.shape[0]):
        total += deep(s, k)
    return total

def template(states, out):
    for i in range(states.shape[0]):
        out[i] = get(states[i])

read = bind(template, "layouts", {{"get": get}})
for name in sys.argv[1:]:
    states, out = np.zeros(3, np.dtype(LAYOUTS[name])), np.zeros(3, np.int64)
    states["b"] = [1, 2, 3]
    read(states, out)
    print(name, *out)
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_each_layout_runs_its_own_code(tmp_path: Path) -> None:
    script = tmp_path / "layouts.py"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)

    def run(*layouts: str) -> list[str]:
        command = [sys.executable, str(script), *layouts]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    for layout in ("early", "late"):
        assert run(layout) == [f"{layout} 40 80 120"]
    assert run("early", "late") == ["early 40 80 120", "late 40 80 120"]
    assert run("late", "early") == ["late 40 80 120", "early 40 80 120"]
