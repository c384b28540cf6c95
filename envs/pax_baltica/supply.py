"""Sea ways (4.1) and communications (4.4): searched when the map changes, read by the masks.

All that they depend on is public: control, blocks and fleets by side and place, nations.
"""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.pax_baltica.constants import (
    DEGREE,
    HOME,
    IS_PORT,
    LAND_NATION,
    NATION_SIDE,
    NATIONS,
    NEIGHBOURS,
    POLAND,
    PORT,
    PORTS,
    SEA0,
    SEA_ZONES,
    SEAS,
    TERRITORIES,
    TRANSIT,
    ZONE,
    ZONES_BESIDE,
)
from legation.envs.pax_baltica.record import ACTIVE

assert max(TERRITORIES, SEAS) < 63  # a set of them is one number


@rule
def search_sea(s: Any, side: Any) -> None:
    """4.1: from which zone to which a chain of at most 3 zones leads, none with an enemy fleet."""
    # Sets of zones, a bit each.
    free = 0
    for zone in range(SEAS):
        if s.fleet_total[1 - side, SEA0 + zone] == 0:
            free |= 1 << zone
    for a in range(SEAS):
        found = free & (1 << a)
        for _ in range(1, SEA_ZONES):
            beside = found
            for via in range(SEAS):
                if found >> via & 1:
                    beside |= ZONES_BESIDE[via]
            found = beside & free
        for b in range(SEAS):
            s.sea_open[side, a, b] = found >> b & 1


@rule
def search_supply(s: Any, nation: Any) -> None:
    """4.4: in which territories the nation's blocks have communications."""
    side = NATION_SIDE[nation]
    enemy = 1 - side
    # Backwards from the sources: t has communications if a link leads from it to a place that
    # has, and that is friendly or transit and free of enemy blocks, or a source.
    reached = s.supplied[nation]
    reached[:] = 0
    if s.status[nation] != ACTIVE:
        return
    # Sets of territories, a bit each: found, and still to lead on from.
    found = 0
    for t in range(TERRITORIES):
        free = s.owner[t] == side or (nation == POLAND and s.owner[t] == TRANSIT)
        if HOME[t] and LAND_NATION[t] == nation and free:
            reached[t] = 1
            found |= 1 << t
    left = found
    while left != 0:
        for x in range(TERRITORIES):
            if left >> x & 1 == 0:
                continue
            left &= ~(1 << x)
            # As the second territory or a later one of a chain, x has to be free.
            if s.land_total[enemy, x] > 0 or (s.owner[x] != side and s.owner[x] != TRANSIT):
                continue
            for i in range(DEGREE[x]):
                t = NEIGHBOURS[x, i]
                if found >> t & 1 == 0:
                    reached[t] = 1
                    found |= 1 << t
                    left |= 1 << t
            if IS_PORT[x] == 0 or s.owner[x] != side:
                continue
            for port in range(PORTS):
                t = PORT[port]
                if found >> t & 1 or s.sea_open[side, ZONE[t], ZONE[x]] == 0:
                    continue
                if s.owner[t] == side:
                    reached[t] = 1
                    found |= 1 << t
                    left |= 1 << t
                elif s.fleet_total[side, SEA0 + ZONE[t]] > 0:
                    reached[t] = 1  # as the first territory only: no chain leads on through it


@rule
def search_side(s: Any, side: Any) -> None:
    """Sea ways and communications of all nations of a side."""
    search_sea(s, side)
    for nation in range(NATIONS):
        if NATION_SIDE[nation] == side:
            search_supply(s, nation)


@rule
def search_map(s: Any) -> None:
    search_side(s, 0)
    search_side(s, 1)
