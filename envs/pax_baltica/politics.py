"""The politics table (4.9)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.pax_baltica.constants import (
    BAD_HARVEST,
    BLOCK_NATION,
    BLOCKS,
    COALITION,
    ENVOYS,
    HOME,
    INTRIGUE,
    IS_FLEET,
    LAND_DISTANCE,
    LAND_NATION,
    MAGNATES,
    MOST_ENVOYS,
    PLAGUE,
    POLAND,
    POLITICS_RESULT,
    POOL,
    REFORM,
    REFORM_RP,
    REVOLT,
    REVOLT_BLOCK,
    REVOLT_BORDERS,
    REVOLT_PLACE,
    REVOLT_STEPS,
    REVOLT_YEAR,
    RUSSIA,
    RUSSIA_TRACK,
    SEA0,
    SUBSIDIES,
    SUBSIDY,
    SWEDEN,
    SWEDES_TRACK,
    TERRITORIES,
    UKRAINE,
)
from legation.envs.pax_baltica.control import appear, change_control, lose_step, put, update_map
from legation.envs.pax_baltica.nations import barred
from legation.envs.pax_baltica.record import ACTIVE, NEVER, ON

DIE_SIDES = 6
PLAGUE_BLOCKS = 3
MAGNATES_STEPS = 2


@rule
def politics(s: Any, side: Any) -> None:
    """One action spent, two dice, and what they bring."""
    s.politics_used[side] = 1
    total = draw(s, DIE_SIDES) + draw(s, DIE_SIDES) + 2
    s.politics_sum[side] = total
    result = POLITICS_RESULT[total]
    if result == PLAGUE:
        plague(s)
    elif result == INTRIGUE:
        s.actions_left[side] = 0
    elif result == ENVOYS:
        add_envoy(s, side)
    elif result == BAD_HARVEST:
        s.bad_harvest = 1
    elif result == REVOLT:
        if side == SWEDEN and may_revolt(s):
            start_revolt(s)
    elif result == SUBSIDIES:
        s.actions_left[side] += SUBSIDY
    elif result == MAGNATES:
        if not (gain_magnates(s) if side == COALITION else lose_magnates(s)):
            add_envoy(s, side)
    elif result == REFORM:
        if side == SWEDEN:
            s.base_rp[SWEDES_TRACK] += REFORM_RP
        elif s.status[RUSSIA] == ACTIVE:
            s.base_rp[RUSSIA_TRACK] += REFORM_RP
        update_map(s)


@rule
def add_envoy(s: Any, side: Any) -> None:
    s.envoys[side] = min(MOST_ENVOYS, s.envoys[side] + 1)


@rule
def plague(s: Any) -> None:
    """Land blocks where 3 or more stand, of both sides, lose a step, but not their last."""
    for t in range(TERRITORIES):
        if s.land_total[SWEDEN, t] + s.land_total[COALITION, t] < PLAGUE_BLOCKS:
            continue
        for b in range(BLOCKS):
            if s.place[b] == t and IS_FLEET[b] == 0 and s.steps[b] > 1:
                lose_step(s, b)
                s.steps_lost[t] += 1


@rule
def may_revolt(s: Any) -> Any:
    t = REVOLT_PLACE
    if s.year < REVOLT_YEAR or s.revolt != NEVER or s.status[RUSSIA] != ACTIVE:
        return False
    if s.marker[t] >= 0 or s.land_total[COALITION, t] > 0 or s.place[REVOLT_BLOCK] != POOL:
        return False
    for x in range(TERRITORIES):
        if LAND_DISTANCE[t, x] <= REVOLT_BORDERS and s.land_total[SWEDEN, x] > 0:
            return True
    return False


@rule
def start_revolt(s: Any) -> None:
    s.revolt = ON
    s.status[UKRAINE] = ACTIVE
    appear(s, REVOLT_BLOCK, REVOLT_PLACE, REVOLT_STEPS)
    change_control(s)


@rule
def lose_magnates(s: Any) -> Any:
    """The strongest Polish block without an enemy beside it goes to the pool; whether one does."""
    best = -1
    for b in range(BLOCKS):
        x = s.place[b]
        if BLOCK_NATION[b] != POLAND or x == POOL:
            continue
        if x < SEA0 and s.land_total[SWEDEN, x] > 0:
            continue
        if best < 0 or s.steps[b] > s.steps[best]:
            best = b
    if best >= 0:
        put(s, best, POOL)
    return best >= 0


@rule
def gain_magnates(s: Any) -> Any:
    """The first Polish block of the pool appears in the first home territory that is free."""
    if s.status[POLAND] != ACTIVE:
        return False
    for b in range(BLOCKS):
        if BLOCK_NATION[b] != POLAND or s.place[b] != POOL:
            continue
        for t in range(TERRITORIES):
            if HOME[t] and LAND_NATION[t] == POLAND and not barred(s, COALITION, t):
                appear(s, b, t, MAGNATES_STEPS)
                return True
        return False
    return False
