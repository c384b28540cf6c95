"""Makes the agent of a scenario of Pax Baltica that ships.

make zoo GAME=pax_baltica SCENARIO=campaign_1700
python -m legation.tests.pax_baltica.evolved runs/evolved --option scenario=campaign_1700

The hand-written player has 20 weights for each side, and in the campaign 20 more for the years in
which a long war is still to come.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from legation.agents.heuristics.pax_baltica_weights import LONG_YEARS
from legation.envs.pax_baltica.setups import SCENARIOS
from legation.tests.evolved import run
from legation.training.evolution import Settings

# Games are long, and few are enough for so few weights; play suffers much where they are far off.
SETTINGS = Settings(generations=30, games=800, piece=100, sigma=0.3)
START_YEARS = [scenario.start_year for scenario in SCENARIOS.values()]


def sides_of(state: np.void) -> NDArray[np.int64]:
    """`[2, K]`: the row of each side, and that for a long war where it began as one."""
    years = int(state["last_year"]) - START_YEARS[int(state["scenario"])]
    rows = [[0, 2], [1, 3]] if years >= LONG_YEARS else [[0], [1]]
    return np.array(rows, dtype=np.int64)


def main(arguments: Sequence[str] | None = None) -> int:
    return run("pax_baltica", sides_of, SETTINGS, arguments)


if __name__ == "__main__":
    sys.exit(main())
