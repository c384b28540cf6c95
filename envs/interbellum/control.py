"""Influence, significance, control (2.4, 3.1, 4.1, 4.2), and who stands where."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import matching, rule
from legation.envs.interbellum.components import (
    AMBASSADORS,
    FRA,
    GBR,
    INDEX,
    POOL_SIZE,
    POWERS,
    SIG_MIN,
    SOV,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    COOPERATION,
    FIRST_PLACE,
    NONE,
    PROTECTORATE,
    PUPPET,
)

# Kinds of loss (2.4). A power's own effects on its own influence are never stopped.
DESTROY, REPLACE, LOWER = range(3)

LEAD_GE = CHOICES["puppet"].index("lead_ge")
ABSOLUTE = CHOICES["puppet"].index("absolute")
NARROW = CHOICES["protection"].index("narrow")
ROTATE = CHOICES["power_order"].index("rotate")
MOLOTOV, SIMON = INDEX["molotov"], INDEX["simon"]


# `same(field, value)`: the bits of the ambassadors of whom a field has that value.
same = matching(AMBASSADORS)


# --- 3.1 Power order -------------------------------------------------------------------------


@rule
def first_power(s: Any) -> Any:
    return (s.turn - 1) % POWERS if s.power_order == ROTATE else 0


@rule
def power_at(s: Any, i: Any) -> Any:
    """The power at place `i` (0..4) of the power order."""
    return (first_power(s) + i) % POWERS


@rule
def place_in_order(s: Any, power: Any) -> Any:
    return (power - first_power(s) + POWERS) % POWERS


# --- who stands where ------------------------------------------------------------------------


@rule
def is_active(s: Any, a: Any) -> Any:
    """3.1: ambassador `a` is deployed, not cancelled and not muted."""
    power, slot = a // POOL_SIZE, a % POOL_SIZE
    if s.deployed[power, slot] == 0 or s.cancelled[power, slot] != 0:
        return False
    return power != FRA or s.muted[slot] == 0


@rule
def region_of(s: Any, a: Any) -> Any:
    """Where a deployed ambassador stands."""
    return s.place[a // POOL_SIZE, a % POOL_SIZE] - FIRST_PLACE


@rule
def is_active_in(s: Any, a: Any, r: Any) -> Any:
    return is_active(s, a) and region_of(s, a) == r


@rule
def stands_in(s: Any, power: Any, slot: Any, r: Any) -> Any:
    """Deployed there, since a reveal."""
    return s.deployed[power, slot] != 0 and s.place[power, slot] == FIRST_PLACE + r


@rule
def standing(s: Any, r: Any) -> Any:
    """The bit of each ambassador that is deployed there, since a reveal."""
    return same(s.place, FIRST_PLACE + r) & same(s.deployed, 1)


@rule
def of_power(bits: Any, power: Any) -> Any:
    """Of bits of ambassadors, those of a power: bit of slot 0 first."""
    return bits >> (power * POOL_SIZE) & ((1 << POOL_SIZE) - 1)


@rule
def first_standing(s: Any, power: Any, r: Any) -> Any:
    """The first slot of a power's ambassadors in a region, or -1."""
    for slot in range(POOL_SIZE):
        if stands_in(s, power, slot, r):
            return slot
    return -1


# --- 4.1, 4.2 Control ------------------------------------------------------------------------


@rule
def level_of(s: Any, own: Any, other: Any, sig: Any) -> Any:
    """4.1, from own influence, the largest of the others, and the significance."""
    lead = own - other
    if s.puppet == ABSOLUTE:
        if lead > 0 and own > 2 * sig:
            return PUPPET
    elif lead > 2 * sig or (lead == 2 * sig and s.puppet == LEAD_GE):
        return PUPPET
    if lead >= sig:
        return PROTECTORATE
    return COOPERATION if 2 * own > sig else NONE


@rule
def update_levels(s: Any, r: Any) -> None:
    """The levels follow the figures at any moment (T/R12)."""
    best = -1
    second = -1
    for power in range(POWERS):
        value = s.inf[r, power]
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    for power in range(POWERS):
        own = s.inf[r, power]
        s.level[r, power] = level_of(s, own, second if own == best else best, s.sig[r])
    s.stale = 1


@rule
def control_modifier(s: Any, r: Any, power: Any) -> Any:
    """4.2."""
    level = s.level[r, power]
    modifier = level if level >= PROTECTORATE else level - 1  # -1, 0, +2, +3
    for other in range(POWERS):
        if other != power and s.level[r, other] == PUPPET:
            modifier -= 1
    return modifier


@rule
def count_controlled(s: Any, power: Any) -> Any:
    """In how many regions a power has a protectorate or a puppet."""
    count = 0
    for r in range(s.sig.shape[0]):
        count += s.level[r, power] >= PROTECTORATE
    return count


@rule
def count_puppets(s: Any, power: Any) -> Any:
    count = 0
    for r in range(s.sig.shape[0]):
        count += s.level[r, power] == PUPPET
    return count


# --- 2.4 Shields, 3.1 Basic operations -------------------------------------------------------


@rule
def is_shielded(s: Any, r: Any, power: Any, by: Any, loss: Any) -> Any:
    """2.4: whether a loss of this kind, by another power (or -1: by nobody), is stopped."""
    if power == by or (power != SOV and power != GBR):
        return False
    if s.protection == NARROW and loss != DESTROY:
        return False
    return is_active_in(s, MOLOTOV if power == SOV else SIMON, r)


@rule
def has_unit(s: Any, r: Any, power: Any, by: Any, loss: Any) -> Any:
    """Whether there is a unit that can be taken: a legal target."""
    return s.inf[r, power] > 0 and not is_shielded(s, r, power, by, loss)


@rule
def raise_influence(s: Any, r: Any, power: Any, n: Any) -> None:
    s.inf[r, power] = min(s.influence_max, s.inf[r, power] + n)
    update_levels(s, r)


@rule
def cut(s: Any, r: Any, power: Any, n: Any, by: Any, loss: Any) -> None:
    if not is_shielded(s, r, power, by, loss):
        s.inf[r, power] = max(0, s.inf[r, power] - n)
        update_levels(s, r)


@rule
def shift(s: Any, r: Any, by: Any) -> None:
    """Significance by +1 or -1, within its limits."""
    s.sig[r] = max(SIG_MIN, min(s.sig_max, s.sig[r] + by))
    update_levels(s, r)


# --- asking ----------------------------------------------------------------------------------


@rule
def ask(
    s: Any, seat: Any, kind: Any, hidden: Any, amb: Any, region: Any, power: Any, count: Any
) -> None:
    """Puts a question (7.2) to a seat; -1 where the question is about no such thing.

    A hidden one is known to the seat and to the game master's (6).
    """
    s.actor = seat
    s.acting = seat
    s.kind = kind
    s.open = 0 if hidden else 1
    for other in range(s.audience.shape[0]):
        is_master = other == POWERS  # Numba finds a number only in a tuple of its own type
        s.audience[other] = is_master or other == seat
    s.about_amb = amb
    s.about_region = region
    s.about_power = power
    s.about_count = count
