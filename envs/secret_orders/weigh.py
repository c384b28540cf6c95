"""Clauses 4.4 and 4.5: what adds to the dice; the difficulties of clause 5.

One place for the rules and for what people are told of an action: the parts of its net modifier.
u is a unit of seat i, at a target that is a number among all targets of the action space, or -1.
"""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.components import DOMAINS
from legation.envs.secret_orders.dice import clamp
from legation.envs.secret_orders.tables import (
    AGITATE,
    ALLEGIANCE,
    ALLEGIANCE_DIFFICULTY,
    BOLSTER,
    CATCH_UP,
    COMMUNES,
    COUNTRY,
    DECREE,
    DECREES,
    ECONOMY,
    END_STATE_FAITH,
    ESTATES,
    F_REFORM_D,
    F_REFORM_N,
    FOCUS,
    FOLK_CULTS,
    FOUND,
    GRIP_HIGH,
    GRIP_LOW,
    HIERARCHY,
    HUNT,
    ISLANDS,
    LEADER,
    LOWER_DIFFICULTY,
    LOWER_TAX,
    MANORIAL,
    MARKET,
    MARSH,
    MEASURES,
    MONASTIC,
    MOUNTAINS,
    MUSTER,
    NOT_NEIGHBOUR,
    ORGANISATION_DOMAIN,
    OTHER_LANGUAGE,
    PREACH,
    RAISE_DIFFICULTY,
    RAISE_TAX,
    RALLY,
    RATIO_LOW,
    RATIO_MODIFIER,
    RATIO_PERCENT,
    REFORMS,
    RESEARCH,
    RESEARCH_D_DIV,
    RESEARCH_N,
    RESEARCH_N_DIV,
    SAME_LANGUAGE,
    SHADOW,
    SPY,
    SPY_UNIT_DIFFICULTY,
    STEPPE,
    STRATEGIC,
    STRIKE,
    STRIKE_HOME,
    STYLE_MINUS,
    STYLE_PLUS,
    SUPPORT_DIV,
    SUPPORT_MAX,
    SUPPORT_MIN,
    SUPPORT_OFFSET,
    SYMPATHY_PARTY,
    TOLERANT,
    TRAIN,
    TYPE_DOMAIN,
    WAR,
    WAR_DOMAIN,
    WORKS,
    WORKS_D,
    WORKS_N,
    WORKS_N_DIV,
)
from legation.envs.secret_orders.world import (
    all_units,
    countries,
    kind_of,
    location,
    scale_of,
)

# The parts of a net modifier.
(P_DIFFICULTY, P_MASTERY, P_FOCUS, P_THEATRE, P_STYLE, P_ORGANISATION, P_AURA, P_GRIP,
 P_SYMPATHY, P_SUPPORT, P_RATIO) = range(11)  # fmt: skip
PARTS = 11

# --- targets (clause 8) ----------------------------------------------------------------------


@rule
def first_domain(n: Any) -> Any:
    return all_units(n)


@rule
def first_found(n: Any) -> Any:
    return all_units(n) + DOMAINS


@rule
def first_decree(n: Any) -> Any:
    return all_units(n) + DOMAINS + 2 * n


@rule
def first_measure(n: Any) -> Any:
    return first_decree(n) + DECREES


@rule
def first_reform(n: Any) -> Any:
    return first_measure(n) + MEASURES


@rule
def all_targets(n: Any) -> Any:
    return first_reform(n) + REFORMS


@rule
def target_country(n: Any, u: Any, kind: Any, target: Any) -> Any:
    """The target's country, or -1 (clause 4.5: MUSTER, ECONOMY, TRAIN, strategic have none)."""
    if kind == DECREE:
        return location(n, u)
    if kind == FOUND:
        return (target - first_found(n)) // 2
    if 0 <= target < all_units(n):
        return location(n, target)
    return -1


# --- 4.4 Focus -------------------------------------------------------------------------------


@rule
def focus_of(category: Any, mode: Any, number: Any, place: Any) -> Any:
    """The modifier of the action at `place` (from 0) among `number` of this mode."""
    return FOCUS[mode, category, number - 1, place]


# --- 5 Difficulties --------------------------------------------------------------------------


@rule
def gap(s: Any, u: Any, target: Any) -> Any:
    return max(0, scale_of(s, target) - scale_of(s, u))


@rule
def difficulty_of(s: Any, i: Any, u: Any, kind: Any, target: Any) -> Any:
    """The difficulty of an ordinary action, without the game master's shift.

    In a seat's view what it does not know of the target lies below 0, and counts as 0.
    """
    n = countries(s)
    value = s.difficulty[kind]
    if kind == RALLY:
        return value + gap(s, u, target)
    if kind == TRAIN:
        value += s.mast[u, target - first_domain(n)]
        return value - (s.relorg[location(n, u)] == MONASTIC)
    if kind == BOLSTER:
        size = s.unit_size[target] // 2
        return value + size + gap(s, u, target) - (s.social[location(n, target)] == ESTATES)
    if kind == SPY:
        return value + (SPY_UNIT_DIFFICULTY if target >= n else 0)
    if kind == STRIKE:
        value += max(0, s.aura[target])
        if target >= n:
            value += gap(s, u, target)
            if kind_of(n, target) == LEADER:
                value += max(0, s.mast[target, SHADOW]) // 2
        return value - (STRIKE_HOME if location(n, target) == i else 0)
    if kind == PREACH:
        value -= s.relorg[target] == FOLK_CULTS
        if s.state_faith[target] == i:
            return value - 1 - (s.relorg[target] == HIERARCHY)
        hampered = s.state_faith[target] >= 0 and s.relorg[target] != TOLERANT
        return value + hampered
    if kind == AGITATE:
        return value + (target != i and s.party[target, target] >= 50)
    if kind == DECREE:
        abroad = target - first_decree(n) == ALLEGIANCE and location(n, u) != i
        return value + (ALLEGIANCE_DIFFICULTY if abroad else 0)
    if kind == ECONOMY:
        measure = target - first_measure(n)
        if measure == RAISE_TAX:
            return RAISE_DIFFICULTY
        if measure == LOWER_TAX:
            return LOWER_DIFFICULTY
        return value - (s.econ[i] == MARKET)
    if kind == MUSTER:
        return value - (s.terrain[i] == STEPPE) - (s.econ[i] == MANORIAL)
    if kind == WAR:
        value += max(0, s.mast[target, WAR_DOMAIN]) + max(0, s.aura[target])
        value += s.terrain[target] == MOUNTAINS or s.terrain[target] == ISLANDS
        apart = (target - i) % n
        return value + (NOT_NEIGHBOUR if apart != 1 and apart != n - 1 else 0)
    return value


@rule
def estimated_time(s: Any, i: Any, kind: Any) -> Any:
    """Clause 4.6: N of the estimate for the home of seat i."""
    if kind == RESEARCH:
        return RESEARCH_N + s.tech[i] // RESEARCH_N_DIV
    if kind == WORKS:
        return WORKS_N + s.works[i] // WORKS_N_DIV
    return s.figure[F_REFORM_N]


@rule
def estimated_difficulty(s: Any, i: Any, kind: Any) -> Any:
    """Clause 4.6: D of the estimate, never below 0."""
    if kind == RESEARCH:
        behind = False
        for c in range(countries(s)):
            behind = behind or s.tech[c] > s.tech[i]
        return max(0, s.tech[i] // RESEARCH_D_DIV - (CATCH_UP if behind else 0))
    if kind == WORKS:
        easy = (1 if s.terrain[i] == MARSH else 0) + (1 if s.social[i] == COMMUNES else 0)
        return max(0, WORKS_D + s.works[i] - easy)
    return s.figure[F_REFORM_D]


# --- 4.5 Modifiers ---------------------------------------------------------------------------


@rule
def war_ratio(s: Any, i: Any, target: Any, wars: Any) -> Any:
    """Clause 5, WAR: 100 times attack over defence, rounded down."""
    attack = s.army[i] * (10 + s.tech[i]) // wars
    return 100 * attack // max(1, max(0, s.army[target]) * (10 + s.tech[target]))


@rule
def ratio_modifier(ratio: Any) -> Any:
    for step in range(RATIO_PERCENT.shape[0]):
        if ratio >= RATIO_PERCENT[step]:
            return RATIO_MODIFIER[step]
    return RATIO_LOW


@rule
def support_of(s: Any, i: Any, where: Any, decree: Any) -> Any:
    """Clause 5, DECREE."""
    if decree == 0:
        share = s.faith[where, i]
    elif decree == END_STATE_FAITH:
        share = 100
        if s.state_faith[where] >= 0:
            share -= s.faith[where, s.state_faith[where]]
    else:
        share = s.party[where, i]
    return clamp(share // SUPPORT_DIV - SUPPORT_OFFSET, SUPPORT_MIN, SUPPORT_MAX)


@rule
def theatre_of(s: Any, u: Any, where: Any) -> Any:
    n = countries(s)
    own = location(n, u)
    if where == own or (kind_of(n, u) == LEADER and s.reach[u, where]):
        return 0
    if s.common_language or s.lang[where] == s.lang[own]:
        return SAME_LANGUAGE
    return OTHER_LANGUAGE


@rule
def weigh(
    s: Any, i: Any, u: Any, kind: Any, target: Any, focus: Any, shift: Any, wars: Any, parts: Any
) -> Any:
    """Fills `parts` with the parts of the net modifier of an action, and returns their sum.

    Of a strategic action: the modifiers of a worked turn, without mastery and difficulty.

    Args:
        focus: from clause 4.4.
        shift: of the difficulty, by the game master.
        wars: number of wars that seat i has entered, this one included.
        parts: `[PARTS]`.
    """
    n = countries(s)
    for part in range(PARTS):
        parts[part] = 0
    domain = TYPE_DOMAIN[kind]
    own = location(n, u)
    parts[P_FOCUS] = focus
    style = s.style[own]
    parts[P_STYLE] = (STYLE_PLUS[style] == domain) - 1 * (STYLE_MINUS[style] == domain)
    parts[P_ORGANISATION] = ORGANISATION_DOMAIN[s.org[own]] == domain
    parts[P_AURA] = s.aura[u]
    if kind_of(n, u) == COUNTRY:
        if s.party[i, i] >= GRIP_HIGH:
            parts[P_GRIP] = 1
        elif s.party[i, i] < GRIP_LOW:
            parts[P_GRIP] = -1
    if STRATEGIC[kind] == 0:
        parts[P_DIFFICULTY] = -difficulty_of(s, i, u, kind, target) - shift
        parts[P_MASTERY] = s.mast[u, domain]
        where = target_country(n, u, kind, target)
        if (
            kind in (RALLY, BOLSTER, SPY, HUNT, STRIKE, FOUND, PREACH, AGITATE)
        ):  # fmt: skip
            parts[P_THEATRE] = theatre_of(s, u, where)
        if where >= 0 and where != i:
            parts[P_SYMPATHY] = 1 * (s.party[where, i] >= SYMPATHY_PARTY) + 1 * (
                s.state_faith[where] == i
            )
        if kind == DECREE:
            parts[P_SUPPORT] = support_of(s, i, own, target - first_decree(n))
        elif kind == WAR:
            parts[P_RATIO] = ratio_modifier(war_ratio(s, i, target, wars))
    total = 0
    for part in range(PARTS):
        total += parts[part]
    return total
