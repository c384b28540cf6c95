"""The regions in turn: orders, dice, cases, points (3.10, 4.3, 4.4)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.interbellum.actions import CHOOSE_TOP, FIRST_POWER, POINT
from legation.envs.interbellum.components import (
    DIE,
    FRA,
    GBR,
    GER,
    INDEX,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.control import (
    DESTROY,
    LOWER,
    ask,
    control_modifier,
    cut,
    has_unit,
    is_active_in,
    of_power,
    power_at,
    raise_influence,
    same,
    shift,
    standing,
)
from legation.envs.interbellum.fields import CHOICES, FIRST_TARGET, NO_ORDER, STEP_T
from legation.envs.interbellum.modifiers import (
    ambassador_modifiers,
    master_modifiers,
    national_modifier,
)
from legation.envs.interbellum.orders import can_act

WINNER_FLOOR = CHOICES["case1"].index("winner_floor")
DIRECT = CHOICES["case1"].index("direct")
WITH_FRANCE = CHOICES["welczeck_partner"].index("FRA")
A_RIBBENTROP, A_DIRKSEN, A_NADOLNY = INDEX["ribbentrop"], INDEX["dirksen"], INDEX["nadolny"]
A_HEYDRICH, A_WELCZECK = INDEX["heydrich"], INDEX["welczeck"]
A_CERRUTI, A_GRANDI = INDEX["cerruti"], INDEX["grandi"]
A_NKVD, A_RADEK = INDEX["nkvd"], INDEX["radek"]
A_COLLIER, A_PHIPPS = INDEX["collier"], INDEX["phipps"]
A_ALPHAND, A_PONCET, A_BARTHOU = INDEX["alphand"], INDEX["poncet"], INDEX["barthou"]
A_KRESTINSKY = INDEX["krestinsky"]

# Stages of a region.
BEGIN, SPEND, PICK_TOP, SPEND_TOP = range(4)


@rule
def resolve(s: Any) -> None:
    """3.10, R4: goes on with the region in turn."""
    r = s.resolving
    if r == s.sig.shape[0]:
        s.resolving = 0
        s.step = STEP_T
    elif s.stage == BEGIN:
        carry_out_orders(s, r)
        if roll(s, r) == 0:
            s.resolving += 1
        else:
            find_case(s, r)
            s.stage = SPEND
    elif s.stage == PICK_TOP:
        ask(s, chooser(s, r), CHOOSE_TOP, False, -1, r, -1, 0)
    elif not spend(s, r):
        if s.stage == SPEND and s.case[r] == 2:
            s.stage = PICK_TOP
        else:
            s.stage = BEGIN
            s.resolving += 1


# --- 1. Orders -------------------------------------------------------------------------------


@rule
def carry_out_orders(s: Any, r: Any) -> None:
    ordered = standing(s, r) & ~same(s.order, NO_ORDER)
    if ordered == 0:
        return
    for i in range(POWERS):
        power = power_at(s, i)
        own = of_power(ordered, power)
        for slot in range(POOL_SIZE):
            if own >> slot & 1:
                carry_out(s, power * POOL_SIZE + slot, s.order[power, slot] - FIRST_TARGET, r)


@rule
def carry_out(s: Any, a: Any, target: Any, r: Any) -> None:
    """3.10, 1; `target`: the power that the order names, if any."""
    power = a // POOL_SIZE
    if a == A_RADEK:
        shift(s, r, -1)
        raise_influence(s, r, SOV, 1)
    elif a == A_HEYDRICH:
        shift(s, r, 1)
        raise_influence(s, r, GER, 2)
    elif a == A_DIRKSEN:
        if s.inf[r, GER] > 0 and s.inf[r, target] > 0:
            cut(s, r, GER, 1, GER, DESTROY)
            cut(s, r, target, 2, GER, DESTROY)
    elif a == A_BARTHOU:
        if can_act(s, a, r):
            cut(s, r, GER, draw(s, DIE) + 1, FRA, DESTROY)
    elif a == A_NKVD:
        nkvd(s, r, draw(s, DIE) + 1)
    else:
        raise_influence(s, r, power, 1)
        raise_influence(s, r, partner(s, a, target), 1)


@rule
def partner(s: Any, a: Any, target: Any) -> Any:
    """Whom a pair raises besides its own power."""
    if a in (A_RIBBENTROP, A_GRANDI):
        return GBR
    if a in (A_CERRUTI, A_PHIPPS, A_PONCET):
        return GER
    if a in (A_NADOLNY, A_COLLIER, A_ALPHAND):
        return SOV
    if a == A_WELCZECK:
        return FRA if s.welczeck_partner == WITH_FRANCE else SOV
    return target  # Giovanna, Potemkin


@rule
def nkvd(s: Any, r: Any, die: Any) -> None:
    if die % 2 == 0:
        shift(s, r, -1)
        for power in range(POWERS):
            if power != SOV:
                cut(s, r, power, 1, SOV, LOWER)
    else:
        shift(s, r, 1)
        raise_influence(s, r, SOV, 1)


# --- 2. Dice, 4.3 Totals ---------------------------------------------------------------------


@rule
def roll(s: Any, r: Any) -> Any:
    """Dice and totals of the rollers, in power order; returns how many they are."""
    rollers = 0
    here = standing(s, r)
    if here == 0:
        return 0
    ordered = here & ~same(s.order, NO_ORDER)
    for i in range(POWERS):
        power = power_at(s, i)
        if of_power(here, power) == 0:
            continue
        if s.no_roll[power, r] == 0 and of_power(ordered, power) == 0:
            die = draw(s, DIE) + 1
            total = die + ambassador_modifiers(s, power, r) + master_modifiers(s, power, r)
            total += control_modifier(s, r, power) + national_modifier(s, power, r)
            s.dice[r, power] = die
            s.total[r, power] = total
            rollers += 1
    return rollers


@rule
def rolled(s: Any, power: Any, r: Any) -> Any:
    return s.dice[r, power] > 0


# --- 3. Cases (4.4) --------------------------------------------------------------------------


@rule
def find_case(s: Any, r: Any) -> None:
    """4.4: what each power has to spend, and in which order."""
    rollers = 0
    highest = -(1 << 10)
    lowest = 1 << 10
    for power in range(POWERS):
        if rolled(s, power, r):
            rollers += 1
            highest = max(highest, s.total[r, power])
            lowest = min(lowest, s.total[r, power])
    tops = 0
    winner = -1
    second = -(1 << 10)
    for power in range(POWERS):
        s.due[power] = 0
        if rolled(s, power, r):
            if s.total[r, power] == highest:
                tops += 1
                winner = power
            else:
                second = max(second, s.total[r, power])
    s.first_due = -1
    if tops == 1:
        s.case[r] = 1
        first_case(s, r, winner, highest, lowest, second, rollers)
    elif tops == rollers:
        s.case[r] = 3
        shift(s, r, 1)
        for power in range(POWERS):
            cut(s, r, power, 1, -1, LOWER)
    else:
        s.case[r] = 2
        for power in range(POWERS):
            s.due[power] = rolled(s, power, r) and s.total[r, power] == lowest


@rule
def first_case(
    s: Any, r: Any, winner: Any, highest: Any, lowest: Any, second: Any, rollers: Any
) -> None:
    """Case 1: the winner, and where the amount is not above 0, the seconds with 1 each."""
    if rollers == 1 or s.case1 == DIRECT:
        lowest = 0
    amount = highest - lowest - s.sig[r]
    s.first_due = winner
    s.due[winner] = min(s.points_max, max(1, amount))
    if amount <= 0 and s.case1 != WINNER_FLOOR:
        for power in range(POWERS):
            if power != winner and rolled(s, power, r) and s.total[r, power] == second:
                s.due[power] = 1


@rule
def chooser(s: Any, r: Any) -> Any:
    """Case 2: the first of the lowest, in power order."""
    lowest = 1 << 10
    found = -1
    for i in range(POWERS):
        power = power_at(s, i)
        if rolled(s, power, r) and s.total[r, power] < lowest:
            lowest = s.total[r, power]
            found = power
    return found


@rule
def take_top(s: Any, power: Any) -> None:
    """Case 2: the picked one gets its total less the significance, at least 1."""
    r = s.about_region
    s.first_due = power
    s.due[power] = min(s.points_max, max(1, s.total[r, power] - s.sig[r]))
    s.stage = SPEND_TOP


# --- Points ----------------------------------------------------------------------------------


@rule
def spend(s: Any, r: Any) -> Any:
    """Asks for the next point, or places where there is nothing to destroy; False: none left."""
    power = -1
    if s.first_due >= 0 and s.due[s.first_due] > 0:
        power = s.first_due
    for i in range(POWERS):
        if power < 0 and s.due[power_at(s, i)] > 0:
            power = power_at(s, i)
    if power < 0:
        return False
    for other in range(POWERS):
        if other != power and has_unit(s, r, other, power, DESTROY):
            ask(s, power, POINT, False, -1, r, -1, s.due[power])
            return True
    raise_influence(s, r, power, s.due[power])
    s.due[power] = 0
    return True


@rule
def legal_points(s: Any, kind: Any, mask: Any) -> None:
    power = s.actor
    r = s.about_region
    if kind == POINT:
        for other in range(POWERS):
            mask[FIRST_POWER + other] = other == power or has_unit(s, r, other, power, DESTROY)
        return
    highest = -(1 << 10)
    for other in range(POWERS):
        if rolled(s, other, r):
            highest = max(highest, s.total[r, other])
    for other in range(POWERS):
        mask[FIRST_POWER + other] = rolled(s, other, r) and s.total[r, other] == highest


@rule
def take_point(s: Any, target: Any) -> None:
    power = s.actor
    r = s.about_region
    s.due[power] -= 1
    if target == power:
        raise_influence(s, r, power, 1)
        return
    cut(s, r, target, 1, power, DESTROY)
    if power == SOV and target == GER and is_active_in(s, A_KRESTINSKY, r):
        s.krest[r] += 1
        if s.krest[r] == 2:
            s.krest[r] = 0
            raise_influence(s, r, SOV, 1)
