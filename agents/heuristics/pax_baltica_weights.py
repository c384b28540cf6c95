"""What the hand-written player of Pax Baltica weighs with, a row for each side and length of war.

Worths are in victory points. Sweden in a long war has weights of its own, searched by matches of
the campaign against the Coalition's (`docs/results/pax_baltica.md`): by the others it fed winter
campaigns and far sieges with garrisons at home, and lost nearly every long war.
`training/evolution.py` finds others, which a file of weights holds (`agents/weighted.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule

LONG_YEARS = 3  # after the running one: no year of a short scenario has as many

# What holds for both sides in a short war, and for Sweden in a long one.
_BY_HAND = {
    "garrison": (4.0, 3.3),  # points for a Swedish garrison
    "armistice": (8.0, 4.5),  # points for a principal nation that leaves
    "triumph": (24.0, 16.0),  # points for Stockholm
    "fade": (0.72, 0.71),  # of a pull, a territory further
    "neutral": (0.5, 0.57),  # points for a neutral Polish garrison
    "attrition": (0.8, 1.1),  # how much a lost territory counts on the way to an armistice
    "keep": (1.0, 1.3),  # what an own garrison is worth, by what it would bring the enemy
    "relief": (0.6, 0.65),  # pull of an own garrison with enemies before it, by its worth
    "guard": (0.12, 0.09),  # pull of one with a strong enemy next to it
    "cover": (0.18, 0.08),  # of an army that stands in such a garrison
    "hunger": (0.22, 0.57),  # points for a block that is not fed
    "sail": (0.03, 0.019),  # of a zone beside a worthy coast where no own army stands
    "landing": (0.0, 0.42),  # of a zone from which an army near it could besiege
    "siege": (1.0, 1.2),  # of a turn of siege
    "politics_gain": (0.25, 0.2),  # what the table is thought to bring
    "build": (0.35, 0.27),  # of a step where it counts, by action
    "least": (0.12, 0.069),  # what a march has to bring
    "stand_odds": (0.45, 0.32),  # below which a side leaves a battle
    "declare_gain": (0.8, 7.8),  # what a winter campaign has to bring
    "tired": (0.25, 0.26),  # how much more for each point of exhaustion
}
NAMES = tuple(_BY_HAND)
ROWS = ("sweden", "coalition", "sweden_long", "coalition_long")
_SHORT, _LONG = zip(*_BY_HAND.values(), strict=True)
WEIGHTS = np.array([_SHORT, _SHORT, _LONG, _SHORT])

(GARRISON, ARMISTICE, TRIUMPH, FADE, NEUTRAL, ATTRITION, KEEP, RELIEF, GUARD, COVER, HUNGER,
 SAIL, LANDING, SIEGE, POLITICS_GAIN, BUILD, LEAST, STAND_ODDS, DECLARE_GAIN, TIRED,
) = range(len(NAMES))  # fmt: skip


@rule
def row_of(s: Any, side: Any) -> Any:
    """The row of weights by which a side plays this year."""
    return side + 2 if s.last_year - s.year >= LONG_YEARS else side
