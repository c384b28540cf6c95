"""What is wrong with a state: the map reckoned once more, plainly, from the text of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import (
    BLOCK_COLOUR,
    BLOCK_IDS,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    BORDER_LIMIT,
    CLOSED,
    COALITION,
    COLOUR_SIDE,
    COLOURS,
    CUBES,
    IS_FLEET,
    IS_HARBOUR,
    IS_PORT,
    LAND_NATION,
    LOCATIONS,
    MAX_STEPS,
    NATION_SIDE,
    NATIONS,
    NEIGHBOURS,
    POLAND,
    POOL,
    RP_GARRISON,
    SEA0,
    SEA_ADJACENT,
    SEA_ZONES,
    SWEDEN,
    TERRITORIES,
    TERRITORY_IDS,
    TRACK_NATION,
    TRACKS,
    TRANSIT,
    UKRAINE,
    VALUE,
    ZONE,
)
from legation.envs.pax_baltica.constants import RUSSIA as RUSSIANS
from legation.envs.pax_baltica.record import (
    ACT,
    ACTIVE,
    GO,
    ON,
    PICK,
    PLACE,
    REGROUP_PICK,
    REPLACE,
    SHORTAGE,
)


def invariants(state: Any) -> list[str]:
    """What is wrong with a state, in words; empty if nothing (see `Game.invariants`)."""
    faults = [
        *_block_faults(state),
        *_count_faults(state),
        *_control_faults(state),
        *_cube_faults(state),
        *_phase_faults(state),
    ]
    if not state.over and state.phase in (ACT, REPLACE):
        faults += _supply_faults(state)
    return faults


def naive_owner(state: Any, t: int) -> int:
    """Section 2, in the order of its text."""
    territory = COMPONENTS.territories[t]
    if state.marker[t] >= 0:
        return int(COLOUR_SIDE[state.marker[t]])
    if territory.transit in ("always", "unmarked"):
        return TRANSIT
    if territory.nation == "ukraine":
        if state.revolt == ON:
            return SWEDEN
        return COALITION if state.status[RUSSIANS] == ACTIVE else CLOSED
    nation = int(LAND_NATION[t])
    return int(NATION_SIDE[nation]) if state.status[nation] == ACTIVE else CLOSED


def naive_rp(state: Any, track: int) -> int:
    """Section 2: base less 4 for each national territory lost."""
    nation = int(TRACK_NATION[track])
    lost = 0
    for t, land in enumerate(LAND_NATION.tolist()):
        marker = int(state.marker[t])
        if land == nation:
            lost += marker >= 0 and COLOUR_SIDE[marker] != NATION_SIDE[nation]
        elif land == UKRAINE and nation == RUSSIANS:
            held = marker >= 0 and COLOUR_SIDE[marker] == COALITION
            lost += marker >= 0 and not held
            lost += marker < 0 and state.revolt == ON
    return int(state.base_rp[track]) - RP_GARRISON * int(lost)


def naive_ways(state: Any, side: int) -> NDArray[np.bool_]:
    """4.1: zones joined by chains of zones without enemy fleets, matrix `[SEAS, SEAS]`."""
    free = np.asarray(state.fleet_total)[1 - side, SEA0:] == 0
    link = (SEA_ADJACENT > 0) & free[None] & free[:, None]
    ways = np.diag(free)
    reach = ways.copy()
    for _ in range(SEA_ZONES - 1):
        ways = (ways.astype(int) @ link.astype(int)) > 0
        reach = reach | ways
    return reach


def naive_supply(state: Any, nation: int, t: int, ways: NDArray[np.bool_]) -> bool:
    """4.4: follows chains forward from a block's territory; `ways` of the nation's side."""
    side = int(NATION_SIDE[nation])

    def is_home(x: int) -> bool:
        own = state.owner[x] == side or (nation == POLAND and state.owner[x] == TRANSIT)
        return COMPONENTS.territories[x].home and LAND_NATION[x] == nation and bool(own)

    def passable(x: int) -> bool:
        return state.owner[x] in (side, TRANSIT) and state.land_total[1 - side, x] == 0

    seen, open_ = {t}, [t]
    while open_:
        x = open_.pop()
        if is_home(x):
            return True
        following = [int(y) for y in NEIGHBOURS[x] if y >= 0]
        fleet = IS_PORT[x] and state.fleet_total[side, SEA0 + ZONE[x]] > 0
        if IS_PORT[x] and (state.owner[x] == side or (x == t and fleet)):
            following += [
                y
                for y in range(TERRITORIES)
                if IS_PORT[y] and state.owner[y] == side and ways[ZONE[x], ZONE[y]]
            ]
        for y in following:
            if y not in seen and passable(y):
                seen.add(y)
                open_.append(y)
    return False


def _block_faults(state: Any) -> list[str]:
    faults = []
    for b, name in enumerate(BLOCK_IDS):
        x, steps = int(state.place[b]), int(state.steps[b])
        if (x == POOL) != (steps == 0) or steps > MAX_STEPS[b]:
            faults.append(f"{name} has {steps} steps in location {x}")
        if x == POOL:
            continue
        side = int(BLOCK_SIDE[b])
        if state.status[BLOCK_NATION[b]] != ACTIVE:
            faults.append(f"{name} is on the map, but its nation is not in the war")
        if IS_FLEET[b] and x < SEA0 and not (IS_HARBOUR[x] and state.owner[x] == side):
            faults.append(f"{name} is in {TERRITORY_IDS[x]}, which is no friendly harbour")
        if not IS_FLEET[b] and (x >= SEA0 or state.owner[x] == CLOSED):
            faults.append(f"{name} is at sea, or in closed {x}")
    own = BLOCK_SIDE[None] == np.arange(2)[:, None]
    outside = np.asarray(state.status)[BLOCK_NATION] != ACTIVE
    known = own | (np.asarray(state.seen) != 0)[None] | outside[None]
    if not np.array_equal(known, np.asarray(state.known) != 0):
        faults.append("who knows which block does not follow from what was seen")
    if not np.array_equal(own, np.asarray(state.own) != 0):
        faults.append("a block has changed sides")
    return faults


def naive_counts(state: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Land blocks `[TERRITORIES, COLOURS]`, fleets `[LOCATIONS, COLOURS]`, the pool `[COLOURS]`."""
    land = np.zeros((TERRITORIES, COLOURS), dtype=np.int64)
    fleets = np.zeros((LOCATIONS, COLOURS), dtype=np.int64)
    pool = np.zeros(COLOURS, dtype=np.int64)
    for b in range(BLOCKS):
        x, colour = int(state.place[b]), int(BLOCK_COLOUR[b])
        if x == POOL:
            pool[colour] += 1
        elif IS_FLEET[b]:
            fleets[x, colour] += 1
        elif x < SEA0:
            land[x, colour] += 1
    return land, fleets, pool


def _count_faults(state: Any) -> list[str]:
    land, fleets, pool = naive_counts(state)
    totals = {"land_total": land, "fleet_total": fleets}
    faults = [
        f"{name} differs from the places of the blocks"
        for name, counts in (("land_count", land), ("fleet_count", fleets), ("pool_count", pool))
        if not np.array_equal(counts, state[name])
    ]
    for name, counts in totals.items():
        sides = [counts[:, side == COLOUR_SIDE].sum(axis=1) for side in range(2)]
        if not np.array_equal(np.array(sides), state[name]):
            faults.append(f"{name} differs from the places of the blocks")
    return faults


def _control_faults(state: Any) -> list[str]:
    owners = [naive_owner(state, t) for t in range(TERRITORIES)]
    faults = [
        f"{TERRITORY_IDS[t]} is owned by {int(state.owner[t])}, by its marker by {owner}"
        for t, owner in enumerate(owners)
        if owner != state.owner[t]
    ]
    levels = [naive_rp(state, track) for track in range(TRACKS)]
    if levels != [int(v) for v in state.rp]:
        faults.append(f"the RP levels are {list(state.rp)}, by the map {levels}")
    return faults


def _cube_faults(state: Any) -> list[str]:
    faults = []
    marker, colour = np.asarray(state.marker), np.asarray(state.siege_colour)
    cubes = np.asarray(state.siege_cubes)
    for c in range(COLOURS):
        used = int((marker == c).sum() + cubes[colour == c].sum())
        if used > CUBES[c]:
            faults.append(f"{used} cubes of colour {c}, there are {int(CUBES[c])}")
    if (cubes > np.maximum(VALUE - 1, 0)).any():
        faults.append("a garrison has as many siege cubes as its value, and has not surrendered")
    choosing = int(state.focus) if not state.over and state.phase == SHORTAGE else -1
    for t in np.flatnonzero((cubes > 0) != (colour >= 0)).tolist():
        if t != choosing:
            faults.append(f"siege cubes without colour, or the reverse, in {TERRITORY_IDS[t]}")
    return faults


def _phase_faults(state: Any) -> list[str]:
    if state.over:
        return [] if state.turn == -1 and state.outcome else ["the game is over without outcome"]
    faults = []
    if state.turn != state.actor:
        faults.append(f"the turn is that of {int(state.turn)}, the decision of {int(state.actor)}")
    if (state.phase == PLACE) != (max(state.placing) >= 0):
        faults.append("a block is being placed in another phase than that")
    if state.picked.any() and state.phase not in (PICK, GO, REGROUP_PICK):
        faults.append("a group is picked in a phase without one")
    if state.phase == GO and not state.picked.any():
        faults.append("nobody marches")
    if state.phase != REPLACE and state.phase != PLACE and state.bank.any():
        faults.append("replacement points are left outside their phase")
    if (np.asarray(state.border_used) > BORDER_LIMIT[None]).any():
        faults.append("more blocks crossed a border than may")
    return faults


def _supply_faults(state: Any) -> list[str]:
    faults = []
    ways = [naive_ways(state, side) for side in range(2)]
    if not np.array_equal(np.array(ways), np.asarray(state.sea_open) != 0):
        faults.append("the sea ways are out of date")
    for nation in range(NATIONS):
        active = state.status[nation] == ACTIVE
        for t in range(TERRITORIES):
            expected = bool(active) and naive_supply(state, nation, t, ways[NATION_SIDE[nation]])
            if bool(state.supplied[nation, t]) != expected:
                faults.append(f"communications of nation {nation} in {TERRITORY_IDS[t]}")
    return faults
