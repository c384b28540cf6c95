"""Hands: recruits, exchanges, sendings and coups of the hand-written player of Interbellum."""

from __future__ import annotations

from typing import Any

import numpy as np

from legation.agents.heuristics.interbellum_ambassadors import (
    HABIT_OF,
    attempt_gain,
    point_worths,
    send_gain,
    stay_gain,
    usefulness,
)
from legation.agents.heuristics.interbellum_rolls import (
    MODIFIER,
    ability_modifier,
    make_table,
)
from legation.agents.heuristics.interbellum_worth import (
    EXCHANGE,
    HABIT,
    RESERVE,
    point_worth,
)
from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    COUP_OUT,
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
from legation.envs.interbellum.components import POOL_SIZE, SOV
from legation.envs.interbellum.fields import FIRST_PLACE
from legation.envs.interbellum.fields import RESERVE as IN_RESERVE


@rule
def choose_planning(s: Any, board: Any, seat: Any, mask: Any, w: Any) -> Any:
    table = make_table(s, seat, w, -1)
    points = point_worths(board, seat)
    if s.kind == EMBASSY:
        return _choose_embassy(s, board, table, points, w)
    if s.kind == DEPLOY:
        return _choose_region(s, board, table, seat, mask, points, w)
    free = np.ones(len(s.sig), np.bool_)
    if s.kind == SWAP_OUT:
        return _choose_exchange(s, board, table, seat, mask, points, free, w)
    if s.kind == FREE_AMB:
        return _choose_free(s, board, table, seat, mask, points, w)
    # PICK, SWAP_IN
    mean = _mean(points)
    best = -1e18
    action = -1
    for slot in range(POOL_SIZE):
        amb = seat * POOL_SIZE + slot
        if mask[FIRST_AMB + amb]:
            worth = _recruit_worth(s, board, table, amb, points, free, mean, w)
            if worth > best:
                best = worth
                action = FIRST_AMB + amb
    return action


@rule
def _mean(points: Any) -> Any:
    total = 0.0
    for r in range(len(points)):
        total += points[r]
    return total / len(points)


@rule
def _recruit_worth(
    s: Any, board: Any, table: Any, amb: Any, points: Any, free: Any, mean: Any, w: Any
) -> Any:
    """Of an ambassador in hand: what it does best now, and its habits for the turns to come."""
    now = usefulness(s, board, table, amb, points, free, w)
    return now + w[HABIT] * HABIT_OF[amb] * mean


@rule
def _choose_exchange(
    s: Any, board: Any, table: Any, seat: Any, mask: Any, points: Any, free: Any, w: Any
) -> Any:
    """The least useful ambassador of the hand, if the pool has one that is clearly better."""
    mean = _mean(points)
    least = 1e18
    action = PASS
    most = -1e18
    for slot in range(POOL_SIZE):
        amb = seat * POOL_SIZE + slot
        may_leave = mask[FIRST_AMB + amb]
        may_come = s.place[seat, slot] == 0 and not s.exchanged[seat, slot]
        if may_leave or may_come:
            worth = _recruit_worth(s, board, table, amb, points, free, mean, w)
            if may_come:
                most = max(most, worth)
            elif worth < least:
                least = worth
                action = FIRST_AMB + amb
    return action if most - least > w[EXCHANGE] * mean else PASS


@rule
def _choose_free(
    s: Any, board: Any, table: Any, seat: Any, mask: Any, points: Any, w: Any
) -> Any:  # fmt: skip
    """France: the ambassador that gains most by being sent on purpose and not at random."""
    best = -1e18
    action = -1
    regions = len(s.sig)
    for slot in range(POOL_SIZE):
        amb = seat * POOL_SIZE + slot
        if mask[FIRST_AMB + amb]:
            top = -1e18
            total = 0.0
            for r in range(regions):
                worth = send_gain(s, board, table, amb, r, points[r], w)
                top = max(top, worth)
                total += worth
            if top - total / regions > best:
                best = top - total / regions
                action = FIRST_AMB + amb
    return action


@rule
def _choose_region(
    s: Any, board: Any, table: Any, seat: Any, mask: Any, points: Any, w: Any
) -> Any:  # fmt: skip
    """Where to send the ambassador, with those of the hand that will be asked after it in mind.

    All of them are shared out, the best pair first; then the one in question may change its region
    with another, or take a free one, where that gains on the whole.
    """
    regions = len(s.sig)
    first = s.about_amb % POOL_SIZE
    worth = np.full((POOL_SIZE, regions), -1e18)
    count = 0
    for slot in range(first, POOL_SIZE):
        if s.place[seat, slot] == IN_RESERVE and (slot == first or s.free_amb[seat] < 0):
            count += 1
            for r in range(regions):
                if mask[FIRST_REGION + r]:
                    amb = seat * POOL_SIZE + slot
                    worth[slot, r] = send_gain(s, board, table, amb, r, points[r], w)
    sent = np.full(POOL_SIZE, -1, np.int64)
    taken = np.zeros(regions, np.bool_)
    held = w[RESERVE] * _mean(points)
    for _ in range(count):
        best = held
        pair = -1
        for slot in range(first, POOL_SIZE):
            if sent[slot] < 0:
                for r in range(regions):
                    if not taken[r] and worth[slot, r] > best:
                        best = worth[slot, r]
                        pair = slot * regions + r
        if pair < 0:
            break
        sent[pair // regions] = pair % regions
        if not s.stacking:
            taken[pair % regions] = True
    _improve(worth, sent, taken, first, held)
    return PASS if sent[first] < 0 else FIRST_REGION + sent[first]


@rule
def _improve(worth: Any, sent: Any, taken: Any, first: Any, held: Any) -> None:
    for other in range(first + 1, POOL_SIZE):
        here, there = sent[first], sent[other]
        if worth[other].max() < -1e17 or here == there:
            continue
        now = (worth[first, here] if here >= 0 else held) + (
            worth[other, there] if there >= 0 else held
        )
        then = (worth[first, there] if there >= 0 else held) + (
            worth[other, here] if here >= 0 else held
        )
        if then > now:
            sent[first], sent[other] = there, here


@rule
def _choose_embassy(s: Any, board: Any, table: Any, points: Any, w: Any) -> Any:
    """An attempt, if the better rolls to come are worth more than the roll or order of now."""
    r = s.about_region
    amb = s.about_amb
    modifier = table.who[r, MODIFIER, SOV] + ability_modifier(s, amb, r)
    attempt = attempt_gain(s, table, amb, r, modifier, points[r], w)
    now = stay_gain(s, board, table, amb, r, points[r], True, False, w)
    return USE if attempt > now else PASS


# --- coups -----------------------------------------------------------------------------------


@rule
def choose_coup(s: Any, board: Any, seat: Any, mask: Any, w: Any) -> Any:
    """The replacement that gains most by what is known since the sendings were revealed."""
    table = make_table(s, seat, w, -1)
    if s.kind != COUP_OUT:
        r = s.place[seat, s.about_amb % POOL_SIZE] - FIRST_PLACE
        return best_incoming(s, board, table, seat, r, mask, w)
    best = 1e-6
    action = PASS
    for slot in range(POOL_SIZE):
        amb = seat * POOL_SIZE + slot
        if mask[FIRST_AMB + amb]:
            r = s.place[seat, slot] - FIRST_PLACE
            point = point_worth(board, r, seat)
            active = not s.cancelled[seat, slot]
            stays = stay_gain(s, board, table, amb, r, point, active, False, w)
            for other in range(POOL_SIZE):
                if s.place[seat, other] == IN_RESERVE or (
                    s.place[seat, other] == 0 and s.coup_source == 1
                ):
                    new = seat * POOL_SIZE + other
                    worth = send_gain(s, board, table, new, r, point, w) - stays
                    if worth > best:
                        best = worth
                        action = FIRST_AMB + amb
    return action


@rule
def best_incoming(
    s: Any, board: Any, table: Any, seat: Any, r: Any, mask: Any, w: Any
) -> Any:  # fmt: skip
    """The ambassador, of those that may come to the region, that is worth most there."""
    best = -1e18
    action = -1
    point = point_worth(board, r, seat)
    for slot in range(POOL_SIZE):
        amb = seat * POOL_SIZE + slot
        if mask[FIRST_AMB + amb]:
            worth = send_gain(s, board, table, amb, r, point, w)
            if worth > best:
                best = worth
                action = FIRST_AMB + amb
    return action


__all__ = ["PICK", "SWAP_IN", "best_incoming", "choose_coup", "choose_planning"]
