"""Clause 6: goals, scores, rewards."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import clamp
from legation.envs.secret_orders.scenarios import NATIVE_LEADERS, OPTION_VALUES
from legation.envs.secret_orders.tables import (
    ABROAD_BASE,
    ABROAD_PER_COUNTRY,
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    CULT,
    EMPIRE,
    EMPIRE_START,
    F_CULT_FAITH,
    F_CULT_FLOOR,
    F_CULT_LEADER,
    F_CULT_ORDERS,
    F_CULT_PARTY,
    F_CULT_SPAN,
    F_EMPIRE_GAIN,
    GNP_SPAN,
    HIDDEN_DIV,
    INFLUENCE_MAX,
    POP_SPAN,
    PURGE_DIV,
    TECH_SPAN,
    TEMPO_MAX,
    TEMPO_MIN,
    TEMPO_TURNS,
    TRUTH,
    WEIGHT_GNP,
    WEIGHT_POP,
    WEIGHT_TECH,
)
from legation.envs.secret_orders.world import (
    all_units,
    countries,
    is_native,
    leader_unit,
    location,
    order_slots,
    order_unit,
    scale_of,
)

ZERO_SUM = OPTION_VALUES["reward"].index("zero_sum")
SCORE_UNIT = 10_000  # of the field that shows the scores at the end


@rule
def unit_interval(x: Any) -> Any:
    return min(max(x, 0.0), 1.0)


@rule
def tempo(s: Any) -> Any:
    return clamp(s.turns / TEMPO_TURNS, TEMPO_MIN, TEMPO_MAX)


@rule
def empire_score(s: Any, i: Any) -> Any:
    """Clause 6, 0: dominion is one's area, half of it as a vassal, and half of each vassal's."""
    dominion = s.area[i] / 2 if s.overlord[i] >= 0 else s.area[i] / 1
    for c in range(countries(s)):
        if s.overlord[c] == i:
            dominion += s.area[c] / 2
    gain = s.figure[F_EMPIRE_GAIN] / 100 * (dominion / s.area0[i] - 1) / tempo(s)
    return unit_interval(EMPIRE_START / 100 + gain)


@rule
def cult_score(s: Any, i: Any, seen: Any) -> Any:
    """Clause 6, 1; `seen`: of the orders at home count those that the seat knows (for shaping)."""
    n = countries(s)
    influence = 0
    for slot in range(NATIVE_LEADERS):
        u = leader_unit(n, i, slot)
        if s.alive[u]:
            influence = max(influence, s.unit_size[u])
    own, total = 0, 0
    for slot in range(order_slots(n)):
        u = order_unit(n, i, slot)
        if s.alive[u] and (not seen or s.known[i, u]):
            total += s.unit_size[u]
            if s.runs[i, u]:
                own += s.unit_size[u]
    points = s.figure[F_CULT_LEADER] * influence / INFLUENCE_MAX
    points += s.figure[F_CULT_PARTY] * s.party[i, i] / 100
    points += s.figure[F_CULT_FAITH] * s.faith[i, i] / 100
    if total > 0:
        points += s.figure[F_CULT_ORDERS] * own / total
    return unit_interval((points - s.figure[F_CULT_FLOOR]) / s.figure[F_CULT_SPAN])


@rule
def truth_score(s: Any, i: Any, seen: Any) -> Any:
    """Clause 6, 2; `seen`: the units at home that the seat does not know are left out."""
    n = countries(s)
    rivals, abroad = 0.0, 0
    for u in range(n, all_units(n)):
        if s.alive[u] == 0 or is_native(n, u):
            continue
        where = location(n, u)
        if where == i and s.runs[i, u] == 0:
            if s.known[i, u]:
                rivals += scale_of(s, u) / 2
            elif not seen:
                rivals += scale_of(s, u)
        hidden = s.category[u] == CLANDESTINE_ORDER or s.category[u] == CLANDESTINE_LEADER
        if where != i and s.runs[i, u] and hidden:
            abroad += scale_of(s, u)
    home = unit_interval(1 - rivals / HIDDEN_DIV + s.purge[i] / PURGE_DIV)
    return home / 2 + unit_interval(abroad / (ABROAD_BASE + ABROAD_PER_COUNTRY * n)) / 2


@rule
def future_score(s: Any, i: Any) -> Any:
    """Clause 6, 3."""
    pace = tempo(s)
    tech = unit_interval((s.tech[i] - s.tech0[i]) / (TECH_SPAN * pace))
    gnp = unit_interval((100 * s.gnp[i] / s.gnp0[i] - 100) / (GNP_SPAN * pace))
    pop = unit_interval((100 * s.pop[i] / s.pop0[i] - 100) / (POP_SPAN * pace))
    return (WEIGHT_TECH * tech + WEIGHT_GNP * gnp + WEIGHT_POP * pop) / 100


@rule
def score_for(s: Any, i: Any, goal: Any, seen: Any) -> Any:
    """The score of seat i, had it that goal; `seen`: from what it knows alone."""
    if goal == EMPIRE:
        return empire_score(s, i)
    if goal == CULT:
        return cult_score(s, i, seen)
    if goal == TRUTH:
        return truth_score(s, i, seen)
    return future_score(s, i)


@rule
def returns(s: Any, out: Any) -> None:
    """The reward, by the option; a game master wants a fair and close table."""
    n = countries(s)
    best, worst, total = 0.0, 1.0, 0.0
    for i in range(n):
        out[i] = score_for(s, i, s.goal[i], False)
        best = max(best, out[i])
        worst = min(worst, out[i])
        total += out[i]
    if out.shape[0] > n:
        out[n] = 1 - (best - worst)
    if s.option_reward == ZERO_SUM:
        for i in range(n):
            out[i] -= (total - out[i]) / (n - 1)


@rule
def win_shares(s: Any, values: Any, out: Any) -> None:
    """Clause 6, "Rank": the best score, shared by those who have it; a game master does not win."""
    n = countries(s)
    best = values[0]
    for i in range(n):
        best = max(best, values[i])
    winners = 0
    for i in range(n):
        winners += values[i] >= best - 1e-9
    out[:] = 0.0
    for i in range(n):
        if values[i] >= best - 1e-9:
            out[i] = 1.0 / winners


@rule
def potential(s: Any, out: Any) -> None:
    """Clause 6, "Optional shaping": the own score as it would be now, from what the seat knows."""
    out[:] = 0.0
    for i in range(countries(s)):
        out[i] = score_for(s, i, s.goal[i], True)


@rule
def show_scores(s: Any) -> None:
    """At the end scores and goals are everybody's."""
    n = countries(s)
    for i in range(n):
        s.score[i] = np.int64(round(score_for(s, i, s.goal[i], False) * SCORE_UNIT))
        for j in range(n):
            s.goal_known[j, i] = 1
