"""Clause 3.3: entering commitments step by step; 3.4: the game master's choices."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.choices import (
    END,
    GM_TIMES,
    cost_of,
    first_gm,
    first_pace,
    first_target,
    first_verb,
    needs_target,
    starts_project,
)
from legation.envs.secret_orders.schema import (
    PACE_STEP,
    TARGET_STEP,
    UNIT_STEP,
    VERB_STEP,
)
from legation.envs.secret_orders.tables import (
    REFORM,
    RESEARCH,
    STRATEGIC,
    TYPES,
)
from legation.envs.secret_orders.weigh import (
    first_reform,
)
from legation.envs.secret_orders.world import (
    add_gold,
    countries,
)

ACTION_STEPS = 4  # of a commitment, at most: unit, verb, target, pace


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
