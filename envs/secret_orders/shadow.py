"""Clause 5: the secret service: SPY, HUNT, STRIKE, FOUND."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import pick
from legation.envs.secret_orders.scenarios import NATIVE_LEADERS, NATIVE_ORDERS
from legation.envs.secret_orders.support import scaled
from legation.envs.secret_orders.tables import (
    ARMY_PCT,
    BAND,
    CONTROLLER,
    CONTROLLERS,
    CONTROLLERS_MARGIN,
    DEALT_AGE,
    DESTROYED,
    FOUND_LOSS,
    GNP_PM,
    GOAL,
    HUNT,
    INFLUENCE,
    KILL,
    LEADER,
    LODGE,
    NETWORK,
    NEW_INFLUENCE,
    NEW_SHADOW,
    NEW_SIZE,
    NOT_THERE,
    ORDER,
    POLITICAL,
    PROJECTS,
    REPORT,
    REVEAL_MARGIN,
    SHADOW,
    SIZE,
    TURN_NATIVE,
)
from legation.envs.secret_orders.weigh import first_found
from legation.envs.secret_orders.world import (
    all_units,
    change_army,
    change_gnp,
    close_project,
    conceal,
    countries,
    is_native,
    kill_leader,
    kind_of,
    leader_slots,
    leader_unit,
    learn,
    location,
    lose_size,
    order_slots,
    order_unit,
    set_controller,
)


@rule
def report(s: Any, i: Any, c: Any) -> None:
    s.rep_gold[i, c] = s.gold[c]
    s.rep_army[i, c] = s.army[c]


@rule
def spy_on_country(s: Any, i: Any, where: Any, variant: Any, band: Any, x: Any) -> None:
    n = countries(s)
    if BAND[variant, band, REPORT]:
        report(s, i, where)
    margin = BAND[variant, band, REVEAL_MARGIN]
    for u in range(n, all_units(n)):
        if location(n, u) != where or s.alive[u] == 0:
            continue
        if margin != NOT_THERE and s.known[i, u] == 0 and conceal(s, u) <= x - margin:
            learn(s, i, u)
        if BAND[variant, band, CONTROLLERS] and s.known[i, u]:
            s.ctrl_known[i, u] = 1
    if BAND[variant, band, GOAL]:
        s.goal_known[i, where] = 1


@rule
def spy_on_unit(s: Any, i: Any, target: Any, variant: Any, band: Any) -> None:
    """A unit that the game master runs has no home: only its controller is learned."""
    n = countries(s)
    k = s.ctrl[target]
    if BAND[variant, band, CONTROLLER]:
        s.ctrl_known[i, target] = 1
    if k < 0:
        return
    if BAND[variant, band, REPORT]:
        report(s, i, k)
    if BAND[variant, band, GOAL]:
        s.goal_known[i, k] = 1
    if BAND[variant, band, NETWORK]:
        where = location(n, target)
        for u in range(n, all_units(n)):
            if s.runs[k, u] and s.alive[u] and location(n, u) == where:
                learn(s, i, u)
                s.ctrl_known[i, u] = 1


@rule
def hunt(s: Any, i: Any, where: Any, band: Any, x: Any) -> None:
    """Finds, unmasks, losses: of every unit in the country that is not yet known to seat i."""
    n = countries(s)
    margin = BAND[HUNT, band, REVEAL_MARGIN]
    if margin == NOT_THERE:
        return
    unmasking = BAND[HUNT, band, CONTROLLERS_MARGIN]
    loss = BAND[HUNT, band, FOUND_LOSS]
    for u in range(n, all_units(n)):
        if location(n, u) != where or s.alive[u] == 0 or s.known[i, u]:
            continue
        hidden = conceal(s, u)
        if hidden > x - margin:
            continue
        learn(s, i, u)
        if unmasking != NOT_THERE and hidden <= x - unmasking:
            s.ctrl_known[i, u] = 1
        if loss == 0:
            continue
        if kind_of(n, u) == ORDER:
            lose_size(s, u, loss, i)
        elif loss < DESTROYED:
            s.unit_size[u] = max(1, s.unit_size[u] - 2 * loss)  # influence goes by twos
        elif is_native(n, u):
            s.unit_size[u] = 1
        else:
            kill_leader(s, u, i)


@rule
def strike(s: Any, i: Any, u: Any, target: Any, variant: Any, band: Any) -> None:
    n = countries(s)
    kind = kind_of(n, target)
    if kind == ORDER:
        if BAND[variant, band, TURN_NATIVE] and is_native(n, target):
            set_controller(s, target, i)
            for q in range(PROJECTS):
                close_project(s, target, q)
        elif BAND[variant, band, SIZE]:
            lose_size(s, target, -BAND[variant, band, SIZE], i)
    elif kind == LEADER:
        loss = -BAND[variant, band, INFLUENCE]
        if BAND[variant, band, KILL] or (loss > 0 and loss >= s.unit_size[target]):
            kill_leader(s, target, i)
        else:
            s.unit_size[target] -= loss
    else:
        if BAND[variant, band, GNP_PM]:
            change_gnp(s, target, scaled(s, u, BAND[variant, band, GNP_PM]))
        if BAND[variant, band, ARMY_PCT]:
            change_army(s, target, scaled(s, u, BAND[variant, band, ARMY_PCT]))


@rule
def found(s: Any, i: Any, u: Any, target: Any, variant: Any, band: Any) -> None:
    """A new unit in a random free foreign slot, known to its founder only."""
    n = countries(s)
    where = (target - first_found(n)) // 2
    kind = LEADER if (target - first_found(n)) % 2 else ORDER
    size = BAND[variant, band, NEW_SIZE if kind == ORDER else NEW_INFLUENCE]
    if size == 0:
        return
    unit = free_slot(s, where, kind)
    place_unit(s, i, unit, size)
    for d in range(s.mast.shape[1]):
        s.mast[unit, d] = s.mast[u, d] // 2
    s.mast[unit, SHADOW] = max(s.mast[unit, SHADOW], BAND[variant, band, NEW_SHADOW])
    s.born[unit] = s.turn


@rule
def free_slot(s: Any, where: Any, kind: Any) -> Any:
    """The PICK(n)-th of the n free foreign slots, ascending (clauses 2.1, 3.1)."""
    n = countries(s)
    first = order_unit(n, where, NATIVE_ORDERS)
    beyond = order_unit(n, where, order_slots(n))
    if kind == LEADER:
        first = leader_unit(n, where, NATIVE_LEADERS)
        beyond = leader_unit(n, where, leader_slots(n))
    free = 0
    for u in range(first, beyond):
        free += s.alive[u] == 0
    wanted = pick(s, free)
    for u in range(first, beyond):
        if s.alive[u] == 0:
            if wanted == 0:
                return u
            wanted -= 1
    return -1


@rule
def place_unit(s: Any, i: Any, unit: Any, size: Any) -> None:
    """A unit of seat i in an empty foreign slot: a lodge, or a political leader of 30."""
    n = countries(s)
    s.alive[unit] = 1
    s.unit_size[unit] = size
    if kind_of(n, unit) == ORDER:
        s.unit_kind[unit] = LODGE
    else:
        s.unit_kind[unit] = POLITICAL
        s.age[unit] = DEALT_AGE
        s.reach[unit, location(n, unit)] = 1
    set_controller(s, unit, i)
