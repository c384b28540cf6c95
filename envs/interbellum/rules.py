"""The sequence of play (3) of Interbellum; clause numbers are those of this folder's README.

Each chapter has a file: `planning`, `assignment`, `initiatives`, `coups`, `orders`, `rolls`,
`ending`. A question is put with `control.ask`; `kind` is NO_KIND while the rules go on.
"""

from __future__ import annotations

from typing import Any

from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    BALANCE_POWER,
    CHOOSE_TOP,
    CIANO_AMOUNT,
    COUP_IN,
    EMBASSY,
    FIRST_POWER,
    GM,
    NO_KIND,
    ORDER,
    POINT,
    RULING_DIR,
    RUNCIMAN_POWER,
)
from legation.envs.interbellum.assignment import legal_assignment, next_effect, take_assignment
from legation.envs.interbellum.components import POOL_SIZE, POWERS
from legation.envs.interbellum.control import update_levels
from legation.envs.interbellum.coups import (
    legal_coup,
    legal_special,
    next_coup,
    next_special,
    take_coup,
    take_special,
)
from legation.envs.interbellum.ending import (
    begin_vote,
    legal_ending,
    next_declaration,
    next_vote,
    take_ending,
)
from legation.envs.interbellum.fields import (
    NO_ORDER,
    RESERVE,
    STEP_C1,
    STEP_C3,
    STEP_C4,
    STEP_DECLARE,
    STEP_I2,
    STEP_I3,
    STEP_I4,
    STEP_P,
    STEP_R1,
    STEP_R4,
    STEP_T,
)
from legation.envs.interbellum.initiatives import (
    balance,
    legal_balance,
    next_attempt,
    take_attempt_modifier,
    take_balance,
)
from legation.envs.interbellum.orders import (
    legal_master,
    legal_order,
    next_orders,
    take_master,
    take_order,
)
from legation.envs.interbellum.planning import legal_planning, plan, take_planning
from legation.envs.interbellum.rolls import legal_points, resolve, take_point, take_top
from legation.envs.interbellum.scoring import update_shares


@rule
def set_up(s: Any) -> None:
    """2.2, 2.3: all ambassadors in their pools; figures and options come with the record."""
    for power in range(POWERS):
        s.coup_out[power] = -1
        s.coup_in[power] = -1
        s.free_amb[power] = -1
        s.ally[power] = -1
        s.vote[power] = -1
        for slot in range(POOL_SIZE):
            s.surely_pool[power, slot] = 1
    s.first_due = -1
    s.attack_target = -1
    s.gm_vote = -1
    s.winner = -1
    s.turn = 1
    s.kind = NO_KIND
    for r in range(s.sig.shape[0]):
        update_levels(s, r)


@rule
def start(s: Any) -> None:
    set_up(s)
    go_on(s)


@rule
def apply(s: Any, action: Any) -> None:
    """One decision, and all that follows up to the next one."""
    take(s, action)
    go_on(s)


@rule
def go_on(s: Any) -> None:
    """3.1: the rules run until a seat has to choose."""
    while s.over == 0 and s.kind == NO_KIND:
        proceed(s)
    if s.stale != 0:
        update_shares(s)


@rule
def proceed(s: Any) -> None:
    """A piece of the step at hand: a question, an effect, or the next step."""
    step = s.step
    if step == STEP_R4:
        resolve(s)
    elif step == STEP_P:
        plan(s)
    elif step in (STEP_I2, STEP_C3):
        next_effect(s)
    elif step == STEP_I3:
        next_attempt(s)
    elif step == STEP_I4:
        balance(s)
    elif step == STEP_C1:
        next_coup(s)
    elif step == STEP_C4:
        next_special(s)
    elif step == STEP_R1:
        next_orders(s)
    elif step == STEP_T:
        end_turn(s)
    elif step == STEP_DECLARE:
        next_declaration(s)
    else:
        next_vote(s)


@rule
def legal(s: Any, mask: Any) -> None:
    """7.2: what the acting seat may do."""
    kind = s.kind
    if kind <= EMBASSY:
        legal_planning(s, kind, mask)
    elif kind <= RUNCIMAN_POWER:
        legal_assignment(s, kind, mask)
    elif kind <= BALANCE_POWER:
        legal_balance(s, kind, mask)
    elif kind <= COUP_IN:
        legal_coup(s, kind, mask)
    elif kind <= CIANO_AMOUNT:
        legal_special(s, kind, mask)
    elif kind == ORDER:
        legal_order(s, mask)
    elif kind <= RULING_DIR:
        legal_master(s, kind, mask)
    elif kind <= CHOOSE_TOP:
        legal_points(s, kind, mask)
    else:
        legal_ending(s, kind, mask)


@rule
def take(s: Any, action: Any) -> None:
    """Carries out a decision; what it is about is still in the record."""
    kind = s.kind
    s.kind = NO_KIND
    if kind <= EMBASSY:
        take_planning(s, kind, action)
    elif kind <= RUNCIMAN_POWER:
        take_assignment(s, kind, action)
    elif kind <= BALANCE_POWER:
        take_balance(s, kind, action)
    elif kind <= COUP_IN:
        take_coup(s, kind, action)
    elif kind <= CIANO_AMOUNT:
        take_special(s, kind, action)
    elif kind == ORDER:
        take_order(s, action)
    elif kind == GM and s.step == STEP_I3:
        take_attempt_modifier(s, action)
    elif kind <= RULING_DIR:
        take_master(s, kind, action)
    elif kind == POINT:
        take_point(s, action - FIRST_POWER)
    elif kind == CHOOSE_TOP:
        take_top(s, action - FIRST_POWER)
    else:
        take_ending(s, kind, action)


# --- 3.11 Turn end ---------------------------------------------------------------------------


@rule
def end_turn(s: Any) -> None:
    """3.11: all return to the reserve; what belongs to the turn is cleared."""
    clear_turn(s)
    s.cursor = 0
    if s.turn < s.turns:
        s.turn += 1
        s.step = STEP_P
    elif s.declarations != 0:
        s.step = STEP_DECLARE
    else:
        begin_vote(s)


@rule
def clear_turn(s: Any) -> None:
    regions = s.sig.shape[0]
    for power in range(POWERS):
        s.coup_out[power] = -1
        s.coup_in[power] = -1
        s.hit[power] = 0
        s.glob[power] = 0
        s.due[power] = 0
        for slot in range(POOL_SIZE):
            if s.deployed[power, slot] != 0:
                s.place[power, slot] = RESERVE
                s.deployed[power, slot] = 0
            s.exchanged[power, slot] = 0
            s.cancelled[power, slot] = 0
            s.order[power, slot] = NO_ORDER
            s.gm_mod[power, slot] = 0
        for r in range(regions):
            s.no_roll[power, r] = 0
            s.past_dice[r, power] = s.dice[r, power]
            s.past_total[r, power] = s.total[r, power]
            s.dice[r, power] = 0
            s.total[r, power] = 0
    for slot in range(POOL_SIZE):
        s.muted[slot] = 0
    for r in range(regions):
        s.attempt[r] = 0
        s.attempt_die[r] = 0
        s.attempt_total[r] = 0
        s.past_case[r] = s.case[r]
        s.case[r] = 0
        if s.krest_kept == 0:
            s.krest[r] = 0
    s.first_due = -1
    s.sent_shown = 0
    s.coups_shown = 0
    s.orders_shown = 0
