"""A whole state that fits what a seat knows (`determinize`).

Hidden are (6): what others hold in pool and reserve, what they committed themselves to in the step
at hand, and which question the acting one is asked. All that fits is equally likely: each set of
ambassadors in hand, and given that, each set of commitments. Of a power that is choosing in secret
it is not known how far it is: it begins the step anew.

Not looked at: that of two ambassadors which went back to the pool in the same turn, only as many as
were recruited since can be in hand again (possible with `coup_source = "hand_or_pool"` only).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from legation.envs.engine import Observation
from legation.envs.interbellum.actions import COUP_OUT, DECLARE, ORDER, PICK, SWAP_OUT, VOTE
from legation.envs.interbellum.components import (
    FRA,
    GBR,
    GER,
    INDEX,
    INSTEAD,
    ITA,
    POOL_SIZE,
    POWERS,
    SOV,
)
from legation.envs.interbellum.fields import (
    CHOICES,
    FIRST_PLACE,
    FIRST_TARGET,
    NO_ORDER,
    ORDER_USE,
    POOL,
    PROTECTORATE,
    PUPPET,
    RESERVE,
    STEP_C1,
    STEP_DECLARE,
    STEP_P,
    STEP_R1,
    STEP_VOTE,
)

_ALL_FORCED = CHOICES["ability_choice"].index("all_forced")
_ALL_OPTIONAL = CHOICES["ability_choice"].index("all_optional")
_AUTOMATIC = (INDEX["heydrich"], INDEX["nkvd"])


def determinize(observation: Observation, rng: np.random.Generator) -> Any:
    """A state that the seat, or a spectator, can't tell from the true one."""
    state, seat = observation.record.copy(), observation.seat
    state.rng = np.uint64(rng.integers(1, 2**62))
    state.actor = state.acting
    if seat == POWERS < observation.game.seats:  # the game master sees all (6)
        return state
    others = [power for power in range(POWERS) if power != seat]  # of a spectator, all
    for power in others:
        _fill_hand(state, power, rng)
        state.exchanged[power] = 0
        state.free_amb[power] = -1
        if not state.coups_shown:
            state.coup_out[power] = state.coup_in[power] = -1
        if not state.orders_shown:
            state.order[power] = NO_ORDER
        if not state.declared_shown:
            state.ally[power] = -1
        if not state.votes_shown:
            state.vote[power] = -1
    if seat != SOV and not state.sent_shown:
        state.attempt[:] = 0
    through = [p for p in others if _place(state, p) < state.cursor]
    for power in through:
        _commit(state, power, rng)
    if not state.open and state.acting != seat:
        _ask_anew(state, int(state.acting))
    return state


def _first(state: Any) -> int:
    return (int(state.turn) - 1) % POWERS if state.power_order else 0


def _place(state: Any, power: int) -> int:
    return (power - _first(state)) % POWERS


# --- who is in hand --------------------------------------------------------------------------


def _fill_hand(state: Any, power: int, rng: np.random.Generator) -> None:
    """Places of the ambassadors that are not deployed: uniform over the sets that fit."""
    deployed = np.asarray(state.deployed[power]) != 0
    sure = (np.asarray(state.surely_hand[power]) != 0) | deployed
    never = np.asarray(state.surely_pool[power]) != 0
    free = np.flatnonzero(~sure & ~never)
    missing = hand_size(state, power) - int(sure.sum())
    chosen = rng.choice(free, size=missing, replace=False)
    for slot in range(POOL_SIZE):
        if not deployed[slot]:
            state.place[power, slot] = RESERVE if sure[slot] or slot in chosen else POOL


def hand_size(state: Any, power: int) -> int:
    """Reserve and deployed together; of a power that is still planning, as it began."""
    turn = int(state.turn)
    if state.step == STEP_P and _place(state, power) >= state.cursor:
        return turn if turn > 1 else 0
    return turn + 1 + int(turn == state.turns and state.final_hand == 9)


# --- what a power that is through has committed itself to ------------------------------------


def _commit(state: Any, power: int, rng: np.random.Generator) -> None:
    if state.step == STEP_P:
        _send(state, power, rng)
    elif state.step == STEP_C1:
        _coup(state, power, rng)
    elif state.step == STEP_R1:
        _order(state, power, rng)
    elif state.step == STEP_DECLARE and power != GER:
        state.ally[power] = rng.choice([-1, *(p for p in range(POWERS) if p != power)])
    elif state.step == STEP_VOTE:
        candidates = _ranking(state)
        rivals = [p for p in candidates if p != power]
        state.vote[power] = rivals[0] if state.voting else rng.choice(rivals)


@cache
def _ways(ambassadors: int, doubled: int, single: int, stacking: bool) -> int:
    """In how many ways ambassadors can be sent or kept back; a `doubled` region counts twice.

    That is one where the USSR has no embassy: it can announce an attempt there or not.
    """
    if ambassadors == 0:
        return 1
    ways = _ways(ambassadors - 1, doubled, single, stacking)
    if doubled:
        taken = single + 1 if stacking else single
        ways += 2 * doubled * _ways(ambassadors - 1, doubled - 1, taken, stacking)
    if single:
        left = single if stacking else single - 1
        ways += single * _ways(ambassadors - 1, doubled, left, stacking)
    return ways


def _send(state: Any, power: int, rng: np.random.Generator) -> None:
    """3.2.3, uniform over all sendings (with attempts); of France its free ambassador alone."""
    hand = [slot for slot in range(POOL_SIZE) if state.place[power, slot] == RESERVE]
    regions = list(range(len(state.sig)))
    if power == FRA:
        slot = int(rng.choice(hand))
        state.free_amb[FRA] = slot
        state.place[FRA, slot] = rng.choice([RESERVE, *(FIRST_PLACE + r for r in regions)])
        return
    doubled = [r for r in regions if power == SOV and not state.embassy[r]]
    single = [r for r in regions if r not in doubled]
    stacking = bool(state.stacking)
    for i, slot in enumerate(hand):
        left = len(hand) - i - 1
        stay = _ways(left, len(doubled), len(single), stacking)
        pick = rng.random() * _ways(left + 1, len(doubled), len(single), stacking)
        if pick < stay:
            continue
        taken = len(single) + 1 if stacking else len(single)
        each = 2 * _ways(left, len(doubled) - 1, taken, stacking) if doubled else 0
        if pick - stay < each * len(doubled):
            region = doubled.pop(int(rng.integers(len(doubled))))
            state.attempt[region] = rng.integers(2)
            if stacking:
                single.append(region)
        else:
            place = int(rng.integers(len(single)))
            region = single[place] if stacking else single.pop(place)
        state.place[power, slot] = FIRST_PLACE + region


def _coup(state: Any, power: int, rng: np.random.Generator) -> None:
    """3.7: none, or any pair."""
    deployed = [slot for slot in range(POOL_SIZE) if state.deployed[power, slot]]
    from_pool = state.coup_source == CHOICES["coup_source"].index("hand_or_pool")
    sources = (RESERVE, POOL) if from_pool else (RESERVE,)
    incoming = [slot for slot in range(POOL_SIZE) if state.place[power, slot] in sources]
    pairs = [(-1, -1), *((out, into) for out in deployed for into in incoming)]
    state.coup_out[power], state.coup_in[power] = pairs[int(rng.integers(len(pairs)))]


def _order(state: Any, power: int, rng: np.random.Generator) -> None:
    """3.9: each ambassador that is asked decides by itself."""
    for slot in range(POOL_SIZE):
        options = order_options(state, power * POOL_SIZE + slot)
        if options:
            state.order[power, slot] = rng.choice(options)


def order_options(state: Any, a: int) -> list[int]:
    """The values that `order` may take for an ambassador; empty where it has no choice at all."""
    power, slot = divmod(a, POOL_SIZE)
    if not INSTEAD[a] or not _is_active(state, a):
        return []
    r = int(state.place[power, slot]) - FIRST_PLACE
    here = np.asarray(state.place[power]) == FIRST_PLACE + r
    if state.no_roll[power, r] or (here & (np.asarray(state.order[power]) != NO_ORDER)).any():
        return []
    if a in _AUTOMATIC and state.ability_choice != _ALL_OPTIONAL:
        return [ORDER_USE]
    use = [ORDER_USE]
    if a == INDEX["barthou"] and not min(state.inf[r, p] for p in (GER, SOV, FRA)):
        return []
    if a == INDEX["dirksen"]:
        shielded = [p for p, who in ((SOV, "molotov"), (GBR, "simon")) if _guards(state, who, r)]
        targets = [p for p in range(POWERS) if p not in (GER, *shielded) and state.inf[r, p] > 0]
        if not targets or not state.inf[r, GER]:
            return []
        use = [FIRST_TARGET + p for p in targets]
    elif a == INDEX["giovanna"]:
        use = [FIRST_TARGET + p for p in range(POWERS) if p not in (GER, ITA)]
    elif a == INDEX["potemkin"]:
        use = [FIRST_TARGET + p for p in range(POWERS) if p != SOV]
    return use if state.ability_choice == _ALL_FORCED else [NO_ORDER, *use]


def _is_active(state: Any, a: int) -> bool:
    power, slot = divmod(a, POOL_SIZE)
    muted = power == FRA and state.muted[slot]
    return bool(state.deployed[power, slot] and not state.cancelled[power, slot] and not muted)


def _guards(state: Any, ambassador: str, r: int) -> bool:
    a = INDEX[ambassador]
    return _is_active(state, a) and state.place[a // POOL_SIZE, a % POOL_SIZE] == FIRST_PLACE + r


def _ranking(state: Any) -> list[int]:
    """The candidates in the order of 5.2."""
    level, inf = np.asarray(state.level, np.int64), np.asarray(state.inf, np.int64)
    sig, comb = np.asarray(state.sig, np.int64), np.asarray(state.combat, np.int64)
    glory = (sig[:, None] * np.asarray(state.score_glory, np.int64)[level]).sum(axis=0)
    combat = (comb[:, None] * np.asarray(state.score_combat, np.int64)[level]).sum(axis=0)
    held = ((np.asarray(state.new_rome) != 0) & (level[:, ITA] >= PROTECTORATE)).sum()
    forfeited = held < state.new_rome_needed
    if forfeited:
        combat[ITA] = int(state.score_gold) * int(state.gold)
    rest = np.asarray(state.score_handicap, np.int64) + inf.sum(axis=0) * int(state.score_influence)
    scores = glory + combat + rest
    keys = [
        (
            -scores[p],
            -(level[:, p] == PUPPET).sum(),
            -(level[:, p] >= PROTECTORATE).sum(),
            -inf[:, p].sum(),
            p,
        )
        for p in range(POWERS)
    ]
    barred = forfeited and state.nre_forfeit == CHOICES["nre_forfeit"].index("bar")
    return sorted((p for p in range(POWERS) if p != ITA or not barred), key=lambda p: keys[p])


# --- the question ----------------------------------------------------------------------------


def _ask_anew(state: Any, power: int) -> None:
    """The first hidden question that the acting power is asked in this step."""
    state.about_amb = state.about_region = state.about_power = -1
    state.about_count = 0
    if state.step == STEP_C1:
        state.kind = COUP_OUT
    elif state.step == STEP_DECLARE:
        state.kind = DECLARE
    elif state.step == STEP_VOTE:
        state.kind = VOTE
    elif state.step == STEP_R1:
        _ask_order(state, power)
    elif power == ITA and state.turn >= 2:
        state.kind = SWAP_OUT
    else:
        state.kind = PICK
        state.about_count = 2 if state.turn == 1 else 1
        state.about_count += int(state.turn == state.turns and state.final_hand == 9)


def _ask_order(state: Any, power: int) -> None:
    state.kind = ORDER
    for slot in range(POOL_SIZE):
        a = power * POOL_SIZE + slot
        options = order_options(state, a)
        if options == [ORDER_USE] and a in _AUTOMATIC:
            state.order[power, slot] = ORDER_USE
        elif options:
            state.about_amb = a
            state.about_region = int(state.place[power, slot]) - FIRST_PLACE
            return
