"""Control, RP levels, cubes, and blocks as pieces (section 2 of the README)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    ALWAYS,
    ARMISTICE_VP,
    BLOCK_COLOUR,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCK_TYPE,
    BLOCKS,
    CLOSED,
    COALITION,
    COLOUR_SIDE,
    CUBES,
    HOPS,
    IS_FLEET,
    IS_HARBOUR,
    LAND_NATION,
    LEADER,
    LOSS_TRACK,
    NATION_PRINCIPAL,
    NATION_SIDE,
    NATION_TRACK,
    NATIONS,
    PASSAGE,
    POOL,
    RP_GARRISON,
    RUSSIA,
    SEA0,
    SEA_DISTANCE,
    SWEDEN,
    SWEDES_TRACK,
    TERRITORIES,
    TRACK_SIDE,
    TRACKS,
    TRANSIT,
    UKRAINE,
    UNMARKED,
    ZONE,
)
from legation.envs.pax_baltica.record import ACTIVE, ON, UNIT

LIMIT = 900  # of the running score, thousandths (5)


# --- control and levels ----------------------------------------------------------------------


@rule
def unmarked_owner(s: Any, t: Any) -> Any:
    """2: whose the territory is while no garrison marker lies on it."""
    if PASSAGE[t] == ALWAYS or PASSAGE[t] == UNMARKED:
        return TRANSIT
    nation = LAND_NATION[t]
    if nation == UKRAINE:
        if s.revolt == ON:
            return SWEDEN
        return COALITION if s.status[RUSSIA] == ACTIVE else CLOSED
    return NATION_SIDE[nation] if s.status[nation] == ACTIVE else CLOSED


@rule
def is_lost(s: Any, t: Any) -> Any:
    """2: whether a national territory counts as lost for the RP level of its nation."""
    track = LOSS_TRACK[t]
    if track < 0:
        return False
    if s.marker[t] >= 0:
        return COLOUR_SIDE[s.marker[t]] != TRACK_SIDE[track]
    return LAND_NATION[t] == UKRAINE and s.revolt == ON


@rule
def update_map(s: Any) -> None:
    """Control, RP levels and score follow from markers, nations and base levels."""
    for track in range(TRACKS):
        s.rp[track] = s.base_rp[track]
    for t in range(TERRITORIES):
        s.owner[t] = COLOUR_SIDE[s.marker[t]] if s.marker[t] >= 0 else unmarked_owner(s, t)
        if is_lost(s, t):
            s.rp[LOSS_TRACK[t]] -= RP_GARRISON
    out = 0
    for nation in range(NATIONS):
        if NATION_PRINCIPAL[nation] and NATION_SIDE[nation] == COALITION:
            out += s.status[nation] != ACTIVE
    # 5: victory points, and the running score in thousandths.
    s.vp = s.rp[SWEDES_TRACK] + ARMISTICE_VP * out
    standing = ((int(s.vp) - int(s.par)) * UNIT) / int(s.scale)
    s.standing = int(max(-LIMIT, min(LIMIT, standing)))


# --- cubes -----------------------------------------------------------------------------------


@rule
def free_cubes(s: Any, colour: Any) -> Any:
    """2: cubes of a colour that are neither marker nor siege success."""
    free = CUBES[colour]
    for t in range(TERRITORIES):
        if s.marker[t] == colour:
            free -= 1
        if s.siege_cubes[t] > 0 and s.siege_colour[t] == colour:
            free -= s.siege_cubes[t]
    return free


@rule
def lift_siege(s: Any, t: Any) -> None:
    s.siege_cubes[t] = 0
    s.siege_colour[t] = -1


# --- blocks ----------------------------------------------------------------------------------


@rule
def put(s: Any, b: Any, x: Any) -> None:
    """Moves a block to a location, or to the pool; the public counts follow."""
    colour, side, old = BLOCK_COLOUR[b], BLOCK_SIDE[b], s.place[b]
    if old == POOL:
        s.pool_count[colour] -= 1
    elif IS_FLEET[b]:
        s.fleet_count[old, colour] -= 1
        s.fleet_total[side, old] -= 1
    else:
        s.land_count[old, colour] -= 1
        s.land_total[side, old] -= 1
    s.place[b] = x
    if x == POOL:
        s.pool_count[colour] += 1
        s.steps[b] = 0
        s.picked[b] = 0
    elif IS_FLEET[b]:
        s.fleet_count[x, colour] += 1
        s.fleet_total[side, x] += 1
    else:
        s.land_count[x, colour] += 1
        s.land_total[side, x] += 1


@rule
def appear(s: Any, b: Any, x: Any, steps: Any) -> None:
    """A block from the pool is placed on the map; it starts unseen (6)."""
    put(s, b, x)
    s.steps[b] = steps
    hide(s, b)


@rule
def lose_step(s: Any, b: Any) -> None:
    """4.2: at 0 steps a block goes to the pool; a leader lost so counts at the next check."""
    s.steps[b] -= 1
    if s.steps[b] == 0:
        lose(s, b)


@rule
def lose(s: Any, b: Any) -> None:
    put(s, b, POOL)
    if BLOCK_TYPE[b] == LEADER and NATION_TRACK[BLOCK_NATION[b]] >= 0:
        s.leader_lost[NATION_TRACK[BLOCK_NATION[b]]] = 1


@rule
def show(s: Any, b: Any) -> None:
    """6: identity and steps are seen by the opponent."""
    s.seen[b] = 1
    s.known[1 - BLOCK_SIDE[b], b] = 1


@rule
def hide(s: Any, b: Any) -> None:
    """6: unseen again; the blocks of nations that are not in the war stay public."""
    s.seen[b] = 0
    s.known[1 - BLOCK_SIDE[b], b] = s.status[BLOCK_NATION[b]] != ACTIVE


@rule
def hide_all(s: Any) -> None:
    for b in range(BLOCKS):
        hide(s, b)


@rule
def strongest(s: Any, side: Any, x: Any, fleets: Any) -> Any:
    """The side's block of the kind at x with the most steps, lowest index; -1: none."""
    best = -1
    for b in range(BLOCKS):
        here = BLOCK_SIDE[b] == side and s.place[b] == x and IS_FLEET[b] == fleets
        if here and (best < 0 or s.steps[b] > s.steps[best]):
            best = b
    return best


@rule
def blocks_at(s: Any, side: Any, x: Any) -> Any:
    """The side's fighting blocks at x: land blocks in a territory, fleets in a sea zone."""
    return s.fleet_total[side, x] if x >= SEA0 else s.land_total[side, x]


@rule
def both_present(s: Any, x: Any) -> Any:
    return blocks_at(s, SWEDEN, x) > 0 and blocks_at(s, COALITION, x) > 0


# --- 4.8 (f): after a change of control ------------------------------------------------------


@rule
def nearest_land(s: Any, side: Any, t: Any) -> Any:
    """The nearest territory friendly to the side without enemy blocks, in hops; -1: none."""
    best = -1
    for x in range(TERRITORIES):
        fits = s.owner[x] == side and s.land_total[1 - side, x] == 0
        if fits and (best < 0 or HOPS[t, x] < HOPS[t, best]):
            best = x
    return best


@rule
def nearest_harbour(s: Any, side: Any, zone: Any) -> Any:
    """3.7: the nearest friendly harbour without enemy blocks, by sea zones; -1: none."""
    best = -1
    for x in range(TERRITORIES):
        fits = IS_HARBOUR[x] and s.owner[x] == side and s.land_total[1 - side, x] == 0
        if fits and (best < 0 or SEA_DISTANCE[zone, ZONE[x]] < SEA_DISTANCE[zone, ZONE[best]]):
            best = x
    return best


@rule
def change_control(s: Any) -> None:
    """4.8 (f): control is reckoned anew; blocks in closed land and lost harbours go elsewhere."""
    update_map(s)
    for b in range(BLOCKS):
        x = s.place[b]
        if x == POOL or x >= SEA0:
            continue
        side = BLOCK_SIDE[b]
        if IS_FLEET[b]:
            if s.owner[x] != side:
                put(s, b, nearest_harbour(s, side, ZONE[x]))
        elif s.owner[x] == CLOSED:
            put(s, b, nearest_land(s, side, x))
