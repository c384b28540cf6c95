"""Makes the agent of Secret Orders that ships.

make zoo GAME=secret_orders
python -m legation.tests.secret_orders.evolved runs/evolved

The hand-written player has some 140 weights, 35 for each goal.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from legation.tests.evolved import run
from legation.training.evolution import Settings


def goals_of(state: np.void) -> NDArray[np.int64]:
    """`[S, 1]`: each seat plays by the row of its goal."""
    return np.array(state["goal"], dtype=np.int64)[:, None]


def main(arguments: Sequence[str] | None = None) -> int:
    return run("secret_orders", goals_of, Settings(), arguments)


if __name__ == "__main__":
    sys.exit(main())
