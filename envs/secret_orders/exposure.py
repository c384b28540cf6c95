"""Clause 3.5: focus, and what too many actions give away."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import hits, pick
from legation.envs.secret_orders.tables import (
    ALL_LEARN,
    EXPOSURE_EFFECT,
    EXPOSURE_PERCENT,
    HOST_LEARNS,
    MODES,
)
from legation.envs.secret_orders.weigh import focus_of
from legation.envs.secret_orders.world import all_units, countries, learn, location


@rule
def hand_out_focus(s: Any) -> None:
    """Clause 4.4, by the categories as they are before exposure: in the order of entry."""
    for i in range(countries(s)):
        for e in range(s.count[i]):
            u, mode = s.q_unit[i, e], s.q_mode[i, e]
            place = 0
            for earlier in range(e):
                place += s.q_unit[i, earlier] == u and s.q_mode[i, earlier] == mode
            s.q_focus[i, e] = focus_of(s.category[u], mode, s.load[u, mode], place)


@rule
def expose_units(s: Any) -> None:
    """Units ascending, first the secret, then the public table; both rolls are made."""
    hand_out_focus(s)
    n = countries(s)
    for u in range(n, all_units(n)):
        if s.load[u, 0] + s.load[u, 1] == 0:
            continue
        category = s.category[u]
        for mode in range(MODES):
            number = s.load[u, mode]
            if number == 0:
                continue
            percent = EXPOSURE_PERCENT[mode, category, number - 1]
            effect = EXPOSURE_EFFECT[mode, category, number - 1]
            if effect == 0 or (percent < 100 and not hits(s, percent)):
                continue
            if effect == HOST_LEARNS:
                tell(s, location(n, u), u)
            elif effect == ALL_LEARN:
                for j in range(n):
                    tell(s, j, u)
            else:
                tell_one(s, u)


@rule
def tell_one(s: Any, u: Any) -> None:
    """One seat, uniform among those that do not know; nobody if all know."""
    n = countries(s)
    unaware = 0
    for j in range(n):
        unaware += s.known[j, u] == 0
    if unaware == 0:
        return
    wanted = pick(s, unaware)
    for j in range(n):
        if s.known[j, u] == 0:
            if wanted == 0:
                tell(s, j, u)
                return
            wanted -= 1


@rule
def tell(s: Any, j: Any, u: Any) -> None:
    if s.option_exposure_same_turn:
        learn(s, j, u)
    else:
        s.pending[j, u] = 1


@rule
def tell_late(s: Any) -> None:
    """Without `exposure_same_turn`: of units that still live and were not founded this turn."""
    n = countries(s)
    for j in range(n):
        for u in range(n, all_units(n)):
            if s.pending[j, u]:
                s.pending[j, u] = 0
                if s.alive[u] and s.born[u] != s.turn:
                    learn(s, j, u)
