"""Orders (R1) and the game master's modifiers and rulings (R2) (3.9)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.interbellum.actions import (
    DOWN,
    FIRST_GM,
    FIRST_POWER,
    FIRST_REGION,
    GM,
    ORDER,
    PASS,
    RULING_DIR,
    RULING_REGION,
    UP,
    USE,
)
from legation.envs.interbellum.assignment import FORCED, OPTIONAL
from legation.envs.interbellum.components import (
    AMBASSADORS,
    FRA,
    GER,
    INDEX,
    INSTEAD,
    ITA,
    POOL_SIZE,
    POWERS,
    SIG_MIN,
    SOV,
)
from legation.envs.interbellum.control import (
    DESTROY,
    ask,
    count_controlled,
    count_puppets,
    first_standing,
    has_unit,
    is_active,
    of_power,
    place_in_order,
    power_at,
    region_of,
    same,
    shift,
    standing,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    FIRST_PLACE,
    FIRST_TARGET,
    GM_SEAT,
    NO_ORDER,
    ORDER_USE,
    STEP_R2,
    STEP_R4,
)

GM_NEUTRAL = CHOICES["gm"].index("neutral")
GM_RANDOM = CHOICES["gm"].index("random")
GM_ASKED = CHOICES["gm"].index("seat")
A_HEYDRICH, A_NKVD = INDEX["heydrich"], INDEX["nkvd"]
A_DIRKSEN, A_BARTHOU = INDEX["dirksen"], INDEX["barthou"]
A_GIOVANNA, A_POTEMKIN = INDEX["giovanna"], INDEX["potemkin"]


# --- R1 Orders -------------------------------------------------------------------------------


@rule
def next_orders(s: Any) -> None:
    """3.9, R1: the next power in order; after the last, the reveal."""
    if s.cursor < POWERS:
        next_order(s, power_at(s, s.cursor), 0)
    else:
        s.orders_shown = 1
        s.step = STEP_R2
        next_modifier(s, 0)


@rule
def next_order(s: Any, power: Any, first: Any) -> None:
    """The next of a power's ambassadors, from slot `first` on, that may act in place of a roll."""
    for slot in range(first, POOL_SIZE):
        a = power * POOL_SIZE + slot
        if not INSTEAD[a] or not is_active(s, a):
            continue
        r = region_of(s, a)
        if s.no_roll[power, r] != 0 or has_order(s, power, r):
            continue
        if a in (A_HEYDRICH, A_NKVD) and s.ability_choice != OPTIONAL:
            s.order[power, slot] = ORDER_USE
        elif can_act(s, a, r):
            ask(s, power, ORDER, True, a, r, -1, 0)
            return
    s.cursor += 1


@rule
def has_order(s: Any, power: Any, r: Any) -> Any:
    """Whether one of the power's ambassadors there got an order: it replaces the roll (3.12)."""
    return of_power(standing(s, r) & ~same(s.order, NO_ORDER), power) != 0


@rule
def can_act(s: Any, a: Any, r: Any) -> Any:
    """2.3, notes: Dirksen and Barthou need influence to work on; the others nothing."""
    if a == A_BARTHOU:
        return s.inf[r, FRA] > 0 and s.inf[r, SOV] > 0 and s.inf[r, GER] > 0
    if a == A_DIRKSEN:
        if s.inf[r, GER] > 0:
            for power in range(POWERS):
                if power != GER and has_unit(s, r, power, GER, DESTROY):
                    return True
        return False
    return True


@rule
def legal_order(s: Any, mask: Any) -> None:
    a = s.about_amb
    mask[PASS] = s.ability_choice != FORCED
    if a == A_DIRKSEN:
        for power in range(POWERS):
            if power != GER:
                mask[FIRST_POWER + power] = has_unit(s, s.about_region, power, GER, DESTROY)
    elif a == A_GIOVANNA:
        for power in range(POWERS):
            mask[FIRST_POWER + power] = power != ITA and power != GER
    elif a == A_POTEMKIN:
        for power in range(POWERS):
            mask[FIRST_POWER + power] = power != SOV
    else:
        mask[USE] = True


@rule
def take_order(s: Any, action: Any) -> None:
    power = s.actor
    slot = s.about_amb % POOL_SIZE
    if action != PASS:
        s.order[power, slot] = ORDER_USE if action == USE else action - FIRST_POWER + FIRST_TARGET
    next_order(s, power, slot + 1)


# --- R2 The game master ----------------------------------------------------------------------


@rule
def rolls_there(s: Any, power: Any, slot: Any) -> Any:
    """Whether the power rolls for this ambassador; with stacking, for the first one there."""
    if s.deployed[power, slot] == 0:
        return False
    r = s.place[power, slot] - FIRST_PLACE
    if s.no_roll[power, r] != 0 or has_order(s, power, r):
        return False
    return first_standing(s, power, r) == slot


@rule
def next_modifier(s: Any, first: Any) -> None:
    """3.9, R2: for the rolling ambassadors, by (place of the power in order, index)."""
    if s.gm != GM_NEUTRAL:
        for i in range(first, AMBASSADORS):
            power = power_at(s, i // POOL_SIZE)
            slot = i % POOL_SIZE
            if rolls_there(s, power, slot):
                if s.gm == GM_ASKED:
                    r = s.place[power, slot] - FIRST_PLACE
                    ask(s, GM_SEAT, GM, False, power * POOL_SIZE + slot, r, -1, 0)
                    return
                s.gm_mod[power, slot] = draw(s, 3) - 1
    if s.gm == GM_ASKED and s.gm_rulings != 0:
        ask(s, GM_SEAT, RULING_REGION, False, -1, -1, -1, 0)
    else:
        begin_rolls(s)


@rule
def begin_rolls(s: Any) -> None:
    """3.10, R3: what counts everywhere is frozen."""
    s.glob[GER] = -count_controlled(s, GER)
    s.glob[SOV] = count_puppets(s, SOV)
    s.resolving = 0
    s.stage = 0
    s.step = STEP_R4


@rule
def legal_master(s: Any, kind: Any, mask: Any) -> None:
    if kind == GM:
        for modifier in range(3):
            mask[FIRST_GM + modifier] = True
    elif kind == RULING_REGION:
        mask[PASS] = True
        for r in range(s.sig.shape[0]):
            mask[FIRST_REGION + r] = True
    else:
        mask[UP] = s.sig[s.about_region] < s.sig_max
        mask[DOWN] = s.sig[s.about_region] > SIG_MIN


@rule
def take_master(s: Any, kind: Any, action: Any) -> None:
    if kind == GM:
        power = s.about_amb // POOL_SIZE
        slot = s.about_amb % POOL_SIZE
        s.gm_mod[power, slot] = action - FIRST_GM - 1
        next_modifier(s, place_in_order(s, power) * POOL_SIZE + slot + 1)
    elif kind == RULING_REGION and action != PASS:
        ask(s, GM_SEAT, RULING_DIR, False, -1, action - FIRST_REGION, -1, 0)
    else:
        if kind == RULING_DIR:
            shift(s, s.about_region, 1 if action == UP else -1)
        begin_rolls(s)
