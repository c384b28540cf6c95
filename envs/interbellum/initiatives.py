"""The end of the initiatives: embassy attempts (3.5) and Balance of power (3.6)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.interbellum.actions import (
    BALANCE_POWER,
    BALANCE_REGION,
    FIRST_GM,
    FIRST_POWER,
    FIRST_REGION,
    GM,
    PASS,
)
from legation.envs.interbellum.components import DIE, GBR, POOL_SIZE, POWERS, SOV
from legation.envs.interbellum.control import (
    DESTROY,
    ask,
    control_modifier,
    count_controlled,
    count_puppets,
    cut,
    first_standing,
    has_unit,
)
from legation.envs.interbellum.fields import CHOICES, GM_SEAT, STEP_C1, STEP_I4
from legation.envs.interbellum.modifiers import ambassador_modifiers, master_modifiers

GM_RANDOM = CHOICES["gm"].index("random")
GM_ASKED = CHOICES["gm"].index("seat")
EACH = CHOICES["balance_of_power"].index("each")
NO_EMBASSY = -2


# --- 3.5 Embassy attempts --------------------------------------------------------------------


@rule
def next_attempt(s: Any) -> None:
    """3.5: the next region, in order, with an announced attempt."""
    while s.resolving < s.sig.shape[0]:
        r = s.resolving
        slot = first_standing(s, SOV, r) if s.attempt[r] != 0 else -1
        if slot >= 0:
            if s.gm == GM_ASKED:
                ask(s, GM_SEAT, GM, False, SOV * POOL_SIZE + slot, r, -1, 0)
                return
            if s.gm == GM_RANDOM:
                s.gm_mod[SOV, slot] = draw(s, 3) - 1
            attempt_embassy(s, r)
        s.resolving += 1
    s.resolving = 0
    s.step = STEP_I4


@rule
def attempt_embassy(s: Any, r: Any) -> None:
    """3.5: d6 with all modifiers, Soviet puppets counted now, against the significance."""
    die = draw(s, DIE) + 1
    total = die + ambassador_modifiers(s, SOV, r) + master_modifiers(s, SOV, r)
    total += control_modifier(s, r, SOV) + count_puppets(s, SOV)
    if s.embassy_penalty != 0:
        total += NO_EMBASSY
    s.attempt_die[r] = die
    s.attempt_total[r] = total
    if total >= s.sig[r]:
        s.embassy[r] = 1


@rule
def take_attempt_modifier(s: Any, action: Any) -> None:
    s.gm_mod[SOV, s.about_amb % POOL_SIZE] = action - FIRST_GM - 1
    attempt_embassy(s, s.about_region)
    s.resolving += 1


# --- 3.6 Balance of power --------------------------------------------------------------------


@rule
def is_too_strong(s: Any, power: Any, british: Any) -> Any:
    """Controls more than the `british` regions, and was not hit this turn."""
    return power != GBR and s.hit[power] == 0 and count_controlled(s, power) > british


@rule
def has_balance_target(s: Any, r: Any, british: Any) -> Any:
    if s.inf[r, GBR] > 0:
        for power in range(POWERS):
            if has_unit(s, r, power, GBR, DESTROY) and is_too_strong(s, power, british):
                return True
    return False


@rule
def balance(s: Any) -> None:
    """3.6: asked where there is a target; else on to the coups."""
    british = count_controlled(s, GBR)
    for r in range(s.sig.shape[0]):
        if has_balance_target(s, r, british):
            ask(s, GBR, BALANCE_REGION, False, -1, -1, -1, 0)
            return
    end_initiatives(s)


@rule
def end_initiatives(s: Any) -> None:
    s.step = STEP_C1
    s.cursor = 0


@rule
def legal_balance(s: Any, kind: Any, mask: Any) -> None:
    british = count_controlled(s, GBR)
    if kind == BALANCE_REGION:
        mask[PASS] = True
        for r in range(s.sig.shape[0]):
            mask[FIRST_REGION + r] = has_balance_target(s, r, british)
    else:
        for power in range(POWERS):
            if has_unit(s, s.about_region, power, GBR, DESTROY):
                mask[FIRST_POWER + power] = is_too_strong(s, power, british)


@rule
def take_balance(s: Any, kind: Any, action: Any) -> None:
    if kind == BALANCE_POWER:
        power = action - FIRST_POWER
        cut(s, s.about_region, power, 1, GBR, DESTROY)
        if s.balance_of_power == EACH:
            s.hit[power] = 1
        else:
            end_initiatives(s)
    elif action == PASS:
        end_initiatives(s)
    else:
        ask(s, GBR, BALANCE_POWER, False, -1, action - FIRST_REGION, -1, 0)
