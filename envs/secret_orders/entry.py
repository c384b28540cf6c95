"""Clause 3.3: entering commitments step by step; 3.4: the game master's choices."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div
from legation.envs.secret_orders.schema import (
    GM_STEP,
    PACE_STEP,
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
    add_gold,
    all_units,
    countries,
    has_foreign,
    kind_of,
    location,
)

END = 0
GM_TIMES = 3  # -1, 0, +1
ACTION_STEPS = 4  # of a commitment, at most: unit, verb, target, pace


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
    for e in range(s.count[i]):
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
            if kind == HUNT or kind == PREACH or kind == AGITATE:
                return True
            if kind == WAR:
                return target != i and s.overlord[target] != i
            if kind == SPY or kind == STRIKE:
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
    if kind == MUSTER or kind == RESEARCH or kind == WORKS:
        return 0, 0
    if kind == HUNT or kind == PREACH or kind == AGITATE or kind == WAR:
        return 0, n
    return 0, all_units(n)


@rule
def needs_target(s: Any, u: Any, kind: Any) -> Any:
    if kind == MUSTER or kind == RESEARCH or kind == WORKS:
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
            if fits(s, i, u, kind, s.cur_mode, target):
                if not has_entered(s, i, u, kind, target):
                    mask[first_target(n) + target] = True
        return
    for pace in range(1 + MOST_NAMED):
        mask[first_pace(n) + pace] = True


# --- entering --------------------------------------------------------------------------------


@rule
def clear_step(s: Any) -> None:
    s.step = UNIT_STEP
    s.cur_unit = -1
    s.cur_type = -1
    s.cur_mode = -1
    s.cur_finish = 0
    s.cur_target = -1


@rule
def commit(s: Any, i: Any, pace: Any) -> None:
    """Clause 3.3, "Commit": the cost is paid at once."""
    e = s.count[i]
    u, kind, mode = s.cur_unit, s.cur_type, s.cur_mode
    cost = cost_of(s, u, kind, s.cur_target)
    s.q_unit[i, e] = u
    s.q_type[i, e] = kind
    s.q_mode[i, e] = mode
    s.q_finish[i, e] = s.cur_finish
    s.q_target[i, e] = s.cur_target
    s.q_pace[i, e] = pace
    s.q_cost[i, e] = cost
    s.count[i] = e + 1
    s.entered[i, kind] += 1
    s.load[u, mode] += 1
    add_gold(s, i, -cost)
    clear_step(s)


@rule
def take_step(s: Any, i: Any, action: Any) -> None:
    """One choice of the seat that enters; `s.ended[i]` is set when its entry closes."""
    n = countries(s)
    most = s.q_unit.shape[1]
    s.steps[i] += 1
    if action == END:
        s.ended[i] = 1
    elif action < first_verb(n):
        s.cur_unit = action - 1
        s.step = VERB_STEP
    elif action < first_target(n):
        verb = action - first_verb(n)
        s.cur_finish = verb >= 2 * TYPES
        s.cur_type = RESEARCH + (verb - 2 * TYPES) // 2 if verb >= 2 * TYPES else verb // 2
        s.cur_mode = verb % 2
        if needs_target(s, s.cur_unit, s.cur_type):
            s.step = TARGET_STEP
        else:
            if s.cur_type == REFORM:  # a reform that goes on has its aim
                q = REFORM - RESEARCH
                s.cur_target = first_reform(n) + s.proj_param[s.cur_unit, q]
            ask_pace(s, i)
    elif action < first_pace(n):
        s.cur_target = action - first_target(n)
        ask_pace(s, i)
    else:
        commit(s, i, action - first_pace(n))
    if s.step == UNIT_STEP and s.count[i] == most:
        s.ended[i] = 1


@rule
def ask_pace(s: Any, i: Any) -> None:
    """PACE where a strategic action starts and the time may be named; else the commitment."""
    kind = s.cur_type
    starts = STRATEGIC[kind] and s.proj_on[s.cur_unit, kind - RESEARCH] == 0
    if starts and s.option_name_time:
        s.step = PACE_STEP
    else:
        commit(s, i, 0)


@rule
def entry_is_over(s: Any, i: Any) -> Any:
    """With `pad_entries` a seat that has ended passes until it has made all its decisions."""
    if s.ended[i] == 0:
        return False
    return s.option_pad_entries == 0 or s.steps[i] >= ACTION_STEPS * s.q_unit.shape[1]


# --- 3.4 Game master -------------------------------------------------------------------------


@rule
def starts_project(s: Any, c: Any, e: Any) -> Any:
    kind = s.q_type[c, e]
    return kind >= RESEARCH and s.proj_on[s.q_unit[c, e], kind - RESEARCH] == 0


@rule
def next_judged(s: Any) -> Any:
    """Moves to the next commitment that the game master is asked about; False: none is left."""
    c, e = s.gm_country, s.gm_entry
    if c < 0:
        c, e = 0, -1
    while c < countries(s):
        e += 1
        if e >= s.count[c]:
            c, e = c + 1, -1
            continue
        if s.q_type[c, e] < RESEARCH or starts_project(s, c, e):
            s.gm_country = c
            s.gm_entry = e
            return True
    s.gm_country = -1
    s.gm_entry = -1
    return False


@rule
def judge(s: Any, action: Any) -> None:
    shift = action - first_gm(countries(s))
    s.gd[s.gm_country, s.gm_entry] = shift // GM_TIMES - 2
    s.gn[s.gm_country, s.gm_entry] = shift % GM_TIMES - 1
