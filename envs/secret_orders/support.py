"""Clause 5: RALLY, TRAIN, BOLSTER; and the effects that all action types share."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.secret_orders.dice import ceil_div, clamp
from legation.envs.secret_orders.tables import (
    AURA,
    AURA_MAX,
    BAND,
    EXPOSE,
    F_WORKS,
    GOLD,
    GROWTH,
    INCIDENT,
    INFLUENCE,
    INFLUENCE_MAX,
    MASTERY,
    MASTERY_MAX,
    ORDER,
    OWN_ARMY_PCT,
    OWN_GNP_PM,
    PARTY,
    POP_PCT,
    REACH,
    REFUND,
    SETBACK,
    SIZE,
    SIZE_MAX,
    WORKS,
)
from legation.envs.secret_orders.weigh import first_domain
from legation.envs.secret_orders.world import (
    add_gold,
    add_growth,
    add_party,
    change_army,
    change_gnp,
    change_pop,
    countries,
    kind_of,
    scale_of,
    setback,
)


@rule
def scaled(s: Any, u: Any, number: Any) -> Any:
    """Clause 2.6, sc(n): magnitudes are printed for scale 4."""
    if number < 0:
        return -ceil_div(-number * scale_of(s, u), 4)
    return ceil_div(number * scale_of(s, u), 4)


@rule
def add_mastery(s: Any, u: Any, domain: Any, change: Any) -> None:
    s.mast[u, domain] = clamp(s.mast[u, domain] + change, 0, MASTERY_MAX)


@rule
def shared_effects(s: Any, i: Any, u: Any, variant: Any, band: Any, cost: Any, victim: Any) -> Any:
    """Clause 5, "Effect words": what follows the main effect, in the order given there.

    Args:
        victim: the seat that is named under the action for incidents; -1 for none.

    Returns whom the band exposes the actor to (0 nobody); knowledge and logs are `resolution.py`'s.
    """
    if BAND[variant, band, GOLD]:
        add_gold(s, i, BAND[variant, band, GOLD])
    if BAND[variant, band, REFUND]:
        add_gold(s, i, cost)
    if BAND[variant, band, PARTY]:
        add_party(s, i, BAND[variant, band, PARTY])
    percent = s.figure[F_WORKS] if variant == WORKS else 100
    if BAND[variant, band, OWN_GNP_PM]:
        change_gnp(s, i, gained(BAND[variant, band, OWN_GNP_PM], percent))
    if BAND[variant, band, POP_PCT]:
        change_pop(s, i, BAND[variant, band, POP_PCT])
    if BAND[variant, band, GROWTH]:
        add_growth(s, i, gained(BAND[variant, band, GROWTH], percent))
    if BAND[variant, band, OWN_ARMY_PCT]:
        change_army(s, i, BAND[variant, band, OWN_ARMY_PCT])
    if BAND[variant, band, SETBACK]:
        setback(s, i, u, BAND[variant, band, SETBACK])
    if BAND[variant, band, INCIDENT] and victim >= 0 and victim != i:
        s.incident[victim] = 1
    return BAND[variant, band, EXPOSE]


@rule
def gained(number: Any, percent: Any) -> Any:
    """A share of what is gained; what is lost is lost in full."""
    return number * percent // 100 if number > 0 else number


@rule
def rally(s: Any, target: Any, variant: Any, band: Any) -> None:
    s.aura[target] = min(AURA_MAX, s.aura[target] + BAND[variant, band, AURA])


@rule
def train(s: Any, u: Any, target: Any, variant: Any, band: Any) -> None:
    add_mastery(s, u, target - first_domain(countries(s)), BAND[variant, band, MASTERY])


@rule
def bolster(s: Any, target: Any, variant: Any, band: Any) -> None:
    if kind_of(countries(s), target) == ORDER:
        s.unit_size[target] = min(SIZE_MAX, s.unit_size[target] + BAND[variant, band, SIZE])
        return
    grown = s.unit_size[target] + BAND[variant, band, INFLUENCE]
    s.unit_size[target] = min(INFLUENCE_MAX, grown)
    for _ in range(BAND[variant, band, REACH]):
        widen_reach(s, target)


@rule
def widen_reach(s: Any, leader: Any) -> None:
    """The country not yet reached where the party of the leader's controller is strongest."""
    i = s.ctrl[leader]
    best = -1
    for c in range(countries(s)):
        stronger = best < 0 or (i >= 0 and s.party[c, i] > s.party[best, i])
        if s.reach[leader, c] == 0 and stronger:
            best = c
    if best >= 0:
        s.reach[leader, best] = 1
