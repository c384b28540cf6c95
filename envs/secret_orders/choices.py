"""Clause 3.3: what a seat may enter; 3.4: what a game master may choose."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div
from legation.envs.secret_orders.schema import (
    GM_STEP,
    TARGET_STEP,
    UNIT_STEP,
    VERB_STEP,
    VERBS,
)
from legation.envs.secret_orders.tables import (
    AGITATE,
    ALLEGIANCE,
    BOLSTER,
    DECREE,
    ECONOMY,
    END_STATE_FAITH,
    ENTERPRISE,
    FIRST_ECONOMIC,
    FIRST_ORGANISATION,
    FIRST_RELIGIOUS,
    FIRST_SOCIAL,
    FOUND,
    HOME_ONLY,
    HUNT,
    INFLUENCE_MAX,
    KIND_ALLOWED,
    LEADER,
    MASTERY_MAX,
    MODE_ALLOWED,
    MODES,
    MOST,
    MOST_NAMED,
    MUSTER,
    ORDER,
    PREACH,
    PUBLIC_MODE,
    RAISE_TAX,
    RALLY,
    REFORM,
    RESEARCH,
    SIZE_MAX,
    SPY,
    STRATEGIC,
    STRIKE,
    TAX_MAX,
    TECH_MAX,
    TRAIN,
    TYPES,
    WAR,
    WORKS,
)
from legation.envs.secret_orders.weigh import (
    all_targets,
    first_decree,
    first_domain,
    first_found,
    first_measure,
    first_reform,
)
from legation.envs.secret_orders.world import (
    all_units,
    countries,
    has_foreign,
    kind_of,
    location,
)

END = 0
GM_TIMES = 3  # -1, 0, +1


@rule
def first_verb(n: Any) -> Any:
    return 1 + all_units(n)


@rule
def first_target(n: Any) -> Any:
    return first_verb(n) + VERBS


@rule
def first_pace(n: Any) -> Any:
    return first_target(n) + all_targets(n)


@rule
def first_gm(n: Any) -> Any:
    return first_pace(n) + 1 + MOST_NAMED


# --- what is legal ---------------------------------------------------------------------------


@rule
def cost_of(s: Any, u: Any, kind: Any, target: Any) -> Any:
    """Changing the tax is free; orders and leaders pay half, rounded up."""
    n = countries(s)
    if kind == ECONOMY and target != first_measure(n) + ENTERPRISE:
        return 0
    return s.cost[kind] if u < n else ceil_div(s.cost[kind], 2)


@rule
def has_entered(s: Any, i: Any, u: Any, kind: Any, target: Any) -> Any:
    """Whether the unit has entered that type on that target this turn, in whatever mode."""
    for e in range(s.count[i]):
        if s.q_unit[i, e] == u and s.q_type[i, e] == kind and s.q_target[i, e] == target:
            return True
    return False


@rule
def has_entered_type(s: Any, i: Any, u: Any, kind: Any) -> Any:
    for e in range(s.count[i]):  # noqa: SIM110  (compiled rules know no generators)
        if s.q_unit[i, e] == u and s.q_type[i, e] == kind:
            return True
    return False


@rule
def current_value(s: Any, c: Any, reform: Any) -> Any:
    """Whether the reform names what country c has already."""
    if reform < FIRST_SOCIAL:
        return s.style[c] == reform
    if reform < FIRST_ECONOMIC:
        return s.social[c] == reform - FIRST_SOCIAL
    if reform < FIRST_RELIGIOUS:
        return s.econ[c] == reform - FIRST_ECONOMIC
    return s.relorg[c] == reform - FIRST_RELIGIOUS


@rule
def decree_is_open(s: Any, i: Any, u: Any, decree: Any) -> Any:
    """Whether the decree would change anything at the place of the unit."""
    where = location(countries(s), u)
    if decree == 0:
        return s.state_faith[where] != i
    if decree == END_STATE_FAITH:
        return s.state_faith[where] >= 0
    if decree < ALLEGIANCE:
        return s.org[where] != decree - FIRST_ORGANISATION
    return s.overlord[i] >= 0 if where == i else s.overlord[where] != i


@rule
def fits(s: Any, i: Any, u: Any, kind: Any, mode: Any, target: Any) -> Any:
    """Clause 3.3, TARGET: whether the target suits the type, besides having been entered."""
    n = countries(s)
    units = all_units(n)
    if target < units:
        if target < n:
            if kind in (HUNT, PREACH, AGITATE):
                return True
            if kind == WAR:
                return target != i and s.overlord[target] != i
            if kind in (SPY, STRIKE):
                return target != i
            return kind == RALLY and target != u
        if kind != RALLY and kind != BOLSTER and kind != SPY and kind != STRIKE:
            return False
        if s.known[i, target] == 0 or s.alive[target] == 0:
            return False
        if kind == RALLY:
            return target != u
        if kind == BOLSTER:
            most = SIZE_MAX if kind_of(n, target) == ORDER else INFLUENCE_MAX
            return target != u and s.unit_size[target] < most
        return s.runs[i, target] == 0
    if target < first_found(n):
        return kind == TRAIN and s.mast[u, target - first_domain(n)] < MASTERY_MAX
    if target < first_decree(n):
        place = target - first_found(n)
        if kind != FOUND or place // 2 == i:
            return False
        return not has_foreign(s, i, place // 2, LEADER if place % 2 else ORDER)
    if target < first_measure(n):
        return kind == DECREE and decree_is_open(s, i, u, target - first_decree(n))
    if target < first_reform(n):
        if kind != ECONOMY:
            return False
        measure = target - first_measure(n)
        if measure == ENTERPRISE:
            return s.gold[i] >= cost_of(s, u, kind, target)
        if u >= n or mode != PUBLIC_MODE:
            return False
        return s.tax[i] < TAX_MAX if measure == RAISE_TAX else s.tax[i] > 0
    return kind == REFORM and not current_value(s, i, target - first_reform(n))


@rule
def range_of_targets(n: Any, kind: Any) -> Any:
    """First target of the type, and one beyond its last; (0, 0) where it has none."""
    if kind == TRAIN:
        return first_domain(n), first_found(n)
    if kind == FOUND:
        return first_found(n), first_decree(n)
    if kind == DECREE:
        return first_decree(n), first_measure(n)
    if kind == ECONOMY:
        return first_measure(n), first_reform(n)
    if kind == REFORM:
        return first_reform(n), all_targets(n)
    if kind in (MUSTER, RESEARCH, WORKS):
        return 0, 0
    if kind in (HUNT, PREACH, AGITATE, WAR):
        return 0, n
    return 0, all_units(n)


@rule
def needs_target(s: Any, u: Any, kind: Any) -> Any:
    if kind in (MUSTER, RESEARCH, WORKS):
        return False
    return kind != REFORM or s.proj_on[u, REFORM - RESEARCH] == 0


@rule
def has_target(s: Any, i: Any, u: Any, kind: Any, mode: Any) -> Any:
    if not needs_target(s, u, kind):
        if STRATEGIC[kind]:
            return kind != RESEARCH or s.tech[i] < TECH_MAX
        return not has_entered_type(s, i, u, kind)
    first, beyond = range_of_targets(countries(s), kind)
    for target in range(first, beyond):
        if fits(s, i, u, kind, mode, target) and not has_entered(s, i, u, kind, target):
            return True
    return False


@rule
def may_do(s: Any, i: Any, u: Any, kind: Any, mode: Any) -> Any:
    """Clause 3.3, VERB: whether the type is legal for the unit in that mode."""
    n = countries(s)
    if KIND_ALLOWED[kind, kind_of(n, u)] == 0 or MODE_ALLOWED[kind, mode] == 0:
        return False
    if s.load[u, mode] >= MOST[mode, s.category[u]]:
        return False
    if HOME_ONLY[kind] and location(n, u) != i:
        return False
    # The tax, which is free, is for a country and in public.
    free = kind == ECONOMY and u < n and mode == PUBLIC_MODE
    if not free and s.gold[i] < (s.cost[kind] if u < n else ceil_div(s.cost[kind], 2)):
        return False
    if STRATEGIC[kind] and has_entered_type(s, i, u, kind):
        return False
    return has_target(s, i, u, kind, mode)


@rule
def may_act(s: Any, i: Any, u: Any) -> Any:
    """Clause 3.3, UNIT: whether the VERB step would have a legal choice."""
    if s.alive[u] == 0:
        return False
    for kind in range(TYPES):
        for mode in range(MODES):
            if may_do(s, i, u, kind, mode):
                return True
    return False


@rule
def legal(s: Any, mask: Any) -> None:
    """What the seat to act may do (clause 8). Only what this seat knows is read (3.9.2)."""
    n = countries(s)
    i = s.actor
    if s.step == GM_STEP:
        c, e = s.gm_country, s.gm_entry
        if c < 0 or e < 0:
            return
        free = starts_project(s, c, e) and s.q_pace[c, e] == 0
        for shift in range(first_gm(n), mask.shape[0]):
            mask[shift] = free or (shift - first_gm(n)) % GM_TIMES == 1
        return
    if i >= n:
        return
    if s.step == UNIT_STEP:
        mask[END] = True
        if s.ended[i] == 0:
            for u in range(all_units(n)):
                if s.runs[i, u]:
                    mask[1 + u] = may_act(s, i, u)
        return
    u = s.cur_unit
    if u < 0:
        return
    if s.step == VERB_STEP:
        for kind in range(TYPES):
            for mode in range(MODES):
                if may_do(s, i, u, kind, mode):
                    mask[first_verb(n) + 2 * kind + mode] = True
                    if STRATEGIC[kind]:
                        mask[first_verb(n) + 2 * TYPES + 2 * (kind - RESEARCH) + mode] = True
        return
    kind = s.cur_type
    if s.step == TARGET_STEP:
        if kind < 0:
            return
        first, beyond = range_of_targets(n, kind)
        for target in range(first, beyond):
            good = fits(s, i, u, kind, s.cur_mode, target)
            mask[first_target(n) + target] = good and not has_entered(s, i, u, kind, target)
        return
    for pace in range(1 + MOST_NAMED):
        mask[first_pace(n) + pace] = True


@rule
def starts_project(s: Any, c: Any, e: Any) -> Any:
    kind = s.q_type[c, e]
    return kind >= RESEARCH and s.proj_on[s.q_unit[c, e], kind - RESEARCH] == 0
