"""Effects on assignment (3.4), in the initiatives and after the coups."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    DOWN,
    FIRST_AMB,
    FIRST_POWER,
    FIRST_REGION,
    HALIFAX,
    LEGER,
    LITTLE_ENTENTE,
    LITVINOV,
    PASS,
    REPLACEMENT,
    RUNCIMAN_POWER,
    RUNCIMAN_REGION,
    SINCLAIR,
    TWARDOWSKI,
    UP,
    USE,
    VANSITTART,
)
from legation.envs.interbellum.components import (
    AMBASSADORS,
    ASSIGNED,
    FRA,
    GBR,
    GER,
    INDEX,
    ITA,
    ORDER_CLASS,
    POOL_SIZE,
    POWERS,
    SIG_MIN,
    SOV,
)
from legation.envs.interbellum.control import (
    DESTROY,
    LOWER,
    REPLACE,
    ask,
    cut,
    has_unit,
    is_active,
    place_in_order,
    raise_influence,
    region_of,
    same,
    shift,
    stands_in,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    POOL,
    RESERVE,
    STEP_C4,
    STEP_I2,
    STEP_I3,
)
from legation.envs.interbellum.modifiers import ROMANIA
from legation.envs.interbellum.planning import newly_assigned

FORCED = CHOICES["ability_choice"].index("all_forced")
OPTIONAL = CHOICES["ability_choice"].index("all_optional")
ANYWHERE = CHOICES["twardowski_scope"].index("anywhere")
SWAP = CHOICES["runciman"].index("swap")

CLASS_OFFER = 10
ALL = (1 << AMBASSADORS) - 1
A_LEGER, A_TWARDOWSKI, A_SINCLAIR = INDEX["leger"], INDEX["twardowski"], INDEX["sinclair"]
A_MUSSOLINI, A_BOCCHINI = INDEX["mussolini"], INDEX["bocchini"]
A_SUVICH, A_ROATTA, A_SARGENT, A_BLUM = (
    INDEX["suvich"], INDEX["roatta"], INDEX["sargent"], INDEX["blum"],
)  # fmt: skip
A_ATTOLICO, A_OSTROVSKY, A_DANSEY = INDEX["attolico"], INDEX["ostrovsky"], INDEX["dansey"]
A_LAVAL, A_BONCOUR, A_BARGETON = INDEX["laval"], INDEX["boncour"], INDEX["bargeton"]
A_DIMITROV, A_EDEN, A_DALADIER = INDEX["dimitrov"], INDEX["eden"], INDEX["daladier"]
A_LITVINOV, A_VANSITTART = INDEX["litvinov"], INDEX["vansittart"]
A_RUNCIMAN, A_HALIFAX = INDEX["runciman"], INDEX["halifax"]


@rule
def next_effect(s: Any) -> None:
    """The smallest (class, power in order, index) of all items left; without any, the next step."""
    best = 1 << 30
    found = -1
    for slot in range(POOL_SIZE):
        if s.offer[slot] != 0:
            best = (CLASS_OFFER * POWERS + place_in_order(s, FRA)) * AMBASSADORS
            found = FRA * POOL_SIZE + slot
            break
    if found < 0:
        pending = ~same(s.pending, 0)
        for i in range(ASSIGNED.shape[0] if pending & ALL else 0):
            a = ASSIGNED[i]
            if found >= 0 and ORDER_CLASS[a] != ORDER_CLASS[found]:
                break  # they go by class
            if pending >> a & 1:
                place = place_in_order(s, a // POOL_SIZE)
                key = (ORDER_CLASS[a] * POWERS + place) * AMBASSADORS + a
                if key < best:
                    best = key
                    found = a
        if found < 0:
            s.step = STEP_I3 if s.step == STEP_I2 else STEP_C4
            s.cursor = 0
            return
        s.pending[found // POOL_SIZE, found % POOL_SIZE] = 0
        if is_active(s, found):
            r = region_of(s, found)
            if ORDER_CLASS[found] < 40 or ORDER_CLASS[found] == 80 or found == A_SINCLAIR:
                offer_effect(s, found, r)
            else:
                automatic_effect(s, found, r)
        return
    slot = found % POOL_SIZE
    s.offer[slot] = 0
    r = region_of(s, found)
    if is_active(s, found) and s.no_roll[FRA, r] == 0 and s.inf[r, GER] > s.inf[r, FRA]:
        ask(s, FRA, LITTLE_ENTENTE, False, found, r, -1, 0)


# --- automatic effects -----------------------------------------------------------------------


@rule
def automatic_effect(s: Any, a: Any, r: Any) -> None:
    """Classes 40 to 70, but Sinclair."""
    if a == A_MUSSOLINI:
        shift(s, r, 1)
    elif a == A_BOCCHINI:
        shift(s, r, -1)
    elif a == A_SUVICH:
        cut(s, r, GER, 1, ITA, DESTROY)
    elif a == A_ROATTA:
        cut(s, r, SOV, 1, ITA, DESTROY)
    elif a == A_SARGENT:
        cut(s, r, SOV, 1, GBR, DESTROY)
    elif a == A_BLUM:
        cut(s, r, ITA, 1, FRA, DESTROY)
    elif a == A_ATTOLICO:
        raise_influence(s, r, ITA, 1)
    elif a == A_DANSEY:
        raise_influence(s, r, GBR, 1)
    elif a == A_OSTROVSKY:
        if s.counts_as[r] == ROMANIA:
            raise_influence(s, r, FRA, 1)
    elif a == A_LAVAL:
        raise_influence(s, r, FRA, 1)
        raise_influence(s, r, GER, 1)
    elif a == A_BONCOUR:
        raise_influence(s, r, FRA, 1)
        raise_influence(s, r, SOV, 1)
    elif a == A_BARGETON:
        raise_influence(s, r, FRA, 1)
        raise_influence(s, r, GBR, 1)
    elif a == A_DIMITROV:
        shift(s, r, 1)
        for power in range(POWERS):
            raise_influence(s, r, power, 1)
    elif a == A_EDEN:
        eden(s, r)
    elif s.inf[r, GER] > s.inf[r, SOV]:  # Daladier
        raise_influence(s, r, GER, 1)
    elif s.inf[r, SOV] > s.inf[r, GER]:
        raise_influence(s, r, SOV, 1)
    else:
        shift(s, r, 1)


@rule
def eden(s: Any, r: Any) -> None:
    """A19: from a snapshot, the highest of all five -1, the lowest of the four but the USSR +1."""
    most = 0
    least = 1 << 10
    for power in range(POWERS):
        most = max(most, s.inf[r, power])
        if power != SOV:
            least = min(least, s.inf[r, power])
    for power in range(POWERS):
        before = s.inf[r, power]
        if before == most and most > 0:
            cut(s, r, power, 1, GBR, LOWER)
        if before == least and power != SOV:
            raise_influence(s, r, power, 1)


# --- effects with a decision -----------------------------------------------------------------


@rule
def offer_effect(s: Any, a: Any, r: Any) -> None:
    """Asks where there is something to decide (2.3, notes; 3.4)."""
    if a == A_LEGER:
        if has_rival(s, FRA, r, False):
            ask(s, FRA, LEGER, False, a, r, -1, 0)
    elif a == A_TWARDOWSKI:
        if s.step == STEP_I2 and has_rival(s, GER, r, True):
            ask(s, GER, TWARDOWSKI, False, a, r, -1, 0)
    elif a == A_SINCLAIR:
        ask(s, GBR, SINCLAIR, False, a, r, -1, 0)
    elif a == A_LITVINOV:
        if s.inf[r, GER] > 0:
            ask(s, SOV, LITVINOV, False, a, r, -1, 0)
    elif a == A_VANSITTART:
        if s.inf[r, GER] > 0:
            ask(s, GBR, VANSITTART, False, a, r, -1, 0)
    elif a == A_HALIFAX:
        if has_unit(s, r, SOV, GBR, REPLACE):
            ask(s, GBR, HALIFAX, False, a, r, -1, 0)
    elif s.inf[r, GBR] > 0:  # Runciman
        for other in range(s.sig.shape[0]):
            if other != r and has_trade(s, other):
                ask(s, GBR, RUNCIMAN_REGION, False, a, r, -1, 0)
                return


@rule
def is_rival(s: Any, power: Any, other: Any, slot: Any, r: Any, twardowski: Any) -> Any:
    """Whether an ambassador of another power is a target for Twardowski, or else for Léger."""
    if other == power or s.deployed[other, slot] == 0:
        return False
    if twardowski:
        return s.twardowski_scope == ANYWHERE or stands_in(s, other, slot, r)
    return s.cancelled[other, slot] == 0 and stands_in(s, other, slot, r)


@rule
def has_rival(s: Any, power: Any, r: Any, twardowski: Any) -> Any:
    for other in range(POWERS):
        for slot in range(POOL_SIZE):
            if is_rival(s, power, other, slot, r, twardowski):
                return True
    return False


@rule
def has_trade(s: Any, r: Any) -> Any:
    """Whether Runciman finds an unshielded unit of another power in a region."""
    found = False
    for power in range(POWERS):
        found = found or (power != GBR and has_unit(s, r, power, GBR, REPLACE))
    return found


@rule
def legal_assignment(s: Any, kind: Any, mask: Any) -> None:
    power = s.actor
    r = s.about_region
    if kind == LITTLE_ENTENTE:
        mask[PASS] = True
        mask[USE] = True
    elif kind in (LEGER, TWARDOWSKI):
        if kind == LEGER:
            mask[PASS] = s.ability_choice == OPTIONAL
        else:
            mask[PASS] = s.ability_choice != FORCED
        for other in range(POWERS):
            for slot in range(POOL_SIZE):
                if is_rival(s, power, other, slot, r, kind == TWARDOWSKI):
                    mask[FIRST_AMB + other * POOL_SIZE + slot] = True
    elif kind == REPLACEMENT:
        source = replacement_source(s, power)
        for slot in range(POOL_SIZE):
            if s.place[power, slot] == source:
                mask[FIRST_AMB + power * POOL_SIZE + slot] = True
    elif kind == RUNCIMAN_POWER:
        for other in range(POWERS):
            if other != GBR and has_unit(s, r, other, GBR, REPLACE):
                mask[FIRST_POWER + other] = True
    else:
        mask[PASS] = s.ability_choice != FORCED
        if kind == SINCLAIR:
            mask[UP] = s.sig[r] < s.sig_max
            mask[DOWN] = s.sig[r] > SIG_MIN
        elif kind == LITVINOV:
            mask[FIRST_POWER + GBR] = True
            mask[FIRST_POWER + FRA] = True
        elif kind == VANSITTART:
            mask[FIRST_POWER + ITA] = True
            mask[FIRST_POWER + SOV] = True
            mask[FIRST_POWER + FRA] = True
        elif kind == HALIFAX:
            mask[FIRST_POWER + GER] = True
            mask[FIRST_POWER + ITA] = True
        else:  # RUNCIMAN_REGION
            for other in range(s.sig.shape[0]):
                if other != r and has_trade(s, other):
                    mask[FIRST_REGION + other] = True


@rule
def replacement_source(s: Any, power: Any) -> Any:
    """3.4: from the reserve, or from the pool where the reserve is empty."""
    for slot in range(POOL_SIZE):
        if s.place[power, slot] == RESERVE:
            return RESERVE
    return POOL


@rule
def take_assignment(s: Any, kind: Any, action: Any) -> None:
    power = s.actor
    r = s.about_region
    a = s.about_amb
    if kind == REPLACEMENT:
        replace_ambassador(s, power, a % POOL_SIZE, (action - FIRST_AMB) % POOL_SIZE)
    elif kind == RUNCIMAN_POWER:
        trade(s, region_of(s, a), r, action - FIRST_POWER)
    elif action == PASS:
        return
    elif kind == LITTLE_ENTENTE:
        raise_influence(s, r, FRA, 1)
        s.no_roll[FRA, r] = 1
        s.muted[a % POOL_SIZE] = 1
        s.pending[FRA, a % POOL_SIZE] = 0
    elif kind == LEGER:
        target = action - FIRST_AMB
        s.cancelled[target // POOL_SIZE, target % POOL_SIZE] = 1
        s.pending[target // POOL_SIZE, target % POOL_SIZE] = 0
    elif kind == TWARDOWSKI:
        target = action - FIRST_AMB
        ask(s, target // POOL_SIZE, REPLACEMENT, False, target, region_of(s, target), -1, 0)
    elif kind == SINCLAIR:
        shift(s, r, 1 if action == UP else -1)
    elif kind == RUNCIMAN_REGION:
        ask(s, GBR, RUNCIMAN_POWER, False, a, action - FIRST_REGION, -1, 0)
    else:
        loser = SOV if kind == HALIFAX else GER
        cut(s, r, loser, 1, power, REPLACE)
        raise_influence(s, r, action - FIRST_POWER, 1)


@rule
def replace_ambassador(s: Any, power: Any, old: Any, new: Any) -> None:
    """3.4, class 30: the two change places; the new one is newly assigned."""
    source = s.place[power, new]
    s.place[power, new] = s.place[power, old]
    newly_assigned(s, power, new)
    retire(s, power, old, source)


@rule
def retire(s: Any, power: Any, slot: Any, to: Any) -> None:
    """A deployed ambassador goes to the reserve or the pool, as all see (6)."""
    s.place[power, slot] = to
    s.deployed[power, slot] = 0
    s.pending[power, slot] = 0
    s.surely_hand[power, slot] = to == RESERVE
    s.surely_pool[power, slot] = to == POOL
    if power == FRA:
        s.offer[slot] = 0


@rule
def trade(s: Any, here: Any, there: Any, power: Any) -> None:
    """Runciman: the units trade places, or both are removed (A18)."""
    cut(s, here, GBR, 1, GBR, REPLACE)
    cut(s, there, power, 1, GBR, REPLACE)
    if s.runciman == SWAP:
        raise_influence(s, here, power, 1)
        raise_influence(s, there, GBR, 1)
