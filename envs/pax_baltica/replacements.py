"""Replacements: steps and new blocks, in the entry phase and by action (3.2, 3.4, 4.5)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    DOUBLE_COST,
    EXHAUSTION_RP,
    FROM_YEAR,
    HOME,
    IS_FLEET,
    IS_HARBOUR,
    LAND_NATION,
    MAX_STEPS,
    PAYS_FROM,
    POLAND,
    POOL,
    STEP_COST,
    STEPS_A_YEAR,
    SWEDES_TRACK,
    TERRITORIES,
    TRACK_NATION,
    TRACK_SIDE,
    TRACKS,
    TRANSIT,
)
from legation.envs.pax_baltica.control import appear
from legation.envs.pax_baltica.moves import END, FIRST_BUILD, FIRST_GO
from legation.envs.pax_baltica.record import ACTIVE
from legation.envs.pax_baltica.supply import search_side

NEVER = 0  # a cost: not possible


@rule
def fill_banks(s: Any, side: Any) -> None:
    """3.1: the RP levels of the side's active nations, Sweden's less its exhaustion."""
    for track in range(TRACKS):
        s.bank[side, track] = 0
        if TRACK_SIDE[track] == side and s.status[TRACK_NATION[track]] == ACTIVE:
            points = s.rp[track]
            if track == SWEDES_TRACK:
                points -= EXHAUSTION_RP * s.exhaustion
            s.bank[side, track] = max(0, points)


@rule
def empty_banks(s: Any, side: Any) -> None:
    for track in range(TRACKS):
        s.bank[side, track] = 0
    s.built[:] = 0


@rule
def budget(s: Any, b: Any) -> Any:
    """What is left for the block; the nations of block and bank must be active."""
    track = PAYS_FROM[BLOCK_NATION[b]]
    if s.status[BLOCK_NATION[b]] != ACTIVE or s.status[TRACK_NATION[track]] != ACTIVE:
        return 0
    return s.bank[BLOCK_SIDE[b], track]


@rule
def step_cost(s: Any, b: Any) -> Any:
    """Of one more step for a block on the map; 0: not possible."""
    x, side = s.place[b], BLOCK_SIDE[b]
    if s.steps[b] >= MAX_STEPS[b] or s.built[b] >= STEPS_A_YEAR:
        return NEVER
    if IS_FLEET[b]:
        at_home = x < TERRITORIES and IS_HARBOUR[x] and s.owner[x] == side
        return STEP_COST[b] if at_home else NEVER
    if x >= TERRITORIES or s.supplied[BLOCK_NATION[b], x] == 0:
        return NEVER
    return STEP_COST[b] if s.owner[x] == side else STEP_COST[b] * DOUBLE_COST


@rule
def place_cost(s: Any, b: Any, t: Any) -> Any:
    """Of placing a block from the pool in t with one step; 0: not possible."""
    side, nation = BLOCK_SIDE[b], BLOCK_NATION[b]
    if s.land_total[1 - side, t] > 0:
        return NEVER
    if IS_FLEET[b]:
        return STEP_COST[b] if IS_HARBOUR[t] and s.owner[t] == side else NEVER
    if LAND_NATION[t] == nation and s.owner[t] == side:
        return STEP_COST[b]
    if s.owner[t] != TRANSIT:
        return NEVER
    if LAND_NATION[t] == nation and nation == POLAND and HOME[t]:
        return STEP_COST[b] * DOUBLE_COST
    return STEP_COST[b] * DOUBLE_COST if has_base(s, nation, t) else NEVER


@rule
def has_base(s: Any, nation: Any, t: Any) -> Any:
    """Whether a land block of the nation with communications stands in t."""
    if s.supplied[nation, t] == 0:
        return False
    for b in range(BLOCKS):
        if BLOCK_NATION[b] == nation and IS_FLEET[b] == 0 and s.place[b] == t:
            return True
    return False


@rule
def has_place(s: Any, b: Any) -> Any:
    """Whether a place with an affordable cost exists."""
    points = budget(s, b)
    if points < STEP_COST[b]:
        return False
    for t in range(TERRITORIES):
        cost = place_cost(s, b, t)
        if cost != NEVER and cost <= points:
            return True
    return False


@rule
def mark_replacements(s: Any, side: Any, mask: Any) -> None:
    """REPLACE: `END`, and `BUILD(b)` on the map or from the pool."""
    mask[END] = True
    for b in range(BLOCKS):
        if BLOCK_SIDE[b] != side:
            continue
        if s.place[b] != POOL:
            cost = step_cost(s, b)
            mask[FIRST_BUILD + b] = cost != NEVER and cost <= budget(s, b)
        elif FROM_YEAR[b] <= s.year:
            mask[FIRST_BUILD + b] = has_place(s, b)


@rule
def mark_places(s: Any, side: Any, mask: Any) -> None:
    """PLACE: only what can be paid."""
    b = s.placing[side]
    points = budget(s, b)
    for t in range(TERRITORIES):
        cost = place_cost(s, b, t)
        mask[FIRST_GO + t] = cost != NEVER and cost <= points


@rule
def pay(s: Any, b: Any, cost: Any) -> None:
    s.bank[BLOCK_SIDE[b], PAYS_FROM[BLOCK_NATION[b]]] -= cost
    s.built[b] += 1


@rule
def build_step(s: Any, b: Any) -> None:
    pay(s, b, step_cost(s, b))
    s.steps[b] += 1
    s.build_place = s.place[b]


@rule
def build_new(s: Any, side: Any, t: Any) -> None:
    b = s.placing[side]
    pay(s, b, place_cost(s, b, t))
    appear(s, b, t, 1)
    if s.owner[t] == TRANSIT:  # where the enemy's communications may have led
        search_side(s, 1 - side)
    s.placing[side] = -1
    s.build_place = t


# --- the action (3.4) ------------------------------------------------------------------------


@rule
def mark_reinforcements(s: Any, side: Any, mask: Any) -> None:
    """BUILD(b) in ACT: unmoved, below its most steps, in friendly territory without enemies."""
    for b in range(BLOCKS):
        x = s.place[b]
        if BLOCK_SIDE[b] != side or x < 0 or x >= TERRITORIES or s.moved[b]:
            continue
        if s.steps[b] >= MAX_STEPS[b] or s.owner[x] != side or s.land_total[1 - side, x] > 0:
            continue
        if IS_FLEET[b]:
            mask[FIRST_BUILD + b] = IS_HARBOUR[x] != 0
        else:
            mask[FIRST_BUILD + b] = s.supplied[BLOCK_NATION[b], x] != 0


@rule
def reinforce(s: Any, b: Any) -> None:
    s.steps[b] += 1
    s.moved[b] = 1
    s.build_place = s.place[b]
