"""Coups (3.7) and special moves (3.8)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    CIANO_AMOUNT,
    CIANO_POWER,
    COUP_IN,
    COUP_OUT,
    FIRST_AMB,
    FIRST_AMOUNT,
    FIRST_POWER,
    FIRST_REGION,
    HUGENBERG_AMOUNT,
    HUGENBERG_REGION,
    PASS,
)
from legation.envs.interbellum.assignment import FORCED, retire
from legation.envs.interbellum.components import GER, INDEX, ITA, POOL_SIZE, POWERS
from legation.envs.interbellum.control import (
    LOWER,
    ask,
    cut,
    is_active,
    power_at,
    raise_influence,
    region_of,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    POOL,
    RESERVE,
    STEP_C3,
    STEP_R1,
)
from legation.envs.interbellum.planning import newly_assigned

FROM_POOL = CHOICES["coup_source"].index("hand_or_pool")
A_HUGENBERG, A_CIANO = INDEX["hugenberg"], INDEX["ciano"]


# --- 3.7 Coups -------------------------------------------------------------------------------


@rule
def next_coup(s: Any) -> None:
    """3.7, C1: each power with somebody to replace and somebody to send; then the reveal."""
    if s.cursor == POWERS:
        reveal_coups(s)
        return
    power = power_at(s, s.cursor)
    deployed = 0
    incoming = 0
    for slot in range(POOL_SIZE):
        deployed += s.deployed[power, slot] != 0
        incoming += may_come_in(s, power, slot)
    if deployed > 0 and incoming > 0:
        ask(s, power, COUP_OUT, True, -1, -1, -1, 0)
    else:
        s.cursor += 1


@rule
def may_come_in(s: Any, power: Any, slot: Any) -> Any:
    place = s.place[power, slot]
    return place == RESERVE or (place == POOL and s.coup_source == FROM_POOL)


@rule
def legal_coup(s: Any, kind: Any, mask: Any) -> None:
    power = s.actor
    first = FIRST_AMB + power * POOL_SIZE
    mask[PASS] = kind == COUP_OUT
    for slot in range(POOL_SIZE):
        if kind == COUP_OUT:
            mask[first + slot] = s.deployed[power, slot] != 0
        else:
            mask[first + slot] = may_come_in(s, power, slot)


@rule
def take_coup(s: Any, kind: Any, action: Any) -> None:
    power = s.actor
    if kind == COUP_OUT and action != PASS:
        ask(s, power, COUP_IN, True, action - FIRST_AMB, -1, -1, 0)
        return
    if kind == COUP_IN:
        s.coup_out[power] = s.about_amb % POOL_SIZE
        s.coup_in[power] = (action - FIRST_AMB) % POOL_SIZE
    s.cursor += 1


@rule
def reveal_coups(s: Any) -> None:
    """3.7, C2: the outgoing goes where the incoming came from."""
    for power in range(POWERS):
        if s.coup_out[power] >= 0:
            old = s.coup_out[power]
            new = s.coup_in[power]
            source = s.place[power, new]
            s.place[power, new] = s.place[power, old]
            newly_assigned(s, power, new)
            retire(s, power, old, source)
    s.coups_shown = 1
    s.step = STEP_C3


# --- 3.8 Special moves -----------------------------------------------------------------------


@rule
def next_special(s: Any) -> None:
    """3.8, C4: Hugenberg and Ciano, in power order."""
    if s.cursor == POWERS:
        s.step = STEP_R1
        s.cursor = 0
        return
    power = power_at(s, s.cursor)
    if power == GER and is_active(s, A_HUGENBERG):
        r = region_of(s, A_HUGENBERG)
        if s.inf[r, GER] > 0:
            for other in range(s.sig.shape[0]):
                if takes_germans(s, other, r):
                    ask(s, GER, HUGENBERG_REGION, False, A_HUGENBERG, r, -1, 0)
                    return
    elif power == ITA and is_active(s, A_CIANO):
        r = region_of(s, A_CIANO)
        if s.inf[r, ITA] > 0:
            ask(s, ITA, CIANO_POWER, False, A_CIANO, r, -1, 0)
            return
    s.cursor += 1


@rule
def takes_germans(s: Any, other: Any, r: Any) -> Any:
    """Another region with German influence, below the cap."""
    return other != r and 0 < s.inf[other, GER] < s.influence_max


@rule
def legal_special(s: Any, kind: Any, mask: Any) -> None:
    if kind == HUGENBERG_REGION:
        mask[PASS] = s.ability_choice != FORCED
        for other in range(s.sig.shape[0]):
            mask[FIRST_REGION + other] = takes_germans(s, other, s.about_region)
    elif kind == CIANO_POWER:
        mask[PASS] = s.ability_choice != FORCED
        for power in range(POWERS):
            mask[FIRST_POWER + power] = power != ITA
    else:
        most = s.inf[region_of(s, s.about_amb), GER]
        if kind == CIANO_AMOUNT:
            most = s.inf[region_of(s, s.about_amb), ITA]
        else:
            most = min(most, s.influence_max - s.inf[s.about_region, GER])
        for i in range(most):
            mask[FIRST_AMOUNT + i] = True


@rule
def take_special(s: Any, kind: Any, action: Any) -> None:
    if kind == HUGENBERG_REGION and action != PASS:
        ask(s, GER, HUGENBERG_AMOUNT, False, A_HUGENBERG, action - FIRST_REGION, -1, 0)
        return
    if kind == CIANO_POWER and action != PASS:
        ask(s, ITA, CIANO_AMOUNT, False, A_CIANO, s.about_region, action - FIRST_POWER, 0)
        return
    amount = action - FIRST_AMOUNT + 1
    if kind == HUGENBERG_AMOUNT:
        cut(s, region_of(s, A_HUGENBERG), GER, amount, GER, LOWER)
        raise_influence(s, s.about_region, GER, amount)
    elif kind == CIANO_AMOUNT:
        r = region_of(s, A_CIANO)
        cut(s, r, ITA, amount, ITA, LOWER)
        raise_influence(s, r, s.about_power, 2 * amount)
        s.gold = min(s.gold_max, s.gold + amount)
    s.cursor += 1
