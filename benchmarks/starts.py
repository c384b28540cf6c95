"""How long a command takes to be ready: the first time, when rules are compiled, and after that."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Everything that playing, evaluating and serving compile: a batch, single states, both agents.
READY = """
from legation.envs import load_game
from legation.envs.engine import GameBatch
from legation.evaluation.arena import one_against_rest
from legation.agents import load

game = load_game("embassies")
state = game.new_state()
game.apply(state, int(game.legal_action_mask(state).argmax()))
game.observe(state, 0)
one_against_rest(game, load("heuristic", game), load("uniform", game), 2, 0)
"""


def measure_starts() -> tuple[float, float]:
    """Seconds of a cold start, with an empty cache of compiled code, and of a second start."""
    with tempfile.TemporaryDirectory() as cache:
        return _start(cache), _start(cache)


def _start(cache: str) -> float:
    path = os.pathsep.join([str(ROOT), str(ROOT / ".dev"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": path}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", READY], check=True, env=environment, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - began
