"""Marches by land and sea: pinning, groups, steps (3.4, 4.1)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_SIDE,
    BLOCKS,
    BLUE,
    BORDER_LIMIT,
    BORDER_TO,
    BORDERING,
    CLOSED,
    DEGREE,
    DIFFICULT,
    IS_FLEET,
    IS_HARBOUR,
    IS_PORT,
    MARCH_POINTS,
    MOST_POINTS,
    NEIGHBOURS,
    SEA0,
    SEA_ADJACENT,
    SEA_BLOCKS,
    SEAS,
    TERRITORIES,
    ZONE,
)
from legation.envs.pax_baltica.control import blocks_at, put
from legation.envs.pax_baltica.moves import END, FIRST_GO, FIRST_MARCH, FIRST_PICK, PICK_ALL

NO_GROUP = -1  # of `group_kind`


# --- single steps (4.1) ----------------------------------------------------------------------


@rule
def may_cross(s: Any, side: Any, o: Any, i: Any, size: Any) -> Any:
    """A land step over border i of o: the target is not closed, the border not full."""
    border = BORDER_TO[o, i]
    if s.owner[NEIGHBOURS[o, i]] == CLOSED:
        return False
    return s.border_used[side, border] + size <= BORDER_LIMIT[border]


@rule
def may_sail(s: Any, side: Any, o: Any, x: Any, size: Any) -> Any:
    """Sea transport of a land group from o to x; not in a winter campaign (4.7: by land)."""
    enemy = 1 - side
    if s.campaign or size > SEA_BLOCKS or x == o or x >= SEA0 or o >= SEA0:
        return False
    if IS_PORT[o] == 0 or s.owner[o] != side or s.land_total[enemy, o] > 0:
        return False
    if IS_PORT[x] == 0 or s.owner[x] == CLOSED or BORDERING[o, x]:
        return False
    if s.sea_open[side, ZONE[o], ZONE[x]] == 0:
        return False
    safe = s.owner[x] == side and s.land_total[enemy, x] == 0
    return safe or s.fleet_total[side, SEA0 + ZONE[x]] > 0


@rule
def may_moor(s: Any, side: Any, x: Any) -> Any:
    """A fleet may enter a friendly harbour without enemy blocks in its territory."""
    return IS_HARBOUR[x] and s.owner[x] == side and s.land_total[1 - side, x] == 0


@rule
def has_first_step(s: Any, side: Any, o: Any, fleets: Any, size: Any) -> Any:
    """Whether a group of `size` blocks of the kind in o has a legal first step."""
    if fleets:
        # From a harbour to its zone, from a zone to a zone beside it: always.
        return True
    for i in range(DEGREE[o]):
        if may_cross(s, side, o, i, size):
            return True
    if IS_PORT[o] == 0 or s.owner[o] != side:
        return False
    ways = 0
    for x in range(TERRITORIES):
        ways += may_sail(s, side, o, x, size)
    return ways > 0


@rule
def mark_steps(s: Any, side: Any, o: Any, fleets: Any, size: Any, first: Any, mask: Any) -> None:
    """GO: where a group of the kind and size in o may go next."""
    if not fleets:
        if o >= SEA0:  # in no position that play reaches
            return
        for i in range(DEGREE[o]):
            if may_cross(s, side, o, i, size):
                mask[FIRST_GO + NEIGHBOURS[o, i]] = True
        if first:
            for x in range(TERRITORIES):
                if may_sail(s, side, o, x, size):
                    mask[FIRST_GO + x] = True
    elif o < SEA0:
        mask[FIRST_GO + SEA0 + ZONE[o]] = True
    else:
        for zone in range(SEAS):
            if SEA_ADJACENT[o - SEA0, zone]:
                mask[FIRST_GO + SEA0 + zone] = True
        for x in range(TERRITORIES):
            if ZONE[x] == o - SEA0 and may_moor(s, side, x):
                mask[FIRST_GO + x] = True


# --- groups (3.4) ----------------------------------------------------------------------------


@rule
def most_leaving(s: Any, side: Any, o: Any, fleets: Any) -> Any:
    """Pinning: the largest group of the kind that may leave o, by the blocks there now."""
    if fleets:
        return s.fleet_total[side, o] - s.fleet_total[1 - side, o]
    if o >= SEA0:
        return 0
    return s.land_total[side, o] - s.land_total[1 - side, o]


@rule
def may_march(s: Any, b: Any, side: Any) -> Any:
    """An unmoved own block on the map; in a winter campaign, a blue land block (4.7)."""
    if BLOCK_SIDE[b] != side or s.place[b] < 0 or s.moved[b]:
        return False
    return s.campaign == 0 or (BLOCK_COLOUR[b] == BLUE and IS_FLEET[b] == 0)


@rule
def kind_may_leave(s: Any, side: Any, o: Any, fleets: Any) -> Any:
    """Whether a single unmoved block of the kind may leave o."""
    return most_leaving(s, side, o, fleets) > 0 and has_first_step(s, side, o, fleets, 1)


@rule
def mark_marches(s: Any, side: Any, mask: Any) -> None:
    """MARCH(o): o holds an unmoved own block that may leave and has a legal first step."""
    for b in range(BLOCKS):
        if may_march(s, b, side):
            o = s.place[b]
            if not mask[FIRST_MARCH + o] and kind_may_leave(s, side, o, IS_FLEET[b]):
                mask[FIRST_MARCH + o] = True


@rule
def in_group(s: Any, b: Any, side: Any) -> Any:
    """Own blocks only: who of the other side is picked must not be read (6)."""
    return BLOCK_SIDE[b] == side and s.picked[b] != 0


@rule
def group_size(s: Any, side: Any) -> Any:
    size = 0
    for b in range(BLOCKS):
        size += in_group(s, b, side)
    return size


@rule
def group_kind(s: Any, side: Any) -> Any:
    """1: fleets, 0: land blocks, -1: nobody is picked yet."""
    for b in range(BLOCKS):
        if in_group(s, b, side):
            return IS_FLEET[b]
    return NO_GROUP


@rule
def group_points(s: Any, side: Any) -> Any:
    points = MOST_POINTS
    for b in range(BLOCKS):
        if in_group(s, b, side):
            points = min(points, MARCH_POINTS[b])
    return points


@rule
def kind_may_grow(s: Any, side: Any, fleets: Any, size: Any) -> Any:
    """Whether the group may have `size` blocks of the kind: pinning, and a legal first step."""
    o = s.focus
    return size <= most_leaving(s, side, o, fleets) and has_first_step(s, side, o, fleets, size)


@rule
def mark_picks(s: Any, side: Any, mask: Any) -> Any:
    """PICK(b); returns how many may be picked."""
    kind, size = group_kind(s, side), group_size(s, side)
    land = kind != 1 and kind_may_grow(s, side, 0, size + 1)
    sea = kind != 0 and kind_may_grow(s, side, 1, size + 1)
    count = 0
    for b in range(BLOCKS):
        if s.place[b] != s.focus or s.picked[b] or not may_march(s, b, side):
            continue
        if sea if IS_FLEET[b] else land:
            mask[FIRST_PICK + b] = True
            count += 1
    return count


@rule
def mark_pick_phase(s: Any, side: Any, mask: Any) -> None:
    mark_picks(s, side, mask)
    if group_kind(s, side) == NO_GROUP:
        mask[PICK_ALL] = True
    else:
        mask[END] = True


@rule
def can_grow(s: Any, side: Any) -> Any:
    """Whether another block may be picked."""
    kind, size = group_kind(s, side), group_size(s, side)
    if not kind_may_grow(s, side, kind, size + 1):
        return False
    for b in range(BLOCKS):
        fits = s.place[b] == s.focus and s.picked[b] == 0 and IS_FLEET[b] == kind
        if fits and may_march(s, b, side):
            return True
    return False


@rule
def pick_all(s: Any, side: Any) -> None:
    """PICK_ALL: land blocks if any may leave, else fleets; all it may, in index order."""
    kind = 1
    for b in range(BLOCKS):
        if s.place[b] == s.focus and IS_FLEET[b] == 0 and may_march(s, b, side):
            kind = 0
    if kind == 0 and not kind_may_leave(s, side, s.focus, 0):
        kind = 1
    size = 0
    for b in range(BLOCKS):
        if s.place[b] != s.focus or IS_FLEET[b] != kind or not may_march(s, b, side):
            continue
        if kind_may_grow(s, side, kind, size + 1):
            s.picked[b] = 1
            size += 1


# --- the march -------------------------------------------------------------------------------


@rule
def mark_go(s: Any, side: Any, mask: Any) -> None:
    """GO: the next step of the group, or `END` after the first."""
    first = s.march_steps == 0
    if not first:
        mask[END] = True
    if s.march_steps < group_points(s, side):
        mark_steps(s, side, s.focus, group_kind(s, side) == 1, group_size(s, side), first, mask)


@rule
def march_step(s: Any, side: Any, x: Any) -> Any:
    """Moves the group one step; returns whether the march goes on."""
    o, enemy = s.focus, 1 - side
    fleets = group_kind(s, side) == 1
    stop = False
    if not fleets:
        by_land = False
        for i in range(DEGREE[o]):
            if NEIGHBOURS[o, i] == x:
                by_land = True
                s.border_used[side, BORDER_TO[o, i]] += group_size(s, side)
                stop = DIFFICULT[BORDER_TO[o, i]] != 0
        stop = stop or not by_land or s.land_total[enemy, x] > 0 or s.owner[x] == enemy
    else:
        stop = x < SEA0 or s.fleet_total[enemy, x] > 0
    for b in range(BLOCKS):
        if s.picked[b]:
            put(s, b, x)
    s.focus = x
    s.march_steps += 1
    return not stop and s.march_steps < MOST_POINTS


@rule
def end_march(s: Any, side: Any) -> None:
    """3.4: the group has moved; where enemies are a battle, in hostile land a siege follows."""
    x = s.focus
    fleets = group_kind(s, side) == 1
    for b in range(BLOCKS):
        if s.picked[b]:
            s.picked[b] = 0
            s.moved[b] = 1
    fights = x >= SEA0 if fleets else x < SEA0
    if fights and blocks_at(s, 1 - side, x) > 0 and s.contested[x] < 0:
        s.contested[x] = side
    if not fleets and s.owner[x] == 1 - side:
        s.siege_order[side, x] = 1
    s.focus = -1
    s.march_steps = 0
