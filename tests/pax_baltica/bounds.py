"""Draws states at random within the declared ranges, possible or not, and asks the rules of each.

Run with Numba's index checks on, in a process of its own (`test_bounds.py`):

NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(mktemp -d) python -m legation.tests.pax_baltica.bounds
"""

from __future__ import annotations

import sys

import numpy as np

from legation.envs.engine.checks.walk import slot_bounds
from legation.tests.pax_baltica.positions import NARVA


def main(count: int) -> None:
    """Compiled code would read past its arrays without a word: here it raises an IndexError."""
    rng = np.random.default_rng(8)
    low, high = slot_bounds(NARVA)
    mask = np.zeros(NARVA.actions.size, np.bool_)
    out = np.zeros(NARVA.seats)
    legal = 0
    for _ in range(count):
        states = np.repeat(NARVA.initial, 1)
        flat = NARVA.schema.flat(states)
        flat[0] = rng.integers(low, high + 1)
        state = states[0]
        state.over, state.actor = 0, rng.integers(NARVA.seats)
        NARVA.kernels.legal(state, mask)
        NARVA.kernels.potential(state, out)
        legal += int(mask.any())
        assert np.isfinite(out).all()
    print(f"{count} states, {legal} of them with a legal action")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
