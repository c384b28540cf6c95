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
    SECRET,
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
    first_leader,
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
    if s.load[u, SECRET] == 0 and s.load[u, PUBLIC_MODE] == 0:
        return False
    for e in range(s.count[i]):
        if s.q_unit[i, e] == u and s.q_type[i, e] == kind and s.q_target[i, e] == target:
            return True
    return False


@rule
def has_entered_type(s: Any, i: Any, u: Any, kind: Any) -> Any:
    if s.load[u, SECRET] == 0 and s.load[u, PUBLIC_MODE] == 0:
        return False
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
def suits_unit(s: Any, i: Any, u: Any, kind: Any) -> Any:
    """Whether the type is one for a unit of this kind, where it is."""
    n = countries(s)
    return KIND_ALLOWED[kind, kind_of(n, u)] != 0 and (HOME_ONLY[kind] == 0 or location(n, u) == i)


@rule
def has_load(s: Any, u: Any, mode: Any) -> Any:
    """Whether the unit may enter one more action in that mode."""
    return s.load[u, mode] < MOST[mode, s.category[u]]


@rule
def affords(s: Any, i: Any, u: Any, kind: Any, mode: Any) -> Any:
    n = countries(s)
    # The tax, which is free, is for a country and in public.
    free = kind == ECONOMY and u < n and mode == PUBLIC_MODE
    return free or s.gold[i] >= (s.cost[kind] if u < n else ceil_div(s.cost[kind], 2))


@rule
def has_choice(s: Any, i: Any, u: Any, kind: Any, mode: Any) -> Any:
    """Whether there is something for the type to be entered for."""
    if STRATEGIC[kind] and has_entered_type(s, i, u, kind):
        return False
    return has_target(s, i, u, kind, mode)


@rule
def may_do(s: Any, i: Any, u: Any, kind: Any, mode: Any) -> Any:
    """Clause 3.3, VERB: whether the type is legal for the unit in that mode."""
    if MODE_ALLOWED[kind, mode] == 0 or not has_load(s, u, mode) or not suits_unit(s, i, u, kind):
        return False
    return affords(s, i, u, kind, mode) and has_choice(s, i, u, kind, mode)


@rule
def may_act(s: Any, i: Any, u: Any) -> Any:
    """Clause 3.3, UNIT: whether the VERB step would have a legal choice."""
    if s.alive[u] == 0 or not (has_load(s, u, SECRET) or has_load(s, u, PUBLIC_MODE)):
        return False
    for kind in range(TYPES):
        for mode in range(MODES):
            if may_do(s, i, u, kind, mode):
                return True
    return False


@rule
def legal_verbs(s: Any, i: Any, u: Any, mask: Any) -> None:
    """Clause 3.3, VERB: `may_do` of all types and modes."""
    verbs = first_verb(countries(s))
    in_secret, in_public = has_load(s, u, SECRET), has_load(s, u, PUBLIC_MODE)
    for kind in range(TYPES):
        if not suits_unit(s, i, u, kind):
            continue
        secret = in_secret and MODE_ALLOWED[kind, SECRET] != 0 and affords(s, i, u, kind, SECRET)
        public = in_public and MODE_ALLOWED[kind, PUBLIC_MODE] != 0
        public = public and affords(s, i, u, kind, PUBLIC_MODE)
        if kind == ECONOMY:  # of others the choice is the same in both modes
            secret = secret and has_choice(s, i, u, kind, SECRET)
            public = public and has_choice(s, i, u, kind, PUBLIC_MODE)
        elif (secret or public) and not has_choice(s, i, u, kind, SECRET):
            continue
        mask[verbs + 2 * kind + SECRET] = secret
        mask[verbs + 2 * kind + PUBLIC_MODE] = public
        if STRATEGIC[kind]:
            mask[verbs + 2 * TYPES + 2 * (kind - RESEARCH) + SECRET] = secret
            mask[verbs + 2 * TYPES + 2 * (kind - RESEARCH) + PUBLIC_MODE] = public


@rule
def legal_targets(s: Any, i: Any, u: Any, kind: Any, mode: Any, mask: Any) -> None:
    """Clause 3.3, TARGET: what `fits` and has not been entered."""
    n = countries(s)
    targets = mask[first_target(n) :]
    first, beyond = range_of_targets(n, kind)
    units = kind in (RALLY, BOLSTER, SPY, STRIKE)
    for target in range(first, min(beyond, n) if units else beyond):
        targets[target] = fits(s, i, u, kind, mode, target)
    if units:
        # As `fits` has it of orders and leaders, without choices that a vector could not make.
        known, runs = s.known[i], s.runs[i]
        for target in range(n, beyond):
            targets[target] = (known[target] != 0) & (s.alive[target] != 0)
        if kind == BOLSTER:
            leaders = first_leader(n)
            for target in range(n, leaders):
                targets[target] &= s.unit_size[target] < SIZE_MAX
            for target in range(leaders, beyond):
                targets[target] &= s.unit_size[target] < INFLUENCE_MAX
        elif kind != RALLY:
            for target in range(n, beyond):
                targets[target] &= runs[target] == 0
        if kind in (RALLY, BOLSTER):
            targets[u] = False
    for e in range(s.count[i]):
        if s.q_unit[i, e] == u and s.q_type[i, e] == kind and s.q_target[i, e] >= 0:
            targets[s.q_target[i, e]] = False


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
        legal_verbs(s, i, u, mask)
        return
    if s.step == TARGET_STEP:
        if s.cur_type >= 0:
            legal_targets(s, i, u, s.cur_type, s.cur_mode, mask)
        return
    for pace in range(1 + MOST_NAMED):
        mask[first_pace(n) + pace] = True


@rule
def starts_project(s: Any, c: Any, e: Any) -> Any:
    kind = s.q_type[c, e]
    return kind >= RESEARCH and s.proj_on[s.q_unit[c, e], kind - RESEARCH] == 0
