"""What must hold in any play (9.6), said of a whole state."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.envs.interbellum.actions import NO_KIND
from legation.envs.interbellum.components import POWERS, SIG_MIN
from legation.envs.interbellum.fields import (
    FIRST_PLACE,
    PROTECTORATE,
    STEP_DECLARE,
    STEP_END,
    STEP_P,
    STEP_R1,
    STEP_R4,
)


def invariants(state: Any) -> list[str]:
    """What is wrong with a state, in words; empty if nothing (see `Game.invariants`)."""
    return [*_figures(state), *_ambassadors(state), *_question(state)]


def _figures(state: Any) -> list[str]:
    faults = []
    inf, sig = np.asarray(state.inf, dtype=np.int64), np.asarray(state.sig, dtype=np.int64)
    if inf.min() < 0 or inf.max() > state.influence_max:
        faults.append(f"an influence is not in 0..{state.influence_max}")
    if sig.min() < SIG_MIN or sig.max() > state.sig_max:
        faults.append(f"a significance is not in {SIG_MIN}..{state.sig_max}")
    if not 0 <= state.gold <= state.gold_max:
        faults.append(f"{state.gold} bags of gold")
    controlled = np.asarray(state.level) >= PROTECTORATE
    if (controlled.sum(axis=1) > 1).any():
        faults.append("two powers control one region")
    if (controlled & (2 * inf <= sig[:, None])).any():
        faults.append("a power controls a region without cooperating there")
    if state.stale:
        faults.append("the shares of the score were not counted")
    return faults


def _ambassadors(state: Any) -> list[str]:
    faults = []
    place = np.asarray(state.place, dtype=np.int64)
    deployed = np.asarray(state.deployed) != 0
    away = place >= FIRST_PLACE
    if (deployed & ~away).any():
        faults.append("an ambassador is deployed nowhere")
    if state.step != STEP_P and (away & ~deployed).any():
        faults.append("a sending was not revealed")
    for power in range(POWERS):
        where = place[power, away[power]].tolist()
        if not state.stacking and len(set(where)) < len(where):
            faults.append(f"two ambassadors of power {power} in one region")
        size = int((place[power] > 0).sum())
        expected = _hand_size(state, power)
        if size not in expected:
            faults.append(f"power {power} has {size} ambassadors, not {expected}")
    hand, pool = np.asarray(state.surely_hand) != 0, np.asarray(state.surely_pool) != 0
    wrong = (hand & (place == 0)) | (pool & (place > 0))
    if state.step == STEP_P and 0 <= state.acting < POWERS:
        wrong[state.acting] = False  # known of the time before it began to plan
    if wrong.any():
        faults.append("what is surely known of an ambassador is wrong")
    if state.step < STEP_R1 and np.asarray(state.order).any():
        faults.append("an order before the orders")
    ordered = np.asarray(state.order) != 0
    if (ordered & ~deployed).any() and state.step <= STEP_R4:
        faults.append("an ambassador that is not deployed has an order")
    return faults


def _hand_size(state: Any, power: int) -> set[int]:
    """9.6, 3; while a power plans, its hand grows."""
    extra = int(state.turn == state.turns and state.final_hand == 9)
    full = int(state.turn) + 1 + extra
    before = int(state.turn) if state.turn > 1 else 0
    first = (int(state.turn) - 1) % POWERS if state.power_order else 0
    place = (power - first) % POWERS
    if state.step != STEP_P or place < state.cursor:
        return {full}
    return set(range(before, full + 1)) if place == state.cursor else {before}


def _question(state: Any) -> list[str]:
    if state.over:
        ended = state.step == STEP_END and state.kind == NO_KIND and state.winner >= 0
        return [] if ended and state.actor == -1 else ["the game is over, but not decided"]
    faults = []
    if state.actor != state.acting or not 0 <= state.actor < len(state.audience):
        faults.append(f"seat {state.actor} acts, shown is {state.acting}")
    if not 0 <= state.kind < NO_KIND:
        faults.append(f"kind {state.kind} is no question")
    knows = {seat for seat, flag in enumerate(state.audience) if flag}
    if knows != {int(state.actor), *range(POWERS, len(state.audience))}:
        faults.append(f"the question is known to {sorted(knows)}")
    if state.step == STEP_DECLARE and not state.declarations:
        faults.append("declarations without the option")
    return faults
