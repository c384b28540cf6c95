"""Clause 2: units and countries, and the changes that every rule makes through here.

n is the number of countries, i a seat (and its home country), c a country, u a unit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div, clamp, trunc_div
from legation.envs.secret_orders.scenarios import MOST_SEATS, NATIVE_LEADERS, NATIVE_ORDERS
from legation.envs.secret_orders.tables import (
    ARMY_MAX,
    ARMY_POP_DIVISOR,
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    CLANS,
    COUNTRY,
    COUNTRY_SCALE,
    DESTROYED,
    FOREST,
    GNP_MAX,
    GNP_MIN,
    GOLD_MAX,
    GOLD_MIN,
    GROWTH_MAX,
    GROWTH_MIN,
    LEADER,
    OPEN_ORDER,
    ORDER,
    OTHER_LEADER,
    PARTIAL_ORDER,
    POP_MAX,
    POP_MIN,
    PROJECTS,
    SHADOW,
)

# --- 2.1 Numbering ---------------------------------------------------------------------------


@rule
def countries(s: Any) -> Any:
    return s.pop.shape[0]


@rule
def order_slots(n: Any) -> Any:
    return n + 2


@rule
def leader_slots(n: Any) -> Any:
    return n + 1


@rule
def order_unit(n: Any, c: Any, slot: Any) -> Any:
    return n + c * (n + 2) + slot


@rule
def first_leader(n: Any) -> Any:
    return n + n * (n + 2)


@rule
def leader_unit(n: Any, c: Any, slot: Any) -> Any:
    return first_leader(n) + c * (n + 1) + slot


@rule
def all_units(n: Any) -> Any:
    return 2 * n * (n + 2)


@rule
def kind_of(n: Any, u: Any) -> Any:
    if u < n:
        return COUNTRY
    return ORDER if u < first_leader(n) else LEADER


# `location` by number of countries: a division by a number known at run time only takes longer.
LOCATIONS = np.zeros((MOST_SEATS + 1, 2 * MOST_SEATS * (MOST_SEATS + 2)), np.int64)
for _n in range(1, MOST_SEATS + 1):
    for _c in range(_n):
        LOCATIONS[_n, _c] = _c
        LOCATIONS[_n, _n + _c * (_n + 2) : _n + (_c + 1) * (_n + 2)] = _c
        _leaders = _n + _n * (_n + 2)
        LOCATIONS[_n, _leaders + _c * (_n + 1) : _leaders + (_c + 1) * (_n + 1)] = _c


@rule
def location(n: Any, u: Any) -> Any:
    """The country of the unit's slot; a country is located in itself."""
    return u if u < n else LOCATIONS[n, u]


@rule
def slot_of(n: Any, u: Any) -> Any:
    if u < first_leader(n):
        return (u - n) % (n + 2)
    return (u - first_leader(n)) % (n + 1)


@rule
def is_native(n: Any, u: Any) -> Any:
    """Countries are; of the others those in native slots."""
    if u < n:
        return True
    return slot_of(n, u) < (NATIVE_ORDERS if u < first_leader(n) else NATIVE_LEADERS)


@rule
def scale_of(s: Any, u: Any) -> Any:
    """Clause 2.6."""
    kind = kind_of(countries(s), u)
    if kind == COUNTRY:
        return COUNTRY_SCALE
    return s.unit_size[u] if kind == ORDER else ceil_div(s.unit_size[u], 2)


@rule
def conceal(s: Any, u: Any) -> Any:
    """Clause 4.5."""
    n = countries(s)
    where = location(n, u)
    value = 1 + max(0, s.mast[u, SHADOW] + s.aura[u] - scale_of(s, u) // 2)
    if s.terrain[where] == FOREST:
        value += 1
    if s.social[where] == CLANS:
        value += 1
    return value


@rule
def has_foreign(s: Any, i: Any, c: Any, kind: Any) -> Any:
    """Clause 2.1: whether seat i has an order (a leader) in a foreign slot of country c."""
    n = countries(s)
    if kind == ORDER:
        for slot in range(NATIVE_ORDERS, order_slots(n)):
            if s.runs[i, order_unit(n, c, slot)]:
                return True
    else:
        for slot in range(NATIVE_LEADERS, leader_slots(n)):
            if s.runs[i, leader_unit(n, c, slot)]:
                return True
    return False


# --- 2.5 Knowledge ---------------------------------------------------------------------------


@rule
def category_of(s: Any, u: Any) -> Any:
    """Clause 2.5, from `known` as it stands."""
    n = countries(s)
    kind = kind_of(n, u)
    if kind == COUNTRY:
        return COUNTRY
    host_knows = s.known[location(n, u), u] != 0
    if kind == LEADER:
        return OTHER_LEADER if host_knows else CLANDESTINE_LEADER
    if not host_knows:
        return CLANDESTINE_ORDER
    for j in range(n):
        if s.known[j, u] == 0:
            return PARTIAL_ORDER
    return OPEN_ORDER


@rule
def learn(s: Any, j: Any, u: Any) -> None:
    """Seat j knows from now on that unit u exists; without `hidden_controller` also whose it is."""
    s.known[j, u] = 1
    if s.option_hidden_controller == 0:
        s.ctrl_known[j, u] = 1
    s.category[u] = category_of(s, u)


@rule
def set_controller(s: Any, u: Any, i: Any) -> None:
    """Unit u is run by seat i (-1: by the game master), and i alone knows (clause 5, STRIKE)."""
    for j in range(countries(s)):
        s.runs[j, u] = j == i
        knows = j == i or (s.option_hidden_controller == 0 and s.known[j, u] != 0)
        s.ctrl_known[j, u] = knows
        if j == i:
            s.known[j, u] = 1
    s.ctrl[u] = i
    s.category[u] = category_of(s, u)


@rule
def close_project(s: Any, u: Any, q: Any) -> None:
    s.proj_on[u, q] = 0
    s.proj_n[u, q] = 0
    s.proj_d[u, q] = 0
    s.proj_t[u, q] = 0
    s.proj_s[u, q] = 0
    s.proj_param[u, q] = 0
    s.proj_named[u, q] = 0


@rule
def dissolve(s: Any, u: Any) -> None:
    """Clauses 2.4, 3.9.9: an empty slot, of which nobody knows anything."""
    for j in range(countries(s)):
        s.known[j, u] = 0
        s.ctrl_known[j, u] = 0
        s.runs[j, u] = 0
        s.reach[u, j] = 0
    s.alive[u] = 0
    s.ctrl[u] = -1
    s.unit_size[u] = 0
    s.unit_kind[u] = 0
    s.age[u] = 0
    s.aura[u] = 0
    s.born[u] = -1
    s.category[u] = 0
    for d in range(s.mast.shape[1]):
        s.mast[u, d] = 0
    for q in range(PROJECTS):
        close_project(s, u, q)


@rule
def vacate(s: Any, u: Any) -> None:
    """A leader is gone: a native seat waits for a successor (clause 4.7.7)."""
    if is_native(countries(s), u):
        s.alive[u] = 0
        s.unit_size[u] = 0
    else:
        dissolve(s, u)


@rule
def lose_size(s: Any, u: Any, amount: Any, by: Any) -> None:
    """An order loses size: a native one not below 1, another is dissolved at 0.

    `by`: the seat that does it, whose `purge` counts what it destroys at home; or -1.
    """
    n = countries(s)
    left = s.unit_size[u] - amount
    if amount >= DESTROYED:
        left = 0
    if left >= 1 or is_native(n, u):
        s.unit_size[u] = max(left, 1)
        return
    where = location(n, u)
    dissolve(s, u)
    if by == where:
        s.purge[by] += 1


@rule
def kill_leader(s: Any, u: Any, by: Any) -> None:
    n = countries(s)
    counts = not is_native(n, u) and by == location(n, u)
    vacate(s, u)
    if counts:
        s.purge[by] += 1


@rule
def setback(s: Any, i: Any, u: Any, amount: Any) -> None:
    """Clause 5, "setback"."""
    kind = kind_of(countries(s), u)
    if kind == COUNTRY:
        add_party(s, i, -3 * amount)
    elif kind == ORDER:
        lose_size(s, u, amount, -1)
    else:
        s.unit_size[u] = max(1, s.unit_size[u] - amount)


# --- 2.7 Shares ------------------------------------------------------------------------------


@rule
def shift(shares: Any, q: Any, d: Any) -> Any:
    """Clause 2.7 on one row of `party` or `faith`; returns the change that was made."""
    if d < 0:
        loss = min(-d, shares[q])
        shares[q] -= loss
        return -loss
    total = 0
    for k in range(shares.shape[0]):
        total += shares[k]
    gain = min(d, 100 - shares[q])
    rest = gain - min(gain, 100 - total)
    while rest > 0:
        largest = -1
        for k in range(shares.shape[0]):
            if k != q and (largest < 0 or shares[k] > shares[largest]):
                largest = k
        shares[largest] -= 1
        rest -= 1
    shares[q] += gain
    return gain


@rule
def add_party(s: Any, i: Any, d: Any) -> None:
    """Own party: that of seat i at home."""
    shift(s.party[i], i, d)


# --- 2.2 Countries ---------------------------------------------------------------------------


@rule
def percent_of(x: Any, p: Any) -> Any:
    """x changed by p per cent."""
    return x + trunc_div(x * p, 100)


@rule
def per_mille_of(x: Any, p: Any) -> Any:
    return x + trunc_div(x * p, 1000)


@rule
def add_gold(s: Any, i: Any, d: Any) -> None:
    s.gold[i] = clamp(s.gold[i] + d, GOLD_MIN, GOLD_MAX)


@rule
def add_growth(s: Any, c: Any, d: Any) -> None:
    s.growth[c] = clamp(s.growth[c] + d, GROWTH_MIN, GROWTH_MAX)


@rule
def change_gnp(s: Any, c: Any, per_mille: Any) -> None:
    s.gnp[c] = clamp(per_mille_of(s.gnp[c], per_mille), GNP_MIN, GNP_MAX)


@rule
def change_pop(s: Any, c: Any, percent: Any) -> None:
    s.pop[c] = clamp(percent_of(s.pop[c], percent), POP_MIN, POP_MAX)


@rule
def change_army(s: Any, c: Any, percent: Any) -> None:
    s.army[c] = clamp(percent_of(s.army[c], percent), 0, ARMY_MAX)


@rule
def raise_army(s: Any, c: Any, gain: Any) -> None:
    """Mustering stops at a twentieth of the people, and takes nobody away."""
    s.army[c] = max(s.army[c], min(s.pop[c] // ARMY_POP_DIVISOR, s.army[c] + gain))


@rule
def make_vassal(s: Any, c: Any, i: Any) -> None:
    """Seat i becomes overlord of country c."""
    s.overlord[c] = i
    if s.overlord[i] == c:
        s.overlord[i] = -1
