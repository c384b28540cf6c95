"""What is added to a die (4.3), for rolls and for embassy attempts."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.components import (
    FRA,
    GBR,
    GER,
    INDEX,
    NAMED_REGIONS,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.control import is_active, of_power, standing
from legation.envs.interbellum.fields import NONE, PROTECTORATE

# Places in the values of `counts_as`.
POLAND, ROMANIA, YUGOSLAVIA = (
    1 + NAMED_REGIONS.index(name) for name in ("poland", "romania", "yugoslavia")
)
A_NEURATH, A_PAPEN, A_ROSENBERG = INDEX["neurath"], INDEX["papen"], INDEX["rosenberg"]
A_ELENA, A_ANTONOV, A_OSTROVSKY = INDEX["elena"], INDEX["antonov"], INDEX["ostrovsky"]
A_STOMONYAKOV, A_FLANDIN = INDEX["stomonyakov"], INDEX["flandin"]


@rule
def ambassador_modifiers(s: Any, power: Any, r: Any) -> Any:
    """`A` of 4.3: those of the power's active ambassadors in the region."""
    total = 0
    here = of_power(standing(s, r), power)
    a = power * POOL_SIZE
    while here != 0:
        if here & 1 and is_active(s, a):
            total += own_modifier(s, a, r)
        here >>= 1
        a += 1
    return total


@rule
def own_modifier(s: Any, a: Any, r: Any) -> Any:
    """The table of 4.3."""
    if a == A_NEURATH:
        german = s.inf[r, GER]
        modifier = 1 if s.inf[r, SOV] < german else 0
        return modifier - (1 if s.inf[r, GBR] > german or s.inf[r, FRA] > german else 0)
    if a == A_PAPEN:
        return 2 if s.level[r, GER] == NONE else -1
    if a == A_ROSENBERG:
        return 2 if s.level[r, GER] >= PROTECTORATE else 0
    if a == A_ELENA:
        return 3 if s.counts_as[r] == YUGOSLAVIA else 0
    if a == A_ANTONOV:
        return 1 if s.level[r, SOV] == NONE else 0
    if a == A_OSTROVSKY:
        return 4 if s.counts_as[r] == ROMANIA else 0
    if a == A_STOMONYAKOV:
        return 3 if s.counts_as[r] == POLAND and s.level[r, SOV] == NONE else 0
    if a == A_FLANDIN:
        return 0 if dominates(s, SOV, r) or dominates(s, GER, r) else 3
    return 0


@rule
def dominates(s: Any, power: Any, r: Any) -> Any:
    """A23: strictly more influence than each of the other four."""
    for other in range(POWERS):
        if other != power and s.inf[r, other] >= s.inf[r, power]:
            return False
    return True


@rule
def master_modifiers(s: Any, power: Any, r: Any) -> Any:
    """`M` of 4.3: the game master's, for cancelled ambassadors too."""
    total = 0
    here = of_power(standing(s, r), power)
    slot = 0
    while here != 0:
        if here & 1:
            total += s.gm_mod[power, slot]
        here >>= 1
        slot += 1
    return total


@rule
def national_modifier(s: Any, power: Any, r: Any) -> Any:
    """`N` of 4.3."""
    if power == GER:
        return s.glob[GER] + (2 if s.volksdeutsche[r] != 0 else 0)
    if power == SOV:
        return s.glob[SOV] - (2 if s.embassy[r] == 0 else 0)
    if power == GBR:
        return -1 if s.inf[r, SOV] > 0 else 0
    return 0
