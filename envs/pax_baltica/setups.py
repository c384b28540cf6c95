"""The record that every episode of a scenario starts from (section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.envs.engine import LegationError
from legation.envs.pax_baltica.components import COMPONENTS
from legation.envs.pax_baltica.constants import (
    BASE_DROP,
    BASE_MIN,
    BLOCK_COLOUR,
    BLOCK_IDS,
    BLOCK_NATION,
    BLOCK_SIDE,
    BLOCKS,
    COLOUR_IDS,
    IS_FLEET,
    NATION_IDS,
    POOL,
    RP_START,
    TERRITORY_IDS,
    TRACK_IDS,
)
from legation.envs.pax_baltica.pieces import Setup
from legation.envs.pax_baltica.record import ACTIVE, ENDED, NEVER, RETURN_YEARS, SCHEMA, WAITING

SCENARIOS = {s.id: s for s in COMPONENTS.scenarios}


def initial_record(scenario: str, end_year: int) -> NDArray[np.void]:
    """`[1]`: options and set-up; what the rules derive is filled in by `start`.

    Raises:
        LegationError: the last year lies before the scenario's first.
    """
    chosen = SCENARIOS[scenario]
    if end_year < chosen.start_year:
        raise LegationError(
            f"pax_baltica: end_year is {end_year}, but {scenario} begins in {chosen.start_year}; "
            f"valid: {chosen.start_year}..{max(s.end_year for s in SCENARIOS.values())}"
        )
    record = np.zeros(1, SCHEMA.dtype)
    s = record[0]
    s.scenario = list(SCENARIOS).index(scenario)
    s.year, s.last_year = chosen.start_year, end_year
    s.par, s.scale = chosen.par, chosen.scale
    for name in ("turn", "focus", "target", "attacker", "build_place"):
        s[name] = -1
    for name in ("marker", "siege_colour", "contested", "place", "placing"):
        s[name][:] = POOL if name == "place" else -1
    _fill_nations(s, COMPONENTS.setups[chosen.setup])
    _fill_map(s, COMPONENTS.setups[chosen.setup])
    return record


def _fill_nations(s: Any, setup: Setup) -> None:
    s.status[:] = WAITING
    s.return_year[:] = RETURN_YEARS[0]
    s.base_rp[:] = RP_START
    for nation in setup.active:
        s.status[NATION_IDS.index(nation)] = ACTIVE
    for nation, year, suffered in setup.armistice:
        s.return_year[NATION_IDS.index(nation)] = year
        track = TRACK_IDS.index(nation)
        s.base_rp[track] = max(BASE_MIN, int(RP_START[track]) - BASE_DROP * suffered)
    s.exhaustion = setup.exhaustion
    s.revolt = ENDED if setup.revolted else NEVER


def _fill_map(s: Any, setup: Setup) -> None:
    for territory, colour in setup.markers:
        s.marker[TERRITORY_IDS.index(territory)] = COLOUR_IDS.index(colour)
    for placed in setup.blocks:
        b = BLOCK_IDS.index(placed.block)
        s.place[b] = TERRITORY_IDS.index(placed.territory)
        s.steps[b] = placed.steps
    count_blocks(s)
    sides = np.arange(2)[:, None]
    s.own[:] = BLOCK_SIDE[None] == sides
    # 6: the blocks of nations that are not in the war are public.
    s.known[:] = (s.own != 0) | (s.status[BLOCK_NATION] != ACTIVE)[None]


def count_blocks(s: Any) -> None:
    """Sets all counts of blocks from their places, in plain Python."""
    for name in ("land_count", "fleet_count", "pool_count", "land_total", "fleet_total"):
        s[name][:] = 0
    for b in range(BLOCKS):
        x, colour, side = int(s.place[b]), BLOCK_COLOUR[b], BLOCK_SIDE[b]
        if x == POOL:
            s.pool_count[colour] += 1
        elif IS_FLEET[b]:
            s.fleet_count[x, colour] += 1
            s.fleet_total[side, x] += 1
        else:
            s.land_count[x, colour] += 1
            s.land_total[side, x] += 1
