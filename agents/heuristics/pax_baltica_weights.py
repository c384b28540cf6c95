"""What the hand-written player of Pax Baltica holds things to be worth, a column for each side.

Worths are in victory points. Sweden in a long war has a column of its own, searched by matches of
the campaign against the Coalition's column (`docs/results/pax_baltica.md`): by the others it fed
winter campaigns and far sieges with garrisons at home, and lost nearly every long war.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import SWEDEN

LONG = 2
LONG_YEARS = 3  # after the running one: no year of a short scenario has as many

# [weight][column]: Sweden, the Coalition, Sweden with years to go.
_TABLE = np.array(
    [
        [4.0, 4.0, 3.3],  # GARRISON: points for a Swedish garrison
        [8.0, 8.0, 4.5],  # ARMISTICE: points for a principal nation that leaves
        [24.0, 24.0, 16.0],  # TRIUMPH: points for Stockholm
        [0.72, 0.72, 0.71],  # FADE: of a pull, a territory further
        [0.5, 0.5, 0.57],  # NEUTRAL: points for a neutral Polish garrison
        [0.8, 0.8, 1.1],  # ATTRITION: how much a lost territory counts on the way to an armistice
        [1.0, 1.0, 1.3],  # KEEP: what an own garrison is worth, by what it would bring the enemy
        [0.6, 0.6, 0.65],  # RELIEF: pull of an own garrison with enemies before it, by its worth
        [0.12, 0.12, 0.09],  # GUARD: pull of one with a strong enemy next to it
        [0.18, 0.18, 0.08],  # COVER: of an army that stands in such a garrison
        [0.22, 0.22, 0.57],  # HUNGER: points for a block that is not fed
        [0.03, 0.03, 0.019],  # SAIL: of a zone beside a worthy coast where no own army stands
        [0.0, 0.0, 0.42],  # LANDING: of a zone from which an army near it could besiege
        [1.0, 1.0, 1.2],  # SIEGE: of a turn of siege
        [0.25, 0.25, 0.2],  # POLITICS_GAIN: what the table is thought to bring
        [0.35, 0.35, 0.27],  # BUILD: of a step where it counts, by action
        [0.12, 0.12, 0.069],  # LEAST: what a march has to bring
        [0.45, 0.45, 0.32],  # STAND_ODDS: below which a side leaves a battle
        [0.8, 0.8, 7.8],  # DECLARE_GAIN: what a winter campaign has to bring
        [0.25, 0.25, 0.26],  # TIRED: how much more for each point of exhaustion
    ]
)
WEIGHTS = np.ascontiguousarray(_TABLE.T)
COUNT_OF_WEIGHTS = WEIGHTS.shape[1]
(
    GARRISON, ARMISTICE, TRIUMPH, FADE, NEUTRAL, ATTRITION, KEEP, RELIEF, GUARD, COVER, HUNGER,
    SAIL, LANDING, SIEGE, POLITICS_GAIN, BUILD, LEAST, STAND_ODDS, DECLARE_GAIN, TIRED,
) = range(COUNT_OF_WEIGHTS)  # fmt: skip


@rule
def weight(s: Any, side: Any, which: Any) -> Any:
    """What holds for a side this year."""
    column = LONG if side == SWEDEN and s.last_year - s.year >= LONG_YEARS else side
    return WEIGHTS[column, which]
