"""Clause 3: the sequence of play. The chapters of the rules are the modules beside this one."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.secret_orders.choices import legal
from legation.envs.secret_orders.dice import pick
from legation.envs.secret_orders.entry import (
    clear_step,
    entry_is_over,
    judge,
    next_judged,
    take_step,
)
from legation.envs.secret_orders.exposure import expose_units, tell_late
from legation.envs.secret_orders.resolution import clear_logs, resolve_all
from legation.envs.secret_orders.scenarios import OPTION_VALUES
from legation.envs.secret_orders.schema import GM_STEP
from legation.envs.secret_orders.scoring import show_scores
from legation.envs.secret_orders.shadow import free_slot, place_unit
from legation.envs.secret_orders.tables import (
    COMPENSATION,
    DEALT_INFLUENCE,
    DEALT_MASTERY,
    DEALT_SIZE,
    FUTURE,
    LEADER,
    ORDER,
)
from legation.envs.secret_orders.upkeep import upkeep
from legation.envs.secret_orders.world import add_gold, all_units, countries

GOALS = FUTURE + 1
_deals = OPTION_VALUES["goals"]
SECRET_DISTINCT, PUBLIC_RANDOM, FIXED = (
    _deals.index(k) for k in ("secret_distinct", "public_random", "fixed")
)


# --- 3.1 Setup -------------------------------------------------------------------------------


@rule
def start(s: Any) -> None:
    """Countries and natives stand in the initial record; goals and clandestine units are dealt."""
    deal_goals(s)
    if s.option_clandestine_draw:
        deal_units(s, ORDER)
        deal_units(s, LEADER)
    begin_turn(s)


@rule
def deal_goals(s: Any) -> None:
    n = countries(s)
    left = (1 << GOALS) - 1
    for i in range(n):
        if s.option_goals == FIXED:
            s.goal[i] = s.fixed_goals[i]
        elif s.option_goals == SECRET_DISTINCT:
            count = 0
            for goal in range(GOALS):
                count += left >> goal & 1
            wanted = pick(s, count)
            for goal in range(GOALS):
                if left >> goal & 1:
                    if wanted == 0:
                        s.goal[i] = goal
                    wanted -= 1
            left &= ~(1 << s.goal[i])
            if left == 0:
                left = (1 << GOALS) - 1
        else:
            s.goal[i] = draw(s, GOALS)
        public = s.option_goals == PUBLIC_RANDOM or (
            s.option_goals == FIXED and s.option_goals_public != 0
        )
        for j in range(n):
            s.goal_known[j, i] = j == i or public


@rule
def deal_units(s: Any, kind: Any) -> None:
    """For each seat: gold if the draw falls on its own home, else a clandestine unit abroad."""
    for i in range(countries(s)):
        where = pick(s, countries(s))
        if where == i:
            add_gold(s, i, COMPENSATION)
            continue
        unit = free_slot(s, where, kind)
        place_unit(s, i, unit, DEALT_SIZE if kind == ORDER else DEALT_INFLUENCE)
        for d in range(s.mast.shape[1]):
            s.mast[unit, d] = DEALT_MASTERY[0 if kind == ORDER else 1, d]


# --- 3.2 to 3.7 ------------------------------------------------------------------------------


@rule
def begin_turn(s: Any) -> None:
    """Clause 3.2: the queue is emptied, and seat 0 enters."""
    n = countries(s)
    for i in range(n):
        for e in range(s.q_unit.shape[1]):
            s.q_unit[i, e] = -1
            s.q_type[i, e] = -1
            s.q_mode[i, e] = -1
            s.q_finish[i, e] = 0
            s.q_target[i, e] = -1
            s.q_pace[i, e] = 0
            s.q_cost[i, e] = 0
            s.q_focus[i, e] = 0
            s.gd[i, e] = 0
            s.gn[i, e] = 0
        for kind in range(s.entered.shape[1]):
            s.entered[i, kind] = 0
        s.count[i] = 0
        s.steps[i] = 0
        s.ended[i] = 0
        if s.option_hidden_treasury == 0:
            s.open_gold[i] = s.gold[i]
    for u in range(all_units(n)):
        s.load[u, 0] = 0
        s.load[u, 1] = 0
    s.gm_country = -1
    s.gm_entry = -1
    clear_step(s)
    pass_to(s, 0)


@rule
def pass_to(s: Any, seat: Any) -> None:
    for j in range(s.enters.shape[0]):
        s.enters[j] = j == seat
    s.actor = seat


@rule
def apply(s: Any, action: Any) -> None:
    """One choice, and all that follows up to the next one."""
    n = countries(s)
    if s.step == GM_STEP:
        judge(s, action)
        if not next_judged(s):
            end_turn(s)
        return
    i = s.actor
    take_step(s, i, action)
    if not entry_is_over(s, i):
        return
    if i + 1 < n:
        pass_to(s, i + 1)
    elif s.enters.shape[0] > n and next_judged(s):
        s.step = GM_STEP
        pass_to(s, n)
    else:
        end_turn(s)


@rule
def play_out(s: Any) -> None:
    """EXPOSURE and RESOLUTION (clauses 3.5, 3.6)."""
    clear_logs(s)
    expose_units(s)
    resolve_all(s)
    tell_late(s)


@rule
def end_turn(s: Any) -> None:
    """EXPOSURE, RESOLUTION, UPKEEP; then the next turn or the end."""
    play_out(s)
    upkeep(s)
    s.turn += 1
    if s.turn < s.turns:
        begin_turn(s)
        return
    show_scores(s)
    pass_to(s, -1)
    s.over = 1


__all__ = ["apply", "legal", "play_out", "start", "upkeep"]
