"""Clause 4.7: each step for all countries before the next one."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div, clamp, hits, roll_d1, trunc_div
from legation.envs.secret_orders.tables import (
    ANARCHY,
    ANARCHY_PERCENT,
    ARMY_UPKEEP,
    CITIZENS,
    CITIZENS_GNP,
    COMMAND,
    COMMAND_TAX_FREE,
    DEATH_AGE,
    DEATH_PERCENT,
    DEBT_ARMY,
    DEBT_GNP,
    DEBT_PARTY,
    DENSITY,
    F_TITHE,
    GNP_MAX,
    GNP_MIN,
    GNP_PIVOT,
    GNP_TAX,
    GNP_TECH,
    GOLD_MAX,
    GOLD_MIN,
    GROWTH_BASE,
    GROWTH_MAX,
    GROWTH_MIN,
    GROWTH_STEP,
    ORDER_UPKEEP,
    POP_MAX,
    POP_MIN,
    SUBSISTENCE,
    SUBSISTENCE_GROWTH,
    SUCCESSOR_AGE,
    SUCCESSOR_INFLUENCE,
    SUCCESSOR_MASTERY,
    TAX_FREE,
    TRIBUTE_PERCENT,
    UNREST_DIV,
)
from legation.envs.secret_orders.world import (
    add_party,
    all_units,
    change_army,
    change_gnp,
    countries,
    first_leader,
    is_native,
    location,
    per_mille_of,
    shift,
    vacate,
)


@rule
def upkeep(s: Any) -> None:
    n = countries(s)
    for c in range(n):
        for k in range(n):
            s.ptmp[k, c] -= fade(s.party[c], k, s.ptmp[k, c])
        for r in range(n):
            s.ftmp[r, c] -= fade(s.faith[c], r, s.ftmp[r, c])
    if s.option_ferment:
        for c in range(n):
            ferment(s, s.party[c])
            ferment(s, s.faith[c])
    for c in range(n):
        grow(s, c)
    pay(s)
    for c in range(n):
        unrest(s, c)
    for c in range(n):
        if s.overlord[c] >= 0 and s.army[c] > s.army[s.overlord[c]]:
            s.overlord[c] = -1
    for u in range(first_leader(n), all_units(n)):
        grow_old(s, u)
    for u in range(all_units(n)):
        if s.aura[u] > 0:
            s.aura[u] -= 1


@rule
def fade(shares: Any, k: Any, temporary: Any) -> Any:
    """Step 1: half of a temporary share goes, rounded up; returns what went."""
    if temporary == 0:
        return 0
    gone = ceil_div(abs(temporary), 2)
    if temporary < 0:
        gone = -gone
    shift(shares, k, -gone)
    return gone


@rule
def ferment(s: Any, shares: Any) -> None:
    """Step 2."""
    for k in range(shares.shape[0]):
        if shares[k] > 0:
            shift(shares, k, roll_d1(s))


@rule
def capacity(s: Any, c: Any) -> Any:
    """The maximum population."""
    return s.area[c] * DENSITY[s.terrain[c]] * (10 + s.tech[c] + s.works[c]) // 10


@rule
def grow(s: Any, c: Any) -> None:
    """Step 3."""
    most = capacity(s, c)
    target = trunc_div(GROWTH_BASE * (most - s.pop[c]), most)
    if s.econ[c] == SUBSISTENCE:
        target += SUBSISTENCE_GROWTH
    delta = target - s.growth[c]
    change = min(GROWTH_STEP, ceil_div(abs(delta), 2))
    s.growth[c] = clamp(s.growth[c] + (change if delta >= 0 else -change), GROWTH_MIN, GROWTH_MAX)
    s.pop[c] = clamp(per_mille_of(s.pop[c], s.growth[c]), POP_MIN, POP_MAX)
    rate = s.growth[c] + GNP_TECH * s.tech[c] + GNP_TAX * (GNP_PIVOT - s.tax[c])
    if s.social[c] == CITIZENS:
        rate += CITIZENS_GNP
    s.gnp[c] = clamp(per_mille_of(s.gnp[c], rate), GNP_MIN, GNP_MAX)


@rule
def revenue(s: Any, c: Any) -> Any:
    """Step 4."""
    value = s.gnp[c] * s.tax[c] // 100
    return value * ANARCHY_PERCENT // 100 if s.org[c] == ANARCHY else value


@rule
def tribute(s: Any, c: Any) -> Any:
    return revenue(s, c) * TRIBUTE_PERCENT // 100 if s.overlord[c] >= 0 else 0


@rule
def tithe(s: Any, c: Any) -> Any:
    foreign = s.state_faith[c] >= 0 and s.state_faith[c] != c
    return revenue(s, c) * s.figure[F_TITHE] // 100 if foreign else 0


@rule
def pay(s: Any) -> None:
    """Step 4: each treasury changes once, by the sum of all its items."""
    n = countries(s)
    for c in range(n):
        total = revenue(s, c) - tribute(s, c) - tithe(s, c) - ARMY_UPKEEP * s.army[c]
        for u in range(n, first_leader(n)):
            if s.runs[c, u]:
                total -= ORDER_UPKEEP * s.unit_size[u]
        for other in range(n):
            if s.overlord[other] == c:
                total += tribute(s, other)
            if other != c and s.state_faith[other] == c:
                total += tithe(s, other)
        s.gold[c] = clamp(s.gold[c] + total, GOLD_MIN, GOLD_MAX)


@rule
def unrest(s: Any, c: Any) -> None:
    """Step 5."""
    free = COMMAND_TAX_FREE if s.econ[c] == COMMAND else TAX_FREE
    if s.tax[c] > free:
        add_party(s, c, -ceil_div(s.tax[c] - free, UNREST_DIV))
    if s.gold[c] < 0:
        change_gnp(s, c, DEBT_GNP)
        add_party(s, c, DEBT_PARTY)
        change_army(s, c, DEBT_ARMY)


@rule
def grow_old(s: Any, u: Any) -> None:
    """Step 7: successors, age, natural death."""
    n = countries(s)
    if s.alive[u] == 0:
        if is_native(n, u):
            succeed(s, u)
        return
    s.age[u] += 1
    mortal = s.option_natural_death and s.age[u] >= DEATH_AGE
    if mortal and hits(s, DEATH_PERCENT * (s.age[u] - DEATH_AGE + 1)):
        vacate(s, u)


@rule
def succeed(s: Any, u: Any) -> None:
    s.alive[u] = 1
    s.unit_size[u] = SUCCESSOR_INFLUENCE
    s.age[u] = SUCCESSOR_AGE
    s.aura[u] = 0
    for c in range(countries(s)):
        s.reach[u, c] = c == location(countries(s), u)
    for d in range(s.mast.shape[1]):
        s.mast[u, d] = SUCCESSOR_MASTERY[s.unit_kind[u], d]
