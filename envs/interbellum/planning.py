"""Planning (3.2) and the reveal of the sendings (3.3)."""

from __future__ import annotations

from typing import Any

from legation.envs.engine import draw, rule
from legation.envs.interbellum.actions import (
    DEPLOY,
    EMBASSY,
    FIRST_AMB,
    FIRST_REGION,
    FREE_AMB,
    PASS,
    PICK,
    SWAP_IN,
    SWAP_OUT,
    USE,
)
from legation.envs.interbellum.components import (
    FRA,
    ITA,
    ORDER_CLASS,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.control import ask, power_at
from legation.envs.interbellum.fields import FIRST_PLACE, POOL, RESERVE, STEP_I2


@rule
def plan(s: Any) -> None:
    """3.2: the next power begins, or all that was sent is revealed."""
    if s.cursor == POWERS:
        reveal_sendings(s)
        return
    power = power_at(s, s.cursor)
    if swaps(s, power):
        next_swap(s)
    else:
        next_pick(s, power, recruits(s))


@rule
def end_planning(s: Any, power: Any) -> None:
    """From now on others know less: any of the pool may be in hand, and Italy's hand exchanged."""
    for slot in range(POOL_SIZE):
        s.surely_pool[power, slot] = 0
        if swaps(s, power):
            s.surely_hand[power, slot] = 0
    s.cursor += 1


@rule
def swaps(s: Any, power: Any) -> Any:
    """3.2.1: Italy, from turn 2 on."""
    return power == ITA and s.turn >= 2


@rule
def recruits(s: Any) -> Any:
    """3.2.2: twice on turn 1, else once; once more on the last turn with `final_hand` 9."""
    count = 2 if s.turn == 1 else 1
    return count + (s.turn == s.turns and s.final_hand == 9)


@rule
def next_swap(s: Any) -> None:
    """3.2.1: Italy's exchange goes on while both sides have one that took part in none."""
    reserve = 0
    pool = 0
    for slot in range(POOL_SIZE):
        if s.exchanged[ITA, slot] == 0:
            reserve += s.place[ITA, slot] == RESERVE
            pool += s.place[ITA, slot] == POOL
    if reserve > 0 and pool > 0:
        ask(s, ITA, SWAP_OUT, True, -1, -1, -1, 0)
    else:
        next_pick(s, ITA, recruits(s))


@rule
def next_pick(s: Any, power: Any, left: Any) -> None:
    """3.2.2."""
    if left > 0:
        ask(s, power, PICK, True, -1, -1, -1, left)
    elif power == FRA:
        ask(s, FRA, FREE_AMB, True, -1, -1, -1, 0)
    else:
        next_deploy(s, power, 0)


@rule
def next_deploy(s: Any, power: Any, first: Any) -> None:
    """3.2.3: the next ambassador in hand, from slot `first` on; after the last, the next power."""
    for slot in range(first, POOL_SIZE):
        if s.place[power, slot] == RESERVE:
            ask(s, power, DEPLOY, True, power * POOL_SIZE + slot, -1, -1, 0)
            return
    end_planning(s, power)


@rule
def take_planning(s: Any, kind: Any, action: Any) -> None:
    """Carries out a decision of this step."""
    power = s.actor
    slot = (action - FIRST_AMB) % POOL_SIZE
    if kind == SWAP_OUT:
        if action == PASS:
            next_pick(s, ITA, recruits(s))
        else:
            ask(s, ITA, SWAP_IN, True, action - FIRST_AMB, -1, -1, 0)
    elif kind == SWAP_IN:
        out = s.about_amb % POOL_SIZE
        s.place[ITA, out] = POOL
        s.place[ITA, slot] = RESERVE
        s.exchanged[ITA, out] = 1
        s.exchanged[ITA, slot] = 1
        next_swap(s)
    elif kind == PICK:
        s.place[power, slot] = RESERVE
        next_pick(s, power, s.about_count - 1)
    elif kind == FREE_AMB:
        s.free_amb[FRA] = slot
        ask(s, FRA, DEPLOY, True, action - FIRST_AMB, -1, -1, 0)
    elif kind == DEPLOY:
        take_deploy(s, power, s.about_amb % POOL_SIZE, action)
    else:  # EMBASSY
        if action == USE:
            s.attempt[s.about_region] = 1
        next_deploy(s, power, s.about_amb % POOL_SIZE + 1)


@rule
def take_deploy(s: Any, power: Any, slot: Any, action: Any) -> None:
    """3.2.3: to a region, or into the reserve; the USSR may announce an embassy attempt."""
    if action != PASS:
        r = action - FIRST_REGION
        s.place[power, slot] = FIRST_PLACE + r
        if power == SOV and s.embassy[r] == 0 and s.attempt[r] == 0:
            ask(s, SOV, EMBASSY, True, SOV * POOL_SIZE + slot, r, -1, 0)
            return
    if power == FRA:
        end_planning(s, FRA)
    else:
        next_deploy(s, power, slot + 1)


@rule
def legal_planning(s: Any, kind: Any, mask: Any) -> None:
    power = s.actor
    first = FIRST_AMB + power * POOL_SIZE
    if kind == DEPLOY:
        mask[PASS] = True
        for r in range(s.sig.shape[0]):
            mask[FIRST_REGION + r] = True
        if s.stacking == 0:
            for slot in range(POOL_SIZE):
                if s.place[power, slot] >= FIRST_PLACE:
                    mask[FIRST_REGION + s.place[power, slot] - FIRST_PLACE] = False
    elif kind == EMBASSY:
        mask[PASS] = True
        mask[USE] = True
    else:
        mask[PASS] = kind == SWAP_OUT
        wanted = RESERVE if kind in (SWAP_OUT, FREE_AMB) else POOL
        swapping = kind in (SWAP_OUT, SWAP_IN)
        for slot in range(POOL_SIZE):
            free = not swapping or s.exchanged[power, slot] == 0
            mask[first + slot] = free and s.place[power, slot] == wanted


# --- 3.3 The reveal --------------------------------------------------------------------------


@rule
def newly_assigned(s: Any, power: Any, slot: Any) -> None:
    """Stands in a region after a reveal: seen by all, with its effects on assignment to come."""
    s.deployed[power, slot] = 1
    s.seen[power, slot] = s.turn
    s.surely_hand[power, slot] = 1
    s.surely_pool[power, slot] = 0
    s.pending[power, slot] = ORDER_CLASS[power * POOL_SIZE + slot] > 0
    if power == FRA:
        s.offer[slot] = 1


@rule
def reveal_sendings(s: Any) -> None:
    """3.3: I1."""
    draw_french(s)
    s.sent_shown = 1
    s.free_amb[FRA] = -1
    for power in range(POWERS):
        for slot in range(POOL_SIZE):
            if s.place[power, slot] >= FIRST_PLACE:
                newly_assigned(s, power, slot)
    for r in range(s.sig.shape[0]):
        if s.attempt[r] != 0:
            s.no_roll[SOV, r] = 1
    s.step = STEP_I2


@rule
def draw_french(s: Any) -> None:
    """3.3: France's other ambassadors, by index, each to an entry of the list not yet taken.

    The list holds the regions without a French ambassador, and "reserve" as often as it needs to be
    as long as the ambassadors are many: an entry for each in turn, so nothing has to be shuffled.
    """
    regions = s.sig.shape[0]
    to_place = 0
    free = regions
    for slot in range(POOL_SIZE):
        to_place += s.place[FRA, slot] == RESERVE and slot != s.free_amb[FRA]
        free -= s.place[FRA, slot] >= FIRST_PLACE
    left = max(free, to_place)
    for slot in range(POOL_SIZE):
        if s.place[FRA, slot] != RESERVE or slot == s.free_amb[FRA]:
            continue
        if s.stacking != 0:
            s.place[FRA, slot] = FIRST_PLACE + draw(s, regions)
            continue
        entry = draw(s, left)
        left -= 1
        if entry < free:
            s.place[FRA, slot] = FIRST_PLACE + free_region(s, entry)
            free -= 1


@rule
def free_region(s: Any, n: Any) -> Any:
    """The region number `n` among those to which no French ambassador is sent."""
    for r in range(s.sig.shape[0]):
        taken = False
        for slot in range(POOL_SIZE):
            taken = taken or s.place[FRA, slot] == FIRST_PLACE + r
        if not taken:
            if n == 0:
                return r
            n -= 1
    return -1
