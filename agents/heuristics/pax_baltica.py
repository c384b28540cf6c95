"""A hand-written player of Pax Baltica for either side, looking one decision ahead.

It reckons what every place is worth to it (`pax_baltica_map.py`): garrisons to take and to hold,
capitals above all, enemy armies to beat at good odds, land that feeds. A march is worth the place
it leads to less the place it leaves. The same reckoning, made anew at each decision, chooses the
march, its blocks and its steps, so they fit together without a memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.pax_baltica_map import (
    COUNT,
    ENEMY_COUNT,
    ENEMY_POWER,
    ENEMY_STEPS,
    GUNS,
    HOLD,
    LEADERS,
    MAP_ROWS,
    POWER,
    PULL,
    STEPS,
    THREAT,
    WORTH,
    capacity,
    odds,
    read_map,
    siege_worth,
)
from legation.agents.heuristics.pax_baltica_march import (
    best_march,
    best_step,
    in_group,
    march_gains,
)
from legation.agents.heuristics.pax_baltica_weights import (
    BUILD,
    DECLARE_GAIN,
    LEAST,
    NAMES,
    POLITICS_GAIN,
    ROWS,
    SIEGE,
    STAND_ODDS,
    TIRED,
    WEIGHTS,
    row_of,
)
from legation.envs.engine import draw_from, rule
from legation.envs.pax_baltica.constants import (
    BLOCK_TYPE,
    BLOCKS,
    FIREPOWER,
    FLEET,
    LOCATIONS,
    MAX_STEPS,
    POOL,
    SEA0,
    STEP_COST,
    TERRITORIES,
    VALUE,
)
from legation.envs.pax_baltica.moves import (
    DECLARE,
    END,
    FIRST_BATTLE,
    FIRST_BUILD,
    FIRST_GO,
    FIRST_MARCH,
    FIRST_PICK,
    FIRST_RELEASE,
    FIRST_SIEGE,
    PICK_ALL,
    POLITICS,
    STAND,
)
from legation.envs.pax_baltica.record import (
    ACT,
    BATTLE,
    GO,
    PICK,
    PLACE,
    REGROUP,
    REGROUP_PICK,
    REPLACE,
    RETREAT,
    SHORTAGE,
)

__all__ = ["NAMES", "ROWS", "WEIGHTS", "choose", "choose_with"]


@rule
def choose(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    """The action of `seat`, which has to act; see `CompiledAgent`."""
    return choose_with(s, seat, mask, chance, WEIGHTS)


@rule
def choose_with(s: Any, seat: Any, mask: Any, chance: Any, weights: Any) -> Any:
    """As `choose`, with other weights: of their rows, that of the side for what is left to play."""
    w = weights[row_of(s, seat)]
    m = np.empty((MAP_ROWS, LOCATIONS))
    read_map(s, seat, m, w)
    phase = s.phase
    if phase == ACT:
        return choose_action(s, seat, mask, m, w)
    if phase == PICK:
        return choose_pick(s, seat, mask, m, w)
    if phase == GO:
        return choose_go(s, seat, mask, m, w)
    if phase == REPLACE:
        return choose_build(s, seat, mask, m, chance)
    if phase == PLACE:
        return choose_place(s, seat, mask, m)
    if phase == BATTLE:
        return first_legal(mask, FIRST_BATTLE, LOCATIONS)
    if phase == RETREAT:
        return choose_retreat(s, seat, mask, m, w)
    if phase == REGROUP:
        return choose_regroup(s, seat, mask, m)
    if phase == REGROUP_PICK:
        return choose_regrouped(s, mask, m)
    if phase == SHORTAGE:
        return choose_release(s, seat, mask, m)
    return DECLARE if campaign_gain(s, seat, m, w) > w[DECLARE_GAIN] else END


@rule
def first_legal(mask: Any, first: Any, count: Any) -> Any:
    for action in range(first, first + count):
        if mask[action]:
            return action
    return END


# --- actions ---------------------------------------------------------------------------------


@rule
def choose_action(s: Any, side: Any, mask: Any, m: Any, w: Any) -> Any:
    """The best of sieges, marches, reinforcements and politics; `END` where none is any good."""
    best, gain = END, 0.02
    for t in range(TERRITORIES):
        if mask[FIRST_SIEGE + t]:
            value = w[SIEGE] * siege_worth(s, side, t, m, m[GUNS, t], m[LEADERS, t])
            if value > gain:
                best, gain = FIRST_SIEGE + t, value
    gains = np.zeros(LOCATIONS)
    march_gains(s, side, mask, m, gains, w)
    for o in range(LOCATIONS):
        if mask[FIRST_MARCH + o] and gains[o] > max(gain, w[LEAST]):
            best, gain = FIRST_MARCH + o, gains[o]
    for b in range(BLOCKS):
        if mask[FIRST_BUILD + b]:
            value = w[BUILD] * step_value(s, b, s.place[b], m)
            if value > gain:
                best, gain = FIRST_BUILD + b, value
    if mask[POLITICS] and w[POLITICS_GAIN] > gain:
        best = POLITICS
    return best


@rule
def step_value(s: Any, b: Any, x: Any, m: Any) -> Any:
    """Of one more step for a block: firepower, where it is needed, and how weak the block is."""
    if BLOCK_TYPE[b] == FLEET:
        return 0.25
    front = 0.4 + min(1.0, m[PULL, x]) + (0.3 if m[THREAT, x] > 0 else 0.0)
    weak = 1.0 + (0.6 if s.steps[b] == 1 else 0.0)
    return FIREPOWER[b] / 3.0 * front * weak


# --- marches ---------------------------------------------------------------------------------


@rule
def choose_pick(s: Any, side: Any, mask: Any, m: Any, w: Any) -> Any:
    """The blocks of the best march from here, one after the other."""
    group = best_march(s, side, s.focus, m, w)
    for b in range(BLOCKS):
        if mask[FIRST_PICK + b] and in_group(s, side, s.focus, group, b):
            return FIRST_PICK + b
    if mask[END]:
        return END
    return PICK_ALL


@rule
def choose_go(s: Any, side: Any, mask: Any, m: Any, w: Any) -> Any:
    return best_step(s, side, mask, m, w)


# --- replacements ----------------------------------------------------------------------------


@rule
def choose_build(s: Any, side: Any, mask: Any, m: Any, chance: Any) -> Any:
    """The step that brings most for its points; all points are spent, as they would be lost."""
    best, gain = END, 0.0
    for b in range(BLOCKS):
        if not mask[FIRST_BUILD + b]:
            continue
        if s.place[b] == POOL:
            value = 0.6 * FIREPOWER[b] / 3.0 * (0.7 + MAX_STEPS[b] / 8.0)
            if BLOCK_TYPE[b] == FLEET:
                value = 0.25
        else:
            value = step_value(s, b, s.place[b], m)
        value = value / STEP_COST[b] * (1.0 + 0.05 * draw_from(chance, 4))
        if value > gain:
            best, gain = FIRST_BUILD + b, value
    return best


@rule
def choose_place(s: Any, side: Any, mask: Any, m: Any) -> Any:
    """Near the front, where it is fed and not beside a stronger enemy."""
    best, gain = END, -1e9
    for t in range(TERRITORIES):
        if mask[FIRST_GO + t]:
            value = m[PULL, t] + 0.05 * min(m[COUNT, t], 3.0)
            if m[COUNT, t] + 1 > capacity(s, side, t):
                value -= 1.0
            if m[THREAT, t] > m[STEPS, t] + 2.0:
                value -= 0.6
            if s.owner[t] != side:
                value -= 0.5
            if value > gain:
                best, gain = FIRST_GO + t, value
    return best


# --- battles ---------------------------------------------------------------------------------


@rule
def choose_retreat(s: Any, side: Any, mask: Any, m: Any, w: Any) -> Any:
    """Leaves a battle that is being lost, in time; a capital is held longer."""
    x = s.focus
    ratio = odds(m[POWER, x], m[STEPS, x], m[ENEMY_POWER, x], m[ENEMY_STEPS, x])
    least = w[STAND_ODDS]
    if x < TERRITORIES and m[HOLD, x] > 0.0:
        least *= 0.4 if m[HOLD, x] >= 8.0 else 0.8
    if mask[STAND] and ratio >= least:
        return STAND
    best, gain = STAND, -1e9
    for y in range(LOCATIONS):
        if mask[FIRST_GO + y]:
            value = retreat_value(s, side, y, m, m[COUNT, x])
            if value > gain:
                best, gain = FIRST_GO + y, value
    return best


@rule
def retreat_value(s: Any, side: Any, y: Any, m: Any, count: Any) -> Any:
    """Of a place to retreat to: friendly, fed, not beside a stronger enemy."""
    if y >= SEA0:
        return 0.0
    value = m[PULL, y] + 0.08 * m[STEPS, y]
    if s.owner[y] == side:
        value += 0.6
    hungry = max(0.0, m[COUNT, y] + count - capacity(s, side, y))
    value -= 0.5 * hungry
    return value - 0.02 * max(0.0, m[THREAT, y] - m[STEPS, y])


@rule
def choose_regroup(s: Any, side: Any, mask: Any, m: Any) -> Any:
    """Blocks that the place of the battle does not feed go where there is food."""
    x = s.focus
    if x >= SEA0 or m[COUNT, x] <= capacity(s, side, x):
        return END
    best, gain = END, 0.0
    for y in range(TERRITORIES):
        room = capacity(s, side, y) - m[COUNT, y]
        if mask[FIRST_GO + y] and room >= 1.0:
            value = min(room, m[COUNT, x] - capacity(s, side, x)) + 0.2 * m[PULL, y]
            if value > gain:
                best, gain = FIRST_GO + y, value
    return best


@rule
def choose_regrouped(s: Any, mask: Any, m: Any) -> Any:
    """The weakest go, as many as are fed there and too many here."""
    side = s.turn
    x, y = s.focus, s.target
    gone = 0
    weakest = -1
    for b in range(BLOCKS):
        gone += s.picked[b] > 0
        if mask[FIRST_PICK + b] and (weakest < 0 or s.steps[b] < s.steps[weakest]):
            weakest = b
    room = capacity(s, side, y) - m[COUNT, y] if y < TERRITORIES else 1.0
    surplus = m[COUNT, x] - capacity(s, side, x) if x < TERRITORIES else 1.0
    if weakest >= 0 and gone < max(1.0, min(room, surplus)):
        return FIRST_PICK + weakest
    return END if mask[END] else PICK_ALL


# --- sieges and winter -----------------------------------------------------------------------


@rule
def choose_release(s: Any, side: Any, mask: Any, m: Any) -> Any:
    """Lifts the least valuable marker for a siege that is worth more."""
    best, least = END, m[WORTH, s.focus] / max(1, VALUE[s.focus])
    for t in range(TERRITORIES):
        if mask[FIRST_RELEASE + t] and m[HOLD, t] < least:
            best, least = FIRST_RELEASE + t, m[HOLD, t]
    return best


@rule
def campaign_gain(s: Any, side: Any, m: Any, w: Any) -> Any:
    """What winter sieges promise: the standing armies', less next year's replacement points."""
    gain = 0.0
    for t in range(TERRITORIES):
        free = m[COUNT, t] > 0 and m[ENEMY_COUNT, t] == 0 and m[WORTH, t] > 0.0
        if free and m[STEPS, t] >= 2 * VALUE[t]:
            gain += siege_worth(s, side, t, m, m[GUNS, t], m[LEADERS, t])
    if s.year == s.last_year:
        return 10.0 * gain  # there is no next year to pay in
    return gain - w[TIRED] * s.exhaustion
