"""Marches of the hand-written player: what a place is worth to a group, and the way there."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.pax_baltica_map import (
    COUNT,
    ENEMY_COUNT,
    ENEMY_POWER,
    ENEMY_STEPS,
    GUNS,
    HOLD,
    LEADERS,
    POWER,
    PULL,
    STEPS,
    THREAT,
    WORTH,
    capacity,
    odds,
    siege_worth,
)
from legation.agents.heuristics.pax_baltica_weights import (
    COVER,
    HUNGER,
    LANDING,
    SAIL,
)
from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    ARTILLERY,
    BLOCK_TYPE,
    BLOCKS,
    BORDER_TO,
    DEGREE,
    DIFFICULT,
    FIREPOWER,
    IS_FLEET,
    IS_PORT,
    LEADER,
    LOCATIONS,
    MARCH_POINTS,
    NEIGHBOURS,
    SEA0,
    SEA_BLOCKS,
    TERRITORIES,
    TRANSIT,
    VALUE,
    ZONE,
)
from legation.envs.pax_baltica.movement import may_cross, may_march, may_sail, most_leaving
from legation.envs.pax_baltica.moves import END, FIRST_GO, FIRST_MARCH

# Kinds of groups: all, without guns, the three best, the three best without guns, the fleets.
ALL, FAST, BEST, BEST_FAST, SHIPS, GROUPS = range(6)
NO_WAY = -np.inf  # below any worth, whatever the weights
# Figures of a group `g`.
G_STEPS, G_POWER, G_SIZE, G_GUNS, G_LEADERS, G_POINTS = range(6)
LARGE = 6


# --- groups ----------------------------------------------------------------------------------


@rule
def may_join(s: Any, side: Any, o: Any, kind: Any, b: Any) -> Any:
    if s.place[b] != o or not may_march(s, b, side):
        return False
    if (IS_FLEET[b] != 0) != (kind == SHIPS):
        return False
    return not ((kind in (FAST, BEST_FAST)) and BLOCK_TYPE[b] == ARTILLERY)


@rule
def in_group(s: Any, side: Any, o: Any, kind: Any, b: Any) -> Any:
    """Whether a block belongs to the group of a kind in o: the strongest, up to its size."""
    if not may_join(s, side, o, kind, b):
        return False
    size = SEA_BLOCKS if kind in (BEST, BEST_FAST) else LARGE
    fleets = 1 if kind == SHIPS else 0
    size = min(size, most_leaving(s, side, o, fleets))
    better = 0
    strength = s.steps[b] * FIREPOWER[b]
    for other in range(BLOCKS):
        if other != b and may_join(s, side, o, kind, other):
            rival = s.steps[other] * FIREPOWER[other]
            better += rival > strength or (rival == strength and other < b)
    return better < size


@rule
def measure(s: Any, b: Any, g: Any) -> None:
    g[G_STEPS] += s.steps[b]
    g[G_POWER] += s.steps[b] * FIREPOWER[b] / 6.0
    g[G_SIZE] += 1
    g[G_GUNS] += BLOCK_TYPE[b] == ARTILLERY
    g[G_LEADERS] += BLOCK_TYPE[b] == LEADER
    g[G_POINTS] = min(g[G_POINTS], MARCH_POINTS[b])


@rule
def form_group(s: Any, side: Any, o: Any, kind: Any, g: Any) -> None:
    g[:] = 0.0
    g[G_POINTS] = 9.0
    for b in range(BLOCKS):
        if in_group(s, side, o, kind, b):
            measure(s, b, g)


# --- the worth of a place to a group ---------------------------------------------------------


@rule
def value_at(s: Any, side: Any, x: Any, m: Any, g: Any, here: Any, arriving: Any, w: Any) -> Any:
    """Of the group at x: with what else stands there (`here`: the group is counted there already).

    Arriving in hostile land starts a siege; staying there needs an action of its own.
    """
    less = 1.0 if here else 0.0
    steps = m[STEPS, x] + (1.0 - less) * g[G_STEPS]
    power = m[POWER, x] + (1.0 - less) * g[G_POWER]
    count = m[COUNT, x] + (1.0 - less) * g[G_SIZE]
    guns = m[GUNS, x] + (1.0 - less) * g[G_GUNS]
    leaders = m[LEADERS, x] + (1.0 - less) * g[G_LEADERS]
    if x >= SEA0:
        return value_at_sea(s, side, x, m, power, steps, w)
    value = m[PULL, x] * min(1.0, g[G_STEPS] / 8.0)
    clear = 1.0
    if m[ENEMY_COUNT, x] > 0:
        ratio = odds(power, steps, m[ENEMY_POWER, x], m[ENEMY_STEPS, x])
        clear = ratio * ratio / (1.0 + ratio * ratio)
        value += 0.16 * m[ENEMY_STEPS, x] * clear - 0.3 * g[G_STEPS] * (1.0 - clear)
        value += 0.3 * m[HOLD, x] * clear
    if m[WORTH, x] > 0.0 and VALUE[x] > 0:
        need = 2.0 * VALUE[x]
        if steps >= need:
            worth = siege_worth(s, side, x, m, guns, leaders)
            auto = s.owner[x] != TRANSIT and arriving
            value += clear * worth * (1.6 if auto else 0.8)
        else:
            value += 0.04 * clear * m[WORTH, x] * g[G_STEPS] / need
    elif m[HOLD, x] > 0.0 and VALUE[x] > 0:
        danger = min(1.5, m[THREAT, x] / (2.0 * VALUE[x]))
        cover = min(1.0, steps / max(4.0, m[THREAT, x]))
        value += w[COVER] * m[HOLD, x] * danger * cover
    if m[THREAT, x] > 1.4 * steps:
        value -= 0.05 * g[G_STEPS]
    return value - hunger(s, side, x, m, count, w)


@rule
def hunger(s: Any, side: Any, x: Any, m: Any, count: Any, w: Any) -> Any:
    """The steps that foraging will cost there, in points."""
    unfed = max(0.0, count - capacity(s, side, x))
    return w[HUNGER] * unfed * (1.0 if s.owner[x] == side else 1.5)


@rule
def value_at_sea(s: Any, side: Any, x: Any, m: Any, power: Any, steps: Any, w: Any) -> Any:
    """A zone is worth the sieges and crossings beside it, if it can be kept."""
    value = 0.0
    for t in range(TERRITORIES):
        if IS_PORT[t] and ZONE[t] == x - SEA0:
            siege = 0.08 if m[COUNT, t] > 0 else w[SAIL]
            value += siege * min(8.0, m[WORTH, t]) + 0.01 * min(8.0, m[HOLD, t])
            value += w[LANDING] * landing(s, side, t, x, m)
    if m[ENEMY_COUNT, x] > 0:
        ratio = odds(power, steps, m[ENEMY_POWER, x], m[ENEMY_STEPS, x])
        clear = ratio * ratio / (1.0 + ratio * ratio)
        return value * clear + 0.12 * m[ENEMY_STEPS, x] * clear - 0.25 * steps * (1.0 - clear)
    return value


@rule
def landing(s: Any, side: Any, t: Any, zone: Any, m: Any) -> Any:
    """What a turn of siege of t would bring, if the army of a port could be put ashore there."""
    if m[WORTH, t] <= 0.0 or VALUE[t] == 0 or m[COUNT, t] > 0:
        return 0.0
    best = 0.0
    for o in range(TERRITORIES):
        if IS_PORT[o] == 0 or s.owner[o] != side or m[ENEMY_COUNT, o] > 0:
            continue
        if s.sea_open[side, ZONE[o], zone - SEA0] == 0:
            continue
        share = min(1.0, SEA_BLOCKS / max(1.0, m[COUNT, o]))
        steps, power = share * m[STEPS, o], share * m[POWER, o]
        if steps < 2.0 * VALUE[t]:
            continue
        clear = 1.0
        if m[ENEMY_COUNT, t] > 0:
            ratio = odds(power, steps, m[ENEMY_POWER, t], m[ENEMY_STEPS, t])
            clear = ratio * ratio / (1.0 + ratio * ratio)
        best = max(best, clear)
    if best <= 0.0:
        return 0.0
    return best * m[WORTH, t] / VALUE[t]


# --- the way there ---------------------------------------------------------------------------


@rule
def stops(s: Any, side: Any, x: Any) -> Any:
    """4.1: whether a land group must stop on entering x."""
    return s.owner[x] == 1 - side or s.land_total[1 - side, x] > 0


@rule
def spread(s: Any, side: Any, o: Any, size: Any, points: Any, reach: Any) -> None:
    """Marks with the steps left (from `points` down to 0) where a land group gets from o."""
    reach[:] = -1
    reach[o] = points
    for left in range(points, 0, -1):
        for x in range(TERRITORIES):
            if reach[x] != left or (x != o and stops(s, side, x)):
                continue
            for i in range(DEGREE[x]):
                y = NEIGHBOURS[x, i]
                if may_cross(s, side, x, i, size):
                    after = 0 if DIFFICULT[BORDER_TO[x, i]] or stops(s, side, y) else left - 1
                    reach[y] = max(reach[y], after)


@rule
def best_from(
    s: Any, side: Any, o: Any, size: Any, points: Any, m: Any, g: Any, here: Any, w: Any
) -> Any:
    """The highest worth of a place that the land group in o reaches by land, o itself included."""
    reach = np.empty(TERRITORIES, np.int64)
    spread(s, side, o, size, points, reach)
    best = value_at(s, side, o, m, g, here, not here, w)
    for x in range(TERRITORIES):
        if x != o and reach[x] >= 0:
            best = max(best, value_at(s, side, x, m, g, False, True, w))
    return best


@rule
def best_fleet_step(s: Any, side: Any, o: Any, m: Any, g: Any, w: Any) -> Any:
    """The best zone within reach, roughly: any zone at most two from here."""
    zone = ZONE[o] if o < SEA0 else o - SEA0
    best = NO_WAY
    for x in range(SEA0, LOCATIONS):
        here = x - SEA0 == zone
        if here or s.sea_open[side, zone, x - SEA0] != 0:
            best = max(best, value_at_sea(s, side, x, m, g[G_POWER], g[G_STEPS], w))
    return best


@rule
def group_gain(s: Any, side: Any, o: Any, kind: Any, m: Any, g: Any, w: Any) -> Any:
    """What the best march of a group from o brings."""
    form_group(s, side, o, kind, g)
    if g[G_SIZE] == 0:
        return NO_WAY
    if kind == SHIPS:
        staying = 0.0
        if o >= SEA0:
            staying = value_at_sea(s, side, o, m, m[POWER, o], m[STEPS, o], w)
        return best_fleet_step(s, side, o, m, g, w) - staying - 0.05
    size, points = int(g[G_SIZE]), int(g[G_POINTS])
    staying = value_at(s, side, o, m, g, True, False, w)
    best = best_from(s, side, o, size, points, m, g, True, w)
    if IS_PORT[o] and s.owner[o] == side:
        for x in range(TERRITORIES):
            if may_sail(s, side, o, x, size):
                best = max(best, value_at(s, side, x, m, g, False, True, w))
    return best - staying


@rule
def best_march(s: Any, side: Any, o: Any, m: Any, w: Any) -> Any:
    """The kind of group in o whose march brings most."""
    g = np.empty(6)
    best, gain = ALL, NO_WAY
    for kind in range(GROUPS):
        if s.campaign and kind == SHIPS:
            continue
        value = group_gain(s, side, o, kind, m, g, w)
        if value > gain:
            best, gain = kind, value
    return best


@rule
def march_gains(s: Any, side: Any, mask: Any, m: Any, gains: Any, w: Any) -> None:
    g = np.empty(6)
    for o in range(LOCATIONS):
        gains[o] = NO_WAY
        if not mask[FIRST_MARCH + o]:
            continue
        for kind in range(GROUPS):
            if not (s.campaign and kind == SHIPS):
                gains[o] = max(gains[o], group_gain(s, side, o, kind, m, g, w))


@rule
def best_step(s: Any, side: Any, mask: Any, m: Any, w: Any) -> Any:
    """GO: the step that leads to the best place still within reach, or `END`."""
    g = np.zeros(6)
    g[G_POINTS] = 9.0
    for b in range(BLOCKS):
        if s.picked[b] == 1:
            measure(s, b, g)
    o = s.focus
    fleets = o >= SEA0 or is_fleet_group(s)
    left = int(g[G_POINTS]) - s.march_steps
    best, gain = END, NO_WAY
    if mask[END]:
        gain = value_at(s, side, o, m, g, True, True, w) + 0.01
    for x in range(LOCATIONS):
        if not mask[FIRST_GO + x]:
            continue
        if fleets:
            value = value_at_sea(s, side, x, m, g[G_POWER], g[G_STEPS], w) if x >= SEA0 else 0.02
        else:
            border = border_between(o, x)
            halt = border < 0 or DIFFICULT[border] != 0 or stops(s, side, x)
            more = 0 if halt else left - 1
            value = best_from(s, side, x, int(g[G_SIZE]), more, m, g, False, w)
        if value > gain:
            best, gain = FIRST_GO + x, value
    return best


@rule
def is_fleet_group(s: Any) -> Any:
    ships = 0
    for b in range(BLOCKS):
        ships += s.picked[b] == 1 and IS_FLEET[b] != 0
    return ships > 0


@rule
def border_between(o: Any, x: Any) -> Any:
    """The border's index, or -1: the step goes by sea."""
    for i in range(DEGREE[o]):
        if NEIGHBOURS[o, i] == x:
            return BORDER_TO[o, i]
    return -1
