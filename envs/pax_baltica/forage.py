"""Foraging, and the fleets' way home in winter (3.7, 4.4, 4.7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    BLUE,
    FORAGE,
    HUNGER_CUT_OFF,
    HUNGER_SUPPLIED,
    IS_FLEET,
    SEA0,
    SWEDEN,
    TERRITORIES,
)
from legation.envs.pax_baltica.control import lose_step, nearest_harbour, put
from legation.envs.pax_baltica.supply import search_side

DIE_SIDES = 6


@rule
def forage(s: Any) -> None:
    """4.4: the first player's territories, then the second's; in a winter campaign 4.7."""
    if s.campaign:
        forage_side(s, SWEDEN)
        return
    forage_side(s, s.first_player)
    forage_side(s, 1 - s.first_player)


@rule
def forage_side(s: Any, side: Any) -> None:
    # Only this side's land blocks can fall now: its communications stay as they are.
    search_side(s, side)
    for t in range(TERRITORIES):
        if s.land_total[side, t] > 0:
            forage_territory(s, side, t)


@rule
def has_to_eat(s: Any, b: Any, side: Any, t: Any) -> Any:
    """The side's land blocks in t; of a winter campaign, the blue ones only."""
    if BLOCK_SIDE[b] != side or IS_FLEET[b] or s.place[b] != t:
        return False
    return s.campaign == 0 or BLOCK_COLOUR[b] == BLUE


@rule
def forage_territory(s: Any, side: Any, t: Any) -> None:
    cap = max(0, FORAGE[t] - s.bad_harvest)
    if s.campaign and s.owner[t] != side:
        cap //= 2
    eaters = s.land_count[t, BLUE] if s.campaign else s.land_total[side, t]
    taken = np.zeros(BLOCKS, np.bool_)
    for _ in range(eaters - cap):
        b = hungriest(s, side, t, taken)
        taken[b] = True
        if FORAGE[t] > 0:
            supplied = s.supplied[BLOCK_NATION[b], t]
            if draw(s, DIE_SIDES) + 1 > (HUNGER_SUPPLIED if supplied else HUNGER_CUT_OFF):
                continue
        s.steps_lost[t] += 1
        lose_step(s, b)


@rule
def hungriest(s: Any, side: Any, t: Any, taken: Any) -> Any:
    """The block with the most steps that was not taken yet, lowest index."""
    best = -1
    for b in range(BLOCKS):
        eats = has_to_eat(s, b, side, t) and not taken[b]
        if eats and (best < 0 or s.steps[b] > s.steps[best]):
            best = b
    return best


@rule
def fleets_go_home(s: Any) -> None:
    """3.7: in winter, fleets at sea go to the nearest friendly harbour, or to the pool."""
    for b in range(BLOCKS):
        if IS_FLEET[b] and s.place[b] >= SEA0:
            put(s, b, nearest_harbour(s, BLOCK_SIDE[b], s.place[b] - SEA0))
