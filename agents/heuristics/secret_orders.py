"""A hand-written player of Secret Orders with a plan for each of the four goals.

It weighs every action that a unit could enter: the chances of the bands, by the rules' own
modifiers, times what the effects of each band are worth for the own goal, less the gold. An empire
wages wars and installs client governments; a cult strengthens its leader, party and orders; the
seeker of truth founds and feeds clandestine units abroad, and hunts and strikes at home; a bright
future takes research, works, enterprise, and land with its people. All look for an organisation and
a style of thought that help the plan.

It sees the redacted record only: of a foreign army it takes the last report.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.secret_orders_projects import is_ripe, wanted_pace
from legation.agents.heuristics.secret_orders_weights import ENOUGH, NAMES, ROWS, WEIGHTS
from legation.agents.heuristics.secret_orders_worth import new_notes, worth
from legation.envs.engine import rule
from legation.envs.secret_orders.choices import (
    GM_TIMES,
    first_gm,
    first_pace,
    first_target,
    first_verb,
    fits,
    has_entered,
    may_do,
    needs_target,
    range_of_targets,
)
from legation.envs.secret_orders.schema import TARGET_STEP, UNIT_STEP, VERB_STEP
from legation.envs.secret_orders.tables import (
    AGITATE,
    BOLSTER,
    CULT,
    DECREE,
    ECONOMY,
    EMPIRE,
    FOUND,
    FUTURE,
    HUNT,
    MODES,
    MUSTER,
    PREACH,
    RALLY,
    REFORM,
    RESEARCH,
    SPY,
    STRATEGIC,
    STRIKE,
    TRAIN,
    TRUTH,
    TYPES,
    WAR,
    WORKS,
)
from legation.envs.secret_orders.weigh import PARTS
from legation.envs.secret_orders.world import (
    all_units,
    countries,
    is_native,
    location,
)

__all__ = ["NAMES", "ROWS", "WEIGHTS", "choose", "choose_with"]

# [goal, type]: what the plans look at.
PLANS = np.zeros((4, TYPES), dtype=np.int64)
PLANS[:, [TRAIN, ECONOMY, DECREE, REFORM, RALLY]] = 1
PLANS[EMPIRE, [WAR, AGITATE, MUSTER, SPY]] = 1
PLANS[CULT, [BOLSTER, AGITATE, PREACH]] = 1
PLANS[TRUTH, [FOUND, BOLSTER, HUNT, STRIKE]] = 1
PLANS[FUTURE, [RESEARCH, WORKS, WAR, MUSTER, SPY]] = 1


@rule
def choose(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    """The action of `seat`, which has to act; see `CompiledAgent`."""
    return choose_with(s, seat, mask, chance, WEIGHTS)


@rule
def choose_with(s: Any, seat: Any, mask: Any, chance: Any, weights: Any) -> Any:
    """As `choose`, with other weights: a row for each goal."""
    n = countries(s)
    if seat >= n:
        return first_gm(n) + 2 * GM_TIMES + 1  # a game master that changes nothing
    w = weights[s.goal[seat]]
    notes, parts = new_notes(s), np.zeros(PARTS, np.int64)
    if s.step == UNIT_STEP:
        best, chosen = w[ENOUGH], 0
        for u in range(all_units(n)):
            if mask[1 + u]:
                value = best_verb(s, seat, u, mask, False, chance, w, notes, parts)[0]
                if value > best:
                    best, chosen = value, 1 + u
        return chosen
    if s.step == VERB_STEP:
        return best_verb(s, seat, s.cur_unit, mask, True, chance, w, notes, parts)[1]
    if s.step == TARGET_STEP:
        return best_target(s, seat, s.cur_unit, s.cur_type, s.cur_mode, chance, w, notes, parts)[1]
    return first_pace(n) + wanted_pace(s, seat, s.cur_type)


@rule
def best_verb(
    s: Any, i: Any, u: Any, mask: Any, legal: Any, chance: Any, w: Any, notes: Any, parts: Any
) -> Any:
    """(value, action): the best VERB of a unit; `legal`: only what the mask allows counts."""
    n = countries(s)
    best, chosen = -9.0, -1
    for kind in range(TYPES):
        if PLANS[s.goal[i], kind] == 0 and not legal:
            continue
        for mode in range(MODES):
            verb = first_verb(n) + 2 * kind + mode
            if (legal and not mask[verb]) or (not legal and not may_do(s, i, u, kind, mode)):
                continue
            finish = STRATEGIC[kind] != 0 and is_ripe(s, i, u, kind, mode, parts, w)
            if finish:
                verb = first_verb(n) + 2 * TYPES + 2 * (kind - RESEARCH) + mode
            if needs_target(s, u, kind):
                value = best_target(s, i, u, kind, mode, chance, w, notes, parts)[0]
            else:
                value = worth(s, i, u, kind, mode, -1, chance, w, notes, parts)
            if PLANS[s.goal[i], kind] == 0:
                value -= 5.0
            if chosen < 0 or value > best:
                best, chosen = value, verb
    return best, chosen


@rule
def best_target(
    s: Any, i: Any, u: Any, kind: Any, mode: Any, chance: Any, w: Any, notes: Any, parts: Any
) -> Any:
    n = countries(s)
    best, chosen = -9.0, -1
    first, beyond = range_of_targets(n, kind)
    for promising in (True, False):  # the others only if there is no such target
        for target in range(first, beyond):
            if promises(s, i, kind, target) != promising or not fits(s, i, u, kind, mode, target):
                continue
            if not has_entered(s, i, u, kind, target):
                value = worth(s, i, u, kind, mode, target, chance, w, notes, parts)
                if chosen < 0 or value > best:
                    best, chosen = value, first_target(n) + target
        if chosen >= 0:
            break
    return best, chosen


@rule
def promises(s: Any, i: Any, kind: Any, target: Any) -> Any:
    """Whether `worth` could find anything in that target; it is quicker to ask this first."""
    n = countries(s)
    if kind in (RALLY, BOLSTER):
        return s.runs[i, target] != 0
    if kind == STRIKE:
        return n <= target and location(n, target) == i and not is_native(n, target)
    return kind != SPY or target < n
