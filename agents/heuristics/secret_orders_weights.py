"""What the hand-written player of Secret Orders weighs with, a row for each goal.

Set by hand, and alike for all goals. `training/evolution.py` finds others, which a file of weights
holds (`agents/weighted.py`).
"""

from __future__ import annotations

import numpy as np

from legation.envs.secret_orders.components import ACTION_KEYS
from legation.envs.secret_orders.options import GOAL_KEYS
from legation.envs.secret_orders.tables import TYPES

_BY_HAND = {
    "gold": 0.0004,  # worth of one gold, in points of the score as all that follows
    "focus_loss": 0.015,  # of a point of focus that an earlier action loses
    "army": 0.0008,  # of a thousand soldiers, where wars are planned
    "skill": 0.006,  # of a mastery of use, for each turn left
    "search": 0.035,  # of a hunt at home that finds what may be there
    "again": 0.2,  # of a second hunt of the turn, as a share of the first
    "enough": 0.004,  # what an action must be worth beyond its cost
    "noise": 0.05,  # of all values, relative
    "harm": 0.02,  # of a setback
    "exposed": 0.02,  # of a row that may expose a clandestine unit
    "early": 0.2,  # of a unit founded abroad, more for each turn that is left
    "point": 0.012,  # of a point of a modifier, for each turn in which it serves
    "news": 0.006,  # of a report on an army, for who wages wars
    "sure": 4.6,  # the result of a project that is enough to finish it
    "good_reform": 2.0,  # of a reform, which need be no more than a success
    "works_prize": 0.07,  # room for more people, and the product that comes with them
    "under_way": 0.02,  # what was begun is brought to an end
    "party": 0.0005,  # of a per cent of one's party abroad
    "great_muster": 12.0,  # thousands of soldiers that a great success brings
}
# Of all that an action of the type brings, before its cost.
NAMES = (*_BY_HAND, *ACTION_KEYS)
ROWS = GOAL_KEYS
WEIGHTS = np.tile(np.array([*_BY_HAND.values(), *np.ones(TYPES)]), (len(ROWS), 1))

(GOLD, FOCUS_LOSS, ARMY, SKILL, SEARCH, AGAIN, ENOUGH, NOISE, HARM, EXPOSED, EARLY, POINT, NEWS,
 SURE, GOOD_REFORM, WORKS_PRIZE, UNDER_WAY, PARTY, GREAT_MUSTER, FACTOR) = range(20)  # fmt: skip
