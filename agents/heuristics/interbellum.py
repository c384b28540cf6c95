"""A hand-written player of Interbellum that looks one decision ahead.

It reckons what each region is worth to each power at the end (`interbellum_worth`), what a roll
promises against those who stand there or may come (`interbellum_rolls`), and what each ambassador's
ability does for that (`interbellum_ambassadors`). It takes what raises its own score most, the
rivals' scores counted against it, that of the leader above all. So an ambassador goes where its
ability counts, a lead is built where a level is near and defended where one is held, points are
spent on whichever of placing and destroying does more, and Italy looks to the regions of its New
Roman Empire.

It sees the redacted record only, and knows no other power's hand.
"""

from __future__ import annotations

from typing import Any

from legation.agents.heuristics.interbellum_effects import choose_effect
from legation.agents.heuristics.interbellum_planning import (
    choose_coup,
    choose_planning,
)
from legation.agents.heuristics.interbellum_worth import (
    NOISE,
    WEIGHTS,
    chance_tables,
    gain,
    make_board,
)
from legation.envs.engine import draw_from, rule
from legation.envs.interbellum.actions import (
    ATTACK_TARGET,
    ATTACK_YEAR,
    COUP_IN,
    COUP_OUT,
    DECLARE,
    DOWN,
    EMBASSY,
    FIRST_AMOUNT,
    FIRST_GM,
    FIRST_POWER,
    GM,
    PASS,
    POINT,
    RULING_DIR,
    RULING_REGION,
    UP,
    VOTE,
)
from legation.envs.interbellum.components import POWERS

TABLES = chance_tables(WEIGHTS)


@rule
def choose(s: Any, seat: Any, mask: Any, chance: Any) -> Any:
    """The action of `seat`, which has to act; see `CompiledAgent`."""
    return choose_with(s, seat, mask, chance, WEIGHTS, TABLES)


@rule
def choose_with(s: Any, seat: Any, mask: Any, chance: Any, w: Any, tables: Any) -> Any:
    """As `choose`, with other weights and their `chance_tables`."""
    action = proposal(s, seat, mask, chance, w, tables)
    if action >= 0 and mask[action]:
        return action
    for legal in range(len(mask)):
        if mask[legal]:
            return legal
    return PASS


@rule
def proposal(s: Any, seat: Any, mask: Any, chance: Any, w: Any, tables: Any) -> Any:
    """What it would do; -1: nothing that it knows of."""
    action = -1
    if seat >= POWERS:
        action = _choose_as_master(s, mask)
    elif s.kind == VOTE:
        action = _choose_vote(s, seat, mask)
    elif s.kind in (DECLARE, ATTACK_TARGET, ATTACK_YEAR):
        action = _choose_line(s, seat, mask)
    else:
        board = make_board(s, seat, w, tables)
        if s.kind <= EMBASSY:
            action = choose_planning(s, board, seat, mask, w)
        elif s.kind in (COUP_OUT, COUP_IN):
            action = choose_coup(s, board, seat, mask, w)
        elif s.kind == POINT:
            action = _choose_point(s, board, seat, mask, chance, w)
        else:
            action = choose_effect(s, board, seat, mask, w)
    return action


# --- points ----------------------------------------------------------------------------------


@rule
def _choose_point(s: Any, board: Any, seat: Any, mask: Any, chance: Any, w: Any) -> Any:
    """To place or to destroy; each use is taken for all points left, as a level may be two away."""
    r = s.about_region
    left = s.about_count
    best = -1e18
    action = -1
    for q in range(POWERS):
        if not mask[FIRST_POWER + q]:
            continue
        if q == seat:
            worth = gain(board, r, 0, seat, left, -1, 0)
        else:
            cut = min(left, board.land[r, q])
            worth = gain(board, r, 0, q, -cut, seat, left - cut)
        worth += abs(worth) * w[NOISE] * (draw_from(chance, 1000) / 1000.0 - 0.5)
        if worth > best:
            best = worth
            action = FIRST_POWER + q
    return action


# --- the end, and the game master ------------------------------------------------------------


@rule
def _best_by_share(s: Any, mask: Any) -> Any:
    best = -1
    action = -1
    for q in range(POWERS):
        if mask[FIRST_POWER + q] and s.share[q] > best:
            best = s.share[q]
            action = FIRST_POWER + q
    return action


@rule
def _choose_vote(s: Any, seat: Any, mask: Any) -> Any:
    """For the best of the others; but the leader does not help its nearest rival to the win."""
    leads = True
    least = 10000
    action = -1
    for q in range(POWERS):
        if q != seat and s.share[q] > s.share[seat]:
            leads = False
        if mask[FIRST_POWER + q] and s.share[q] < least:
            least = s.share[q]
            action = FIRST_POWER + q
    return action if leads else _best_by_share(s, mask)


@rule
def _choose_line(s: Any, seat: Any, mask: Any) -> Any:
    """Declarations count for nothing: the strongest as ally, the weakest as target, in 1940."""
    if s.kind == ATTACK_YEAR:
        return FIRST_AMOUNT + 1
    if s.kind == DECLARE:
        return _best_by_share(s, mask)
    least = 10000
    action = -1
    for q in range(POWERS):
        if mask[FIRST_POWER + q] and s.share[q] < least:
            least = s.share[q]
            action = FIRST_POWER + q
    return action


@rule
def _choose_as_master(s: Any, mask: Any) -> Any:
    """The game master favours nobody, and votes for the best by score."""
    if s.kind == GM:
        return FIRST_GM + 1
    if s.kind == RULING_REGION:
        return PASS
    if s.kind == RULING_DIR:  # where somebody else began the ruling
        return UP if mask[UP] else DOWN
    return _best_by_share(s, mask)


__all__ = ["choose", "choose_with", "proposal"]
