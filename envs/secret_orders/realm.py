"""Clause 5: ECONOMY, MUSTER, WAR; clause 4.6 and 5: the strategic actions."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import clamp, round_div, trunc_div
from legation.envs.secret_orders.support import add_mastery, scaled
from legation.envs.secret_orders.tables import (
    AREA_MIN,
    AREA_PCT,
    ARMY,
    ARMY_UP_PCT,
    BAND,
    ENACT,
    F_NAMED_BONUS,
    F_WAR_AREA,
    F_WAR_GNP,
    F_WAR_PEOPLE,
    FIRST_ECONOMIC,
    FIRST_RELIGIOUS,
    FIRST_SOCIAL,
    FOE_ARMY_PCT,
    FOE_GROWTH,
    GNP_MAX,
    GNP_MIN,
    GNP_PM,
    LORE,
    LOST_AREA_PCT,
    MASTERY,
    N_MAX,
    N_MIN,
    NORM,
    PLUNDER_PCT,
    POLITICS,
    POP_MAX,
    POP_MIN,
    REFORM,
    RESEARCH,
    STYLE_LOST,
    TAX,
    TAX_MAX,
    TECH,
    TECH_MAX,
    TIME_DEN,
    TIME_MODIFIER,
    TIME_NUM,
    VASSAL,
    WAR,
    WORKS,
    WORKS_LEVELS,
    WORKS_MAX,
)
from legation.envs.secret_orders.weigh import (
    estimated_difficulty,
    estimated_time,
    first_reform,
)
from legation.envs.secret_orders.world import (
    add_gold,
    add_growth,
    change_army,
    change_gnp,
    countries,
    make_vassal,
    raise_army,
)


@rule
def economy(s: Any, i: Any, u: Any, variant: Any, band: Any) -> None:
    s.tax[i] = clamp(s.tax[i] + BAND[variant, band, TAX], 0, TAX_MAX)
    if BAND[variant, band, GNP_PM]:
        change_gnp(s, i, scaled(s, u, BAND[variant, band, GNP_PM]))


@rule
def muster(s: Any, i: Any, u: Any, variant: Any, band: Any) -> None:
    if BAND[variant, band, ARMY]:
        raise_army(s, i, scaled(s, u, BAND[variant, band, ARMY]))


# --- WAR -------------------------------------------------------------------------------------


@rule
def take_land(s: Any, winner: Any, loser: Any, percent: Any) -> None:
    """Clause 5, "Take p %"."""
    share = s.area[loser] * percent * s.figure[F_WAR_AREA] // 10_000
    land = min(max(1, share), s.area[loser] - AREA_MIN)
    if land <= 0:
        return
    people = s.pop[loser] * land // s.area[loser]
    product = s.gnp[loser] * land // s.area[loser]
    s.area[loser] -= land
    s.area[winner] += land
    s.pop[loser] = clamp(s.pop[loser] - people, POP_MIN, POP_MAX)
    s.gnp[loser] = clamp(s.gnp[loser] - product, GNP_MIN, GNP_MAX)
    people = people * s.figure[F_WAR_PEOPLE] // 100
    product = product * s.figure[F_WAR_GNP] // 100
    s.pop[winner] = clamp(s.pop[winner] + people, POP_MIN, POP_MAX)
    s.gnp[winner] = clamp(s.gnp[winner] + product, GNP_MIN, GNP_MAX)


@rule
def campaign(s: Any, i: Any, foe: Any, band: Any, x: Any) -> None:
    """Land, foe's army, foe's growth, freedom, vassalage; the own losses come after."""
    if BAND[WAR, band, AREA_PCT]:
        take_land(s, i, foe, BAND[WAR, band, AREA_PCT])
    if BAND[WAR, band, LOST_AREA_PCT]:
        take_land(s, foe, i, BAND[WAR, band, LOST_AREA_PCT])
    if BAND[WAR, band, FOE_ARMY_PCT]:
        change_army(s, foe, BAND[WAR, band, FOE_ARMY_PCT])
    if BAND[WAR, band, FOE_GROWTH]:
        add_growth(s, foe, BAND[WAR, band, FOE_GROWTH])
    if x >= 1 and s.overlord[i] == foe:
        s.overlord[i] = -1
    if BAND[WAR, band, VASSAL]:
        make_vassal(s, foe, i)


@rule
def report_armies(s: Any, i: Any, foe: Any) -> None:
    """After a public war both seats get an army report of each other."""
    s.rep_army[i, foe] = s.army[foe]
    s.rep_army[foe, i] = s.army[i]


@rule
def raid(s: Any, i: Any, foe: Any, variant: Any, band: Any) -> None:
    if BAND[variant, band, PLUNDER_PCT] and s.gold[foe] > 0:
        booty = s.gold[foe] * BAND[variant, band, PLUNDER_PCT] // 100
        add_gold(s, foe, -booty)
        add_gold(s, i, booty)
    if BAND[variant, band, FOE_ARMY_PCT]:
        change_army(s, foe, BAND[variant, band, FOE_ARMY_PCT])


# --- strategic (4.6) -------------------------------------------------------------------------


@rule
def start_project(
    s: Any, i: Any, u: Any, kind: Any, target: Any, pace: Any, shift: Any, time: Any
) -> None:
    """Mode A takes the estimate; mode B names `pace` turns and is told the difficulty."""
    q = kind - RESEARCH
    number = estimated_time(s, i, kind)
    difficulty = estimated_difficulty(s, i, kind)
    if pace > 0:
        difficulty = max(0, difficulty + number - pace)
        number = pace
    s.proj_on[u, q] = 1
    s.proj_n[u, q] = clamp(number + time, N_MIN, N_MAX)
    s.proj_d[u, q] = difficulty + shift
    s.proj_t[u, q] = 0
    s.proj_s[u, q] = 0
    s.proj_named[u, q] = pace > 0
    s.proj_param[u, q] = target - first_reform(countries(s)) if kind == REFORM else 0


@rule
def time_modifier(turns: Any, number: Any) -> Any:
    """Clause 4.6: the largest listed ratio that t / N reaches counts."""
    value = TIME_MODIFIER[0]
    for step in range(TIME_NUM.shape[0]):
        if turns * TIME_DEN[step] >= number * TIME_NUM[step]:
            value = TIME_MODIFIER[step]
    return value


@rule
def strategic_base(s: Any, u: Any, q: Any, mastery: Any) -> Any:
    """B of clause 4.6 without the 4FD."""
    time = time_modifier(s.proj_t[u, q], s.proj_n[u, q])
    if s.proj_named[u, q] and s.figure[F_NAMED_BONUS] == 0:
        time = min(time, 0)
    return s.proj_s[u, q] + time + mastery - s.proj_d[u, q]


@rule
def strategic_result(s: Any, u: Any, q: Any, base: Any) -> Any:
    """x from B; the rows of the ratio's table are rising, so the last one reached is largest."""
    return round_div(NORM * base, s.proj_n[u, q] + NORM, s.option_round_mode)


@rule
def finish_project(s: Any, i: Any, u: Any, kind: Any, band: Any) -> None:
    """The main effect of RESEARCH, WORKS, REFORM."""
    q = kind - RESEARCH
    if kind == RESEARCH:
        s.tech[i] = min(TECH_MAX, s.tech[i] + BAND[kind, band, TECH])
        if BAND[kind, band, ARMY_UP_PCT]:
            raise_army(s, i, trunc_div(s.army[i] * BAND[kind, band, ARMY_UP_PCT], 100))
        if BAND[kind, band, MASTERY]:
            add_mastery(s, u, LORE, BAND[kind, band, MASTERY])
    elif kind == WORKS:
        s.works[i] = clamp(s.works[i] + BAND[kind, band, WORKS_LEVELS], 0, WORKS_MAX)
    else:
        if BAND[kind, band, ENACT]:
            enact_reform(s, i, s.proj_param[u, q])
        if BAND[kind, band, MASTERY]:
            add_mastery(s, i, POLITICS, BAND[kind, band, MASTERY])
        if BAND[kind, band, STYLE_LOST]:
            s.style[i] = 0


@rule
def enact_reform(s: Any, i: Any, reform: Any) -> None:
    if reform < FIRST_SOCIAL:
        s.style[i] = reform
    elif reform < FIRST_ECONOMIC:
        s.social[i] = reform - FIRST_SOCIAL
    elif reform < FIRST_RELIGIOUS:
        s.econ[i] = reform - FIRST_ECONOMIC
    else:
        s.relorg[i] = reform - FIRST_RELIGIOUS
