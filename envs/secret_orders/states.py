"""What is wrong with a state (`invariants`), in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from legation.envs.secret_orders.scenarios import NATIVE_LEADERS, NATIVE_ORDERS
from legation.envs.secret_orders.tables import (
    CLANDESTINE_LEADER,
    CLANDESTINE_ORDER,
    LEADER,
    OPEN_ORDER,
    ORDER,
    OTHER_LEADER,
    PARTIAL_ORDER,
)


def unit_places(n: int) -> list[tuple[int, int, int, bool]]:
    """(kind, country, slot, native) of every unit, countries included (clause 2.1)."""
    places = [(0, c, 0, True) for c in range(n)]
    places += [(ORDER, c, k, k < NATIVE_ORDERS) for c in range(n) for k in range(n + 2)]
    places += [(LEADER, c, k, k < NATIVE_LEADERS) for c in range(n) for k in range(n + 1)]
    return places


def category(state: Any, u: int, kind: int, host: int) -> int:
    """Clause 2.5, written once more from the text."""
    known = np.asarray(state["known"])[:, u]
    if kind == LEADER:
        return OTHER_LEADER if known[host] else CLANDESTINE_LEADER
    if not known[host]:
        return CLANDESTINE_ORDER
    return OPEN_ORDER if known.all() else PARTIAL_ORDER


def invariants(state: Any) -> list[str]:
    """What is wrong with a state; empty if nothing (see `Game.invariants`)."""
    return [*_unit_faults(state), *_country_faults(state), *_entry_faults(state)]


def _unit_faults(s: Any) -> Iterator[str]:
    n = len(s.pop)
    known, told, runs = (np.asarray(s[name]) for name in ("known", "ctrl_known", "runs"))
    if (told > known).any():
        yield "a seat knows who runs a unit that it does not know"
    if not known[:, :n].all():
        yield "a country is not known"
    holders: set[tuple[int, int, int]] = set()
    for u, (kind, host, slot, native) in enumerate(unit_places(n)):
        ctrl = int(s.ctrl[u])
        name = f"unit {u} (kind {kind}, country {host}, slot {slot})"
        if [int(r) for r in runs[:, u]] != [int(ctrl == i) for i in range(n)]:
            yield f"{name}: it is run by {ctrl}, and the flags say {runs[:, u].tolist()}"
        if ctrl >= 0 and not (known[ctrl, u] and told[ctrl, u]):
            yield f"{name}: its own controller does not know it"
        if bool(s.alive[u]) != (s.unit_size[u] > 0):
            yield f"{name}: alive is {s.alive[u]} at size {s.unit_size[u]}"
        if kind == 0:
            if ctrl != host:
                yield f"{name}: a country is run by {ctrl}"
            continue
        if native:
            if kind == ORDER and not s.alive[u]:
                yield f"{name}: a native order is gone"
        elif not s.alive[u]:
            if ctrl != -1 or known[:, u].any() or np.any(s.mast[u]) or np.any(s.reach[u]):
                yield f"{name}: an empty slot holds something"
            continue
        else:
            if ctrl in (-1, host) or (ctrl, host, kind) in holders:
                yield f"{name}: seat {ctrl} can't hold it"
            holders.add((ctrl, host, kind))
        if int(s.category[u]) != category(s, u, kind, host):
            yield f"{name}: its category is {s.category[u]}"


def _country_faults(s: Any) -> Iterator[str]:
    n = len(s.pop)
    for name in ("party", "faith"):
        rows = np.asarray(s[name])
        if (rows.sum(axis=1) > 100).any() or rows.min() < 0:
            yield f"the shares of a {name} row do not fit into 100"
    if int(np.sum(s.area)) != int(np.sum(s.area0)):
        yield f"the area is {int(np.sum(s.area))} in all, not {int(np.sum(s.area0))}"
    if np.any(np.asarray(s.tax) % 5):
        yield "a tax is no multiple of 5"
    if any(int(s.overlord[c]) == c for c in range(n)):
        yield "a country is its own overlord"
    for i in range(n):
        if not s.goal_known[i, i]:
            yield f"seat {i} does not know its own goal"
        paid = int(np.sum(s.q_cost[i]))
        if s.option_hidden_treasury == 0 and not s.over and s.open_gold[i] != s.gold[i] + paid:
            yield f"the treasury shown for seat {i} is not that of the turn's start"


def _entry_faults(s: Any) -> Iterator[str]:
    n = len(s.pop)
    actor = int(s.actor)
    if [int(e) for e in s.enters] != [int(actor == j) for j in range(len(s.enters))]:
        yield f"seat {actor} is to act, and the flags say {np.asarray(s.enters).tolist()}"
    if bool(s.over) != (s.turn >= s.turns):
        yield f"over is {s.over} in turn {s.turn} of {s.turns}"
    load = np.zeros(np.shape(s.load), dtype=np.int64)
    for i in range(n):
        count = int(s["count"][i])
        for e in range(np.shape(s.q_unit)[1]):
            u = int(s.q_unit[i, e])
            if (u >= 0) != (e < count):
                yield f"entry {e} of seat {i} is {u}, with {count} entered"
            elif u >= 0:
                load[u, s.q_mode[i, e]] += 1
        if not s.over and (i < actor) != bool(s.ended[i]) and i != actor:
            yield f"seat {i} has ended {s.ended[i]} while seat {actor} acts"
        lines = int(s.log_count[i])
        if (np.asarray(s.log_actor[i]) >= 0).sum() != lines:
            yield f"the report of seat {i} has not {lines} lines"
    if not np.array_equal(load, s.load):
        yield "the numbers of entries of the units do not add up"
