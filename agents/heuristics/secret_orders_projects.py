"""Strategic actions of the hand-written player of Secret Orders: what to begin, when to finish."""

from __future__ import annotations

from typing import Any

from legation.agents.heuristics.secret_orders_reign import reform_worth, turns_left
from legation.agents.heuristics.secret_orders_weights import (
    GOOD_REFORM,
    POINT,
    SURE,
    UNDER_WAY,
    WORKS_PRIZE,
)
from legation.envs.engine import rule
from legation.envs.secret_orders.choices import current_value
from legation.envs.secret_orders.realm import time_modifier
from legation.envs.secret_orders.scoring import tempo
from legation.envs.secret_orders.tables import (
    F_NAMED_BONUS,
    F_WORKS,
    FIRST_ECONOMIC,
    FIRST_RELIGIOUS,
    FIRST_SOCIAL,
    FUTURE,
    NORM,
    REFORM,
    RESEARCH,
    TYPE_DOMAIN,
    WORKS,
)
from legation.envs.secret_orders.weigh import (
    estimated_difficulty,
    estimated_time,
    first_reform,
    focus_of,
    weigh,
)
from legation.envs.secret_orders.world import all_units, countries


@rule
def wanted_pace(s: Any, i: Any, kind: Any) -> Any:
    """One named year, worked for three, beats the estimate where that is allowed."""
    return 1 if s.figure[F_NAMED_BONUS] and turns_left(s) >= 3 else 0


@rule
def expected_result(s: Any, i: Any, u: Any, kind: Any, mode: Any, parts: Any) -> Any:
    """x of a project that is worked this turn and finished, on average dice."""
    q = kind - RESEARCH
    entered = s.load[u, mode]
    focus = focus_of(s.category[u], mode, entered + 1, entered)
    gain = weigh(s, i, u, kind, -1, focus, 0, 1, parts)
    mastery = s.mast[u, TYPE_DOMAIN[kind]]
    number, difficulty = estimated_time(s, i, kind), estimated_difficulty(s, i, kind)
    turns, progress = 1, gain
    if s.proj_on[u, q]:
        number, difficulty = s.proj_n[u, q], s.proj_d[u, q]
        turns, progress = s.proj_t[u, q] + 1, s.proj_s[u, q] + gain
    base = progress + time_modifier(turns, number) + mastery - difficulty
    return NORM * base / (number + NORM)


@rule
def is_ripe(s: Any, i: Any, u: Any, kind: Any, mode: Any, parts: Any, w: Any) -> Any:
    """Whether to finish this turn: a very good result is likely, or there is no more time."""
    if turns_left(s) == 1:
        return True
    q = kind - RESEARCH
    if s.proj_on[u, q] == 0:
        return False
    enough = w[GOOD_REFORM] if kind == REFORM else w[SURE]
    if expected_result(s, i, u, kind, mode, parts) >= enough:
        return True
    return s.proj_t[u, q] + 1 >= max(3, s.proj_n[u, q])


@rule
def is_idle_reform(s: Any, i: Any, u: Any, aim: Any) -> Any:
    """Whether a reform would change nothing, or what another unit is changing already, in a project
    of its own or by an entry of this turn."""
    if current_value(s, i, aim):
        return True
    q = REFORM - RESEARCH
    for other in range(u if s.proj_on[u, q] else all_units(countries(s))):
        at_it = other != u and s.runs[i, other] and s.proj_on[other, q]
        if at_it and same_group(s.proj_param[other, q], aim):
            return True
    for e in range(s.count[i]):
        begins = s.q_type[i, e] == REFORM and s.q_unit[i, e] != u and s.proj_on[u, q] == 0
        if begins and same_group(s.q_target[i, e] - first_reform(countries(s)), aim):
            return True
    return False


@rule
def same_group(a: Any, b: Any) -> Any:
    """Whether two reforms change the same thing: the style of thought, or one of three orders."""
    for first in (FIRST_SOCIAL, FIRST_ECONOMIC, FIRST_RELIGIOUS):
        if (a < first) != (b < first):
            return False
    return True


@rule
def project_worth(
    s: Any, i: Any, u: Any, kind: Any, target: Any, focus: Any, parts: Any, w: Any
) -> Any:
    """A share of what the end will bring, for each turn of work."""
    q = kind - RESEARCH
    if kind == REFORM:
        aim = target - first_reform(countries(s))
        if is_idle_reform(s, i, u, s.proj_param[u, q] if s.proj_on[u, q] else aim):
            return -0.01
        return w[UNDER_WAY] if s.proj_on[u, q] else reform_worth(s, i, aim, w[POINT])
    if s.goal[i] != FUTURE:
        return -0.01
    able = s.mast[u, TYPE_DOMAIN[kind]] + weigh(s, i, u, kind, -1, focus, 0, 1, parts)
    if s.proj_on[u, q] == 0 and (turns_left(s) < 3 or able < 2):
        return -0.01
    prize = 1.3 * 0.4 / 6 / tempo(s)
    if kind == WORKS:
        prize = w[WORKS_PRIZE] * s.figure[F_WORKS] / 100 * min(1.0, (turns_left(s) - 1) / 6)
    return prize / 3 * min(1.5, max(0.2, able / 3))
