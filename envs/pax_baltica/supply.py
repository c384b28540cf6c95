"""Sea ways (4.1) and communications (4.4): searched when the map changes, read by the masks.

All that they depend on is public: control, blocks and fleets by side and place, nations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

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
    SEA0,
    SEA_ADJACENT,
    SEA_ZONES,
    SEAS,
    TERRITORIES,
    TRANSIT,
    ZONE,
)
from legation.envs.pax_baltica.record import ACTIVE


@rule
def search_sea(s: Any, side: Any) -> None:
    """4.1: from which zone to which a chain of at most 3 zones leads, none with an enemy fleet."""
    enemy = 1 - side
    for a in range(SEAS):
        for b in range(SEAS):
            s.sea_open[side, a, b] = a == b and s.fleet_total[enemy, SEA0 + a] == 0
    for a in range(SEAS):
        if s.sea_open[side, a, a] == 0:
            continue
        for _ in range(1, SEA_ZONES):
            # Zones first reached in this round are marked 2: they lead on in the next round only.
            for via in range(SEAS):
                if s.sea_open[side, a, via] != 1:
                    continue
                for b in range(SEAS):
                    new = SEA_ADJACENT[via, b] and s.sea_open[side, a, b] == 0
                    if new and s.fleet_total[enemy, SEA0 + b] == 0:
                        s.sea_open[side, a, b] = 2
            for b in range(SEAS):
                s.sea_open[side, a, b] = s.sea_open[side, a, b] != 0


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
    queue = np.empty(TERRITORIES, np.int64)
    queued = np.zeros(TERRITORIES, np.bool_)
    length = 0
    for t in range(TERRITORIES):
        free = s.owner[t] == side or (nation == POLAND and s.owner[t] == TRANSIT)
        if HOME[t] and LAND_NATION[t] == nation and free:
            reached[t] = 1
            queued[t] = True
            queue[length] = t
            length += 1
    done = 0
    while done < length:
        x = queue[done]
        done += 1
        # As the second territory or a later one of a chain, x has to be free.
        if s.land_total[enemy, x] > 0 or (s.owner[x] != side and s.owner[x] != TRANSIT):
            continue
        for i in range(DEGREE[x]):
            t = NEIGHBOURS[x, i]
            if not queued[t]:
                reached[t] = 1
                queued[t] = True
                queue[length] = t
                length += 1
        if IS_PORT[x] == 0 or s.owner[x] != side:
            continue
        for t in range(TERRITORIES):
            if queued[t] or IS_PORT[t] == 0 or s.sea_open[side, ZONE[t], ZONE[x]] == 0:
                continue
            if s.owner[t] == side:
                reached[t] = 1
                queued[t] = True
                queue[length] = t
                length += 1
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
