"""Abilities, traits and orders of the hand-written player of Interbellum."""

from __future__ import annotations

from typing import Any

from legation.agents.heuristics.interbellum_ambassadors import (
    assign_gain,
    forced_gain,
    loss_to,
    order_gain,
    stay_gain,
)
from legation.agents.heuristics.interbellum_planning import (
    best_incoming,
)
from legation.agents.heuristics.interbellum_rolls import (
    MODIFIER,
    ability_modifier,
    expected_points,
    is_active,
    make_table,
)
from legation.agents.heuristics.interbellum_worth import ITALY_COMBAT, gain, point_worth
from legation.envs.engine import rule
from legation.envs.interbellum.actions import (
    BALANCE_POWER,
    BALANCE_REGION,
    CHOOSE_TOP,
    CIANO_AMOUNT,
    CIANO_POWER,
    DOWN,
    FIRST_AMB,
    FIRST_AMOUNT,
    FIRST_POWER,
    FIRST_REGION,
    HALIFAX,
    HUGENBERG_AMOUNT,
    HUGENBERG_REGION,
    LEGER,
    LITTLE_ENTENTE,
    LITVINOV,
    ORDER,
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
from legation.envs.interbellum.components import FRA, GBR, GER, ITA, MAX_AMOUNT, POOL_SIZE, POWERS
from legation.envs.interbellum.fields import CHOICES, FIRST_PLACE

_TRADE_OFF = CHOICES["runciman"].index("trade_off")


@rule
def choose_effect(s: Any, board: Any, seat: Any, mask: Any, w: Any) -> Any:
    kind = s.kind
    r = s.about_region
    if kind == CHOOSE_TOP:
        return _choose_top(s, board, mask)
    if kind in (BALANCE_REGION, BALANCE_POWER):
        return _choose_balance(s, board, mask)
    if kind in (RUNCIMAN_REGION, RUNCIMAN_POWER):
        return _choose_runciman(s, board, mask)
    if kind in (HUGENBERG_REGION, HUGENBERG_AMOUNT):
        return _choose_hugenberg(s, board, mask)
    if kind in (CIANO_POWER, CIANO_AMOUNT):
        return _choose_ciano(s, board, mask)
    if kind == SINCLAIR:
        up = gain(board, r, 1, -1, 0, -1, 0) if mask[UP] else -1e18
        down = gain(board, r, -1, -1, 0, -1, 0) if mask[DOWN] else -1e18
        if max(up, down) <= 0.0:
            return PASS if mask[PASS] else (UP if up > down else DOWN)
        return UP if up > down else DOWN
    if kind in (LITVINOV, VANSITTART, HALIFAX):
        return _choose_unit(s, board, mask)
    table = make_table(s, seat, w, r)
    if kind == LITTLE_ENTENTE:
        return _choose_entente(s, board, table, w)
    if kind in (LEGER, TWARDOWSKI):
        return _choose_victim(s, board, table, mask, w)
    if kind == REPLACEMENT:
        return best_incoming(s, board, table, seat, r, mask, w)
    if kind == ORDER:
        return _choose_order(s, board, table, seat, mask)
    return -1


@rule
def _choose_unit(s: Any, board: Any, mask: Any) -> Any:
    """Litvinov, Vansittart, Halifax: whose unit takes the place of the other's."""
    taken = 2 if s.kind == HALIFAX else GER
    best = 0.0 if mask[PASS] else -1e18
    action = PASS
    for q in range(POWERS):
        if mask[FIRST_POWER + q]:
            worth = gain(board, s.about_region, 0, taken, -1, q, 1)
            if worth > best:
                best = worth
                action = FIRST_POWER + q
    return action


@rule
def _choose_entente(s: Any, board: Any, table: Any, w: Any) -> Any:
    """A sure unit, against the effect and the roll that it stands for."""
    r = s.about_region
    amb = s.about_amb
    sure = gain(board, r, 0, FRA, 1, -1, 0)
    point = point_worth(board, r, FRA)
    active = is_active(s, FRA, amb % POOL_SIZE)
    other = stay_gain(s, board, table, amb, r, point, active, False, w)
    if active and s.pending[FRA, amb % POOL_SIZE]:
        other += assign_gain(s, board, amb, r)
    return USE if sure > other else PASS


@rule
def _choose_victim(s: Any, board: Any, table: Any, mask: Any, w: Any) -> Any:
    """Léger, Twardowski: the ambassador whose loss does most for the seat."""
    best = 0.0 if mask[PASS] else -1e18
    action = PASS
    for owner in range(POWERS):
        for slot in range(POOL_SIZE):
            if mask[FIRST_AMB + owner * POOL_SIZE + slot]:
                r = s.place[owner, slot] - FIRST_PLACE
                if s.kind == LEGER:
                    worth = loss_to(s, board, table, owner, slot, r, w)
                else:
                    worth = forced_gain(s, board, table, owner, slot, r, w)
                if worth > best:
                    best = worth
                    action = FIRST_AMB + owner * POOL_SIZE + slot
    return action


@rule
def _choose_order(s: Any, board: Any, table: Any, seat: Any, mask: Any) -> Any:
    """The order, or the roll by what it promises."""
    r = s.about_region
    amb = s.about_amb
    modifier = table.who[r, MODIFIER, seat] + ability_modifier(s, amb, r)
    best = -1e18
    action = -1
    if mask[PASS]:
        best = expected_points(table, r, modifier) * point_worth(board, r, seat)
        action = PASS
    if mask[USE]:
        worth = order_gain(s, board, amb, -1, r)
        if worth > best:
            best = worth
            action = USE
    for q in range(POWERS):
        if mask[FIRST_POWER + q]:
            worth = order_gain(s, board, amb, q, r)
            if worth > best:
                best = worth
                action = FIRST_POWER + q
    return action


@rule
def _choose_balance(s: Any, board: Any, mask: Any) -> Any:
    """Britain: the unit whose loss serves it best; the region first, then the power."""
    best = 0.0
    action = PASS
    if s.kind == BALANCE_POWER:
        best = -1e18
        for q in range(POWERS):
            if mask[FIRST_POWER + q]:
                worth = gain(board, s.about_region, 0, q, -1, -1, 0)
                if worth > best:
                    best = worth
                    action = FIRST_POWER + q
        return action
    for r in range(len(s.sig)):
        if mask[FIRST_REGION + r]:
            for q in range(POWERS):
                if q != GBR and board.land[r, q] > 0 and _controls_more(s, q):
                    worth = gain(board, r, 0, q, -1, -1, 0)
                    if worth > best:
                        best = worth
                        action = FIRST_REGION + r
    return action


@rule
def _controls_more(s: Any, q: Any) -> Any:
    more = 0
    for r in range(len(s.sig)):
        more += (1 if s.level[r, q] >= 2 else 0) - (1 if s.level[r, GBR] >= 2 else 0)
    return more > 0


@rule
def _choose_runciman(s: Any, board: Any, mask: Any) -> Any:
    """Britain: which unit, of which region, is best had for a British one here."""
    here = s.place[GBR, s.about_amb % POOL_SIZE] - FIRST_PLACE
    swap = s.runciman != _TRADE_OFF
    powers = s.kind == RUNCIMAN_POWER
    best = 0.0 if mask[PASS] else -1e18
    action = PASS
    for r in range(len(s.sig)):
        if (powers and r != s.about_region) or (not powers and not mask[FIRST_REGION + r]):
            continue
        for q in range(POWERS):
            if q == GBR or board.land[r, q] == 0 or (powers and not mask[FIRST_POWER + q]):
                continue
            worth = gain(board, here, 0, GBR, -1, q, 1 if swap else 0)
            worth += gain(board, r, 0, q, -1, GBR, 1 if swap else 0)
            if worth > best:
                best = worth
                action = FIRST_POWER + q if powers else FIRST_REGION + r
    return action


@rule
def _choose_hugenberg(s: Any, board: Any, mask: Any) -> Any:
    """Germany: where its units do more than here."""
    here = s.place[GER, s.about_amb % POOL_SIZE] - FIRST_PLACE
    amounts = s.kind == HUGENBERG_AMOUNT
    best = 0.0 if mask[PASS] else -1e18
    action = PASS
    for r in range(len(s.sig)):
        if (amounts and r != s.about_region) or (not amounts and not mask[FIRST_REGION + r]):
            continue
        for n in range(1, min(s.inf[here, GER], s.influence_max - s.inf[r, GER]) + 1):
            worth = gain(board, here, 0, GER, -n, -1, 0) + gain(board, r, 0, GER, n, -1, 0)
            if worth > best:
                best = worth
                action = FIRST_AMOUNT + n - 1 if amounts else FIRST_REGION + r
    return action


@rule
def _choose_ciano(s: Any, board: Any, mask: Any) -> Any:
    """Italy: two units of another power for one of its own, only where the gold or the check on a
    third power pays for it."""
    here = s.place[ITA, s.about_amb % POOL_SIZE] - FIRST_PLACE
    amounts = s.kind == CIANO_AMOUNT
    bag = s.score_gold * (1.0 - board.terms[ITALY_COMBAT])
    best = 0.0 if mask[PASS] else -1e18
    action = PASS
    for q in range(POWERS):
        if (amounts and q != s.about_power) or (not amounts and not mask[FIRST_POWER + q]):
            continue
        for n in range(1, min(s.inf[here, ITA], MAX_AMOUNT) + 1):
            worth = gain(board, here, 0, ITA, -n, q, 2 * n)
            worth += bag * min(n, s.gold_max - s.gold)
            if worth > best:
                best = worth
                action = FIRST_AMOUNT + n - 1 if amounts else FIRST_POWER + q
    return action


@rule
def _choose_top(s: Any, board: Any, mask: Any) -> Any:
    """Of the highest, the one whose points hurt least."""
    r = s.about_region
    best = -1e18
    action = -1
    for q in range(POWERS):
        if mask[FIRST_POWER + q]:
            amount = min(s.points_max, max(1, s.total[r, q] - s.sig[r]))
            worth = gain(board, r, 0, q, amount, -1, 0)
            if worth > best:
                best = worth
                action = FIRST_POWER + q
    return action
