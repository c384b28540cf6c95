"""Clause 3.6: the commitments one after another; 3.8: who is told what."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.secret_orders.choices import decree_is_open
from legation.envs.secret_orders.dice import band_of, roll_d1, roll_d4, roll_dx
from legation.envs.secret_orders.persuasion import decree, persuade
from legation.envs.secret_orders.realm import (
    campaign,
    economy,
    finish_project,
    muster,
    raid,
    report_armies,
    start_project,
    strategic_base,
    strategic_result,
)
from legation.envs.secret_orders.schema import UNDER_WAY
from legation.envs.secret_orders.shadow import (
    found,
    hunt,
    spy_on_country,
    spy_on_unit,
    strike,
)
from legation.envs.secret_orders.support import bolster, rally, shared_effects, train
from legation.envs.secret_orders.tables import (
    BOLSTER,
    DECREE,
    ECONOMY,
    EXPOSE_ALL,
    EXPOSE_TARGET,
    FOUND,
    HUNT,
    LEADER,
    LOWER_TAX,
    LOWERING,
    MUSTER,
    ORDER,
    PUBLIC_MODE,
    RAID,
    RAISE_TAX,
    RAISING,
    RALLY,
    RESEARCH,
    SECRET,
    SPY,
    SPY_UNIT,
    STRATEGIC,
    STRIKE,
    TRAIN,
    TYPE_DOMAIN,
    TYPES,
    WAR,
)
from legation.envs.secret_orders.weigh import (
    PARTS,
    first_decree,
    first_found,
    first_measure,
    target_country,
    weigh,
)
from legation.envs.secret_orders.world import (
    all_units,
    close_project,
    countries,
    has_foreign,
    learn,
)

EXPOSE_NOBODY = 0
HIGHEST_TOLD = 2  # bands of HUNT and SPY that a log tells; above, the code is "under way"


@rule
def resolve_all(s: Any) -> None:
    """By type index, then the seats in an order that rotates with the turn, then entry."""
    n = countries(s)
    for kind in range(TYPES):
        for k in range(n):
            i = (s.turn + k) % n
            for e in range(s.count[i]):
                if s.q_type[i, e] == kind:
                    resolve(s, i, e)


@rule
def is_void(s: Any, i: Any, u: Any, kind: Any, target: Any) -> Any:
    """Clause 3.6: no dice, no effect, no log."""
    n = countries(s)
    if s.alive[u] == 0 or s.born[u] == s.turn or s.runs[i, u] == 0:
        return True
    if n <= target < all_units(n) and (s.alive[target] == 0 or s.known[i, target] == 0):
        return True
    if kind in (SPY, STRIKE):
        return s.runs[i, target] != 0
    if kind == WAR:
        return s.overlord[target] == i
    if kind == FOUND:
        place = target - first_found(n)
        return has_foreign(s, i, place // 2, LEADER if place % 2 else ORDER)
    if kind == DECREE:
        return not decree_is_open(s, i, u, target - first_decree(n))
    return False


@rule
def count_wars(s: Any, i: Any) -> Any:
    """`nwars` of clause 3.6: public and secret ones."""
    wars = 0
    for e in range(s.count[i]):
        wars += s.q_type[i, e] == WAR
    return wars


@rule
def resolve(s: Any, i: Any, e: Any) -> None:
    """One commitment of seat i: dice, effects, logs."""
    n = countries(s)
    u, kind, mode, target = s.q_unit[i, e], s.q_type[i, e], s.q_mode[i, e], s.q_target[i, e]
    if is_void(s, i, u, kind, target):
        return
    if kind == DECREE:  # it is signed, before the roll
        for j in range(n):
            learn(s, j, u)
    aware = 0  # bit sets of seats: who knows the actor, before or after; who knows the target
    sees_target = 0
    for j in range(n):
        aware |= 1 << j if s.known[j, u] else 0
        hidden = n <= target < all_units(n) and s.known[j, target] == 0
        sees_target |= 0 if hidden else 1 << j
    parts = np.zeros(PARTS, np.int64)
    exposed = EXPOSE_NOBODY
    victim = victim_of(s, u, kind, target)
    shift = s.gd[i, e]
    if STRATEGIC[kind]:
        gain = weigh(s, i, u, kind, target, s.q_focus[i, e], 0, 1, parts)
        code = work(s, i, e, u, kind, target, gain)
    else:
        wars = count_wars(s, i) if kind == WAR else 1
        net = weigh(s, i, u, kind, target, s.q_focus[i, e], shift, wars, parts)
        x = roll_dx(s) + net
        code = band_of(x)
        variant = variant_of(s, kind, mode, target)
        take_effect(s, i, u, kind, mode, target, variant, code, x)
        exposed = shared_effects(s, i, u, variant, code, s.q_cost[i, e], victim)
        if kind == WAR and mode == PUBLIC_MODE:
            report_armies(s, i, target)
    caught = 0
    for j in range(n):
        if exposed == EXPOSE_ALL or (exposed == EXPOSE_TARGET and j == victim):
            caught |= 1 << j
            if u >= n and s.alive[u]:
                learn(s, j, u)
    if (kind in (HUNT, SPY)) and code > HIGHEST_TOLD:
        code = UNDER_WAY
    for j in range(n):
        if s.known[j, u]:
            aware |= 1 << j
        heard = caught | (aware if mode == PUBLIC_MODE else 0)
        if j == i or (heard & sees_target & (1 << j)) != 0:
            write_log(s, j, u, kind, mode, target, code)


@rule
def variant_of(s: Any, kind: Any, mode: Any, target: Any) -> Any:
    """Which table of bands."""
    n = countries(s)
    if kind == SPY and target >= n:
        return SPY_UNIT
    if kind == ECONOMY and target == first_measure(n) + RAISE_TAX:
        return RAISING
    if kind == ECONOMY and target == first_measure(n) + LOWER_TAX:
        return LOWERING
    if kind == WAR and mode == SECRET:
        return RAID
    return kind


@rule
def victim_of(s: Any, u: Any, kind: Any, target: Any) -> Any:
    """The seat that is named under the action for exposure and incidents; -1 for none."""
    n = countries(s)
    if (kind in (SPY, STRIKE)) and target >= n:
        return s.ctrl[target]
    if kind == WAR:
        return target
    return target_country(n, u, kind, target)


@rule
def take_effect(
    s: Any, i: Any, u: Any, kind: Any, mode: Any, target: Any, variant: Any, band: Any, x: Any
) -> None:
    """The main effect of an ordinary action."""
    n = countries(s)
    if kind == RALLY:
        rally(s, target, variant, band)
    elif kind == TRAIN:
        train(s, u, target, variant, band)
    elif kind == BOLSTER:
        bolster(s, target, variant, band)
    elif kind == SPY:
        if target < n:
            spy_on_country(s, i, target, variant, band, x)
        else:
            spy_on_unit(s, i, target, variant, band)
    elif kind == HUNT:
        hunt(s, i, target, band, x)
    elif kind == STRIKE:
        strike(s, i, u, target, variant, band)
    elif kind == FOUND:
        found(s, i, u, target, variant, band)
    elif kind == DECREE:
        decree(s, i, u, target, variant, band)
    elif kind == ECONOMY:
        economy(s, i, u, variant, band)
    elif kind == MUSTER:
        muster(s, i, u, variant, band)
    elif kind == WAR:
        if mode == PUBLIC_MODE:
            campaign(s, i, target, band, x)
        else:
            raid(s, i, target, variant, band)
    else:
        persuade(s, i, u, target, kind, band)


@rule
def work(s: Any, i: Any, e: Any, u: Any, kind: Any, target: Any, gain: Any) -> Any:
    """Clause 4.6: one worked turn, and the finish; returns the log's code."""
    q = kind - RESEARCH
    if s.proj_on[u, q] == 0:
        start_project(s, i, u, kind, target, s.q_pace[i, e], s.gd[i, e], s.gn[i, e])
    s.proj_s[u, q] += roll_d1(s) + gain
    s.proj_t[u, q] += 1
    if s.q_finish[i, e] == 0:
        return UNDER_WAY
    base = roll_d4(s) + strategic_base(s, u, q, s.mast[u, TYPE_DOMAIN[kind]])
    band = band_of(strategic_result(s, u, q, base))
    finish_project(s, i, u, kind, band)
    close_project(s, u, q)
    shared_effects(s, i, u, kind, band, s.q_cost[i, e], -1)
    return band


@rule
def write_log(s: Any, j: Any, u: Any, kind: Any, mode: Any, target: Any, code: Any) -> None:
    line = s.log_count[j]
    s.log_actor[j, line] = u
    s.log_type[j, line] = kind
    s.log_mode[j, line] = mode
    s.log_target[j, line] = target
    s.log_code[j, line] = code
    s.log_count[j] = line + 1
    s.acted[j, u] += 1


@rule
def clear_logs(s: Any) -> None:
    """Clause 3.8: logs and incident flags are cleared when EXPOSURE begins."""
    for j in range(countries(s)):
        for line in range(s.log_count[j]):
            s.log_actor[j, line] = -1
            s.log_type[j, line] = -1
            s.log_mode[j, line] = -1
            s.log_target[j, line] = -1
            s.log_code[j, line] = -1
        s.log_count[j] = 0
        s.incident[j] = 0
        for u in range(all_units(countries(s))):
            s.acted[j, u] = 0
