"""A state that one seat can't tell from the true one: all it does not know is drawn anew.

What is likely is drawn where that is simple: treasuries and armies as last reported, masteries as
at the start, clandestine units of seats of which none is known in a country. What other seats have
entered this turn is left out, as if they had ended without an action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.engine import Observation
from legation.envs.secret_orders.components import GOALS
from legation.envs.secret_orders.rules import FIXED, PUBLIC_RANDOM, SECRET_DISTINCT
from legation.envs.secret_orders.schema import GM_STEP, UNIT_STEP
from legation.envs.secret_orders.states import category, unit_places
from legation.envs.secret_orders.tables import (
    AGITATE,
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    DEALT_AGE,
    DEALT_INFLUENCE,
    DEALT_MASTERY,
    DEALT_SIZE,
    LEADER,
    LODGE,
    OPEN_ORDER,
    ORDER,
    POLITICAL,
    PUBLIC_MODE,
    RESEARCH,
    STRATEGIC,
)

HIDDEN_UNIT = 0.3  # chance that a seat has a unit where none of its own is known

# What an entry of another seat holds in a field: nothing.
_EMPTY: dict[str, int] = {
    "ptmp": 0, "ftmp": 0, "incident": 0, "purge": 0, "acted": 0, "log_count": 0, "log_actor": -1,
    "log_type": -1, "log_mode": -1, "log_target": -1, "log_code": -1, "ended": 0, "steps": 0,
    "count": 0, "entered": 0, "q_unit": -1, "q_type": -1, "q_mode": -1, "q_finish": 0,
    "q_target": -1, "q_pace": 0, "q_cost": 0, "q_focus": 0,
}  # fmt: skip
_STEP = {"step": UNIT_STEP, "cur_unit": -1, "cur_type": -1, "cur_mode": -1, "cur_finish": 0,
         "cur_target": -1, "gm_country": -1, "gm_entry": -1}  # fmt: skip
_UNIT = ("aura", "proj_on", "proj_n", "proj_d", "proj_t", "proj_s", "proj_param", "proj_named",
         "load")  # fmt: skip


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """A state that gives this seat the same view, with the rest drawn (see `Determinize`)."""
    s, v = observation.record.copy(), observation.seat
    n = len(s["pop"])
    unknown = int(observation.game.schema.unknown)
    s["rng"] = np.uint64(rng.integers(1, 2**62))
    s["pending"] = 0
    if v >= n:  # a game master sees everything else
        s["actor"] = v if observation.to_act else int(np.argmax(s["enters"]))
        if s["over"]:
            s["actor"] = -1
        s["fixed_goals"] = s["goal"] if s["option_goals"] == FIXED else 0
        return s
    others = [j for j in range(n) if j != v]
    for name, value in _EMPTY.items():
        s[name][others] = value
    for name in ("gd", "gn"):
        s[name] = 0
    _reports(s, v, others, unknown)
    _goals(s, others, unknown, rng)
    _units(s, v, observation.game.initial[0], rng)
    _entry(s, v, observation.to_act, rng)
    return s


def _reports(s: Any, v: int, others: list[int], unknown: int) -> None:
    """Treasuries and armies as last reported; the others' reports are true."""
    shown = not s["option_hidden_treasury"]
    for j in others:
        s["gold"][j] = s["open_gold"][j] if shown else s["rep_gold"][v, j]
        if s["army"][j] == unknown:
            s["army"][j] = s["rep_army"][v, j]
    for j in others:
        s["rep_gold"][j] = s["gold"]
        s["rep_army"][j] = s["army"]


def _goals(s: Any, others: list[int], unknown: int, rng: np.random.Generator) -> None:
    goals = s["goal"]
    for first in range(0, len(goals), GOALS):
        block = range(first, min(first + GOALS, len(goals)))
        taken = {int(goals[i]) for i in block}
        left = [g for g in rng.permutation(GOALS).tolist() if g not in taken]
        for i in block:
            if goals[i] == unknown:
                distinct = s["option_goals"] == SECRET_DISTINCT
                goals[i] = left.pop() if distinct else rng.integers(GOALS)
    fixed = s["option_goals"] == FIXED
    public = s["option_goals"] == PUBLIC_RANDOM or (fixed and s["option_goals_public"])
    for j in others:
        s["goal_known"][j] = bool(public or s["over"])
        s["goal_known"][j, j] = 1
    s["fixed_goals"] = goals if fixed else 0


# --- units -----------------------------------------------------------------------------------


def _units(s: Any, v: int, initial: Any, rng: np.random.Generator) -> None:
    n = len(s["pop"])
    places = unit_places(n)
    known, told = s["known"], s["ctrl_known"]
    mine = s["runs"][v].astype(bool)
    seen, seen_ctrl = known[v].astype(bool), told[v].astype(bool)
    for u in range(len(places)):
        if not mine[u]:
            for name in _UNIT:
                s[name][u] = 0
            s["born"][u] = -1
            s["mast"][u] = initial["mast"][u]
        if not seen_ctrl[u]:
            s["ctrl"][u] = -1
            s["reach"][u] = 0
    for host in range(n):
        for kind in (ORDER, LEADER):
            group = [u for u, place in enumerate(places) if place[:2] == (kind, host)]
            _controllers(s, v, initial, places, group, seen, seen_ctrl, rng)
    for u, (kind, host, _, native) in enumerate(places):
        if kind == 0:
            continue
        if kind == LEADER and not seen_ctrl[u] and s["alive"][u]:
            s["reach"][u, host] = 1
        ctrl = int(s["ctrl"][u])
        for j in range(n):
            if j == v:
                continue
            knows = bool(native and initial["known"][j, u]) or ctrl == j
            if mine[u]:
                knows = _would_know(int(s["category"][u]), j == host, knows)
            known[j, u] = knows
            told[j, u] = ctrl == j
    for j in range(n):
        if j != v:
            known[j, :n] = told[j, :n] = 1
            s["runs"][j] = s["ctrl"] == j
    if not s["option_hidden_controller"]:
        for j in range(n):
            if j != v:
                told[j] = known[j]
    for u, (kind, host, _, native) in enumerate(places):
        if kind and not mine[u]:
            alive = bool(s["alive"][u]) or native
            s["category"][u] = category(s, u, kind, host) if alive else 0
        elif not kind:
            s["category"][u] = 0


def _would_know(own_category: int, is_host: bool, otherwise: bool) -> bool:
    """Whether another seat knows a unit of the viewer, which sees the category."""
    if own_category == OPEN_ORDER:
        return True
    if own_category in (CLANDESTINE_ORDER, CLANDESTINE_LEADER):
        return False
    if is_host:
        return True
    return otherwise if own_category > OPEN_ORDER else False


def _controllers(
    s: Any,
    v: int,
    initial: Any,
    places: list[tuple[int, int, int, bool]],
    group: list[int],
    seen: Any,
    seen_ctrl: Any,
    rng: np.random.Generator,
) -> None:
    """Who runs the orders (leaders) of a country; and units there that the seat does not know."""
    n = len(s["pop"])
    kind, host = places[group[0]][:2]
    free = [j for j in rng.permutation(n).tolist() if j not in (v, host)]
    for u in group:
        if not places[u][3] and seen[u] and seen_ctrl[u] and int(s["ctrl"][u]) in free:
            free.remove(int(s["ctrl"][u]))
    for u in group:
        native = places[u][3]
        if native and not seen_ctrl[u]:
            elsewhere = [j for j in range(n) if j != v]
            s["ctrl"][u] = host if host != v else int(rng.choice(elsewhere))
            # Orders of a game master are run by nobody at the table.
            if initial["ctrl"][u] == -1:
                s["ctrl"][u] = -1
        elif not native and seen[u] and not seen_ctrl[u]:
            s["ctrl"][u] = free.pop()
            s["mast"][u] = DEALT_MASTERY[kind - 1]
        elif not native and seen[u] and int(s["ctrl"][u]) != v:
            s["mast"][u] = DEALT_MASTERY[kind - 1]
    for u in group:  # after those that are known to be there
        if seen[u]:
            continue
        native = places[u][3]
        for name in ("alive", "unit_size", "unit_kind", "age"):
            s[name][u] = initial[name][u] if native else 0
        if native:
            continue
        s["mast"][u] = 0
        if free and rng.random() < HIDDEN_UNIT:
            s["alive"][u] = 1
            s["ctrl"][u] = free.pop()
            s["unit_size"][u] = DEALT_SIZE if kind == ORDER else DEALT_INFLUENCE
            s["unit_kind"][u] = LODGE if kind == ORDER else POLITICAL
            s["age"][u] = 0 if kind == ORDER else DEALT_AGE
            s["mast"][u] = DEALT_MASTERY[kind - 1]


# --- the entry -------------------------------------------------------------------------------


def _entry(s: Any, v: int, to_act: bool, rng: np.random.Generator) -> None:
    """Who acts, if it is not this seat: one after it where it has ended, else one before it."""
    n, seats = len(s["pop"]), len(s["enters"])
    if to_act:
        s["actor"] = v
        s["enters"] = np.arange(seats) == v
    else:
        for name, value in _STEP.items():
            s[name] = value
        actor = -1
        if not s["over"]:
            after = list(range(v + 1, n)) if s["ended"][v] else list(range(v))
            actor = int(rng.choice(after)) if after else n
        s["actor"] = actor
        s["enters"] = np.arange(seats) == actor
        if actor == n:
            _ask_game_master(s, v)
    for j in range(n):
        if j != v and not s["over"]:
            s["ended"][j] = j < s["actor"]
            padded = s["option_pad_entries"] and s["ended"][j]
            s["steps"][j] = 4 * s["q_unit"].shape[1] if padded else int(s["ended"][j])


def _ask_game_master(s: Any, v: int) -> None:
    """The game master judges an entry of the seat; where it has none to judge, one of another."""
    s["step"] = GM_STEP
    for e in range(int(s["count"][v])):
        kind = int(s["q_type"][v, e])
        if not STRATEGIC[kind] or not s["proj_on"][s["q_unit"][v, e], kind - RESEARCH]:
            s["gm_country"], s["gm_entry"] = v, e
            return
    other = 1 if v == 0 else 0
    for name, value in (("q_unit", other), ("q_type", AGITATE), ("q_mode", PUBLIC_MODE),
                        ("q_target", other)):  # fmt: skip
        s[name][other, 0] = value
    s["count"][other] = 1
    s["entered"][other, AGITATE] = 1
    s["load"][other, PUBLIC_MODE] = 1
    s["gm_country"], s["gm_entry"] = other, 0
